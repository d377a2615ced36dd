@testable import StateKitCore
import StateKitFormat
import TestSupport
import Testing

/// Timers that are started, stopped and fire in a random order, against a list that is searched.
@Suite struct TimerTests {
  private static let regions = 12

  /// Each region starts its timers again with an event of its own.
  private static let chart: String = {
    let parts = (0..<regions).map { region in
      let after = #""\#(region % 5 + 1)ms": {"actions": "f\#(region)"}, "9ms": {"actions": "g\#(region)"}"#
      let again = #""e\#(region)": {"target": "r\#(region)", "reenter": true}"#
      return
        #""q\#(region)": {"initial": "r\#(region)", "subStates": {"r\#(region)": {\#(again), "after": {\#(after)}}}}"#
    }
    return
      #"{"root": {"stop": {"actions": {"cancel": "x"}}, "send": {"actions": {"send": "late", "id": "x", "delay": "4ms"}}, "#
      + #""initial": "p", "subStates": {"p": {"type": "parallel", "subStates": {\#(parts.joined(separator: ", "))}}}}}"#
  }()

  @Test func `timers fire in the order in which they are due, then in that in which they were started`() throws {
    let source = SourceText(name: "test", bytes: Array(Self.chart.utf8))
    let findings = Findings()
    let chart = try #require(ChartReader.read(source, findings: findings), "\(findings.all.map(\.message))")
    var seed: UInt64 = 4
    func random(below limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }
    var machine = Machine(chart, sink: NoTrace())
    machine.start()
    // What waits: when it is due, how many were started before it, and what it is.
    var waiting: [(due: Int64, serial: Int, name: String)] = []
    var serial = 0
    func start(_ name: String, after delay: Int64) {
      waiting.append((machine.time + delay, serial, name))
      serial += 1
    }
    func enter(_ region: Int) {
      start("f\(region)", after: Int64(region % 5 + 1))
      start("g\(region)", after: 9)
    }
    (0..<Self.regions).forEach(enter)
    for _ in 0..<3_000 {
      switch random(below: 8) {
      case 0:
        machine.advance(.by(1), shown: "+1ms")
        waiting.removeAll { $0.due <= machine.time }
      case 1:
        machine.send(chart.event("send".utf8.span, data: nil))
        start("x", after: 4)
      case 2:
        machine.send(chart.event("stop".utf8.span, data: nil))
        waiting.removeAll { $0.name == "x" }
      default:
        let region = random(below: Self.regions)
        machine.send(chart.event("e\(region)".utf8.span, data: nil))
        waiting.removeAll { $0.name == "f\(region)" || $0.name == "g\(region)" }
        enter(region)
      }
      waiting.sort { ($0.due, $0.serial) < ($1.due, $1.serial) }
      let found = machine.waitingTimers.map { timer in
        switch timer.payload {
        case .after(let state, _, let delay):
          "\(delay == 9 ? "g" : "f")\(chart.shownReference(state).dropFirst()) \(timer.due)"
        case .send(_, let id, _): "\(String(decoding: id ?? [], as: UTF8.self)) \(timer.due)"
        }
      }
      try #require(found == waiting.map { "\($0.name) \($0.due)" })
      try #require(machine.nextTimer() == waiting.first?.due)
    }
  }

  @Test func `a list in parts changes as an array does, and its copies do not change with it`() {
    var list = PartedList<Int>()
    var array: [Int] = []
    var copies: [(list: PartedList<Int>, array: [Int])] = []
    var seed: UInt64 = 9
    for step in 0..<4_000 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let number = Int(seed >> 33)
      // It grows to several parts and shrinks again, twice.
      let grows = step % 2_000 < 1_000
      if number % 4 == 0, !array.isEmpty {
        list[number % array.count] = step
        array[number % array.count] = step
      } else if grows == (number % 8 != 1) {
        list.append(step)
        array.append(step)
      } else {
        let (one, other) = (list.popLast(), array.popLast())
        #expect(one == other)
      }
      if step % 100 == 0 { copies.append((list, array)) }
    }
    for (list, array) in copies { #expect(Array(list) == array && list.first == array.first) }
    list.removeAll()
    #expect(list.isEmpty)
  }
}
