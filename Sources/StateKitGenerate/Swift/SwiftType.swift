import CEL
import StateKitCore

/// A type of values in the generated Swift.
struct SwiftType {
  let name: String
  /// The property of `Payload` that has the value; nil for `Payload` itself.
  let property: String?
  let isOptional: Bool

  static let payload = SwiftType(name: "Payload", property: nil, isOptional: false)

  private init(name: String, property: String?, isOptional: Bool) {
    self.name = name
    self.property = property
    self.isOptional = isOptional
  }

  init(_ type: FieldType) {
    let isOptional = type.isOptional
    switch type.base {
    case .bool: self.init(name: "Bool", property: "bool", isOptional: isOptional)
    case .int: self.init(name: "Int", property: "int", isOptional: isOptional)
    case .double: self.init(name: "Double", property: "double", isOptional: isOptional)
    case .string: self.init(name: "String", property: "string", isOptional: isOptional)
    case .list: self.init(name: "[Payload]", property: "list", isOptional: isOptional)
    case .map, .any: self = .payload
    }
  }

  /// The type of a key of the context, where it keeps the type of its first value.
  init(_ type: StaticType) {
    switch type {
    case .bool: self.init(name: "Bool", property: "bool", isOptional: false)
    case .int: self.init(name: "Int", property: "int", isOptional: false)
    case .double: self.init(name: "Double", property: "double", isOptional: false)
    case .string: self.init(name: "String", property: "string", isOptional: false)
    case .list: self.init(name: "[Payload]", property: "list", isOptional: false)
    default: self = .payload
    }
  }

  var text: String { isOptional ? name + "?" : name }

  /// The expression that makes a payload of a value.
  func payload(_ value: String) -> String {
    guard let property else { return value }
    return isOptional ? "\(value).map { .\(property)($0) } ?? .null" : ".\(property)(\(value))"
  }

  /// The expression that reads a value from a payload, which may be missing. A value of another type cannot occur: the
  /// chart checks it. The fallback only spares the caller an optional.
  func read(_ payload: String, isPresent: Bool = false) -> String {
    guard let property else { return isPresent ? payload : "\(payload) ?? .null" }
    let value = payload + (isPresent ? "." : "?.") + property
    if isOptional { return value }
    let fallback = ["bool": "false", "int": "0", "double": "0", "string": "\"\"", "list": "[]"][property] ?? ".null"
    return "\(value) ?? \(fallback)"
  }
}

/// Words that Swift only takes as names between backquotes, or not at all.
enum SwiftWord {
  static let reserved: Set<String> = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
    "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
    "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Names that mean something else behind a dot, and words that are no labels.
  static let unusable: Set<String> = [
    "init", "self", "Type", "Protocol", "allCases", "rawValue", "inout", "let", "var",
  ]

  /// The name, in backquotes if it is a word of Swift.
  static func written(_ name: String) -> String {
    reserved.contains(name) ? "`\(name)`" : name
  }

  /// A text as a literal.
  static func literal(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case " "..."~": out.unicodeScalars.append(scalar)
      default: out += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return out + "\""
  }
}
