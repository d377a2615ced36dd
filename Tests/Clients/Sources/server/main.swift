import StateKit

struct Failed: Error {
  let what: String
}

/// A server with a machine for each order. The chart is read once; the machines share it.
actor Orders {
  private let chart: ChartDefinition
  private var orders: [Int: Task<StatechartActor, any Error>] = [:]

  init(_ chart: ChartDefinition) {
    self.chart = chart
  }

  /// The machine of an order, which is made with the first request. Other requests wait until it has started.
  func order(_ number: Int) async throws -> StatechartActor {
    if let order = orders[number] { return try await order.value }
    let started = Task {
      let order = StatechartActor(chart)
      try await order.service("charge") { call in call.input["cents"]?.int ?? 0 }
      try await order.action("log") { _ in }
      try await order.start()
      return order
    }
    orders[number] = started
    do {
      return try await started.value
    } catch {
      orders[number] = nil
      throw error
    }
  }

  /// The states of all orders, as one saves them before the server ends.
  func save() async throws -> [Int: Snapshot] {
    var saved: [Int: Snapshot] = [:]
    for (number, order) in orders { saved[number] = try await order.value.snapshot }
    return saved
  }
}

let chart = try ChartDefinition("order", events: ["add", "pay", "ship"]) {
  Context("cents", 0)
  ChartState("open", initial: true) {
    On("add") { Assign("cents", "cents + event.data") }
    On("pay", if: "cents > 0", to: "paying")
  }
  ChartState("paying") {
    Invoke("charge", input: "{'cents': cents}")
    On("done.invoke.charge", to: "paid")
    On("error.invoke.charge", to: "open") { Do("log") }
  }
  ChartState("paid") { On("ship", to: "shipped") }
  Final("shipped")
}
let orders = Orders(chart)
try await withThrowingTaskGroup(of: Void.self) { group in
  for number in 0..<10_000 {
    group.addTask {
      // Two requests for one order at the same time.
      async let other = orders.order(number)
      let order = try await orders.order(number)
      let step = await order.send("add", .int(number + 1))
      guard step.outcome.isHandled, try await other === order else { throw Failed(what: "\(step)") }
      await order.send("pay")
      try await order.waitFor("paid")
      await order.send("ship")
    }
  }
  try await group.waitForAll()
}
let saved = try await orders.save()
let again = try saved[7].map { try Statechart(chart, restoring: $0) }
guard saved.count == 10_000, again?.isFinished == true, again?.context["cents"] == 8 else {
  throw Failed(what: "\(saved.count) orders")
}
print("server: passed")
