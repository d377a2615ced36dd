/// An element of an XML document, as the writer of SCXML writes it: no DTD, no comments, no CDATA.
final class PlainElement {
  let name: String
  let attributes: [String: String]
  var children: [PlainElement] = []

  init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  subscript(attribute: String) -> String? { attributes[attribute] }

  func all(_ names: String...) -> [PlainElement] { children.filter { names.contains($0.name) } }

  /// The document; nil where it is not well formed. `isBare`: without all that has a prefix, as a processor reads it that knows
  /// no namespace but that of SCXML.
  static func read(_ text: String, isBare: Bool) -> PlainElement? {
    var reader = PlainReader(text: Array(text.unicodeScalars), isBare: isBare)
    return reader.document()
  }
}

private struct PlainReader {
  let text: [Unicode.Scalar]
  let isBare: Bool
  var index = 0

  mutating func document() -> PlainElement? {
    let top = PlainElement("", [:])
    var open = [top]
    while index < text.count {
      guard text[index] == "<" else {
        index += 1
        continue
      }
      index += 1
      guard index < text.count, let end = endOfTag() else { return nil }
      let tag = Array(text[index..<end])
      index = end + 1
      if tag.first == "?" { continue }
      if tag.first == "/" {
        guard open.count > 1, open.removeLast().name == string(tag.dropFirst()) else { return nil }
        continue
      }
      let isEmpty = tag.last == "/"
      guard let element = element(isEmpty ? tag.dropLast() : tag[...]) else { return nil }
      if !(isBare && element.name.contains(":")) { open[open.count - 1].children.append(element) }
      if !isEmpty { open.append(element) }
    }
    return open.count == 1 ? top.children.first : nil
  }

  private func endOfTag() -> Int? {
    var isQuoted = false
    for place in index..<text.count {
      if text[place] == "\"" { isQuoted.toggle() }
      if text[place] == ">", !isQuoted { return place }
    }
    return nil
  }

  private func string(_ part: some Sequence<Unicode.Scalar>) -> String {
    var out = ""
    out.unicodeScalars.append(contentsOf: part)
    return out
  }

  private func element(_ tag: ArraySlice<Unicode.Scalar>) -> PlainElement? {
    let name = tag.prefix { $0 != " " }
    var rest = tag[name.endIndex...]
    var attributes: [String: String] = [:]
    while let start = rest.firstIndex(where: { $0 != " " }) {
      guard let equals = rest.firstIndex(of: "="), equals + 1 < rest.endIndex, rest[equals + 1] == "\"",
        let end = rest[(equals + 2)...].firstIndex(of: "\""), let value = unescaped(rest[(equals + 2)..<end])
      else { return nil }
      let key = string(rest[start..<equals])
      if !(isBare && key.contains(":")) { attributes[key] = value }
      rest = rest[(end + 1)...]
    }
    return PlainElement(string(name), attributes)
  }

  private func unescaped(_ text: ArraySlice<Unicode.Scalar>) -> String? {
    var out = ""
    var rest = text
    while let next = rest.popFirst() {
      guard next == "&" else {
        out.unicodeScalars.append(next)
        continue
      }
      guard let end = rest.firstIndex(of: ";") else { return nil }
      let name = string(rest[..<end])
      rest = rest[(end + 1)...]
      if let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][name] {
        out += known
      } else if name.hasPrefix("#x"), let value = UInt32(name.dropFirst(2), radix: 16),
        let found = Unicode.Scalar(value)
      {
        out.unicodeScalars.append(found)
      } else if name.hasPrefix("#"), let value = UInt32(name.dropFirst()), let found = Unicode.Scalar(value) {
        out.unicodeScalars.append(found)
      } else {
        return nil
      }
    }
    return out
  }
}
