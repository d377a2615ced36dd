import StateKitCore
import StateKitFormat

/// Texts, which may have values in them.
extension SCXMLWriter {
  /// A text that is one value, as an expression of SCXML.
  func calculated(_ node: Int) -> String? {
    guard words.saysTexts, let parts = parts(of: node), parts.count == 1, parts[0].isValue else { return nil }
    return said(parts[0].text)
  }

  /// `log` as SCXML has it; nil where it has not.
  func attributes(ofLog node: Int) -> [(String, String)]? {
    if let text = source.plain(node) { return text.isEmpty ? nil : [("label", text)] }
    if let value = calculated(node) { return [("expr", value)] }
    guard words.saysTexts, let parts = parts(of: node) else { return nil }
    if parts.count == 2, parts[1].isValue, parts[0].text.utf8.count > 2, parts[0].text.hasSuffix(": ") {
      return [("label", String(parts[0].text.dropLast(2))), ("expr", said(parts[1].text))]
    }
    guard words.isScript else { return nil }
    // What begins with two values would add them.
    let begin = parts.prefix(2).allSatisfy(\.isValue) ? "'' + " : ""
    let sum = parts.map { $0.isValue ? Self.operand(said($0.text)) : ExpressionText.literal($0.text) }
    return [("expr", begin + sum.joined(separator: " + "))]
  }

  /// An expression as a part of a sum.
  private static func operand(_ expression: String) -> String {
    let isPath = expression.utf8.allSatisfy { $0 < 0x80 && ScriptText.isWord($0) || $0 == UInt8(ascii: ".") }
    return isPath ? expression : "(\(expression))"
  }

  /// A text as it is put together; nil where it is none, or is not closed.
  private func parts(of node: Int) -> [(text: String, isValue: Bool)]? {
    guard let string = source.string(node) else { return nil }
    let text = Array(string.utf8)
    var parts: [(text: String, isValue: Bool)] = []
    func add(_ range: Range<Int>, isValue: Bool) {
      if isValue || !range.isEmpty { parts.append((String(decoding: text[range], as: UTF8.self), isValue)) }
    }
    var start = 0
    var index = 0
    while index + 1 < text.count {
      guard text[index] == UInt8(ascii: "$"), text[index + 1] == UInt8(ascii: "{") else {
        index += 1
        continue
      }
      guard let end = TemplateScanner.end(of: text, from: index + 2) else { return nil }
      add(start..<index, isValue: false)
      add(index + 2..<end, isValue: true)
      index = end + 1
      start = index
    }
    add(start..<text.count, isValue: false)
    return parts
  }
}
