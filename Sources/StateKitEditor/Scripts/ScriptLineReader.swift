import StateKitCore
import StateKitFormat

/// Splits a line of a script into its parts, without checking it against a chart.
struct ScriptLineReader {
  private typealias Kind = ScriptLineSyntax.Part.Kind

  private let bytes: [UInt8]
  private let line: Range<Int>
  private var index: Int
  private let end: Int
  private var parts: [ScriptLineSyntax.Part] = []

  static func read(_ bytes: [UInt8], line: Range<Int>, number: Int) -> ScriptLineSyntax {
    var reader = ScriptLineReader(bytes, line: line)
    let kind = reader.read()
    return ScriptLineSyntax(kind: kind, number: number, span: SourceSpan(line), parts: reader.parts)
  }

  private init(_ bytes: [UInt8], line: Range<Int>) {
    self.bytes = bytes
    self.line = line
    var (start, end) = (line.lowerBound, line.upperBound)
    while end > start, ScriptParser.isSpace(bytes[end - 1]) { end -= 1 }
    while start < end, ScriptParser.isSpace(bytes[start]) { start += 1 }
    index = start
    self.end = end
  }

  private mutating func read() -> ScriptLineSyntax.Kind {
    guard index < end else { return .blank }
    switch bytes[index] {
    case UInt8(ascii: "#"):
      addToken(.comment, to: end)
      return .comment
    case UInt8(ascii: ":"): return command()
    case UInt8(ascii: "+"):
      addToken(
        bytes[index..<end].contains(where: ScriptParser.isSpace) || end == index + 1 ? .junk : .duration, to: end)
      return .advance
    case UInt8(ascii: "?"):
      addToken(.command, to: index + 1)
      rest(.expression)
      return .question
    case UInt8(ascii: "{"):
      json()
      return .object
    default:
      for child in ScriptParser.childrenToldAnEnd(bytes, start: index, end: end) { addChild(child) }
      event()
      return .event
    }
  }

  // MARK: Commands

  private mutating func command() -> ScriptLineSyntax.Kind {
    var stop = index
    while stop < end, !ScriptParser.isSpace(bytes[stop]) { stop += 1 }
    let word = bytes.span.extracting(index..<stop).text
    addToken(.command, to: stop)
    switch word {
    case ":expect":
      expectation()
      return .expect
    case ":test":
      json()
      return .test
    case ":chart":
      rest(.file)
      return .chart
    case ":set":
      assignment(.path)
      return .set
    case ":guard":
      assignment(.guardName)
      return .guard
    case ":delay":
      assignment(.delayName)
      return .delay
    case ":host":
      answers()
      return .host
    default:
      rest(.junk)
      return .unknown
    }
  }

  private mutating func assignment(_ kind: Kind) {
    let equals = kind == .path ? bytes[index..<end].firstIndex(of: UInt8(ascii: "=")) : nil
    if kind == .path {
      var stop = equals ?? end
      while stop > index, ScriptParser.isSpace(bytes[stop - 1]) { stop -= 1 }
      guard stop > index, !bytes[index..<stop].contains(where: ScriptParser.isSpace) else { return rest(.junk) }
      addToken(.path, to: stop)
    } else {
      guard let stop = wordEnd() else { return rest(.junk) }
      addToken(kind, to: stop)
    }
    guard index < end, bytes[index] == UInt8(ascii: "=") else { return rest(.junk) }
    addToken(.equals, to: index + 1)
    guard index < end else { return }
    rest(kind == .delayName ? .duration : .expression)
  }

  /// `answers`, or `answered` with a list.
  private mutating func answers() {
    if bytes[index..<end].elementsEqual("answers".utf8) { return addToken(.form, to: end) }
    let stop = bytes[index..<end].firstIndex(where: ScriptParser.isSpace) ?? end
    guard bytes[index..<stop].elementsEqual("answered".utf8) else { return rest(.junk) }
    addToken(.form, to: stop)
    if index < end, bytes[index] == UInt8(ascii: "[") { json() } else { rest(.junk) }
  }

