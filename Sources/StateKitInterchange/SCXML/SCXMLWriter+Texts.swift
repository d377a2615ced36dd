import StateKitCore
import StateKitFormat

/// Texts, which may contain values.
extension SCXMLWriter {
  /// The attributes of a `log` in SCXML, and whether it is read back unchanged.
  func attributes(ofLog node: Int) -> (attributes: [(String, String)], isSame: Bool)? {
    if let text = source.plain(node) { return ([("label", text)], !text.isEmpty) }
    guard let parts = parts(of: node) else { return nil }
    if parts.count == 1 {
      let value = said(parts[0].text)
      return ([("expr", value.text)], value.isSame)
    }
    if parts.count == 2, parts[1].isValue, parts[0].text.utf8.count > 2, parts[0].text.hasSuffix(": ") {
      let value = said(parts[1].text)
      return ([("label", String(parts[0].text.dropLast(2))), ("expr", value.text)], value.isSame)
    }
    let values = parts.filter(\.isValue).map { said($0.text) }
    if isScript, values.allSatisfy({ [.string, .int, .bool].contains($0.kind) }), let sum = sum(of: parts) {
      return ([("expr", sum)], values.allSatisfy(\.isSame))
    }
    // Lists and numbers have other text forms in SCXML: the values are written beside their text.
    return ([("label", source.string(node) ?? ""), ("expr", "[\(values.map(\.text).joined(separator: ", "))]")], false)
  }

  /// The parts of a template; nil for other values, or an unclosed expression.
  func parts(of node: Int) -> [(text: String, isValue: Bool)]? {
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

  /// Reports a payload that the chart does not allow, which is an error in our charts only.
  func checkPayload(of event: Int, node: Int) {
    guard let name = source.plain(event), let data = source.member("data", of: node), source.kind(data) != .null else {
      return
    }
    guard let declared = source.declaration(of: name), source.kind(declared) == .null else { return }
    losses.add(
      source.span(data),
      message: "the event \(DisplayText.quoted(name)) has no payload here, but gets a payload in SCXML",
      written: "other tools send it with its data")
  }
}
