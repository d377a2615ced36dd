package import CEL

/// A host invocation of a machine.
package struct HostWork: Sendable {
  /// The ids of the children on the way to the machine; empty for the first one.
  package let path: [String]
  package let id: String
  /// The requested source: `src`.
  package let source: String
  /// The state that invokes it, by its full path.
  package let state: String
}

/// Replacements for the embedding program: answers to host guards, and named delays, by their names, for a machine and
/// its children. Immutable: other answers need another object.
package final class HostAnswers: Sendable {
  /// An answer to a host guard, or a named delay.
  package enum Line: Sendable {
    case `guard`(GuardAnswer)
    case delay(name: String, milliseconds: Int64)

    /// The line of the script.
    package var text: String {
      switch self {
      case .guard(let answer): ":guard \(DisplayText.name(answer.name)) = \(answer.text)"
      case .delay(let name, let length): ":delay \(DisplayText.name(name)) = \(Delay.text(length))"
      }
    }
  }

  private let guards: [GuardAnswer]
  private let delays: [(name: String, milliseconds: Int64)]

  private init(_ guards: [GuardAnswer], delays: [(name: String, milliseconds: Int64)]) {
    self.guards = guards
    self.delays = delays
  }

  /// Returns the answers with one more, which replaces one with an equal name.
  package static func adding(_ line: Line, to answers: HostAnswers?) -> HostAnswers {
    var guards = answers?.guards ?? []
    var delays = answers?.delays ?? []
    switch line {
    case .guard(let answer):
      guards.removeAll { $0.name.utf8.elementsEqual(answer.name.utf8) }
      guards.append(answer)
    case .delay(let name, let milliseconds):
      delays.removeAll { $0.name.utf8.elementsEqual(name.utf8) }
      delays.append((name, milliseconds))
    }
    return HostAnswers(guards, delays: delays)
  }

  /// All lines.
  package var lines: [Line] {
    guards.map { .guard($0) } + delays.map { .delay(name: $0.name, milliseconds: $0.milliseconds) }
  }

  func answer(to name: String) -> GuardAnswer? {
    guards.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  package func delay(named name: String) -> Int64? {
    delays.first { $0.name.utf8.elementsEqual(name.utf8) }?.milliseconds
  }

  /// True if a host guard has an answer.
  package func answers(guard name: String) -> Bool {
    answer(to: name) != nil
  }

  /// The states of a chart that answers test.
  func statesAsked(in chart: Chart) -> [StateID] {
    guards.flatMap { $0.compiled(for: chart)?.tests ?? [] }
  }
}

/// An expression that answers a host guard; it sees the context, the event, and the parameters as `params`.
package struct GuardAnswer: Sendable {
  package let name: String
  package let text: String
  /// The compiled answers for each chart of a family that has the guard and in which the text compiles.
  private let programs: [(chart: Chart, compiled: Compiled)]

  /// A text compiled for one chart as a definition, and the states that its `isIn` tests.
  package struct Compiled: Sendable {
    let program: Program
    let tests: [StateID]

    package init(program: Program, tests: [StateID]) {
      self.program = program
      self.tests = tests
    }
  }

  package init(name: String, text: String, programs: [(chart: Chart, compiled: Compiled)]) {
    self.name = name
    self.text = text
    self.programs = programs
  }

  /// The slots that the answer reads in a chart.
  package func slots(in chart: Chart) -> [Int] {
    compiled(for: chart)?.program.slots ?? []
  }

  func compiled(for chart: Chart) -> Compiled? {
    programs.first { $0.chart === chart }?.compiled
  }
}
