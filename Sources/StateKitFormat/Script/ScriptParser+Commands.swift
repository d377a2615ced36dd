import CEL
import StateKitCore

/// Lines that begin with a colon (Scripts.md); `parseExpectation` parses the rest of `:expect`.
extension ScriptParser {
  private static let commands = [":expect", ":test", ":chart", ":set", ":guard", ":delay", ":host"]

  func parseCommand(_ bytes: [UInt8], start: Int, end: Int) throws(LineError) -> ScriptStep {
    var index = start + 1
    while index < end, !Self.isSpace(bytes[index]) { index += 1 }
    let command = bytes.span.extracting(start + 1..<index).text
    let commandEnd = index
    while index < end, Self.isSpace(bytes[index]) { index += 1 }
    switch command {
    case "expect": return .expect(try parseExpectation(bytes, start: index, end: end))
    case "test":
      guard index < end else {
        throw Self.error(
          .badLine, in: start..<end, message: "the name of the test is missing",
          help: "write :test \"NAME\"")
      }
      guard bytes[index] == UInt8(ascii: "\""),
        case .string(let name) = try Self.json(bytes, start: index, end: end, what: "the name of the test")
      else {
        let help = "write :test \(Self.inDoubleQuotes(bytes.span.extracting(index..<end).text))"
        throw Self.error(.badLine, in: index..<end, message: "the name of a test must be a JSON string", help: help)
      }
      try checkName(name, of: "the test", in: index..<end)
      return .test(name: name, shown: ":test " + DisplayText.string(name))
    case "chart":
      guard index < end else { throw Self.error(.badLine, in: start..<end, message: ":chart needs a file name") }
      let file = try Self.file(bytes, start: index, end: end)
      if let first = earlier.chartFile, !first.utf8.elementsEqual(file.utf8) {
        throw Self.error(
          .badLine, in: start..<end,
          message: "a script has one chart, and an earlier line names \(DisplayText.quoted(first))",
          help: "write the tests of the other chart in a script of their own")
      }
      earlier.chartFile = file
      return .chart(file: file)
    case "set": return try parseSet(bytes, start: start, at: index, end: end)
    case "guard": return try parseGuard(bytes, start: start, at: index, end: end)
    case "host": return try parseHost(bytes, start: start, at: index, end: end)
    case "delay": return try parseDelay(bytes, start: start, at: index, end: end)
    case "wait", "after", "sleep", "advance", "tick", "time", "clock":
      let time = bytes.span.extracting(index..<end).text
      throw Self.error(
        .unknownCommand, in: start..<commandEnd,
        message: "no command is named \(DisplayText.quoted(":" + command))",
        help: "to move the clock, write +\(Self.duration(time) ?? Delay.spelled(time) ?? "5s")")
    case "assert", "check", "should", "verify", "describe", "it", "scenario":
      let ours = ["describe", "it", "scenario"].contains(command) ? "test" : "expect"
      let rest = bytes.span.extracting(index..<end).text
      let operand = isState(rest) ? "in " + DisplayText.name(rest) : rest
      throw Self.error(
        .unknownCommand, in: start..<commandEnd,
        message: "no command is named \(DisplayText.quoted(":" + command))",
        help: "write :\(ours) \(ours == "test" ? Self.inDoubleQuotes(rest) : operand)")
    default:
      throw Self.error(
        .unknownCommand, in: start..<commandEnd,
        message: "no command is named \(DisplayText.quoted(":" + command))",
        help: ["send", "event", "raise", "emit"].contains(command) && commandEnd < end
          ? "to send an event, write its name alone: \(written(bytes.span.extracting(index..<end).text))"
          : "known: " + Self.commands.joined(separator: ", "),
        fix: ["send", "event", "raise", "emit"].contains(command)
          ? nil : Suggestion.fix(for: ":" + command, among: Self.commands))
    }
  }

  /// The text of a JSON string; any other word is returned unchanged.
  static func withoutQuotes(_ word: String) -> String {
    if case .string(let text)? = JSONText.value(of: Array(word.utf8)) { text } else { word }
  }

