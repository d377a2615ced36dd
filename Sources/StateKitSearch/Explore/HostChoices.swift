import CEL
import StateKitCore
import StateKitFormat

/// The host guards that are answered both ways (Exploring.md, What is tried). A set of answers is a number with a bit
/// for each guard, set for true.
struct HostChoices: Sendable {
  /// The start of a script: the answers before the first event or clock move.
  struct Start: Sendable, Equatable {
    let answers: UInt32
    /// The guards that the start asks for; other answers to them make another start.
    let asked: UInt32
  }

  /// A line of a script, and the guard that it answers, if any.
  struct Line {
    let text: String
    var answer: (guard: Int, isTrue: Bool)?
  }

  private struct Guard: Sendable {
    let name: String
    /// The answers for false and for true; empty if the chart has no guard of this name.
    let lines: [HostAnswers.Line]
  }

  private let guards: [Guard]
  /// The fixed answers of the host.
  private let answered: HostAnswers?
  private var known: [UInt32: HostAnswers?] = [:]

  /// The largest number of guards that are answered both ways; others are unanswered.
  static let mostGuards = 24
  /// The largest number of sets of answers that are tried at the start.
  private static let mostStarts = 1_024

  /// `names`: the guards that are answered both ways.
  init(_ chart: Chart, names: [String], answered: HostAnswers?) {
    let parser = ScriptParser(chart)
    self.answered = answered
    guards = names.map { name in
      let lines = ["false", "true"].compactMap { text -> HostAnswers.Line? in
        let bytes = Array(":guard \(DisplayText.name(name)) = \(text)".utf8)
        guard case .host(let line)? = try? parser.parse(ScriptLine(file: "", number: 2, bytes: bytes)) else {
          return nil
        }
        return line
      }
      return Guard(name: name, lines: lines)
    }
  }

  /// The names of the unanswered guards of a chart and of its children.
  static func open(in chart: Chart, answered: HostAnswers?) -> [String] {
    var names: [String] = []
    for name in chart.hostGuardsOfFamily where answered?.answers(guard: name) != true {
      if names.count == mostGuards { break }
      if !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { names.append(name) }
    }
    return names
  }

  var isEmpty: Bool { guards.isEmpty }

  /// The answers to each guard, false before true.
  var lines: [[HostAnswers.Line]] { guards.map(\.lines) }

  /// The guards with their answers in a set.
  func named(_ answers: UInt32) -> [(name: String, isTrue: Bool)] {
    guards.enumerated().map { ($0.element.name, answers >> UInt32($0.offset) & 1 == 1) }
  }

  /// The host's answers for a set of answers.
  mutating func answers(_ bits: UInt32) -> HostAnswers? {
    if guards.isEmpty { return answered }
    if let known = known[bits] { return known }
    var made = answered
    for (index, one) in guards.enumerated() where !one.lines.isEmpty {
      made = HostAnswers.adding(one.lines[bits >> UInt32(index) & 1 == 1 ? 1 : 0], to: made)
    }
    known[bits] = made
    return made
  }

  // MARK: Starts

  /// All sets of answers to the guards that a start asks for, each once; other guards are false. `asked`: the guards
  /// that the start asks for with a set of answers.
  static func starts(_ asked: (UInt32) -> UInt32) -> [Start] {
    var found: [Start] = []
    var todo: [UInt32] = [0]
    var known: Set<UInt32> = [0]
    while found.count < todo.count {
      let answers = todo[found.count]
      let start = Start(answers: answers, asked: asked(answers))
      found.append(start)
      for index in 0..<mostGuards {
        let next = answers | start.asked & 1 << UInt32(index)
        if next != answers, todo.count < mostStarts, known.insert(next).inserted { todo.append(next) }
      }
    }
    return found
  }

  /// The guards that the start of a chart asks for, with these answers.
  func asked(by chart: Chart, limits: Limits, answering answers: UInt32) -> UInt32 {
    if guards.isEmpty { return 0 }
    let probe = StartProbe(named(answers))
    var machine = Machine(chart, limits: limits, sink: NoTrace())
    machine.answers = answered
    machine.attach(probe)
    machine.start()
    return probe.asked
  }

  // MARK: Scripts

  /// The lines of a script from a start. Answers that change at once need no lines of their own, unless the start
  /// asks for them.
  func script(from start: Start, lines: [Line]) -> [String] {
    var answers = start.answers
    var rest = lines[...]
    while let answer = rest.first?.answer {
      answers = answer.isTrue ? answers | 1 << UInt32(answer.guard) : answers & ~(1 << UInt32(answer.guard))
      rest.removeFirst()
    }
    if (answers ^ start.answers) & start.asked == 0 { return text(answers) + rest.map(\.text) }
    return text(start.answers) + ["+0s"] + lines.map(\.text)
  }

  private func text(_ answers: UInt32) -> [String] {
    named(answers).map { ":guard \(DisplayText.name($0.name)) = \($0.isTrue)" }
  }
}

/// Answers host guards, and records which of them are asked.
private final class StartProbe: MachineHost {
  private let guards: [(name: String, isTrue: Bool)]
  private(set) var asked: UInt32 = 0

  init(_ guards: [(name: String, isTrue: Bool)]) {
    self.guards = guards
  }

  func answer(_ guardName: String, parameters: Value, for machine: HostView) -> HostAnswer? {
    guard let index = guards.firstIndex(where: { $0.name.utf8.elementsEqual(guardName.utf8) }) else { return nil }
    asked |= 1 << UInt32(index)
    return guards[index].isTrue ? .yes : .no
  }

  func perform(_ action: NameID, data: Value?, on machine: inout Machine) -> String? { nil }
  func willRunChild(of machine: inout Machine) {}
  func didEnter(_ state: StateID, machine: inout Machine) {}
  func willRunExit(of state: StateID, machine: inout Machine) {}
  func willHandle(_ machine: inout Machine) {}
  func didHandle(_ event: SeenEvent, machine: inout Machine) {}
}

extension Chart {
  /// The guards that the host answers, of the chart and its children; duplicates are possible.
  var hostGuardsOfFamily: [String] { hostGuards + (family?.members.flatMap(\.chart.hostGuards) ?? []) }
}
