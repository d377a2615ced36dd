import CEL
import StateKitCore

/// What is meant by an `:expect` that is neither a form nor an expression: one finding with the line to write.
extension ScriptParser {
  /// The form that a word of another notation stands for.
  private static func form(_ word: String) -> String? {
    switch word {
    case "is", "active", "at", "isIn", "isin", "be", "matches", "isInState", "inState": "in"
    case "state", "states", "current", "currentState", "currentStates", "configuration": "in"
    case "enter", "entry": "entered"
    case "exit", "leave", "left": "exited"
    case "do", "does", "call", "called", "calls", "action", "actions", "done:": "did"
    case "raise", "raises": "raised"
    case "send", "sends": "sent"
    case "log", "logs", "prints": "logged"
    case "timers", "due": "timer"
    case "exactly": "only"
    case "isnt", "notin", "notIn": "not in"
    case "accepts": "can"
    case "rejects": "cannot"
    default: nil
    }
  }

  /// Nil where nothing better is known than what the reader of expressions says.
  func notAnExpectation(_ bytes: [UInt8], _ start: Int, _ end: Int) -> LineError? {
    let text = bytes.span.extracting(start..<end).text
    let words = text.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
    guard let first = words.first, words.count <= 100,
      words.allSatisfy({ DisplayText.bareWordLength($0.utf8.span) == $0.utf8.count || Self.duration($0) != nil })
    else {
      return asked(text, start, end) ?? quoted(text, start, end)
    }
    func error(_ message: String, _ help: String) -> LineError { Self.error(.badLine, start, end, message, help: help) }
    let list = words.joined(separator: ", ")
    if words.allSatisfy(isState) {
      let verb = words.count == 1 ? "\(first) is a state" : "these are states"
      return error("\(verb), and no bool", "write :expect in \(list)")
    }
    let fillers: Set = ["is", "are", "be", "to", "in", "and", "was"]
    let behind = words.dropFirst().filter { isState($0) || !fillers.contains($0) }.joined(separator: ", ")
    if words.count == 1 {
      let whole = ExpectationForm.all.filter { $0.operand == .nothing }.map(\.word)
      if let near = Suggestion.nearest(to: first, among: whole).first {
        return error("no expectation is called \(DisplayText.quoted(first))", "did you mean :expect \(near)?")
      }
      if let word = Self.form(first) ?? Self.nearestForm(first), word != first {
        return error(
          "no expectation is called \(DisplayText.quoted(first))", "did you mean :expect \(word) \(Self.operand(word))?"
        )
      }
      if let form = ExpectationForm.all.first(where: { $0.firstWord == first }) {
        return error("\(first) needs to say what", "write :expect \(form.word) \(form.operand.rawValue)")
      }
      if names.actions.contains(Array(first.utf8)) {
        return error("\(first) is an action, and no bool", "write :expect did \(first)")
      }
      if isKnown(first) {
        return error("\(first) is an event, and no bool", "write :expect handled, or :expect can \(first)")
      }
      return nearestState(first).map {
        error("\(DisplayText.quoted(first)) is no expectation", "did you mean :expect in \($0)?")
      }
    }
    if first == "not", words.dropFirst().allSatisfy(isState) {
      return error("not alone is no expectation", "write :expect not in \(behind)")
    }
    if let word = Self.form(first) ?? Self.nearestForm(first) {
      return error("no expectation is called \(DisplayText.quoted(first))", "did you mean :expect \(word) \(behind)?")
    }
    if isState(first), words.dropFirst().allSatisfy({ isState($0) || $0 == "and" }) {
      return error("these are states", "write :expect in \(words.filter { $0 != "and" }.joined(separator: ", "))")
    }
    return nil
  }

  /// `state == "open"` and the like: which state is active is asked with `in`.
  private func asked(_ text: String, _ start: Int, _ end: Int) -> LineError? {
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }.map(String.init)
    guard let first = words.first, Self.form(first) == "in", !chart.contextNames.contains(first),
      let last = words.last, isState(last), words.count <= 6
    else { return nil }
    return Self.error(
      .badLine, start, end, "no value is called \(DisplayText.quoted(first))", help: "write :expect in \(last)")
  }

  /// A text alone: the name of a state, perhaps.
  private func quoted(_ text: String, _ start: Int, _ end: Int) -> LineError? {
    guard case .string(let name)? = JSONText.value(of: Array(text.utf8)), isState(name) else { return nil }
    return Self.error(.badLine, start, end, "this is a text, and no bool", help: "write :expect in \(text)")
  }

  /// What a list between commas is to say where it has something else between.
  static func listHelp(_ text: String) -> String {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "," }).filter {
      !["and", "&&", "&", "or", "+"].contains($0)
    }
    return "write \(words.joined(separator: ", "))"
  }

  private static func nearestForm(_ word: String) -> String? {
    guard word.utf8.count > 2 || word == "im" || word == "ni" else { return nil }
    return Suggestion.nearest(to: word, among: ExpectationForm.all.map(\.firstWord)).first
  }

  /// What stands behind a form, as help shows it.
  private static func operand(_ word: String) -> String {
    ExpectationForm.all.first { $0.word == word }?.operand.rawValue ?? "A"
  }

  func isState(_ name: String) -> Bool {
    if case .unknown = chart.resolve(name.utf8.span) { false } else { true }
  }

  private func nearestState(_ name: String) -> String? {
    Suggestion.nearest(to: name, among: chart.states.lazy.map { chart.names.text($0.name) }).first
  }
}

/// The names of a chart that lines of a script are compared with, looked for when the first line asks.
final class ScriptNames {
  private let chart: Chart
  /// The host actions that the chart or one that it invokes can do.
  private(set) lazy var actions = Self.actions(of: chart)

  init(_ chart: Chart) {
    self.chart = chart
  }

  private static func actions(of chart: Chart) -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    for chart in [chart] + (chart.family?.members.map(\.chart) ?? []) {
      var isSeen = [Bool](repeating: false, count: chart.names.count)
      for case .call(let name, _) in chart.actions where !isSeen[name.index] {
        isSeen[name.index] = true
        found.insert(Array(chart.names[name]))
      }
      for name in (chart.hostActions ?? [:]).keys { found.insert(Array(chart.names[name])) }
    }
    return found
  }
}

extension ScriptParser {
  /// An action that the chart cannot do was surely not done.
  func checkAction(_ name: String, _ start: Int, _ end: Int) throws(LineError) {
    if names.actions.contains(Array(name.utf8)) { return }
    let known = names.actions.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    var help: String?
    if isState(name) { help = "it is a state: :expect entered \(DisplayText.name(name))" }
    if help == nil, known.isEmpty { help = "this chart has no host actions" }
    if help == nil, known.count <= 10 { help = "it does \(known.joined(separator: ", "))" }
    throw Self.error(
      .unknownAction, start, end, "nothing in the chart does \(DisplayText.quoted(name))", help: help,
      fix: Suggestion.fix(for: name, among: known))
  }
}
