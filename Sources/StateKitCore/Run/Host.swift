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
    /// From now on the host answers each action.
    case actions
    /// Recorded answers of the host to guards and actions, in order.
    case answered([Value])

    /// The line of the script.
    package var text: String {
      switch self {
      case .guard(let answer): ":guard \(DisplayText.name(answer.name)) = \(answer.text)"
      case .delay(let name, let length): ":delay \(DisplayText.name(name)) = \(Delay.text(length))"
      case .actions: ":host answers"
      case .answered(let values): ":host answered [\(values.map(\.json).joined(separator: ","))]"
      }
    }
  }

  /// Entries by the bytes of their names, each with the number of its line.
  private typealias Layer<Entry> = [[UInt8]: (line: Int, entry: Entry)]

  /// A later layer replaces earlier ones, and has less than half as many entries: to add one copies few of them.
  private let guards: [Layer<GuardAnswer>]
  private let delays: [Layer<(name: String, milliseconds: Int64)>]
  /// The answers whose expressions test states.
  private let testing: [GuardAnswer]
  private let lineCount: Int
  /// True if the host answers each action.
  package let answersActions: Bool

  private init(_ answers: HostAnswers?, adding line: Line) {
    var (guards, delays, testing) = (answers?.guards ?? [], answers?.delays ?? [], answers?.testing ?? [])
    lineCount = (answers?.lineCount ?? 0) + 1
    var answersActions = answers?.answersActions ?? false
    switch line {
    case .guard(let answer):
      Self.add(answer, named: answer.name, line: lineCount, to: &guards)
      testing.removeAll { $0.name.utf8.elementsEqual(answer.name.utf8) }
      if answer.testsStates { testing.append(answer) }
    case .delay(let name, let milliseconds):
      Self.add((name, milliseconds), named: name, line: lineCount, to: &delays)
    case .actions: answersActions = true
    case .answered: break
    }
    (self.guards, self.delays, self.testing) = (guards, delays, testing)
    self.answersActions = answersActions
  }

  private static func add<Entry>(_ entry: Entry, named name: String, line: Int, to layers: inout [Layer<Entry>]) {
    layers.append([Array(name.utf8): (line, entry)])
    while layers.count > 1, layers[layers.count - 2].count < 2 * layers[layers.count - 1].count {
      let last = layers.removeLast()
      layers[layers.count - 1].merge(last) { $1 }
    }
  }

  /// Returns the answers with one more, which replaces one with an equal name.
  package static func adding(_ line: Line, to answers: HostAnswers?) -> HostAnswers {
    HostAnswers(answers, adding: line)
  }

  /// All lines: guards, then delays, each in the order in which they were added.
  package var lines: [Line] {
    Self.entries(guards).map { .guard($0) }
      + Self.entries(delays).map { .delay(name: $0.name, milliseconds: $0.milliseconds) }
      + (answersActions ? [.actions] : [])
  }

  private static func entries<Entry>(_ layers: [Layer<Entry>]) -> [Entry] {
    var all: Layer<Entry> = [:]
    for layer in layers { all.merge(layer) { $1 } }
    return all.values.sorted { $0.line < $1.line }.map(\.entry)
  }

  private static func find<Entry>(_ name: String, in layers: [Layer<Entry>]) -> Entry? {
    let key = Array(name.utf8)
    for layer in layers.reversed() { if let found = layer[key] { return found.entry } }
    return nil
  }

  func answer(to name: String) -> GuardAnswer? { Self.find(name, in: guards) }

  package func delay(named name: String) -> Int64? { Self.find(name, in: delays)?.milliseconds }

  /// True if a host guard has an answer.
  package func answers(guard name: String) -> Bool {
    answer(to: name) != nil
  }

  /// The answer to a host guard as an expression of a chart; nil without an answer for the chart.
  package func expression(answering named: NamedGuard, in chart: Chart) -> Expression? {
    guard let answer = answer(to: named.name), let compiled = answer.compiled(for: chart) else { return nil }
    return Expression(
      Expression.Compiled(
        program: compiled.program, text: answer.text, tests: compiled.tests, eventSlot: chart.contextNames.count),
      at: ExpressionSource(span: named.span, start: Int(named.span.start)))
  }

  /// The states of a chart that answers test.
  func statesAsked(in chart: Chart) -> [StateID] {
    testing.flatMap { $0.compiled(for: chart)?.tests ?? [] }
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

  var testsStates: Bool { programs.contains { !$0.compiled.tests.isEmpty } }

  func compiled(for chart: Chart) -> Compiled? {
    programs.first { $0.chart === chart }?.compiled
  }
}
