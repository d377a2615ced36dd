import ChartsMock
import Observation
import StateKit
import SwiftUIMock

/// A view and its model.
struct DoorView: View {
  @State var model: DoorModel
  @State var name = ""
  var body: Text { Text(model.isOpen ? "open" : "closed") }
}

/// The model of a view, which is updated after each step.
@MainActor @Observable
final class DoorModel {
  private(set) var isOpen = false
  @ObservationIgnored private let door: Statechart
  @ObservationIgnored private var token: Token?

  init(_ chart: ChartDefinition, restoring snapshot: Snapshot? = nil) throws {
    door = try snapshot.map { try Statechart(chart, restoring: $0) } ?? Statechart(chart)
    token = door.observe(tellingNow: true) { [unowned self] _ in
      isOpen = door.isIn("open")
    }
    try door.start()
  }

  func send(_ event: String) { door.send(event) }
}

/// A model whose timers run in real time.
@MainActor
final class TimedModel {
  private(set) var isOpen = false
  private let door: Statechart
  private var token: Token?
  private var last = ContinuousClock.now
  private var timer: Task<Void, any Error>?

  init(_ chart: ChartDefinition) throws {
    door = Statechart(chart)
    token = door.observe(tellingNow: true) { [unowned self] _ in isOpen = door.isIn("open") }
    try door.start()
    pass()
  }

  deinit { timer?.cancel() }

  func send(_ event: String) {
    pass()
    door.send(event)
    pass()
  }

  /// Advances the machine by the time that has passed, and waits for the next timer.
  private func pass() {
    let now = ContinuousClock.now
    door.advance(by: last.duration(to: now))
    last = now
    timer?.cancel()
    timer = door.nextDue.map { due in
      Task { [weak self] in
        try await Task.sleep(for: due)
        self?.pass()
      }
    }
  }
}

let chart = try ChartDefinition("door") {
  ChartState("closed", initial: true) { On("open", to: "open") }
  ChartState("open") {
    On("close", to: "closed")
    After(.milliseconds(50), to: "closed")
  }
}
let view = DoorView(model: try DoorModel(chart))
nonisolated(unsafe) var updates = 0
let before = withObservationTracking {
  view.body.content
} onChange: {
  updates += 1
}
view.model.send("open")
let sizes = Chart { [1, 2] }
var passed =
  before == "closed" && updates == 1 && view.body.content == "open" && view.name.isEmpty

let opened = Statechart(chart)
try opened.start()
opened.send("open")
passed = try passed && DoorModel(chart, restoring: opened.snapshot).isOpen

let timed = try TimedModel(chart)
timed.send("open")
passed = passed && timed.isOpen
for _ in 0..<100 where timed.isOpen { try await Task.sleep(for: .milliseconds(20)) }
print(passed && !timed.isOpen && sizes.content.count == 2 ? "swiftui: passed" : "swiftui: failed")
