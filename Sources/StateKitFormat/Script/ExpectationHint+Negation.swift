import CEL
import StateKitCore

/// Suggestions for an `:expect` of something absent, or of more than a form can express.
extension ScriptParser {
  /// `not handled`, `!in open`, `no did ring`, `not open`: the line for the opposite of a form or of a name.
  func negated(_ text: String, start: Int, end: Int) -> LineError? {
    guard text.utf8.count <= 500, let sign = ["!", "not", "no"].first(where: text.hasPrefix) else { return nil }
    var rest = String(text.dropFirst(sign.count))
    guard sign == "!" || rest.hasPrefix(" ") || rest.hasPrefix("(") else { return nil }
    rest = rest.trimmed
    if rest.hasPrefix("("), rest.hasSuffix(")") { rest = rest.dropFirst().dropLast().trimmed }
    let words = rest.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
    guard let first = words.first else { return nil }
    func error(_ help: String) -> LineError {
      Self.error(.badLine, in: start..<end, message: "\(DisplayText.quoted(text)) is not an expectation", help: help)
    }
    let found = ExpectationForm.find(in: Array(rest.utf8), start: 0, end: rest.utf8.count)?.form
    guard let form = found ?? ExpectationForm.all.first(where: { $0.firstWord == first }) else {
      if words.allSatisfy(isState) { return error("write :expect not in \(words.joined(separator: ", "))") }
      if words.count > 1 { return nil }
      if names.actions.contains(Array(first.utf8)) { return error("write :expect not did \(first)") }
      return isKnown(first) ? error("write :expect cannot \(first)") : nil
    }
    let written = rest.dropFirst(form.word.count).trimmed
    let operand = written.isEmpty ? form.operand.rawValue : written
    switch form.word {
    case "done": return error("write :expect in A, for a state A that is active then")
    case "handled": return error("write :expect ignored, :expect declined or :expect rejected")
    case "ignored", "declined", "rejected": return error("write :expect handled")
    case "error": return error("leave it out: such an error fails the script")
    case "breaks": return error("leave it out: an invariant that does not hold fails the script")
    case "timers none" where words.count > 1: return error("write :expect timer 5s for each timer that waits")
    case "timer" where !written.isEmpty:
      return error("write :expect timers none; if other timers wait, write +\(operand) and what must not happen then")
    case "timers none", "timer": return error("write :expect timers none")
    case "can": return error("write :expect cannot \(operand)")
    case "cannot": return error("write :expect can \(operand)")
    case "only": return error("write :expect not in \(operand), or :expect in A for another state A that is active")
    default:
      let isNegative = form.word.hasPrefix("not ")
      return error("write :expect \(isNegative ? form.verb : "not " + form.word) \(operand)")
    }
  }

  /// `IN open`, `can not open`: a form in another spelling.
  func otherSpelling(_ text: String, start: Int, end: Int) -> LineError? {
    if text.utf8.count > 500 { return nil }
    var line = text
    for words in ["can not ", "can't ", "cant "] where line.hasPrefix(words) {
      line = "cannot " + line.dropFirst(words.count)
    }
    let first = line.prefix { $0 != " " }
    line = first.lowercased() + line.dropFirst(first.count)
    let bytes = Array(line.utf8)
    guard line != text, let (form, operand) = ExpectationForm.find(in: bytes, start: 0, end: bytes.count),
      form.operand == .nothing || operand < bytes.count
    else { return nil }
    return Self.error(
      .badLine, in: start..<end, message: "\(DisplayText.quoted(text)) is not an expectation",
      help: "write :expect \(line)")
  }

  /// `handled, in open`: several expectations in one line.
  func several(_ text: String, start: Int, end: Int) -> LineError? {
    if text.utf8.count > 500 { return nil }
    let parts = text.split(separator: ",").flatMap { Self.conjuncts(String($0)) }.map(\.trimmed)
    guard parts.count > 1, parts.count <= 8,
      parts.allSatisfy({ ExpectationForm.find(in: Array($0.utf8), start: 0, end: $0.utf8.count) != nil })
    else { return nil }
    let lines = parts.map { ":expect " + $0 }.joined(separator: " and ")
    return Self.error(
      .badLine, in: start..<end, message: "a line can have one expectation, this one has \(parts.count)",
      help: "write \(lines), each in its own line")
  }

  /// `timers 2`, `2 timers`: suggestions for counted timers.
  func counted(_ words: [String], start: Int, end: Int) -> LineError? {
    if let last = words.last, words[0] == "timers", ["none", "no", "nothing", "empty", "0"].contains(last),
      words.count == 2 || words.count == 3 && ["=", "==", "is", "are"].contains(words[1])
    {
      return Self.error(
        .badLine, in: start..<end, message: "\(words.joined(separator: " ")) is not an expectation",
        help: "write :expect timers none")
    }
    guard words.count == 2, let number = words.first(where: { Int($0) != nil }),
      words.contains("timers") || words[1] == "timer"
    else { return nil }
    return Self.error(
      .badLine, in: start..<end, message: "an expectation cannot count timers",
      help: number == "0"
        ? "write :expect timers none" : "write :expect timer 5s for each timer, or :expect timers none")
  }

  /// `did none`, `did not X`: suggestions for absent effects.
  func notDone(_ bytes: [UInt8], start: Int, end: Int, form: ExpectationForm) -> LineError? {
    let text = bytes.span.extracting(start..<end).text
    let words = text.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
    guard let first = words.first, ["not", "no", "none", "nothing"].contains(first) else { return nil }
    let isName = form.verb == "did" ? names.actions.contains(Array(first.utf8)) : names.isMade(first, by: form.verb)
    if isName { return nil }
    let rest = text.dropFirst(first.count).trimmed
    let name = rest.isEmpty ? form.operand.rawValue : rest
    return Self.error(
      .badLine, in: start..<end, message: "not must come before \(form.verb)",
      help: "write :expect not \(form.verb) \(name)")
  }
}
