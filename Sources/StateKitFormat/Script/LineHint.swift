import CEL
import StateKitCore

/// Suggestions for a line that begins like an event and is none: one finding with the correct line.
extension ScriptParser {
  /// The command for a word at the beginning of a line without a colon.
  private static func command(_ word: String) -> String? {
    switch word {
    case "expect", "expect:", "assert", "assert:", "check", "verify": "expect"
    case "test", "test:", "scenario": "test"
    case "set", "set:", "let", "assign": "set"
    case "chart", "chart:": "chart"
    default: nil
    }
  }

  /// True for words that send an event in other libraries.
  static func isSending(_ word: String) -> Bool {
    switch word {
    case "send", "raise", "emit", "trigger", "fire", "event", "dispatch", "post", "sendMessage", "sendEvent",
      "fireEvent",
      "handle", "input":
      true
    default: false
    }
  }

  /// The error for text after an event's name that is no JSON.
  func notAPayload(_ bytes: [UInt8], start: Int, nameEnd: Int, payload: Int, end: Int) -> LineError {
    let span = bytes.span
    let whole = span.extracting(start..<end).text
    let found = span.extracting(start..<nameEnd).text
    let name = !isKnown(found) && found.hasSuffix(":") ? String(found.dropLast()) : found
    let rest = span.extracting(payload..<end).text
    let words = rest.split(whereSeparator: { $0 == " " || $0 == "," || $0 == ";" }).map(String.init)
    func error(_ message: String, help: String, from: Int? = nil) -> LineError {
      Self.error(.badLine, in: (from ?? payload)..<end, message: message, help: help)
    }
    if name != found, EventType.invocationEnds.contains(where: { rest.utf8.starts(with: $0.utf8) }) {
      return error(
        "no child is named \(DisplayText.quoted(name))",
        help: Suggestion.help(for: name, among: chart.invocations.map(\.id))
          ?? "a child that the chart invokes can be named, and then its work", from: start)
    }
    if isKnown(whole) {
      return error("the name of this event has a space", help: "write \(DisplayText.string(whole))", from: start)
    }
    if !isKnown(name), let command = Self.command(name) {
      if command == "expect", !words.isEmpty, words.allSatisfy(isState) {
        return error(
          "an expectation begins with :expect", help: "write :expect in \(words.joined(separator: ", "))", from: start)
      }
      return error("a command begins with a colon", help: "write :\(command) \(rest)", from: start)
    }
    if !isKnown(name), ExpectationForm.all.contains(where: { $0.firstWord.utf8.elementsEqual(name.utf8) }) {
      return error("an expectation begins with :expect", help: "write :expect \(whole)", from: start)
    }
    if let time = Self.duration(rest), ["wait", "after", "sleep", "delay", "advance", "tick", "in"].contains(name) {
      return error("a line that moves the clock begins with +", help: "write +\(time)", from: start)
    }
    if !isKnown(name), Self.isSending(name) {
      return error("the line of an event begins with its name", help: "write \(written(rest))", from: start)
    }
    for arrow in ["->", "=>", "→"] where rest.hasPrefix(arrow) {
      let target = rest.dropFirst(arrow.count).trimmed
      let state = isState(target) ? DisplayText.name(target) : target
      return error(
        "a line cannot name the target of its event", help: "write \(name), and below it :expect in \(state)",
        from: start)
    }
    if isKnown(name), !words.isEmpty, words.allSatisfy(isKnown) {
      return error(
        "a line can have one event, this one has \(words.count + 1)",
        help:
          "write \(words.joined(separator: ", ")) in \(words.count == 1 ? "its own line" : "their own lines")")
    }
    if rest.hasPrefix("#") || rest.hasPrefix("//") {
      return error("a comment needs its own line", help: "write it in the line above, after #")
    }
    if isKnown(name), let payload = Self.withoutBrackets(rest) {
      return error("a payload must be JSON", help: "write \(name) \(payload)")
    }
    if let near = Suggestion.nearest(to: whole, among: chart.handledEventNames.filter { $0.utf8.contains(0x20) }).first
    {
      return error("the name of this event has a space", help: "did you mean \(DisplayText.string(near))?", from: start)
    }
    let texts = (payload: Self.inDoubleQuotes(rest), name: DisplayText.string(whole))
    return error(
      "the text after the event \(DisplayText.name(name)) is not JSON",
      help: "write a text payload as \(texts.payload), or a name with spaces as \(texts.name)")
  }

