/// Words and signs that expressions have in other languages, and what is written here instead.
enum ForeignWord {
  /// What to write in place of an operator that stands between values: `a and b`.
  static func infix(_ word: String) -> String? {
    switch word {
    case "and", "AND", "And": "and is &&"
    case "or", "OR", "Or": "or is ||"
    case "is", "eq", "equals": "equal is =="
    case "not", "ne", "isnt": "unequal is !="
    case "contains": "text.contains('part'), or element in list"
    default: nil
    }
  }

  /// What to write in place of an operator before a value: `not a`.
  static func prefix(_ word: String) -> String? {
    switch word {
    case "not", "NOT", "Not": "not is !"
    case "typeof": "the type of a value is type(value)"
    default: nil
    }
  }

  /// What to write in place of a name that is a value elsewhere.
  static func value(_ name: String) -> String? {
    switch name {
    case "undefined", "None", "nil", "NULL", "Null": "nothing is null"
    case "True", "TRUE": "yes is true"
    case "False", "FALSE": "no is false"
    default: nil
    }
  }

  /// The function that has another name elsewhere.
  static func function(_ name: String, isMethod: Bool) -> String? {
    switch name {
    case "len", "length", "count", "Len": "the length of a text, list or map is size(value)"
    case "str", "String", "toString": "a text is made by string(value)"
    case "parseInt", "Int", "toInt", "Number": "an int is made by int(value), a double by double(value)"
    case "includes", "indexOf": "a list is asked with element in list, a text with text.contains('part')"
    default: nil
    }
  }

  /// Operators that change a variable elsewhere. `--` stands between a number and its negation here, and is none.
  static let assignments = ["++", "+=", "-=", "*=", "/=", "%="]

  /// What to write in place of such an operator in `text`.
  static func assignment(_ sign: String, in text: [UInt8]) -> String {
    let parts = text.split(separator: sign.utf8.first ?? 0, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
    let name = (parts.first ?? "").filter { $0 != " " }
    guard text.count <= 60, !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
    else {
      return "an expression gives a value and changes nothing"
    }
    let operand = sign == "++" ? "1" : (parts.dropFirst().first ?? "").drop { $0 == "=" || $0 == " " }
    return "an expression gives a value: write \(name) \(sign.prefix(1)) \(operand)"
  }

  /// What to write in place of `name = value`, where that may be meant: the value uses the name.
  static func setting(_ text: [UInt8], at sign: Int) -> String? {
    let name = String(decoding: text[..<sign], as: UTF8.self).filter { $0 != " " }
    let value = String(decoding: text[(sign + 1)...], as: UTF8.self).drop { $0 == " " }
    guard text.count <= 60, !name.isEmpty, value.hasPrefix(name) else { return nil }
    return "an expression gives a value and sets nothing: write \(value)"
  }

  /// Whether a name is what other languages call the payload of an event.
  static func isPayload(_ name: String) -> Bool {
    switch name {
    case "data", "payload", "detail", "body", "args", "message", "msg", "evt": true
    default: false
    }
  }

  /// Whether a field is how other languages ask for a length.
  static func isLength(_ field: String) -> Bool {
    switch field {
    case "length", "size", "count": true
    default: false
    }
  }
}
