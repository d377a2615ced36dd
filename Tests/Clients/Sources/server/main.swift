import StateKit

struct Failed: Error {
  let what: String
}

/// A server with a machine for each order. One actor owns the machines; they share the chart.
actor Orders {
  private let chart: ChartDefinition
  private var orders: [Int: Statechart] = [:]
  private var times: [Int: ContinuousClock.Instant] = [:]
  private(set) var receipts = 0

  init(_ chart: ChartDefinition) { self.chart = chart }

  /// Adds a new order, or one from a snapshot. `elapsed`: the time since the snapshot.
  func add(_ number: Int, restoring snapshot: Snapshot? = nil, elapsed: Duration = .zero) throws {
    let order = try snapshot.map { try Statechart(chart, restoring: $0) } ?? Statechart(chart)
    try order.action("receipt", of: self) { orders, _ in orders.receipts += 1 }
    try order.start()
    // Timers that were due meanwhile fire now, when all closures are set.
    order.advance(by: elapsed)
    (orders[number], times[number]) = (order, .now)
  }

  /// Handles a request. Returns the reason if it is refused.
  func handle(_ event: String, _ data: Payload = .null, of number: Int) -> String? {
    guard let order = pass(number) else { return "there is no order \(number)" }
    let outcome = order.send(event, data).outcome
    return outcome.isHandled ? nil : "\(outcome)"
  }

  /// Fires the timers that are due. A task of the server calls it each second.
  func tick() {
    for number in orders.keys { pass(number) }
  }

  /// Advances the clock of an order to the current time.
  @discardableResult private func pass(_ number: Int) -> Statechart? {
    let now = ContinuousClock.now
    guard let order = orders[number], let last = times.updateValue(now, forKey: number) else { return nil }
    order.advance(by: last.duration(to: now))
    return order
  }

  /// The states of all orders, which the server saves with the time before it ends.
  func save() -> [Int: Snapshot] {
    tick()
    return orders.mapValues(\.snapshot)
  }
}

func check(_ holds: Bool, _ what: @autoclosure () -> String) throws {
  if !holds { throw Failed(what: what()) }
}

let chart = try ChartDefinition("order", events: ["add", "pay", "ship"]) {
  Context("cents", 0)
  ChartState("open", initial: true) {
    On("add") { Assign("cents", "cents + event.data") }
    On("pay", if: "cents > 0", to: "paid")
    After(.seconds(1_800), to: "expired")
  }
  ChartState("paid") {
    Entry("receipt")
    On("ship", to: "shipped")
  }
  ChartState("expired") { Entry("receipt") }
  Final("shipped")
}
let orders = Orders(chart)
try await withThrowingTaskGroup(of: Void.self) { group in
  for number in 0..<10_000 {
    group.addTask {
      try await orders.add(number)
      let refused = await orders.handle("pay", of: number)
      try check(refused?.hasPrefix("declined: root.open: cents > 0") == true, "\(refused ?? "")")
      if number == 8 { return }
      for (event, data) in [("add", .int(number + 1)), ("pay", nil)] as [(String, Payload)] {
        let why = await orders.handle(event, data, of: number)
        try check(why == nil, "\(number) \(event): \(why ?? "")")
      }
    }
  }
  try await group.waitForAll()
}
try check(await orders.handle("pay", of: 7)?.hasPrefix("ignored: root.paid is active") == true, "paid twice")
try check(await orders.handle("dance", of: 7)?.hasPrefix("rejected: ") == true, "a request of no kind")
try check(await orders.handle("pay", of: -1) != nil, "no order")

// The server was down for half an hour: the order that was open has expired.
let saved = await orders.save()
let again = Orders(chart)
for (number, snapshot) in saved { try await again.add(number, restoring: snapshot, elapsed: .seconds(1_800)) }
try check(await again.receipts == 1, "one order expired")
try check(await again.handle("ship", of: 7) == nil, "shipped")
try check(await again.handle("pay", of: 8)?.hasPrefix("ignored: root.expired is active") == true, "too late")
await again.tick()
try check(saved.count == 10_000, "\(saved.count) orders")
print("server: passed")