  /// The error for text directly after an event's name, without a space.
  func notSeparated(_ bytes: [UInt8], start: Int, nameEnd: Int, end: Int) -> LineError {
    let span = bytes.span
    let name = span.extracting(start..<nameEnd).text
    let rest = span.extracting(nameEnd..<end).text
    let marks: Set<Character> = [",", ";", ".", "(", ")", " ", "!", "?"]
    let inside = rest.drop { marks.contains($0) || $0 == "=" }.reversed().drop { marks.contains($0) }.reversed()
    let text = String(inside)
    if text.isEmpty {
      return Self.error(
        .badLine, in: nameEnd..<end, message: "the line of an event has no more than its name",
        help: "write \(DisplayText.name(name))")
    }
    if Self.isSending(name), !isKnown(name), isKnown(text) || text.hasPrefix("\"") {
      return Self.error(
        .badLine, in: start..<end, message: "the line of an event begins with its name", help: "write \(text)")
    }
    if let event = sentInCode(name, arguments: text) {
      return Self.error(
        .badLine, in: start..<end, message: "the line of an event begins with its name",
        help: "write \(DisplayText.name(event))")
    }
    if rest.hasPrefix("("), let payload = Self.withoutBrackets(text) {
      return Self.error(
        .badLine, in: start..<end, message: "a payload must be JSON, after its event and a space",
        help: "write \(DisplayText.name(name)) \(payload)")
    }
    if rest.hasPrefix(","), text.split(separator: ",").allSatisfy({ isKnown($0.trimmed) }) {
      return Self.error(
        .badLine, in: nameEnd..<end, message: "a line can have one event", help: "write \(text) in its own line")
    }
    if rest.hasPrefix("(") || rest.hasPrefix("="),
      (try? Self.json(Array(text.utf8), start: 0, end: text.utf8.count, what: "")) != nil
    {
      return Self.error(
        .badLine, in: start..<end, message: "a payload must come after its event and a space",
        help: "write \(DisplayText.name(name)) \(text)")
    }
    return Self.error(
      .badLine, in: start..<end, message: "an event's name and its payload must be separated by a space",
      help: "put a name that is not one word in double quotes")
  }

