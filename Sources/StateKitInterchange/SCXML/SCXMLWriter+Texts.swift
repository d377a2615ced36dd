import CEL
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

  // MARK: Payloads and values

  mutating func writePayload(_ node: Int) {
    let members = source.kind(node) == .object ? Array(source.children(of: node)) : []
    if members.isEmpty || members.contains(where: { source.keyText($0).isEmpty }) {
      return out.leaf("content", attributes: [("expr", value(node).text)])
    }
    for member in members {
      out.leaf("param", attributes: [("name", source.keyText(member)), ("expr", value(member).text)])
    }
  }

  /// A value whose texts are expressions, as one expression.
  func value(_ node: Int) -> Said { said(composed(node) { $0 }) }

  func expression(ofConstant node: Int) -> String { said(composed(node) { ExpressionText.literal($0) }).text }

  private func composed(_ node: Int, text: (String) -> String) -> String {
    enum Part {
      case value(Int)
      case text(String)
    }
    if let own = source.string(node) { return text(own) }
    var out = ""
    var todo = [Part.value(node)]
    while let part = todo.popLast() {
      switch part {
      case .text(let text): out += text
      case .value(let node):
        switch source.kind(node) {
        case .string:
          let own = text(source.string(node) ?? "")
          out += ExpressionText.text(ofLiteral: own) == nil ? "(\(own))" : own
        case .array, .object:
          let isList = source.kind(node) == .array
          var parts = [Part.text(isList ? "[" : "{")]
          for (count, child) in source.children(of: node).enumerated() {
            let key = isList ? "" : ExpressionText.literal(source.keyText(child)) + ": "
            parts += [.text((count > 0 ? ", " : "") + key), .value(child)]
          }
          parts.append(.text(isList ? "]" : "}"))
          todo += parts.reversed()
        case .null, .bool, .int, .double: out += String(decoding: source.bytes(node), as: UTF8.self)
        }
      }
    }
    return out
  }
}
