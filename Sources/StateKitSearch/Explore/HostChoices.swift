import CEL
import StateKitCore
import StateKitFormat

/// The host guards that are answered both ways (Exploring.md, What is tried): a way to answer them is a number with a bit for
/// each, set where it is true.
struct HostChoices: Sendable {
  /// Where scripts begin: what they answer before the first event or move of the clock.
  struct Start: Sendable, Equatable {
    let answers: UInt32
    /// The guards that the start asks for, which makes it another one where they are answered otherwise.
    let asked: UInt32
  }

  /// A line of a script, and the guard that it answers, where it does.
  struct Line {
    let text: String
    var answer: (guard: Int, isTrue: Bool)?
  }

  private struct Guard: Sendable {
    let name: String
    /// What says that it is false, and that it is true; none where the chart has no such guard.
    let lines: [HostAnswers.Line]
  }

  private let guards: [Guard]
  /// What the host says, whatever is tried.
  private let answered: HostAnswers?
  private var known: [UInt32: HostAnswers?] = [:]

  /// The most guards that are answered both ways; others are unanswered.
  static let mostGuards = 24
  /// The most ways to answer them that are tried at the start.
  private static let mostStarts = 1_024

  /// `names`: of the guards that are answered both ways.
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

  /// The names of the guards that nothing answers, of a chart and those that it invokes.
  static func open(in chart: Chart, answered: HostAnswers?) -> [String] {
    var names: [String] = []
    for name in chart.hostGuardsOfFamily where answered?.answers(guard: name) != true {
      if names.count == mostGuards { break }
      if !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { names.append(name) }
    }
    return names
  }

  var isEmpty: Bool { guards.isEmpty }

  /// The lines that answer a guard, false before true, for each of them.
  var lines: [[HostAnswers.Line]] { guards.map(\.lines) }

  /// The guards with what a number says of them.
  func named(_ answers: UInt32) -> [(name: String, isTrue: Bool)] {
    guards.enumerated().map { ($0.element.name, answers >> UInt32($0.offset) & 1 == 1) }
  }

  /// What the host says where the guards are answered so.
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

  /// All ways to answer the guards that a start asks for, each once; other guards are false. `asked`: which guards the start
  /// asks for where they are answered so.
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

  /// The guards that the start of a chart asks for, where they are answered so.
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

  /// The lines of a script from a start on. What is answered otherwise at once needs no line of its own, unless the start asks
  /// for it.
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

/// Answers host guards, and notes which of them are asked.
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
  /// The guards that the host answers, of the chart and those that it invokes; some more than once.
  var hostGuardsOfFamily: [String] { hostGuards + (family?.members.flatMap(\.chart.hostGuards) ?? []) }
}
