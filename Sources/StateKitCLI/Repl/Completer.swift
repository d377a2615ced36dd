import CEL
import StateKitCore
import StateKitFormat

/// The possible completions of Tab, by the text before the cursor.
final class Completer {
  let machine: Machine
  private var chart: Chart { machine.chart }
  /// The names of the marks of the session.
  private let marks: [String]
  /// The text before the cursor.
  let text: [UInt8]
  let names: KnownNames

  private init(_ session: ReplSession, text: [UInt8]) {
    machine = session.machine
    marks = session.timeline.markNames
    self.text = text
    names = KnownNames(machine)
  }

  static func complete(_ text: String, session: ReplSession) -> Completion {
    let completer = Completer(session, text: Array(text.utf8))
    return session.runner.inspecting { completer.line(from: completer.skipSpaces(0)) }
  }

  private func line(from start: Int) -> Completion {
    if start < text.count, text[start] == UInt8(ascii: "?") { return expression(from: skipSpaces(start + 1)) }
    guard start < text.count, text[start] == UInt8(ascii: ":") else { return line(eventFrom: start) }
    guard let end = text[start...].firstIndex(where: { $0 == 0x20 || $0 == 0x09 }) else {
      return Completion(text, from: start, ReplCommand.all.map { ":" + $0.name + " " })
    }
    var word = String(decoding: text[start + 1..<end], as: UTF8.self)
    _ = ReplCommand.removeForce(from: &word)
    guard case .command(let command) = ReplCommand.match(word) else { return Completion(nothing: text) }
    return argument(of: command, from: skipSpaces(end))
  }

  /// An event, or an event for a child.
  private func line(eventFrom start: Int) -> Completion {
    let (path, index) = ScriptParser.children(typedIn: text, from: start)
    let words = chart.lineWords(behind: path)
    if !path.isEmpty { return Completion(text, from: index, words) }
    let event = event(from: start)
    return event.start == start ? Completion(text, from: start, event.candidates + words) : event
  }

  private func argument(of command: ReplCommand, from start: Int) -> Completion {
    switch command.operand {
    case .nothing, .count, .answers, .test: Completion(nothing: text)
    case .event: event(from: start)
    case .state: Completion(text, from: start, names.states(of: chart, beginning: text[start...]))
    case .mark: Completion(text, from: start, marks.map { DisplayText.name($0) })
    case .command: Completion(text, from: start, ReplCommand.all.map(\.name))
    case .file, .newFile: Completion(text, from: start, files(from: start))
    case .expression: expression(from: start)
    case .expectation: expectation(from: start)
    case .stop: stop(from: start)
    case .assignment: assignment(from: start)
    case .hostGuard: answer(from: start, names: names.hostNames(\.hostGuards)) { expression(from: $0) }
    case .hostDelay: answer(from: start, names: names.hostNames(\.hostDelays)) { _ in Completion(nothing: text) }
    }
  }

  /// An event, followed by its payload.
  private func event(from start: Int) -> Completion {
    let end = endOfName(from: start)
    if end == text.count { return Completion(text, from: start, names.events.map { $0 + " " }) }
    guard let name = name(start..<end), text[end] == 0x20 || text[end] == 0x09 else { return Completion(nothing: text) }
    return PayloadCompleter(chart.payloadType(of: name), text: text, from: skipSpaces(end)).completion
  }

  // MARK: Expectations and expressions

  private func expectation(from start: Int) -> Completion {
    if let form = ExpectationForm.begun(by: text[start...]) {
      let operand = skipSpaces(start + form.word.utf8.count)
      let entry = ScriptParser.startOfLastEntry(in: text, from: operand)
      switch form.operand {
      case .nothing, .text: return Completion(nothing: text)
      case .states: return states(from: entry)
      case .actions: return Completion(text, from: entry, names.actions)
      case .events: return Completion(text, from: entry, names.made(form.verb))
      case .invariants: return Completion(text, from: entry, names.invariants)
      case .delay: return Completion(text, from: operand, names.delays)
      case .event: return event(from: operand)
      }
    }
    let forms = ExpectationForm.all.map { $0.word + ($0.operand == .nothing ? "" : " ") }
    let own = Completion(text, from: start, forms)
    let expression = expression(from: start)
    if own.candidates.isEmpty { return expression }
    if expression.start != start { return own }
    return Completion(text, from: start, own.candidates + expression.candidates)
  }

  func expression(from start: Int) -> Completion {
    ExpressionCompleter(machine, names: names, text: text, from: start).completion
  }

  /// States; those of children follow the child's name.
  private func states(from start: Int) -> Completion {
    // `x: `, `y: ` before a state: each one leads to the charts that the child can run.
    let (path, entry) = ScriptParser.children(typedIn: text, from: start)
    let charts = chart.relatives(behind: path)
    let own = charts.flatMap { names.states(of: chart.relative($0), beginning: text[entry...]) }
    let children = charts.flatMap { chart.childWords(in: $0) }
    return Completion(text, from: entry, own + children)
  }

  /// `on STATE|EVENT [if EXPRESSION]`
  private func stop(from start: Int) -> Completion {
    guard text[start...].starts(with: "on ".utf8) else { return Completion(text, from: start, ["on "]) }
    let offset = skipSpaces(start + 3)
    let end = endOfName(from: offset)
    if end == text.count {
      return Completion(text, from: offset, names.states(of: chart, beginning: text[offset...]) + names.events)
    }
    let condition = skipSpaces(end)
    if text[condition...].starts(with: "if ".utf8) { return expression(from: skipSpaces(condition + 3)) }
    return Completion(text, from: condition, ["if "])
  }

  /// `NAME = VALUE`
  private func answer(from start: Int, names: [String], value: (Int) -> Completion) -> Completion {
    let end = endOfName(from: start)
    if end == text.count { return Completion(text, from: start, names.map { $0 + " = " }) }
    let equals = skipSpaces(end)
    if equals == text.count { return Completion(text, from: equals, ["= "]) }
    return text[equals] == UInt8(ascii: "=") ? value(skipSpaces(equals + 1)) : Completion(nothing: text)
  }

  /// `PATH = EXPRESSION`
  private func assignment(from start: Int) -> Completion {
    if let equals = text[start...].firstIndex(of: UInt8(ascii: "=")) { return expression(from: skipSpaces(equals + 1)) }
    return ExpressionCompleter(machine, names: names, text: text, from: start).path
  }

  // MARK: Words

  private func files(from start: Int) -> [String] {
    let typed = String(decoding: text[start...], as: UTF8.self)
    let slash = typed.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(typed[...$0]) } ?? ""
    return ((try? Folder.list(folder.isEmpty ? "." : folder)) ?? []).map { folder + $0 }
  }

  private func skipSpaces(_ start: Int) -> Int { text[start...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? text.count }

  /// The end of the bare word or JSON string that begins at `start`.
  private func endOfName(from start: Int) -> Int {
    let text = text
    guard start < text.count, text[start] == UInt8(ascii: "\"") else {
      return text[start...].firstIndex { $0 == 0x20 || $0 == 0x09 } ?? text.count
    }
    return min(text.count, JSONText.closingQuote(in: text.span, from: start, to: text.count) + 1)
  }

  /// The name in a word or a JSON string.
  private func name(_ range: Range<Int>) -> String? {
    let word = String(decoding: text[range], as: UTF8.self)
    return text[range].first == UInt8(ascii: "\"") ? JSONText.value(of: Array(text[range]))?.textValue : word
  }
}
