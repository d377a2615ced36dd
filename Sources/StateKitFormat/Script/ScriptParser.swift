import CEL
package import StateKitCore

/// Reads the lines of a script (Scripts.md). What a line means depends on that line and the chart alone.
package struct ScriptParser {
  /// Why a line is no script line.
  package struct LineError: Error {
    package let diagnostics: [Diagnostic]

    package init(diagnostics: [Diagnostic]) {
      self.diagnostics = diagnostics
    }
  }

  let chart: Chart

  package init(_ chart: Chart) {
    self.chart = chart
  }

  /// What the line says.
  package func parse(_ line: ScriptLine) throws(LineError) -> ScriptStep {
    var end = line.bytes.count
    var start = line.number == 1 ? SourceText(name: "", bytes: line.bytes).markLength : 0
    try checkBytes(line.bytes)
    while end > start, Self.isSpace(line.bytes[end - 1]) { end -= 1 }
    while start < end, Self.isSpace(line.bytes[start]) { start += 1 }
    guard start < end else { return .nothing }
    switch line.bytes[start] {
    case UInt8(ascii: "#"): return .nothing
    case UInt8(ascii: ":"): return try parseCommand(line.bytes, start, end)
    case UInt8(ascii: "+"): return try parseAdvance(line.bytes, start, end)
    case UInt8(ascii: "?"): return try parseQuestion(line.bytes, start, end)
    case UInt8(ascii: "{"): return try parseObject(line.bytes, start, end)
    default: return try parseEvent(line.bytes, start, end)
    }
  }

  private func checkBytes(_ bytes: [UInt8]) throws(LineError) {
    let span = bytes.span
    for index in span.indices where span[index] == 0 {
      throw Self.error(.badLine, index, index + 1, "a zero byte: is this a text?")
    }
    if let index = UTF8Text.firstInvalid(in: span) {
      let byte = String(bytes[index], radix: 16, uppercase: true)
      throw Self.error(.invalidEncoding, index, index + 1, "the byte 0x\(byte) is not UTF-8")
    }
  }

  // MARK: Events

  func parseEvent(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(LineError) -> ScriptStep {
    let (nameStart, nameEnd, quoted) = try word(bytes, start, end, "an event")
    var payload: Value?
    var index = nameEnd
    if index < end {
      guard Self.isSpace(bytes[index]) else {
        throw Self.error(
          .badLine, start, end, "an event's name and its payload must be separated by a space",
          help: "a name that is not one word is written in double quotes")
      }
      while index < end, Self.isSpace(bytes[index]) { index += 1 }
      payload = try Self.json(bytes, index, end, "the payload")
    }
    if let quoted {
      try checkEventName(quoted.utf8.count, isBlank: Self.isBlank(quoted), start, nameEnd)
      return .event(chart.event(quoted.utf8.span, data: payload))
    }
    try checkEventName(nameEnd - nameStart, isBlank: false, start, nameEnd)
    return .event(chart.event(bytes.span.extracting(nameStart..<nameEnd), data: payload))
  }

  /// `{"event": "name", "data": …}`
  private func parseObject(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(LineError) -> ScriptStep {
    guard case .map(let map) = try Self.json(bytes, start, end, "the line") else { return .nothing }
    for entry in map.entries {
      guard case .string(let key) = entry.key, key != "event", key != "data" else { continue }
      throw Self.error(
        .badLine, start, end, "unknown key \(DisplayText.quoted(key)) in an event", help: "known are event, data")
    }
    guard case .string(let name)? = map["event"] else {
      throw Self.error(.badLine, start, end, "an event as an object needs \"event\", its name")
    }
    try checkEventName(name.utf8.count, isBlank: Self.isBlank(name), start, end)
    return .event(chart.event(name.utf8.span, data: map["data"]))
  }

  private func checkEventName(_ length: Int, isBlank: Bool, _ start: Int, _ end: Int) throws(LineError) {
    if isBlank { throw Self.error(.emptyName, start, end, "the name of the event is empty") }
    if length > InputLimits.nameBytes {
      throw Self.error(
        .longName, start, end, "the name of the event has \(length) bytes, the limit is \(InputLimits.nameBytes)")
    }
  }

  /// `? expression`
  private func parseQuestion(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(LineError) -> ScriptStep {
    var index = start + 1
    while index < end, Self.isSpace(bytes[index]) { index += 1 }
    guard index < end else {
      throw Self.error(.badLine, start, end, "? needs an expression", help: "? size(items) shows its value")
    }
    let shown = "? " + bytes.span.extracting(index..<end).text
    return .show(try expression(bytes, index, end, .value), shown: shown)
  }

  // MARK: Time

  private func parseAdvance(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(LineError) -> ScriptStep {
    let text = bytes.span.extracting(start + 1..<end)
    if text.equals("next") { return .advance(.next, shown: "+next") }
    if text.equals("idle") { return .advance(.idle, shown: "+idle") }
    let delay = try delay(bytes, start + 1, end)
    return .advance(.by(delay), shown: "+" + Delay.text(delay))
  }

  func delay(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(LineError) -> Int64 {
    do throws(Delay.Mistake) {
      return try Delay.parse(bytes.span.extracting(start..<end))
    } catch {
      let shown = DisplayText.quoted(bytes.span.extracting(start..<end).text)
      switch error {
      case .tooLong: throw Self.error(.badDelay, start, end, "\(shown) is longer than \(Delay.shownLongest)")
      case .malformed:
        throw Self.error(
          .badDelay, start, end, "\(shown) is no time",
          help: "write +250ms, +5s, +1m30s, +2h, +next or +idle")
      }
    }
  }

  // MARK: Commands

  private static let commands = [":expect", ":test", ":chart", ":set"]

  private func parseCommand(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(LineError) -> ScriptStep {
    var index = start + 1
    while index < end, !Self.isSpace(bytes[index]) { index += 1 }
    let command = bytes.span.extracting(start + 1..<index).text
    let commandEnd = index
    while index < end, Self.isSpace(bytes[index]) { index += 1 }
    switch command {
    case "expect": return .expect(try parseExpectation(bytes, index, end))
    case "test":
      guard case .string(let name) = try Self.json(bytes, index, end, "the name of the test") else {
        throw Self.error(.badLine, index, end, "the name of a test is a JSON string", help: ":test \"what it shows\"")
      }
      return .test(name: name, shown: ":test " + DisplayText.string(name))
    case "chart":
      guard index < end else { throw Self.error(.badLine, start, end, ":chart needs a file name") }
      return .chart(file: try Self.file(bytes, index, end))
    case "set": return try parseSet(bytes, start, index, end)
    default:
      throw Self.error(
        .unknownCommand, start, commandEnd, "no command is named \(DisplayText.quoted(":" + command))",
        help: Suggestion.help(for: ":" + command, among: Self.commands)
          ?? "known are " + Self.commands.joined(separator: ", "))
    }
  }

  /// The file that a line `:chart FILE` names, which says nothing about any chart yet; nil for another line.
  package static func chartFile(of line: ScriptLine) -> String? {
    var (start, end) = (Int(line.body.start), line.bytes.count)
    guard line.bytes[start..<end].starts(with: ":chart".utf8) else { return nil }
    start += ":chart".utf8.count
    guard start < end, isSpace(line.bytes[start]) else { return nil }
    while end > start, Self.isSpace(line.bytes[end - 1]) { end -= 1 }
    while start < end, Self.isSpace(line.bytes[start]) { start += 1 }
    return start < end ? try? file(line.bytes, start, end) : nil
  }

  private static func file(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(LineError) -> String {
    if bytes[start] == UInt8(ascii: "\""), case .string(let name) = try Self.json(bytes, start, end, "the file name") {
      return name
    }
    return bytes.span.extracting(start..<end).text
  }

  /// `:set path = expression`
  private func parseSet(_ bytes: [UInt8], _ start: Int, _ index: Int, _ end: Int) throws(LineError) -> ScriptStep {
    guard let equals = bytes[index..<end].firstIndex(of: UInt8(ascii: "=")) else {
      throw Self.error(.badLine, start, end, ":set needs a path and a value", help: ":set path = expression")
    }
    var pathEnd = equals
    while pathEnd > index, Self.isSpace(bytes[pathEnd - 1]) { pathEnd -= 1 }
    let path = bytes.span.extracting(index..<pathEnd).text.pathNames
    guard let first = path.first, !path.contains(where: \.isEmpty) else {
      throw Self.error(.badLine, index, equals, "a path is made of names with dots between")
    }
    guard chart.contextSlot(named: first) != nil else {
      throw Self.error(
        .unknownName, index, index + first.utf8.count, "the context has no \(DisplayText.quoted(first))",
        help: Suggestion.help(for: first, among: chart.contextNames))
    }
    var valueStart = equals + 1
    while valueStart < end, Self.isSpace(bytes[valueStart]) { valueStart += 1 }
    let value = try expression(bytes, valueStart, end, .value)
    return .set(path: path, value, shown: bytes.span.extracting(start..<end).text)
  }

  /// An expression that stands in no line.
  package func expression(_ bytes: [UInt8]) throws(LineError) -> Expression {
    try checkBytes(bytes)
    return try expression(bytes, 0, bytes.count, .value)
  }

  /// An expression up to the end of the line.
  func expression(
    _ bytes: [UInt8], _ start: Int, _ end: Int, _ role: ExpressionDraft.Role
  ) throws(LineError) -> Expression {
    let text = Array(bytes[start..<end])
    let source = ExpressionSource(span: SourceSpan(start, end), start: start)
    let (program, errors) = Compiler.compile(text, in: chart.environment)
    var found = errors.map { $0.diagnostic(of: text, in: source) }
    guard let program else { throw LineError(diagnostics: found) }
    if role == .condition, program.type != .dyn, program.type != .bool {
      let message = "an expectation must be a bool, this is \(program.type.name)"
      found.append(Diagnostic(.typeMismatch, at: source.span, message, help: "or one of: \(ExpectationForm.list)"))
    }
    var tests: [StateID] = []
    for (reference, range) in program.tests {
      if case .state(let state) = chart.resolve(reference.utf8.span) {
        tests.append(state)
      } else {
        let message = "no state is named \(DisplayText.quoted(reference))"
        found.append(Diagnostic(.unknownState, at: source.span(of: range), message))
      }
    }
    if !found.isEmpty { throw LineError(diagnostics: found) }
    return Expression(
      Expression.Compiled(
        program: program, text: bytes.span.extracting(start..<end).text, tests: tests,
        eventSlot: chart.contextNames.count), at: source)
  }

  /// A bare word, or a JSON string and what it stands for.
  func word(
    _ bytes: [UInt8], _ start: Int, _ end: Int, _ what: String
  ) throws(LineError) -> (start: Int, end: Int, quoted: String?) {
    if start < end, bytes[start] == UInt8(ascii: "\"") {
      var close = start + 1
      while close < end, bytes[close] != UInt8(ascii: "\"") { close += bytes[close] == UInt8(ascii: "\\") ? 2 : 1 }
      let stop = min(end, close + 1)
      guard case .string(let text) = try Self.json(bytes, start, stop, "the name of \(what)") else {
        return (start, stop, nil)
      }
      return (start, stop, text)
    }
    let length = DisplayText.bareWordLength(bytes.span.extracting(start..<end))
    if length == 0 {
      throw Self.error(
        .badLine, start, min(end, start + 1), "expected the name of \(what)",
        help: "a name that is not one word is written in double quotes")
    }
    return (start, start + length, nil)
  }

  static func json(_ bytes: [UInt8], _ start: Int, _ end: Int, _ what: String) throws(LineError) -> Value {
    if start == end { throw Self.error(.badLine, start, end, "\(what) is missing") }
    if let text = plainText(bytes, start, end) { return .string(text) }
    let findings = Findings()
    var reader = JSONReader(bytes, range: start..<end, names: NameTable(), findings)
    var tree = JSONTree()
    do throws(JSONReader.SyntaxError) {
      try reader.readValue(into: &tree)
      try reader.finish()
    } catch {
      throw LineError(diagnostics: findings.all + [error.diagnostic])
    }
    if tree.nodes.count > ValueLimits.nodes {
      throw Self.error(.tooMany, start, end, "\(what) has more than \(ValueLimits.nodes) values, the limit")
    }
    if !findings.all.isEmpty { throw LineError(diagnostics: findings.all) }
    return JSONText.value(0, of: tree, bytes, names: reader.names)
  }

  /// A JSON string without escapes, which is what most are.
  private static func plainText(_ bytes: [UInt8], _ start: Int, _ end: Int) -> String? {
    guard end - start >= 2, bytes[start] == UInt8(ascii: "\""), bytes[end - 1] == UInt8(ascii: "\"") else { return nil }
    for index in start + 1..<end - 1
    where bytes[index] < 0x20 || bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "\\") {
      return nil
    }
    return String(decoding: bytes[start + 1..<end - 1], as: UTF8.self)
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  static func isBlank(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  static func error(
    _ code: DiagnosticCode, _ start: Int, _ end: Int, _ message: String, help: String? = nil
  ) -> LineError {
    LineError(diagnostics: [Diagnostic(code, at: SourceSpan(start, end), message, help: help)])
  }
}
