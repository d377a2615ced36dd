import Foundation
import StateKit
import Testing

/// Questions to a machine: lists, forks, errors of closures, and values.
@Suite struct AskingTests {
  private struct Say: Error, CustomStringConvertible {
    var description: String
  }

  private static func guarded() throws -> Statechart {
    let machine = Statechart(
      try ChartDefinition("guarded") {
        Guard("first")
        Guard("second")
        ChartState("a", initial: true) {
          On("go", if: "first", to: "b")
          On("on", if: "second", to: "b")
          After(.seconds(5), to: "b")
        }
        ChartState("b") { On("back", to: "a") }
      })
    try machine.guard("first") { _ in true }
    try machine.guard("second") { _ in true }
    return machine
  }

  @Test func `a rejected advance leaves no part of a millisecond`() throws {
    let machine = try Self.guarded()
    machine.advance(by: .microseconds(900))
    try machine.guard("first") { [unowned machine] _ in
      machine.advance(by: .microseconds(900))
      return true
    }
    try machine.start()
    #expect(!machine.can("go") && machine.nextDue == .seconds(5))
    machine.advance(by: .microseconds(999))
    #expect(machine.nextDue == .microseconds(4_999_001) && machine.fork().nextDue == machine.nextDue)
  }

  @Test func `a fork of a machine without closures keeps the part of a millisecond`() throws {
    let machine = Statechart(
      try ChartDefinition("n") {
        ChartState("a", initial: true) { After(.seconds(5), to: "b") }
        ChartState("b")
      })
    try machine.start()
    machine.advance(by: .microseconds(999))
    #expect(machine.fork().nextDue == .microseconds(4_999_001))
  }

  @Test func `the kept call of a guard fails no other guard`() throws {
    let machine = try Self.guarded()
    var kept: Call?
    try machine.guard("first") { call in
      kept = call
      return true
    }
    try machine.start()
    machine.send("go")
    machine.send("back")
    kept?.send("late")
    let step = machine.send("on")
    #expect(step.outcome == .handled && step.errors.isEmpty, "\(step)")
  }

  @Test func `timers of children are listed, and handlers of patterns until the end`() throws {
    let child = try ChartDefinition("kid") {
      ChartState("w", initial: true) { After(.seconds(4), to: "z") }
      Final("z")
    }
    let machine = Statechart(
      try ChartDefinition("parent") {
        ChartState("a", initial: true) {
          Invoke(chart: child)
          After(.seconds(9), to: "b")
          After(.seconds(2), to: "b")
          On("door.*", to: "b")
        }
        ChartState("b") { On("end", to: "z") }
        Final("z")
        On("never", to: "a")
      })
    try machine.start()
    #expect(machine.timers.map(\.left) == [.seconds(2), .seconds(4), .seconds(9)])
    #expect(machine.timers.map(\.child) == [nil, "kid", nil])
    #expect(machine.timers.map(\.state) == ["root.a", "root.w", "root.a"])
    #expect(machine.handlers.map(\.event) == ["never", "door.*"] && machine.can("door.open"))
    #expect(machine.handlers.last?.targets == ["root.b"])
    machine.send("door.open")
    machine.send("end")
    #expect(machine.isFinished && machine.handlers.isEmpty && machine.timers.isEmpty)
  }

  @Test(arguments: ["zero", ""])
  func `an error of the chart has no underlying error`(text: String) throws {
    let machine = Statechart(
      try ChartDefinition("n") {
        Context("n", 0)
        ChartState("a", initial: true) {
          On("error.execution", if: "n == 0") { Assign("n", "1") }
          On("go", if: { _ in throw Say(description: text) }, to: "b")
          On("go") {
            Assign("n", "7 / n")
            Assign("n", "7 / (n - n)")
          }
          On("ask", if: { _ in throw Say(description: text) }, to: "b")
        }
        ChartState("b")
      })
    try machine.start()
    let step = machine.send("go")
    #expect(step.errors.count == 1 && step.errors.allSatisfy { $0.underlying == nil }, "\(step)")
    machine.send("go")
    let asked = machine.send("ask")
    #expect(asked.errors.count == 1 && asked.errors.allSatisfy { $0.underlying is Say }, "\(asked)")
  }

  @Test func `a snapshot of a machine before its start cannot be restored`() throws {
    let machine = try Self.guarded()
    #expect(throws: SnapshotError.notStarted) { try Statechart(machine.chart, restoring: machine.snapshot) }
    #expect(machine.fork().configuration.isEmpty)
  }

  @Test func `an observer that is told at once hears the events that it sends`() throws {
    let machine = try Self.guarded()
    try machine.start()
    var seen: [[String]] = []
    var traces: [[String]] = []
    let token = machine.observe(tellingNow: true) { [unowned machine] step in
      seen.append(step.to)
      traces.append(step.trace)
      if seen.count == 1 { machine.send("go") }
    }
    #expect(seen == [["root.a"], ["root.b"]] && traces.first == [], "\(seen) \(traces)")
    token.cancel()
  }

  @Test func `the end of work that does not run is rejected`() throws {
    let machine = try Self.guarded()
    try machine.start()
    #expect("\(machine.finish("lod", 1).outcome)" == "rejected: lod is not running")
    #expect("\(machine.fail("lod", Say(description: "no")).outcome)" == "rejected: lod is not running")
  }

  @Test func `numbers that were encoded can be decoded`() throws {
    #expect(try Payload(encoding: UInt64(1) << 63).decode(UInt64.self) == 1 << 63)
    #expect(try Payload(encoding: Int128(1) << 70).decode(Int128.self) == 1 << 70)
    #expect(try Payload.double(3).decode(UInt8.self) == 3)
    for (payload, isFloat, text) in [
      (.double(1e40), true, "a number of 32 bits is needed, this is double"),
      (.double(1e40), false, "a whole number of 64 bits is needed, this is double"),
      (.double(0.5), false, "a whole number is needed, this is double"),
      (.null, false, "a whole number is needed, this is null"),
    ] as [(Payload, Bool, String)] {
      do throws(DecodingError) {
        if isFloat { _ = try payload.decode(Float.self) } else { _ = try payload.decode(Int64.self) }
        Issue.record("\(payload) was decoded")
      } catch { #expect("\(error)".contains(text)) }
    }
  }

  @Test func `a deep payload is an error of every coder`() throws {
    func nested(_ depth: Int) -> Payload { (0..<depth).reduce(into: .null) { value, _ in value = .list([value]) } }
    let kept = try JSONDecoder().decode(Payload.self, from: JSONEncoder().encode(nested(500)))
    #expect(kept == nested(500))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(nested(3_000)) }
    #expect(throws: EncodingError.self) { try PropertyListEncoder().encode(nested(3_000)) }
  }
}
