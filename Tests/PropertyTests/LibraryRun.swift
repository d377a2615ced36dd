import StateKit

/// A machine of the library with a script: what each step was, and all that can be seen of the machine then and from its closures.
struct LibraryRun {
  private(set) var steps: [Step] = []
  private(set) var reports: [String] = []

  /// What the closures of a machine do.
  enum Closures {
    /// Those of actions hardly look at the machine, and never fail.
    case quiet
    /// Those of actions look at all of the machine, and fail now and then.
    case looking
    /// There are closures for states and events, too.
    case everywhere
  }

  init(_ chart: ChartDefinition, _ script: [DataChart.Line], _ closures: Closures) throws {
    let owned = Statechart(chart)
    // The machine keeps its closures: they must not keep the machine.
    unowned let machine = owned
    defer { withExtendedLifetime(owned) {} }
    let calls = Calls()
    var count = 0
    func note(_ call: Call) {
      calls.texts.append(
        "\(call) \(machine.configuration) \(Self.values(machine)) \(machine.nextDue as Any) \(machine.can("e", 2))")
      if count % 8 == 0 { calls.texts.append(String(decoding: machine.snapshot.json, as: UTF8.self)) }
    }
    for name in chart.host.actions {
      try machine.action(name) { call in
        count += 1
        if closures != .quiet {
          note(call)
        } else {
          calls.texts.append("\(call.data) \(call.payload) \(machine.context["n"] as Any)")
        }
        // It fails now and then.
        if closures != .quiet, count % 7 == 0 { throw Refused() }
      }
    }
    // The answers depend on the number of calls, so that a guard that is asked too often is noticed.
    var asked = 0
    for name in chart.host.guards {
      try machine.guard(name) { call in
        asked += 1
        calls.texts.append("\(asked) \(name) \(call) \(machine.configuration) \(Self.values(machine)) \(call.data)")
        if asked % 16 == 0 { calls.texts.append("\(machine.can("f", 1)) \(machine.send("e").outcome)") }
        if asked % 11 == 0 { throw Refused() }
        return (asked * 7 / 3) % 3 != 0
      }
    }
    var tokens: [Token] = []
    if closures == .everywhere {
      for state in chart.states {
        tokens.append(try machine.didEnter(state) { note($0) })
        tokens.append(try machine.didExit(state) { note($0) })
      }
      for event in chart.events where event == "e" || event == "g" {
        tokens.append(try machine.willHandle(event) { note($0) })
        tokens.append(try machine.didHandle(event) { note($0) })
      }
    }
    guard let start = try? machine.start() else { return }
    report(start, machine, calls)
    for line in script {
      switch line {
      case .event(let name, let text):
        report(machine.send(name, text.flatMap { Payload(json: $0.utf8) } ?? .null), machine, calls)
      case .advance(let milliseconds): report(machine.advance(by: .milliseconds(milliseconds)), machine, calls)
      }
    }
    for token in tokens { token.cancel() }
  }

  private struct Refused: Error {}

  /// What closures have noted since the last report; they may do so while one is written.
  private final class Calls {
    var texts: [String] = []
  }

  private static func values(_ machine: Statechart) -> [String] {
    machine.context.keys.map { key in "\(key): \(machine.context[key] ?? .null)" }
  }

  private mutating func report(_ step: Step, _ machine: Statechart, _ calls: Calls) {
    steps.append(step)
    var report = "\(step) \(step.from) \(step.changes) \(Self.values(machine)) \(machine.nextDue as Any) \(calls.texts)"
    // What takes long is looked at now and then.
    if steps.count % 8 == 0 { report += " \(machine.events) \(String(decoding: machine.snapshot.json, as: UTF8.self))" }
    reports.append(report)
    calls.texts = []
  }
}
