import CEL
import StateKitCore

/// Suggestions for an `:expect` of something absent, or of more than a form can express.
extension ScriptParser {
  /// `not did X`, `not handled`: suggestions for negated forms.
  func negated(_ words: [String], start: Int, end: Int) -> LineError? {
    guard words.count > 1, words[0] == "not" || words[0] == "no" || words[0] == "!" else { return nil }
    func error(_ message: String, help: String) -> LineError {
      Self.error(.badLine, in: start..<end, message: message, help: help)
    }
    switch words[1] {
    case "done":
      return error("not done is not an expectation", help: "write :expect in A, for a state A that is active then")
    case "handled":
      return error("not handled is not an expectation", help: "write :expect ignored, declined or rejected")
    case "ignored", "declined", "rejected":
      return words.count == 2 ? error("not \(words[1]) is not an expectation", help: "write :expect handled") : nil
    case "error" where words.count == 2:
      return error("not error is not an expectation", help: "leave it out: such an error fails the script")
    case "timer", "timers":
      return error("\(words[0]) \(words[1]) is not an expectation", help: "write :expect timers none")
    case "can":
      return error(
        "not can is not an expectation", help: "write :expect cannot \(words.dropFirst(2).joined(separator: " "))")
    case "only":
      return error(
        "not only is not an expectation", help: "write :expect not in \(words.dropFirst(2).joined(separator: ", "))")
    default: return nil
    }
  }

  /// `IN open`, `!in open`, `not(in open)`, `can not open`: a form in another spelling.
  func otherSpelling(_ text: String, start: Int, end: Int) -> LineError? {
    if text.utf8.count > 500 { return nil }
    var line = text
    for sign in ["!", "not(", "not ("] where line.hasPrefix(sign) {
      let inside = line.dropFirst(sign.count).trimmed
      line = "not " + (sign == "!" || !inside.hasSuffix(")") ? inside : String(inside.dropLast()))
      break
    }
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

  /// `timers 2`, `2 timers`: suggestions for counted timers.
  func counted(_ words: [String], start: Int, end: Int) -> LineError? {
    if words.count == 2, words[0] == "timers", ["no", "nothing", "empty", "0"].contains(words[1]) {
      return Self.error(
        .badLine, in: start..<end, message: "\(words[0]) \(words[1]) is not an expectation",
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
