import StateKitCore

/// Payload types of other notations.
enum ForeignType {
  /// The replacement for a type's name, if only one type can be meant.
  static func fix(for name: String) -> Fix? {
    switch name {
    case "String", "str", "text": Fix(name, near: "string", isCertain: true)
    case "Int", "integer", "Integer", "long": Fix(name, near: "int", isCertain: true)
    case "boolean", "Boolean", "Bool": Fix(name, near: "bool", isCertain: true)
    case "array", "Array": Fix(name, near: "list", isCertain: true)
    case "object", "Object", "dict", "dictionary", "record": Fix(name, near: "map", isCertain: true)
    default: nil
    }
  }

  /// The type here for a type of another notation.
  static func help(for name: String) -> String? {
    switch name {
    case "", "void", "Void", "none", "None", "null", "nil": "write null, without quotes, for no payload"
    case "String", "str", "text": "did you mean \"string\"?"
    case "Int", "integer", "Integer", "long": "did you mean \"int\"?"
    case "number", "float", "Float", "Double": "did you mean \"double\"? or \"int\", for whole numbers"
    case "boolean", "Boolean", "Bool": "did you mean \"bool\"?"
    case "array", "Array": "did you mean \"list\"?"
    case "object", "Object", "dict", "dictionary", "record": "did you mean \"map\"?"
    default: nil
    }
  }
}
