import CEL
import StateKitCore

/// Suggestions for an `:expect` that is neither a form nor an expression: one finding with the correct line.
extension ScriptParser {
  /// The form for a word of another notation.
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
    case "failed", "fails": "error"
    case "rejects": "cannot"
    case "no": "not in"
    default: nil
    }
  }

  /// Returns nil if there is no better message than that of the expression parser.
  func notAnExpectation(_ bytes: [UInt8], start: Int, end: Int) -> LineError? {
    let text = bytes.span.extracting(start..<end).text
    let words = text.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
    if let word = words.first, words.count > 1, ["canFire", "canFireEvent", "canHandle", "canSend"].contains(word) {
      return Self.error(
        .badLine, in: start..<end, message: ":expect can tests whether an event would be handled",
        help: "write :expect can \(text.dropFirst(word.count).trimmed)")
    }
    if words.count > 2, ["can", "cannot"].contains(words[0]), words[1].hasSuffix(":"), !words[1].dropLast().isEmpty {
      let line = text.dropFirst(words[0].count).trimmed
      return Self.error(
        .badLine, in: start..<end, message: ":expect \(words[0]) asks for an event of the chart, not of a child",
        help: "send it and expect the outcome, or ask statekit why: why CHART SCRIPT '\(line)'")
    }
    if words.count > 1, words[0] == "context", !chart.contextNames.contains("context") {
      return Self.error(
        .badLine, in: start..<end, message: "no expectation is named \"context\"",
        help: "write the condition alone: :expect \(text.dropFirst(words[0].count).trimmed)")
    }
    if let error = negated(text, start: start, end: end) ?? counted(words, start: start, end: end)
      ?? alone(words, start: start, end: end)
    {
      return error
    }
    if words.count == 2, let name = words[0].pathNames.first, chart.contextNames.contains(name),
      JSONText.value(of: Array(words[1].utf8)) != nil
        || DisplayText.bareWordLength(words[1].utf8Bytes.span) == words[1].utf8.count
    {
      return Self.error(
        .badLine, in: start..<end, message: "compare the data \(words[0]) with ==",
        help: "write :expect \(words[0]) == \(valueText(words[1]))")
    }
    if let error = withText(text, start: start, end: end) ?? otherSpelling(text, start: start, end: end) {
      return error
    }
    guard let first = words.first, words.count <= 100,
      words.allSatisfy({ DisplayText.bareWordLength($0.utf8Bytes.span) == $0.utf8.count || Self.duration($0) != nil })
    else {
      return asked(text, start: start, end: end) ?? quoted(text, start: start, end: end)
    }
    func error(_ message: String, help: String) -> LineError {
      Self.error(.badLine, in: start..<end, message: message, help: help)
    }
    func misspelled(_ meant: String, isWhole: Bool = true) -> LineError {
      Self.misspelled(first, of: text, in: start..<end, meant: meant, isWhole: isWhole)
    }
    let list = words.joined(separator: ", ")
    if words.allSatisfy(isState) {
      let verb = words.count == 1 ? "\(first) is a state" : "these are states"
      return error("\(verb), not a bool", help: "write :expect in \(list)")
    }
    let fillers: Set = ["is", "are", "be", "to", "in", "and", "was"]
    let behind = words.dropFirst().filter { isState($0) || !fillers.contains($0) }.joined(separator: ", ")
    if words.count == 1 {
      let whole = ExpectationForm.all.filter { $0.operand == .nothing }.map(\.word)
      if let near = Suggestion.nearest(to: first, among: whole).first { return misspelled(near) }
      if let word = Self.form(first) ?? Self.nearestForm(first), word != first {
        return misspelled(Self.form(shown: word), isWhole: false)
      }
      if let form = ExpectationForm.all.first(where: { $0.firstWord == first }) {
        return error("\(first) needs an operand", help: "write :expect \(form.word) \(form.operand.rawValue)")
      }
      if names.actions.contains(Array(first.utf8)) {
        return error("\(first) is an action, not a bool", help: "write :expect did \(first)")
      }
      if first.hasPrefix("can"), let event = Self.unprefixed(first, count: 3).first(where: isKnown) {
        return error(":expect can tests whether an event would be handled", help: "write :expect can \(event)")
      }
      if first.hasPrefix("is"), let state = Self.unprefixed(first, count: 2).first(where: isState) {
        return error(":expect in tests whether a state is active", help: "write :expect in \(state)")
      }
      if isKnown(first) {
        return error("\(first) is an event, not a bool", help: "write :expect handled, or :expect can \(first)")
      }
      return Suggestion.nearest(to: first, among: chart.states.lazy.map { chart.names.text($0.name) }).first.map {
        error(
          "\(DisplayText.quoted(first)) is not an expectation",
          help: "did you mean :expect in \(DisplayText.name($0))?")
      }
    }
    if let word = Self.form(first) ?? Self.nearestForm(first) {
      let rest = text.dropFirst(first.count).trimmed
      switch ExpectationForm.all.first(where: { $0.word == word })?.operand {
      case nil: return misspelled("\(word) \(rest)")
      case .delay where Self.duration(rest) == nil: return misspelled(Self.form(shown: word), isWhole: false)
      case .text: return misspelled("\(word) \(DisplayText.string(rest))")
      case .nothing, .states, .actions, .events, .invariants, .delay, .event: return misspelled("\(word) \(behind)")
      }
    }
    if isState(first), words.dropFirst().allSatisfy({ isState($0) || $0 == "and" }) {
      return error("these are states", help: "write :expect in \(words.filter { $0 != "and" }.joined(separator: ", "))")
    }
    return nil
  }

  /// `log "it x"`: a word of another notation, or nearly a form, before a text in quotes.
  private func withText(_ text: String, start: Int, end: Int) -> LineError? {
    let word = String(text.prefix { $0 != " " })
    let operand = text.dropFirst(word.count).trimmed
    guard operand.utf8.first == UInt8(ascii: "\""), case .string? = JSONText.value(of: Array(operand.utf8)) else {
      return nil
    }
    if let name = word.pathNames.first, chart.contextNames.contains(name) {
      return Self.error(
        .badLine, in: start..<end, message: "compare the data \(word) with ==",
        help: "write :expect \(word) == \(operand)")
    }
    guard let form = Self.form(word) ?? Self.nearestForm(word) else { return nil }
    return Self.misspelled(word, of: text, in: start..<end, meant: "\(form) \(operand)")
  }

  /// `isWhole`: true if the expectation that is meant can be typed, and has no placeholder.
  private static func misspelled(
    _ word: String, of text: String, in range: Range<Int>, meant: String, isWhole: Bool = true
  ) -> LineError {
    let help = "did you mean :expect \(meant)?"
    return error(
      .badLine, in: range, message: "no expectation is named \(DisplayText.quoted(word))", help: help,
      fix: isWhole ? Fix(text, to: meant, isCertain: false, help: help) : nil)
  }

  /// `done true`, `handled in open`: an operand after a form that has none.
  private func alone(_ words: [String], start: Int, end: Int) -> LineError? {
    guard words.count > 1,
      let form = ExpectationForm.all.first(where: { $0.operand == .nothing && $0.word == words[0] })
    else { return nil }
    let rest = Array(words.dropFirst().joined(separator: " ").utf8)
    if ExpectationForm.find(in: rest, start: 0, end: rest.count) != nil {
      return Self.error(
        .badLine, in: start..<end, message: "a line can have one expectation, this one has 2",
        help: "write :expect \(form.word) and :expect \(words.dropFirst().joined(separator: " ")), each in its own line"
      )
    }
    return Self.error(
      .badLine, in: start..<end, message: "\(form.word) takes no operand", help: "write :expect \(form.word)")
  }

  /// The rest of a word without its first letters, and that rest with a lower-case first letter.
  private static func unprefixed(_ word: String, count: Int) -> [String] {
    let rest = String(word.dropFirst(count))
    return rest.isEmpty ? [] : [rest, rest.prefix(1).lowercased() + rest.dropFirst()]
  }

  /// The parts between words such as `and` and `&&`.
  static func conjuncts(_ text: String, at words: [String] = ["and", "&&"]) -> [String] {
    var parts = [""]
    for word in text.split(separator: " ").map(String.init) {
      if words.contains(word) { parts.append("") } else { parts[parts.count - 1] += " " + word }
    }
    return parts.filter { !$0.isEmpty }
  }

  /// `state == "open"` and similar lines: the form for active states is `in`.
  private func asked(_ text: String, start: Int, end: Int) -> LineError? {
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }.map(String.init)
    guard let first = words.first, Self.form(first) == "in", !chart.contextNames.contains(first),
      let last = words.last, isState(last), words.count <= 6
    else { return nil }
    return Self.error(
      .badLine, in: start..<end, message: "no value is named \(DisplayText.quoted(first))",
      help: "write :expect in \(last)")
  }

  /// A text alone: possibly the name of a state.
  private func quoted(_ text: String, start: Int, end: Int) -> LineError? {
    guard case .string(let name)? = JSONText.value(of: Array(text.utf8)), isState(name) else { return nil }
    return Self.error(
      .badLine, in: start..<end, message: "this is a text, not a bool", help: "write :expect in \(text)")
  }

  /// The correct form of a list with other separators than commas: the names in it that are known.
  static func listHelp(_ text: String, isKnown: (String) -> Bool) -> String {
    let dotted = String(text.map { $0 == "/" ? "." : $0 })
    if isKnown(dotted) { return "write \(DisplayText.name(dotted))" }
    let marks: Set<Character> = [" ", ",", ";", ":", "(", ")", "[", "]", "{", "}", ".", "!"]
    let words = text.split(whereSeparator: { $0 == " " || $0 == "," }).map { word in
      let inside = word.drop(while: marks.contains)
      return String(inside.reversed().drop(while: marks.contains).reversed())
    }
    var (names, unknown): ([String], [String]) = ([], [])
    for word in words.prefix(while: { !$0.hasPrefix("//") }) where !word.isEmpty {
      let name = withoutQuotes(word)
      if isKnown(name) {
        names.append(DisplayText.name(name))
      } else if !["and", "&&", "&"].contains(word) {
        unknown.append(DisplayText.quoted(name))
      }
    }
    let help = "write names with commas between them"
    if names.isEmpty { return help }
    return unknown.first.map { "\(help); the chart has no \($0)" } ?? "write \(names.joined(separator: ", "))"
  }

  private static func nearestForm(_ word: String) -> String? {
    guard word.utf8.count > 2 || word == "im" || word == "ni" else { return nil }
    return Suggestion.nearest(to: word, among: ExpectationForm.all.map(\.firstWord)).first
  }

  /// A form with its operand, as shown by help, for the form or its first word.
  private static func form(shown word: String) -> String {
    let forms = ExpectationForm.all
    let form = forms.first { $0.word == word } ?? forms.first { $0.firstWord == word }
    return form.map { "\($0.word) \($0.operand.rawValue)".trimmed } ?? word
  }

  func isState(_ name: String) -> Bool { if case .unknown = chart.resolve(name.utf8Bytes.span) { false } else { true } }

  /// A suggestion for an unknown state that resembles no existing one.
  func helpForState(_ name: String, in chart: Chart) -> String? {
    if names.actions.contains(Array(name.utf8)) {
      return "it is an action: write :expect did \(DisplayText.name(name))"
    }
    if let form = ExpectationForm.all.first(where: { $0.operand == .nothing && $0.word.utf8.elementsEqual(name.utf8) })
    {
      return "write it as its own expectation: :expect \(form.word)"
    }
    let states = chart.states.indices.dropFirst().filter { !chart.states[$0].kind.isHistory }
    return states.isEmpty || states.count > 10
      ? nil : "the states are \(states.map { chart.shownReference(StateID($0)) }.joined(separator: ", "))"
  }
}