  /// A text as a JSON string, without quotes that it has already.
  static func inDoubleQuotes(_ text: String) -> String {
    for quote in ["'", "\"", "`"] where text.utf8.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote) {
      return DisplayText.string(String(text.dropFirst().dropLast()))
    }
    return text.isEmpty ? "\"NAME\"" : DisplayText.string(text)
  }

  /// The file of a line `:chart FILE`, whatever the chart is; nil for another line.
  package static func chartFile(of line: ScriptLine) -> String? {
    var (start, end) = (Int(line.body.start), line.bytes.count)
    guard line.bytes[start..<end].starts(with: ":chart".utf8) else { return nil }
    start += ":chart".utf8.count
    guard start < end, isSpace(line.bytes[start]) else { return nil }
    while end > start, Self.isSpace(line.bytes[end - 1]) { end -= 1 }
    while start < end, Self.isSpace(line.bytes[start]) { start += 1 }
    return start < end ? try? file(line.bytes, start: start, end: end) : nil
  }

  private static func file(_ bytes: [UInt8], start: Int, end: Int) throws(LineError) -> String {
    if bytes[start] == UInt8(ascii: "\""),
      case .string(let name) = try Self.json(bytes, start: start, end: end, what: "the file name")
    {
      return name
    }
    return bytes.span.extracting(start..<end).text
  }

  /// `:set path = expression`
  private func parseSet(_ bytes: [UInt8], start: Int, at index: Int, end: Int) throws(LineError) -> ScriptStep {
    if let error = changing(bytes, start: start, at: index, end: end) { throw error }
    guard let equals = bytes[index..<end].firstIndex(of: UInt8(ascii: "=")) else {
      let text = bytes.span.extracting(index..<end).text
      // `n 5`, `n: 5`, `{"n": 5}`
      let isObject = text.hasPrefix("{") && text.hasSuffix("}")
      let sign: Character = isObject || text.utf8.includes(": ".utf8) ? ":" : " "
      let words = (isObject ? String(text.dropFirst().dropLast()) : text)
        .split(separator: sign, maxSplits: 1)
        .map { String($0).trimmed.filter { $0 != "\"" || !isObject } }
      let isPair = words.count == 2 && text.utf8.count <= 200 && words[0].pathNames.first.map(isKey) == true
      throw Self.error(
        .badLine, in: start..<end, message: ":set needs a path and a value",
        help: isPair ? "write :set \(words[0]) = \(valueText(words[1]))" : ":set path = expression")
    }
    var pathEnd = equals
    // `n := 5`
    if pathEnd > index, bytes[pathEnd - 1] == UInt8(ascii: ":") {
      let name = bytes.span.extracting(index..<pathEnd - 1).text.trimmed
      throw Self.error(
        .badLine, in: pathEnd - 1..<equals + 1, message: ":= is not an operator",
        help: "write :set \(name) = \(bytes.span.extracting(equals + 1..<end).text.trimmed)")
    }
    // `n == 5`
    let sign = bytes[equals..<end].prefix { $0 == UInt8(ascii: "=") }
    if sign.count > 1 {
      let (name, value) = (bytes[index..<equals], bytes[sign.endIndex..<end])
      throw Self.error(
        .badLine, in: equals..<sign.endIndex, message: "\(sign.span.text) compares",
        help: "write :set \(name.span.text.trimmed) = \(value.span.text.trimmed)")
    }
    while pathEnd > index, Self.isSpace(bytes[pathEnd - 1]) { pathEnd -= 1 }
    let path = bytes.span.extracting(index..<pathEnd).text.pathNames
    guard let first = path.first, !path.contains(where: \.isEmpty) else {
      throw Self.error(.badLine, in: index..<equals, message: "a path must be names with dots between them")
    }
    var valueStart = equals + 1
    while valueStart < end, Self.isSpace(bytes[valueStart]) { valueStart += 1 }
    let value = try Self.both({ () throws(LineError) in
      if isKey(first) { return }
      throw Self.error(
        .unknownName, in: index..<index + first.utf8.count,
        message: "the context has no \(DisplayText.quoted(first))",
        help: (ForeignWord.isContext(first) || first == "data") && path.count > 1 && isKey(path[1])
          ? "write the key of the context alone: \(path.dropFirst().joined(separator: "."))" : nil,
        fix: suggestions.fix(for: first, among: chart.contextNames))
    }) { () throws(LineError) in
      try expression(bytes, start: valueStart, end: end, mayBeText: true)
    }
    earlier.set(path, to: value.program.type)
    return .set(path: path, value, shown: bytes.span.extracting(start..<end).text)
  }

  private func isKey(_ name: String) -> Bool { chart.contextSlot(named: name) != nil }

  /// `:set n++`, `:set n += 2`
  private func changing(_ bytes: [UInt8], start: Int, at index: Int, end: Int) -> LineError? {
    let name = bytes[index..<end].prefix {
      $0 >= 0x80 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") || 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20
    }
    let rest = String(decoding: bytes[name.endIndex..<end], as: UTF8.self).trimmed
    guard !name.isEmpty, rest.utf8.count <= 200, let sign = rest.first, "+-*/%".contains(sign) else { return nil }
    let path = String(decoding: name, as: UTF8.self)
    let operand: String
    if rest.dropFirst().first == "=" {
      operand = rest.dropFirst(2).trimmed
    } else if rest == "++" || rest == "--" {
      operand = "1"
    } else {
      return nil
    }
    return Self.error(
      .badLine, in: start..<end, message: "\(rest.prefix(2)) is not an operator",
      help: "write :set \(path) = \(path) \(sign) \(operand)")
  }
}
