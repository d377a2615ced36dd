import StateKit
import Synchronization
import Testing

/// Closures in charts in code: each handler and each action calls its own.
@Suite struct CodeClosureTests {
  private func started(_ chart: ChartDefinition) throws -> Statechart {
    let machine = Statechart(chart)
    try machine.start()
    return machine
  }

  @StateBuilder private static func level(_ number: Int) -> [ChartNode] {
    On("level", if: { $0.int == number }, to: "s\(number)")
  }

  @Test func `closures in loops, and in functions that are used again`() throws {
    let chart = try ChartDefinition("loop") {
      ChartState("a", initial: true) {
        for number in 1...3 { On("go", if: { $0.int == number }, to: "s\(number)") }
        Self.level(1)
        Self.level(2)
        On("always", to: "b")
      }
      ChartState("b") { for number in 1...3 { Always(if: { _ in number == 2 }, to: "s\(number)") } }
      for number in 1...3 { ChartState("s\(number)") }
    }
    for (event, number) in [("go", 1), ("go", 2), ("go", 3), ("level", 1), ("level", 2)] {
      let machine = try started(chart)
      #expect(machine.send(event, .int(number)).to == ["root.s\(number)"])
    }
    #expect(try started(chart).send("always").to == ["root.s2"])
  }

  @Test func `a choice of a target asks its closure once`() throws {
    let calls = Mutex(0)
    let chart = try ChartDefinition("choice") {
      ChartState("a", initial: true) {
        On("go", toOneOf: ["h", "w"]) { _ in
          calls.withLock { count in
            count += 1
            return count % 2 == 1 ? "w" : "h"
          }
        }
        On("lost", toOneOf: ["h", "w", "a"]) { _ in "nope" }
      }
      ChartState("h") { On("back", to: "a") }
      ChartState("w") { On("back", to: "a") }
    }
    let machine = try started(chart)
    for state in ["w", "h", "w", "h"] {
      #expect(machine.send("go").to == ["root.\(state)"])
      machine.send("back")
    }
    #expect(calls.withLock { $0 } == 4)
    #expect(machine.send("lost").errors.count == 1)
  }

  @Test func `names of closures in states with long names`() throws {
    let long = String(repeating: "é", count: 300)
    let chart = try ChartDefinition("long") {
      ChartState(long, initial: true) {
        for number in 1...2 {
          On(long, if: { $0.int == number }, to: "b") { _ in }
        }
      }
      ChartState("b")
    }
    #expect(try started(chart).send(long, 2).to == ["root.b"])
  }
}
