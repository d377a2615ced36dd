package import CEL
package import StateKitCore

/// Parses the lines of a script (Scripts.md). The meaning of a line depends only on that line and the chart; its errors
/// also depend on earlier lines: on the types that they have set, and on the chart that they have named.
package struct ScriptParser {
  /// The reason why a line is not a script line.
  package struct LineError: Error {
    /// In order of position.
    package let diagnostics: [Diagnostic]

    package init(diagnostics: [Diagnostic]) {
      self.diagnostics = diagnostics.sortedByPosition
    }
  }

  /// The results of `body` for elements; throws the errors of all of them.
  static func each<Element, Made>(
    _ elements: [Element], body: (Element) throws(LineError) -> Made
  ) throws(LineError) -> [Made] {
    var (made, found): ([Made], [Diagnostic]) = ([], [])
    for element in elements {
      do throws(LineError) { made.append(try body(element)) } catch { found += error.diagnostics }
    }
    if !found.isEmpty { throw LineError(diagnostics: found) }
    return made
  }

  /// The second result; throws the errors of both.
  static func both<Made>(
    _ first: () throws(LineError) -> Void, _ second: () throws(LineError) -> Made
  ) throws(LineError) -> Made {
    var found: [Diagnostic] = []
    do throws(LineError) { try first() } catch { found = error.diagnostics }
    do throws(LineError) {
      let made = try second()
      if found.isEmpty { return made }
    } catch {
      found += error.diagnostics
    }
    throw LineError(diagnostics: found)
  }

  let chart: Chart
  let names: ScriptNames
  let earlier: ParserState
  let suggestions = SuggestionBudget()

  /// `values`: the values of the context at the first line, if they differ from the initial ones. `names`: the names
  /// that lines are checked against, if they are not those of the chart.
  package init(_ chart: Chart, holding values: [Value] = [], names: ScriptNames? = nil) {
    self.chart = chart
    self.names = names ?? ScriptNames(chart)
    earlier = ParserState(chart, holding: values)
  }

  package func parse(_ line: ScriptLine) throws(LineError) -> ScriptStep {
    do throws(LineError) {
      return try read(line)
    } catch {
      throw commentBehind(line) ?? error
    }
  }

  private func read(_ line: ScriptLine) throws(LineError) -> ScriptStep {
    var end = line.bytes.count
    var start = line.number == 1 ? SourceText(name: "", bytes: line.bytes).markLength : 0
    try checkBytes(line.bytes)
    while end > start, Self.isSpace(line.bytes[end - 1]) { end -= 1 }
    while start < end, Self.isSpace(line.bytes[start]) { start += 1 }
    guard start < end else { return .nothing }
    switch line.bytes[start] {
    case UInt8(ascii: "#"): return .nothing
    case UInt8(ascii: ":"): return try parseCommand(line.bytes, start: start, end: end)
    case UInt8(ascii: "+"): return try parseAdvance(line.bytes, start: start, end: end)
    case UInt8(ascii: "?"): return try parseQuestion(line.bytes, start: start, end: end)
    case UInt8(ascii: "{"): return try parseObject(line.bytes, start: start, end: end)
    default: return try parseEvent(line.bytes, start: start, end: end)
    }
  }

  func checkBytes(_ bytes: [UInt8]) throws(LineError) {
    let span = bytes.span
    for index in span.indices where span[index] == 0 {
      throw Self.error(.badLine, in: index..<index + 1, message: "there is a zero byte: is this a text file?")
    }
    if let index = UTF8Text.firstInvalid(in: span) {
      let byte = String(bytes[index], radix: 16, uppercase: true)
      throw Self.error(.invalidEncoding, in: index..<index + 1, message: "the byte 0x\(byte) is not UTF-8")
    }
  }

  // MARK: Events

  /// `? expression`
  private func parseQuestion(_ bytes: [UInt8], start: Int, end: Int) throws(LineError) -> ScriptStep {
    var index = start + 1
    while index < end, Self.isSpace(bytes[index]) { index += 1 }
    guard index < end else {
      throw Self.error(
        .badLine, in: start..<end, message: "? needs an expression", help: "write ? size(items), for example")
    }
    let shown = "? " + bytes.span.extracting(index..<end).text
    return .show(try expression(bytes, start: index, end: end), shown: shown)
  }

  // MARK: Time

  private func parseAdvance(_ bytes: [UInt8], start: Int, end: Int) throws(LineError) -> ScriptStep {
    let text = bytes.span.extracting(start + 1..<end)
    if text.equals("next") { return .advance(.next, shown: "+next") }
    if text.equals("idle") { return .advance(.idle, shown: "+idle") }
    let delay = try delay(bytes, start: start + 1, end: end, before: "+")
    return .advance(.by(delay), shown: "+" + Delay.text(delay))
  }

  /// A time with its unit. `before`: the text before it on the line.
  func delay(_ bytes: [UInt8], start: Int, end: Int, before: String) throws(LineError) -> Int64 {
    if start == end {
      throw Self.error(.badDelay, in: start..<end, message: "the time is missing", help: "write \(before)5s")
    }
    if bytes[start..<end].allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
      let text = bytes.span.extracting(start..<end).text
      throw Self.error(
        .badDelay, in: start..<end, message: "the time \(text) has no unit",
        help: "write \(before)\(text)s for seconds, \(before)\(text)ms for milliseconds")
    }
    do throws(Delay.ParseError) {
      return try Delay.parse(bytes.span.extracting(start..<end))
    } catch {
      if let time = Delay.spelled(bytes.span.extracting(start..<end).text) {
        throw Self.error(
          .badDelay, in: start..<end, message: "a time must consist of numbers with units",
          help: "write \(before)\(time)")
      }
      let shown = DisplayText.quoted(bytes.span.extracting(start..<end).text)
      switch error {
      case .tooLong:
        throw Self.error(.badDelay, in: start..<end, message: "\(shown) is longer than \(Delay.shownLongest)")
      case .malformed where before.hasPrefix(":expect") && ["none", "no", "nothing"].contains { shown == "\"\($0)\"" }:
        throw Self.error(
          .badDelay, in: start..<end, message: "\(shown) is not a time", help: "write :expect timers none")
      case .malformed:
        throw Self.error(
          .badDelay, in: start..<end, message: "\(shown) is not a time",
          help: before == "+" ? "write +250ms, +5s, +1m30s, +2h, +next or +idle" : "write \(before)5s, for example")
      }
    }
  }

  /// A bare word, or a JSON string with its decoded text.
  static func word(
    _ bytes: [UInt8], start: Int, end: Int, what: String
  ) throws(LineError) -> (start: Int, end: Int, quoted: String?) {
    if start < end, bytes[start] == UInt8(ascii: "\"") {
      let stop = min(end, JSONText.closingQuote(in: bytes.span, from: start, to: end) + 1)
      guard case .string(let text) = try json(bytes, start: start, end: stop, what: "the name of \(what)") else {
        return (start, stop, nil)
      }
      return (start, stop, text)
    }
    let length = DisplayText.bareWordLength(bytes.span.extracting(start..<end))
    if length == 0 {
      throw error(
        .badLine, in: start..<min(end, start + 1), message: "expected the name of \(what)",
        help: "a name that is not one word is written in double quotes")
    }
    return (start, start + length, nil)
  }

  static func json(_ bytes: [UInt8], start: Int, end: Int, what: String) throws(LineError) -> Value {
    if start == end { throw Self.error(.badLine, in: start..<end, message: "\(what) is missing") }
    let findings = Findings()
    var reader = JSONReader(bytes, range: start..<end, names: NameTable(), findings: findings)
    var tree = JSONTree()
    do throws(JSONReader.SyntaxError) {
      try reader.readValue(into: &tree)
      try reader.finish()
    } catch {
      throw LineError(diagnostics: findings.all + [error.diagnostic])
    }
    if tree.nodes.count > ValueLimits.nodes {
      throw Self.error(
        .tooMany, in: start..<end, message: "\(what) has more than \(ValueLimits.nodes) values, the limit")
    }
    if !findings.all.isEmpty { throw LineError(diagnostics: findings.all) }
    return JSONText.value(0, of: tree, bytes: bytes, names: reader.names)
  }

  package static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  package static func isBlank(_ name: String) -> Bool { name.unicodeScalars.allSatisfy(\.properties.isWhitespace) }

  static func error(
    _ code: DiagnosticCode, in range: Range<Int>, message: String, help: String? = nil, fix: Fix? = nil
  ) -> LineError {
    LineError(diagnostics: [Diagnostic(code, at: SourceSpan(range), message: message, help: help, fix: fix)])
  }
}
