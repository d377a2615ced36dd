import CEL
import StateKitCore
import StateKitFormat

/// Expressions in the language of the document.
extension SCXMLWriter {
  struct Said {
    let text: String
    let kind: ScriptText.Kind
    /// True if it is read back unchanged.
    let isSame: Bool
  }

  /// An expression of the chart, with named guards inlined. `place`: the span at which a loss is reported.
  func said(_ expression: String, at place: SourceSpan? = nil) -> Said {
    let result = GuardTexts(definitions: guards, host: hostGuards).writtenOut(ExpressionShape.part(expression))
    if result.asksHostWithData { notes.askedWithData = notes.askedWithData ?? place ?? source.span(0) }
    let whole = result.text
    let isSame = whole.utf8.elementsEqual(expression.utf8)
    if !script.knowsEventName, whole.utf8.includes("event.name".utf8) || whole.utf8.includes("event.type".utf8) {
      notes.looksAtEvent = true
    }
    guard isScript else { return Said(text: renamed(whole), kind: .any, isSame: isSame) }
    if let output = script.of(whole) { return Said(text: output.text, kind: output.kind, isSame: isSame) }
    notes.isSayable = false
    return Said(text: whole, kind: .any, isSame: false)
  }

  /// An expression with the ids of the document for the states that it asks for.
  private func renamed(_ expression: String) -> String {
    ExpressionText.renamingStates(in: expression) { reference in
      source.states.resolve(reference).map { id(of: $0) }
    }
  }

  /// The conjunction of conditions.
  func all(_ conditions: [String]) -> String {
    if conditions.count == 1 { return conditions[0] }
    return conditions.map { condition in
      switch try? ScriptParser.expression(condition) {
      case .binary(let sign, _, _, _)? where sign != "||": condition
      case .name?, .member?, .call?, .unary?, .flag?: condition
      default: "(\(condition))"
      }
    }.joined(separator: " && ")
  }

  // MARK: Texts

  /// A text of the chart as a constant or as a calculated attribute; nil if it contains values that SCXML may show
  /// differently.
  func said(_ node: Int, as plain: String, calculated: String) -> (attribute: (String, String), isSame: Bool)? {
    if let text = source.plain(node) { return ((plain, text), true) }
    guard let parts = parts(of: node) else { return nil }
    if parts.count == 1 {
      let value = said(parts[0].text)
      return ((calculated, value.text), value.isSame)
    }
    return sum(of: parts).map { ((calculated, $0), false) }
  }

  /// The concatenation of texts and values.
  func sum(of parts: [(text: String, isValue: Bool)], before: String? = nil) -> String? {
    var operands = before.map { [ExpressionText.literal($0)] } ?? []
    for part in parts {
      guard part.isValue else {
        operands.append(ExpressionText.literal(part.text))
        continue
      }
      let value = said(part.text)
      if !isScript {
        operands.append("string(\(value.text))")
        continue
      }
      // Other values are shown as JSON in our texts.
      guard [.string, .int, .bool].contains(value.kind) else {
        notes.isSayable = false
        return nil
      }
      operands.append(Self.operand(value.text))
    }
    // A concatenation that begins with two values would add them.
    let begin = isScript && before == nil && parts.prefix(2).allSatisfy(\.isValue) ? "'' + " : ""
    return begin + operands.joined(separator: " + ")
  }

  /// An expression as an operand of a sum.
  static func operand(_ expression: String) -> String {
    let isPath = expression.utf8.allSatisfy { $0 < 0x80 && ScriptText.isWord($0) || $0 == UInt8(ascii: ".") }
    return isPath ? expression : "(\(expression))"
  }

  /// A location in the data.
  func location(_ path: String) -> String {
    guard isScript else { return path }
    var out = ""
    for (index, name) in path.split(separator: ".", omittingEmptySubsequences: false).map(String.init).enumerated() {
      if index == 0 {
        if !ScriptText.isName(name) { notes.isSayable = false }
        out = name
      } else {
        out += ScriptText.isWord(name) ? "." + name : "[\(ExpressionText.literal(name))]"
      }
    }
    return out
  }

  /// An action or a guard as in the chart, without space between its parts.
  func kept(_ node: Int) -> String {
    var out: [UInt8] = []
    var isText = false
    var isEscaped = false
    for byte in source.bytes(node) {
      if !isText, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { continue }
      out.append(byte)
      if byte == UInt8(ascii: "\""), !isEscaped { isText.toggle() }
      isEscaped = isText && !isEscaped && byte == UInt8(ascii: "\\")
    }
    return String(decoding: out, as: UTF8.self)
  }
}
