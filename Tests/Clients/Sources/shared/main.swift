import StateKit

struct User: Codable, Sendable, Equatable {
  var name: String
}

struct Failed: Error {
  let what: String
}

func check(_ holds: Bool, _ what: @autoclosure () -> String) throws {
  if !holds { throw Failed(what: what()) }
}

let chart = try ChartDefinition("session") {
  Context("user", nil)
  ChartState("out", initial: true) { On("login", to: "fetching") }
  ChartState("fetching") {
    Invoke("fetchUser", input: "event.data")
    On("done.invoke.fetchUser", to: "in") { Assign("user", "event.data") }
    On("error.invoke.fetchUser", to: "out")
    On("cancel", to: "out")
  }
  ChartState("in") {
    After(.seconds(30), to: "out")
  }
}

/// Sets the closures of a session, and starts it. A restored one continues when the last closure is set.
func begin(_ session: StatechartActor) async throws {
  try await session.service("fetchUser") { call in
    if call.input["slow"] == true { try await Task.sleep(for: .seconds(60)) }
    return User(name: call.input["name"]?.string ?? "")
  }
  try await session.start()
}

func runSession() async throws {
  let session = StatechartActor(chart)
  try await begin(session)
  await session.send("login", ["name": "Ann"])
  try await session.waitFor("in", timeout: .seconds(60))
  // After a restart: the timer of the state `in` was due while the program was down.
  let again = try await StatechartActor(chart, restoring: session.snapshot, elapsed: .seconds(45))
  try await begin(again)
  try await again.waitFor("out", timeout: .seconds(60))
  let user = try await again.decode(User.self, from: "user")
  try check(user == User(name: "Ann"), "\(user)")

  // What is not wanted any more is cancelled.
  await again.send("login", ["slow": true])
  await again.send("cancel")
  let configuration = await again.configuration
  try check(configuration == ["root.out"], "\(configuration)")
}

/// Many tasks: nothing is lost, and each task's events come in its order.
func runMany() async throws {
  let counter = try ChartDefinition(
    json: """
      {"context": {"count": 0}, "root": {"add": {"actions": [
        {"assign": {"count": "count + 1"}}, {"call": "note", "data": "event.data"}]}}}
      """.utf8, name: "counter.json")
  let shared = StatechartActor(counter)
  let notes = Notes()
  // Closures run inside the actor, one at a time.
  try await shared.action("note") { call in
    guard let task = call.data["task"]?.int, let number = call.data["number"]?.int else { return }
    notes.add(task, number)
  }
  try await shared.start()
  await withTaskGroup(of: Void.self) { group in
    for task in 0..<100 {
      group.addTask {
        for number in 0..<1_000 { await shared.send("add", ["task": .int(task), "number": .int(number)]) }
      }
    }
  }
  let count = await shared.context["count"]
  try check(count == 100_000, "\(String(describing: count))")
  try check(notes.count == 100_000 && notes.swapped == 0, "\(notes.count), \(notes.swapped) swapped")
}

/// What the actor's closure notes; only the actor uses it.
final class Notes: @unchecked Sendable {
  private var last: [Int: Int] = [:]
  private(set) var count = 0
  private(set) var swapped = 0

  func add(_ task: Int, _ number: Int) {
    if (last[task] ?? -1) + 1 != number { swapped += 1 }
    last[task] = number
    count += 1
  }
}

/// A clock that only the test moves, as test clocks of others do.
final class HandClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var offset = Duration.zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private let moves = Moves()
  /// Only one task sets it: the one that also reads what came of it.
  private(set) var now = Instant()
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    while await moves.now < deadline {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  func advance(by duration: Duration) async {
    now = now.advanced(by: duration)
    await moves.set(now)
  }

  private actor Moves {
    var now = Instant()
    func set(_ instant: Instant) { now = instant }
  }
}

/// An hour passes when the test says so.
func runByHand() async throws {
  let chart = try ChartDefinition("order") {
    ChartState("open", initial: true) {
      On("touch", to: "open", reenter: .yes)
      After(.seconds(3_600), to: "late")
    }
    ChartState("late") { After(.seconds(60), to: "lost") }
    ChartState("lost")
  }
  let clock = HandClock()
  let order = StatechartActor(chart, clock: clock)
  try await order.start()
  var steps = await order.steps().makeAsyncIterator()
  await clock.advance(by: .seconds(3_000))
  await order.send("touch")
  _ = await steps.next()
  // `touch` has started the timer again.
  await clock.advance(by: .seconds(3_000))
  let left = await order.nextDue
  try check(left == .seconds(600), "\(String(describing: left))")
  // The task that waits wakes by itself.
  await clock.advance(by: .seconds(600))
  let late = await steps.next()
  try check(late?.to == ["root.late"], "\(String(describing: late))")
  await clock.advance(by: .seconds(60))
  let lost = await steps.next()
  try check(lost?.to == ["root.lost"], "\(String(describing: lost))")
  let due = await order.nextDue
  try check(due == nil, "\(String(describing: due))")
}

try await runSession()
try await runByHand()
try await runMany()
print("shared: passed")