  private mutating func expectation() {
    guard index < end, let (form, operand) = ExpectationForm.find(in: bytes, start: index, end: end) else {
      return rest(.expression)
    }
    let start = index
    let isOperator =
      if operand == end {
        form.operand == .event
      } else {
        form.operand != .nothing && !beginsOperand(at: operand)
          || form.operand == .event && bytes[operand..<end].elementsEqual("in".utf8)
      }
    if isOperator { return rest(.expression) }
    var wordsEnd = operand
    while wordsEnd > start, ScriptParser.isSpace(bytes[wordsEnd - 1]) { wordsEnd -= 1 }
    addToken(.form, to: wordsEnd)
    switch form.operand {
    case .nothing: if index < end { rest(.junk) }
    case .states: list(.state, admitsChildren: form.admitsChildren)
    case .actions: list(.action, admitsChildren: false, admitsData: true)
    case .events: list(.event, admitsChildren: false, admitsData: true)
    case .invariants: list(.json, admitsChildren: false)
    case .text: json()
    case .delay: rest(.duration)
    case .event: event()
    }
  }

  /// True for a word, a JSON string or a duration; before an operator, the word of a form is a key of the context.
  private func beginsOperand(at index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "\"") || 0x30...0x39 ~= bytes[index] || bareWordLength(from: index) > 0
  }

  private mutating func list(_ kind: Kind, admitsChildren: Bool, admitsData: Bool = false) {
    while true {
      guard let stop = wordEnd() else { return rest(.junk) }
      if admitsChildren, let child = ScriptParser.child(bytes, at: index, end: end) {
        addChild(child)
        continue
      }
      let before = index
      skipSpace(from: stop)
      parts.append(ScriptLineSyntax.Part(kind, in: before..<stop))
      if admitsData, index < end, bytes[index] != UInt8(ascii: ",") {
        let data = index
        index = ScriptParser.endOfJSON(bytes, start: index, end: end)
        var stop = index
        while ScriptParser.isSpace(bytes[stop - 1]) { stop -= 1 }
        parts.append(ScriptLineSyntax.Part(isJSON(data..<stop) ? .json : .junk, in: data..<stop))
      }
      if index == end { return }
      guard bytes[index] == UInt8(ascii: ",") else { return rest(.junk) }
      addToken(.comma, to: index + 1)
    }
  }

  // MARK: Events and values

  private mutating func event() {
    guard let stop = wordEnd(), stop == end || ScriptParser.isSpace(bytes[stop]) else { return rest(.junk) }
    addToken(.event, to: stop)
    if index < end { json() }
  }

  private mutating func json() { rest(isJSON(index..<end) ? .json : .junk) }

  private func isJSON(_ range: Range<Int>) -> Bool {
    let findings = Findings()
    var reader = JSONReader(bytes, range: range, names: NameTable(), findings: findings)
    return (try? reader.skipValue()) != nil && (try? reader.finish()) != nil && findings.all.isEmpty
  }

  /// The end of a bare word or of a JSON string; nil if neither follows.
  private func wordEnd() -> Int? {
    guard index < end else { return nil }
    if bytes[index] == UInt8(ascii: "\"") {
      let close = JSONText.closingQuote(in: bytes.span, from: index, to: end)
      return close < end ? close + 1 : nil
    }
    let length = bareWordLength(from: index)
    return length > 0 ? index + length : nil
  }

  private func bareWordLength(from start: Int) -> Int { DisplayText.bareWordLength(bytes.span.extracting(start..<end)) }

  // MARK: Parts

  private mutating func addToken(_ kind: Kind, to stop: Int) {
    parts.append(ScriptLineSyntax.Part(kind, in: index..<stop))
    skipSpace(from: stop)
  }

  private mutating func addChild(_ child: ScriptParser.Child) {
    parts.append(ScriptLineSyntax.Part(.child, in: child.range))
    index = child.next
  }

  private mutating func skipSpace(from start: Int) {
    index = start
    while index < end, ScriptParser.isSpace(bytes[index]) { index += 1 }
  }

  private mutating func rest(_ kind: Kind) {
    parts.append(ScriptLineSyntax.Part(index < end ? kind : .junk, in: index..<end))
    index = end
  }
}
