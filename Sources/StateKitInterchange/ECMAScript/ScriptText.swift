/// From CEL to ECMAScript, word by word: what both languages say alike, and the names that differ. Whether it means the same is
/// seen by reading it back.
enum ScriptText {
  /// `id` gives the id of the state that a reference names.
  static func of(_ expression: String, id: (String) -> String?) -> String {
    let bytes = Array(expression.utf8)
    var out: [UInt8] = []
    var index = 0
    // The last word, where a dot stands behind it.
    var owner = ""
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        let end = endOfText(bytes, index)
        out += bytes[index..<end]
        index = end
        owner = ""
      } else if isWord(byte) {
        let word = bytes[index...].prefix { isWord($0) }
        let isField = out.last == UInt8(ascii: ".")
        let name = String(decoding: word, as: UTF8.self)
        index = word.endIndex
        if let (text, end) = call(name, bytes, index, id), !isField {
          out += Array(text.utf8)
          index = end
        } else {
          let isCalled = index < bytes.count && bytes[index] == UInt8(ascii: "(")
          out += Array((isField ? owner == "event" ? field(name) : name : theirs(name, isCalled: isCalled)).utf8)
        }
        owner = isField ? "" : name
      } else {
        out.append(byte)
        index += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// A name that stands alone.
  private static func theirs(_ name: String, isCalled: Bool) -> String {
    switch name {
    case "event": "_event"
    case "string" where isCalled: "String"
    default: name
    }
  }

  /// `isIn('x')` is `In('x')`, `size(a.b)` is `a.b.length`, `has(a.b)` is `a.b !== undefined`.
  private static func call(
    _ name: String, _ bytes: [UInt8], _ index: Int, _ id: (String) -> String?
  ) -> (text: String, end: Int)? {
    guard ["isIn", "size", "has"].contains(name), index < bytes.count, bytes[index] == UInt8(ascii: "(") else {
      return nil
    }
    var end = index + 1
    if end < bytes.count, bytes[end] == UInt8(ascii: "'") || bytes[end] == UInt8(ascii: "\"") {
      end = endOfText(bytes, end)
    } else {
      while end < bytes.count, isWord(bytes[end]) || bytes[end] == UInt8(ascii: ".") { end += 1 }
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ")") else { return nil }
    let argument = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
    if name == "isIn" {
      guard let reference = ExpressionText.text(ofLiteral: argument), let id = id(reference) else { return nil }
      return ("In(\(ExpressionText.literal(id)))", end + 1)
    }
    let path = of(argument) { _ in nil }
    return (name == "size" ? "\(path).length" : "\(path) !== undefined", end + 1)
  }

  private static func field(_ name: String) -> String {
    switch name {
    case "sendId": "sendid"
    case "invokeId": "invokeid"
    default: name
    }
  }

  private static func endOfText(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != bytes[start] { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(bytes.count, index + 1)
  }

  /// A byte of a name or a number.
  static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || 0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20
  }
}
