import StateKit
import Testing

/// A machine that continues from a snapshot.
@Suite struct RestoredTests {
  private static let chart = Result {
    try ChartDefinition("restored") {
      Context("opened", 0)
      ChartState("waiting", initial: true) {
        After(.milliseconds(1), to: "open")
        On("work", to: "busy")
      }
      ChartState("busy") {
        Invoke("load", input: "{'opened': opened}")
        On("done.invoke.load", to: "open")
      }
      ChartState("open") {
        Entry("hello")
        After(.seconds(3_600), to: "late")
      }
      ChartState("late") { Entry("hello") }
    }
  }

  /// A snapshot of a machine in a state that some events lead to.
  private static func snapshot(after events: [String] = []) throws -> (ChartDefinition, Snapshot) {
    let machine = Statechart(try chart.get())
    try machine.action("hello") { _ in }
    try machine.service("load") { _ in }
    try machine.start()
    for event in events { machine.send(event) }
    return (machine.chart, machine.snapshot)
  }

  @Test func `the clock, the context and the input of work can be read`() throws {
    let (chart, snapshot) = try Self.snapshot(after: ["work"])
    let machine = try Statechart(chart, restoring: snapshot)
    #expect(machine.invocations.map(\.input) == [["opened": 0]] && "\(machine.context)" == #"{"opened":0}"#)
    machine.advance(by: .milliseconds(1_500))
    #expect(machine.time == .milliseconds(1_500))
    let token = machine.observe { [unowned machine] step in #expect(machine.time == step.time) }
    struct Title: Encodable { let title: String }
    let step = machine.finish("load", Title(title: "Blue"))
    #expect(step.trace.first == #"done.invoke.load {"title":"Blue"}"#, "\(step.trace)")
    token.cancel()
  }
}