  /// The event in `machine.send("open")` or `send({type: 'open'})`.
  private func sentInCode(_ name: String, arguments: String) -> String? {
    guard !isKnown(name), let verb = name.split(separator: ".").last, Self.isSending(String(verb)),
      arguments.utf8.count <= 500
    else { return nil }
    let words = arguments.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == ".") }
    return words.map(String.init).first { isKnown($0) }
  }

  /// The error for a line that does not begin with a word.
  func notAnEvent(_ bytes: [UInt8], start: Int, end: Int) -> LineError {
    let text = bytes.span.extracting(start..<end).text
    func error(_ message: String, help: String) -> LineError {
      Self.error(.badLine, in: start..<end, message: message, help: help)
    }
    if let time = Self.duration(text) {
      return error("a line that moves the clock begins with +", help: "write +\(time)")
    }
    for sign in ["//", "--", ";", "%"] where text.hasPrefix(sign) {
      return error("a comment begins with #", help: "write #\(text.dropFirst(sign.count))")
    }
    if text.hasPrefix("=> ") {
      let states = text.dropFirst(3).split(separator: ",").map(\.trimmed)
      if states.allSatisfy(isState) {
        return error("this is a line of a trace", help: "write :expect only \(states.joined(separator: ", "))")
      }
    }
    for sign in ["->", "=>", "<-", ">", "-", "*", "•"] where text.hasPrefix(sign) {
      let rest = text.dropFirst(sign.count).trimmed
      if sign == "-", let time = Self.duration(rest) {
        return error("a line that moves the clock begins with +; the clock only moves forward", help: "write +\(time)")
      }
      if !rest.isEmpty {
        return error("the line of an event has no more than its name", help: "write \(written(rest))")
      }
    }
    if text.hasPrefix("["), let open = text.firstIndex(where: { $0 == "\"" || $0 == "@" }) {
      // [chart sendMessage:@"open"]
      let name = text[open...].drop { $0 == "@" || $0 == "\"" }.prefix { $0 != "\"" }
      if isKnown(String(name)) {
        return error("the line of an event begins with its name", help: "write \(DisplayText.name(String(name)))")
      }
    }
    if text.hasPrefix("'"), text.hasSuffix("'"), text.utf8.count > 2 {
      return error(
        "a name needs double quotes, not single quotes",
        help: "write \(Self.inDoubleQuotes(text))")
    }
    return Self.error(
      .badLine, in: start..<min(end, start + 1), message: "expected the name of an event",
      help: "put a name that is not one word in double quotes")
  }

  /// A time with its unit, in the form after `+`.
  static func duration(_ text: String) -> String? {
    let text = text.trimmed
    guard
      text.utf8.contains(where: {
        $0 | 0x20 == UInt8(ascii: "s") || $0 | 0x20 == UInt8(ascii: "m") || $0 | 0x20 == UInt8(ascii: "h")
      }),
      let time = try? Delay.parse(text.utf8Bytes.span)
    else { return nil }
    return Delay.text(time)
  }

  /// The error for a line that is valid up to a `#` after a space.
  func commentBehind(_ line: ScriptLine) -> LineError? {
    guard line.bytes.count <= 4_096 else { return nil }
    let body = line.body.range
    var tries = 4
    for index in body.dropFirst() where line.bytes[index] == UInt8(ascii: "#") && Self.isSpace(line.bytes[index - 1]) {
      let shorter = ScriptLine(file: line.file, number: line.number, bytes: Array(line.bytes[..<index]))
      if (try? parse(shorter)) != nil {
        return Self.error(
          .badLine, in: index..<line.bytes.count, message: "a comment needs its own line",
          help: "write it in the line above, after #")
      }
      tries -= 1
      if tries == 0 { return nil }
    }
    return nil
  }

  /// `amount: 3`, `amount = 3, currency = "EUR"`: a payload without its brackets.
  static func withoutBrackets(_ text: String) -> String? {
    var fields: [String] = []
    // `a=1 b=2`: blanks between the fields, too.
    let isSpaced = !text.utf8.contains(UInt8(ascii: ",")) && text.utf8.count { $0 == UInt8(ascii: "=") } > 1
    for part in text.split(separator: isSpaced ? " " : ",") {
      guard let sign = part.firstIndex(where: { $0 == ":" || $0 == "=" }) else { return nil }
      let name = String(part[..<sign].trimmed.filter { $0 != "\"" && $0 != "'" })
      let value = part[part.index(after: sign)...].trimmed
      guard !name.isEmpty, DisplayText.bareWordLength(name.utf8Bytes.span) == name.utf8.count, !value.isEmpty else {
        return nil
      }
      let isJSON = (try? json(Array(value.utf8), start: 0, end: value.utf8.count, what: "")) != nil
      fields.append("\(DisplayText.string(name)): \(isJSON ? value : DisplayText.string(value))")
    }
    return fields.isEmpty ? nil : "{\(fields.joined(separator: ", "))}"
  }

  /// The script line that sends the event of this name. A text that names no event is returned unchanged.
  func written(_ text: String) -> String { isKnown(text) ? DisplayText.name(text) : text }

  /// The expression for a value that a line gives without its quotes.
  func valueText(_ text: String) -> String {
    (try? expression(Array(text.utf8))) == nil ? ExpressionText.literal(text) : text
  }

  /// True if a state handles an event of this name, in this chart or in a child.
  func isKnown(_ name: String) -> Bool { chart.isKnown(chart.event(name.utf8Bytes.span, data: nil)) }
}
