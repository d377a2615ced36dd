import CEL
package import StateKitCore

/// Reads the lines of a script (Scripts.md). What a line means depends on that line and the chart alone.
package struct ScriptParser {
  /// Why a line is no script line.
  package struct Mistake: Error {
    package let diagnostics: [Diagnostic]

    package init(diagnostics: [Diagnostic]) {
      self.diagnostics = diagnostics
    }
  }

  private let chart: Chart

  package init(_ chart: Chart) {
    self.chart = chart
  }

  /// What the line says.
  package func parse(_ line: ScriptLine) throws(Mistake) -> ScriptItem {
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
    case UInt8(ascii: "{"): return try parseObject(line.bytes, start, end)
    default: return try parseEvent(line.bytes, start, end)
    }
  }

  private func checkBytes(_ bytes: [UInt8]) throws(Mistake) {
    let span = bytes.span
    for index in span.indices where span[index] == 0 {
      throw Self.mistake(.badLine, index, index + 1, "a zero byte: is this a text?")
    }
    if let index = UTF8Text.firstInvalid(in: span) {
      let byte = String(bytes[index], radix: 16, uppercase: true)
      throw Self.mistake(.invalidEncoding, index, index + 1, "the byte 0x\(byte) is not UTF-8")
    }
  }

  // MARK: Events

  private func parseEvent(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(Mistake) -> ScriptItem {
    let (nameStart, nameEnd, quoted) = try word(bytes, start, end, "an event")
    var payload: Value?
    var index = nameEnd
    if index < end {
      guard Self.isSpace(bytes[index]) else {
        throw Self.mistake(
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
  private func parseObject(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(Mistake) -> ScriptItem {
    guard case .map(let map) = try Self.json(bytes, start, end, "the line") else { return .nothing }
    for entry in map.entries {
      guard case .string(let key) = entry.key, key != "event", key != "data" else { continue }
      throw Self.mistake(
        .badLine, start, end, "unknown key \(DisplayText.quoted(key)) in an event", help: "known are event, data")
    }
    guard case .string(let name)? = map["event"] else {
      throw Self.mistake(.badLine, start, end, "an event as an object needs \"event\", its name")
    }
    try checkEventName(name.utf8.count, isBlank: Self.isBlank(name), start, end)
    return .event(chart.event(name.utf8.span, data: map["data"]))
  }

  private func checkEventName(_ length: Int, isBlank: Bool, _ start: Int, _ end: Int) throws(Mistake) {
    if isBlank { throw Self.mistake(.emptyName, start, end, "the name of the event is empty") }
    if length > InputLimits.nameBytes {
      throw Self.mistake(
        .longName, start, end, "the name of the event has \(length) bytes, the limit is \(InputLimits.nameBytes)")
    }
  }

  // MARK: Time

  private func parseAdvance(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(Mistake) -> ScriptItem {
    let text = bytes.span.extracting(start + 1..<end)
    if text.equals("next") { return .advance(.next, shown: "+next") }
    if text.equals("idle") { return .advance(.idle, shown: "+idle") }
    let delay = try delay(bytes, start + 1, end)
    return .advance(.by(delay), shown: "+" + Delay.text(delay))
  }

  private func delay(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(Mistake) -> Int64 {
    do throws(Delay.Mistake) {
      return try Delay.parse(bytes.span.extracting(start..<end))
    } catch {
      let shown = DisplayText.quoted(bytes.span.extracting(start..<end).text)
      switch error {
      case .tooLong: throw Self.mistake(.badDelay, start, end, "\(shown) is longer than 100,000 years")
      case .malformed:
        throw Self.mistake(
          .badDelay, start, end, "\(shown) is no time",
          help: "write +250ms, +5s, +1m30s, +2h, +next or +idle")
      }
    }
  }

  // MARK: Commands

  private static let commands = [":expect", ":test", ":chart", ":set"]

  private func parseCommand(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(Mistake) -> ScriptItem {
    var index = start + 1
    while index < end, !Self.isSpace(bytes[index]) { index += 1 }
    let command = bytes.span.extracting(start + 1..<index).text
    let commandEnd = index
    while index < end, Self.isSpace(bytes[index]) { index += 1 }
    switch command {
    case "expect": return .expect(try parseExpectation(bytes, index, end))
    case "test":
      guard case .string(let name) = try Self.json(bytes, index, end, "the name of the test") else {
        throw Self.mistake(.badLine, index, end, "the name of a test is a JSON string", help: ":test \"what it shows\"")
      }
      return .test(name: name, shown: ":test " + DisplayText.quoted(name))
    case "chart":
      guard index < end else { throw Self.mistake(.badLine, start, end, ":chart needs a file name") }
      return .chart(file: try Self.file(bytes, index, end))
    case "set": return try parseSet(bytes, start, index, end)
    default:
      throw Self.mistake(
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

  private static func file(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(Mistake) -> String {
    if bytes[start] == UInt8(ascii: "\""), case .string(let name) = try Self.json(bytes, start, end, "the file name") {
      return name
    }
    return bytes.span.extracting(start..<end).text
  }

  private func parseExpectation(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(Mistake) -> Expectation {
    var index = start
    while index < end, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[index]) { index += 1 }
    let word = bytes.span.extracting(start..<index).text
    let isWhole = index == end
    if index < end, !Self.isSpace(bytes[index]) { return .holds(try expression(bytes, start, end, .condition)) }
    while index < end, Self.isSpace(bytes[index]) { index += 1 }
    if isWhole {
      switch word {
      case "handled", "ignored", "declined", "rejected":
        if let outcome = Outcome(rawValue: word) { return .outcome(outcome) }
      case "error": return .error
      case "done": return .done
      case "": throw Self.mistake(.badLine, start, end, ":expect needs to say what", help: ExpectationForm.list)
      default: break
      }
    }
    switch word {
    case "in": return .isIn(try places(bytes, index, end))
    case "only": return .only(try states(bytes, index, end))
    case "entered": return .entered(try states(bytes, index, end))
    case "exited": return .exited(try states(bytes, index, end))
    case "did": return .did(try names(bytes, index, end))
    case "raised": return .raised(try names(bytes, index, end))
    case "sent": return .sent(try names(bytes, index, end))
    case "not" where bytes[index..<end].starts(with: "in ".utf8):
      return .isNotIn(try places(bytes, index + 3, end))
    case "logged":
      guard case .string(let text) = try Self.json(bytes, index, end, "the text") else {
        throw Self.mistake(.badLine, index, end, "a logged text is a JSON string", help: ":expect logged \"text\"")
      }
      return .logged(text)
    case "timers" where bytes.span.extracting(index..<end).equals("none"): return .noTimers
    case "timer": return .timer(try delay(bytes, index, end))
    default: return .holds(try expression(bytes, start, end, .condition))
    }
  }

  /// `:set path = expression`
  private func parseSet(_ bytes: [UInt8], _ start: Int, _ index: Int, _ end: Int) throws(Mistake) -> ScriptItem {
    guard let equals = bytes[index..<end].firstIndex(of: UInt8(ascii: "=")) else {
      throw Self.mistake(.badLine, start, end, ":set needs a path and a value", help: ":set path = expression")
    }
    var pathEnd = equals
    while pathEnd > index, Self.isSpace(bytes[pathEnd - 1]) { pathEnd -= 1 }
    let path = bytes.span.extracting(index..<pathEnd).text.pathNames
    guard let first = path.first, !path.contains(where: \.isEmpty) else {
      throw Self.mistake(.badLine, index, equals, "a path is made of names with dots between")
    }
    guard chart.contextSlot(named: first) != nil else {
      throw Self.mistake(
        .unknownName, index, index + first.utf8.count, "the context has no \(DisplayText.quoted(first))",
        help: Suggestion.help(for: first, among: chart.contextNames))
    }
    var valueStart = equals + 1
    while valueStart < end, Self.isSpace(bytes[valueStart]) { valueStart += 1 }
    let value = try expression(bytes, valueStart, end, .value)
    return .set(path: path, value, shown: bytes.span.extracting(start..<end).text)
  }

  /// An expression that stands in no line.
  package func expression(_ bytes: [UInt8]) throws(Mistake) -> Expression {
    try checkBytes(bytes)
    return try expression(bytes, 0, bytes.count, .value)
  }

  /// An expression up to the end of the line.
  private func expression(
    _ bytes: [UInt8], _ start: Int, _ end: Int, _ role: ExpressionDraft.Role
  ) throws(Mistake) -> Expression {
    let text = Array(bytes[start..<end])
    let source = ExpressionSource(span: SourceSpan(start, end), start: start)
    let (program, mistakes) = Compiler.compile(text, in: chart.environment)
    var found = mistakes.map { $0.diagnostic(of: text, in: source) }
    guard let program else { throw Mistake(diagnostics: found) }
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
    if !found.isEmpty { throw Mistake(diagnostics: found) }
    return Expression(
      Expression.Compiled(
        program: program, text: bytes.span.extracting(start..<end).text, tests: tests,
        eventSlot: chart.contextNames.count), at: source)
  }

  // MARK: Lists

  /// A name of a list, with the children before it: `x: busy`.
  private struct Entry {
    var path: [(text: String, start: Int, end: Int)] = []
    var text = ""
    var start = 0
    var end = 0
  }

  private func states(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(Mistake) -> [StateID] {
    var found: [StateID] = []
    for entry in try list(bytes, start, end, "a state") { found.append(try state(entry, in: chart)) }
    return found
  }

  /// States of the chart, or of children.
  private func places(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(Mistake) -> [StatePlace] {
    var found: [StatePlace] = []
    for entry in try list(bytes, start, end, "a state", allowsPath: true) {
      let charts = try charts(at: entry)
      var states: [(chart: Int, state: StateID)] = []
      for number in charts {
        // A child of one name may run different charts: the state must be in one of them.
        if charts.count > 1, number != charts.last || !states.isEmpty {
          if let state = try? state(entry, in: chart.relative(number)) { states.append((number, state)) }
        } else {
          states.append((number, try state(entry, in: chart.relative(number))))
        }
      }
      found.append(StatePlace(path: entry.path.map(\.text), states: states))
    }
    return found
  }

  /// The charts that the child on the way to a name can run, as numbers.
  private func charts(at entry: Entry) throws(Mistake) -> [Int] {
    var charts = [0]
    for child in entry.path {
      var next: [Int] = []
      for number in charts {
        for found in chart.relatives(of: number, named: child.text) where !next.contains(found) { next.append(found) }
      }
      if next.isEmpty {
        let known = charts.flatMap { chart.relative($0).invocations.map(\.id) }
        throw Self.mistake(
          .unknownState, child.start, child.end, "no child is named \(DisplayText.quoted(child.text))",
          help: Suggestion.help(for: child.text, among: known) ?? (known.isEmpty ? "this chart invokes none" : nil))
      }
      charts = next
    }
    return charts
  }

  private func state(_ entry: Entry, in chart: Chart) throws(Mistake) -> StateID {
    switch chart.resolve(entry.text.utf8.span) {
    case .state(let state) where chart.states[state.index].kind.isHistory:
      throw Self.mistake(.unknownState, entry.start, entry.end, "a history state is never active")
    case .state(let state): return state
    case .unknown:
      throw Self.mistake(
        .unknownState, entry.start, entry.end, "no state is named \(DisplayText.quoted(entry.text))",
        help: Suggestion.help(for: entry.text, among: chart.states.lazy.map { chart.names.text($0.name) }))
    case .ambiguous(let states):
      let shown = states.prefix(5).map { chart.shownReference($0) }.joined(separator: ", ")
      throw Self.mistake(
        .ambiguousTarget, entry.start, entry.end,
        "\(states.count) states are named \(DisplayText.quoted(entry.text))", help: "could be \(shown)")
    }
  }

  private func names(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(Mistake) -> [String] {
    try list(bytes, start, end, "a name").map(\.text)
  }

  /// Words or JSON strings with commas between.
  private func list(
    _ bytes: [UInt8], _ start: Int, _ end: Int, _ what: String, allowsPath: Bool = false
  ) throws(Mistake) -> [Entry] {
    var found: [Entry] = []
    var entry = Entry()
    var index = start
    while true {
      while index < end, Self.isSpace(bytes[index]) { index += 1 }
      let (wordStart, wordEnd, quoted) = try word(bytes, index, end, what)
      entry.text = quoted ?? bytes.span.extracting(wordStart..<wordEnd).text
      (entry.start, entry.end) = (index, wordEnd)
      index = wordEnd
      while index < end, Self.isSpace(bytes[index]) { index += 1 }
      if index < end, bytes[index] != UInt8(ascii: ","), allowsPath, entry.path.count < Limits().invokeDepth,
        let name = childName(entry.text, isQuoted: quoted != nil, bytes, &index)
      {
        entry.path.append((name, entry.start, entry.end))
        continue
      }
      found.append(entry)
      if index == end { return found }
      guard bytes[index] == UInt8(ascii: ",") else {
        let isChild = bytes[index] == UInt8(ascii: ":") || bytes[entry.end - 1] == UInt8(ascii: ":")
        throw Self.mistake(
          .badLine, index, end, "expected \",\" between names",
          help: isChild && !allowsPath ? "states of children stand in :expect in and :expect not in" : nil)
      }
      index += 1
      entry = Entry()
    }
  }

  /// The child that a word before another one names: `x:`, or `"any name":`.
  private func childName(_ text: String, isQuoted: Bool, _ bytes: [UInt8], _ index: inout Int) -> String? {
    if isQuoted {
      guard bytes[index] == UInt8(ascii: ":") else { return nil }
      index += 1
      return text
    }
    return text.utf8.last == UInt8(ascii: ":") ? String(decoding: text.utf8.dropLast(), as: UTF8.self) : nil
  }

  /// The children on the way to the machine that an event at the end of a line is for, and the event: `x: open`.
  package func forChild(_ bytes: [UInt8]) throws(Mistake) -> (path: [String], rest: [UInt8]) {
    var path: [String] = []
    var charts = [0]
    var index = 0
    while path.count < Limits().invokeDepth {
      var next = index
      while next < bytes.count, Self.isSpace(bytes[next]) { next += 1 }
      guard let (start, end, quoted) = try? word(bytes, next, bytes.count, "a child") else { break }
      next = end
      guard next < bytes.count,
        let name = childName(
          quoted ?? bytes.span.extracting(start..<end).text, isQuoted: quoted != nil, bytes, &next)
      else { break }
      let found = charts.flatMap { chart.relatives(of: $0, named: name) }
      if found.isEmpty {
        // An event may be called `x:`.
        if chart.isKnown(chart.event("\(name):".utf8.span, data: nil)) { break }
        throw Self.mistake(
          .badLine, start, end, "no child is named \(DisplayText.quoted(name))",
          help: Suggestion.help(for: name, among: charts.flatMap { chart.relative($0).invocations.map(\.id) }))
      }
      charts = found
      path.append(name)
      index = next
    }
    return (path, Array(bytes[index...]))
  }

  /// A bare word, or a JSON string and what it stands for.
  private func word(
    _ bytes: [UInt8], _ start: Int, _ end: Int, _ what: String
  ) throws(Mistake) -> (start: Int, end: Int, quoted: String?) {
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
      throw Self.mistake(
        .badLine, start, min(end, start + 1), "expected the name of \(what)",
        help: "a name that is not one word is written in double quotes")
    }
    return (start, start + length, nil)
  }

  private static func json(_ bytes: [UInt8], _ start: Int, _ end: Int, _ what: String) throws(Mistake) -> Value {
    if start == end { throw Self.mistake(.badLine, start, end, "\(what) is missing") }
    if let text = plainText(bytes, start, end) { return .string(text) }
    let findings = Findings()
    var reader = JSONReader(bytes, range: start..<end, names: NameTable(), findings)
    var tree = JSONTree()
    do throws(JSONReader.SyntaxError) {
      try reader.readValue(into: &tree)
      try reader.finish()
    } catch {
      throw Mistake(diagnostics: findings.all + [error.diagnostic])
    }
    if tree.nodes.count > ValueLimits.nodes {
      throw Self.mistake(.tooMany, start, end, "\(what) has more than \(ValueLimits.nodes) values, the limit")
    }
    if !findings.all.isEmpty { throw Mistake(diagnostics: findings.all) }
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

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  private static func isBlank(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  private static func mistake(
    _ code: DiagnosticCode, _ start: Int, _ end: Int, _ message: String, help: String? = nil
  ) -> Mistake {
    Mistake(diagnostics: [Diagnostic(code, at: SourceSpan(start, end), message, help: help)])
  }
}
