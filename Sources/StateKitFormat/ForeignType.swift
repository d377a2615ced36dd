import StateKitCore

/// Payload types of other notations.
enum ForeignType {
  /// The replacement for a type's name, if only one type can be meant. `mark`: the `?` behind it, or nothing.
  static func fix(for name: String, mark: String) -> Fix? {
    type(for: name).map { Fix(name + mark, near: $0 + mark, isCertain: true) }
  }

  private static func type(for name: String) -> String? {
    switch name {
    case "String", "str", "text": "string"
    case "Int", "integer", "Integer", "long": "int"
    case "boolean", "Boolean", "Bool": "bool"
    case "array", "Array": "list"
    case "object", "Object", "dict", "dictionary", "record": "map"
    case _ where name.utf8.first == UInt8(ascii: "?") && FieldType(String(name.dropFirst())) != nil:
      name.dropFirst() + "?"
    default: nil
    }
  }

  /// The type here for a type of another notation.
  static func help(for name: String, mark: String) -> String? {
    if let type = type(for: name) { return "did you mean \"\(type)\(mark)\"?" }
    return switch name {
    case "", "void", "Void", "none", "None", "null", "nil": "write null, without quotes, for no payload"
    case "number", "float", "Float", "Double":
      "did you mean \"double\(mark)\"? or \"int\(mark)\", for whole numbers"
    default: nil
    }
  }
}
