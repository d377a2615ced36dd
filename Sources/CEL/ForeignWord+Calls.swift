/// Calls of other languages, each with its replacement here, in which the operands are written as in the source text.
extension ForeignWord {
  /// The replacement for a method. `value`: the source text of the receiver, which has the type `type`. `arguments`: the
  /// source texts of the arguments.
  static func method(_ name: String, of value: String, type: StaticType, arguments: [String]) -> String? {
    // A number or a bool has no parts.
    guard hasElements(type) || [.string, .dyn, .bytes].contains(type) || name == "equals" else { return nil }
    let first = arguments.first.map(operand) ?? ""
    switch (name, arguments.count) {
    case ("charAt", 1): return "write \(character(of: value, at: first))"
    case ("get", 1), ("at", 1):
      let first = arguments[0]
      if type == .string { return "write \(character(of: value, at: first))" }
      return "write \(value)[\(type == .list ? position(first, in: value) : first)]"
    case ("get", 2): return "write \(first) in \(value) ? \(value)[\(first)] : \(arguments[1])"
    case ("slice", 1...2) where type != .list:
      return "write \(part(of: value, from: first, to: arguments.count > 1 ? arguments[1] : ""))"
    case ("has", 1), ("hasOwnProperty", 1), ("has_key", 1), ("containsKey", 1): return "write \(first) in \(value)"
    case ("includes", 1) where hasElements(type), ("contains", 1) where hasElements(type):
      return "write \(first) in \(value)"
    case ("append", 1), ("push", 1), ("add", 1):
      return "write \(value) + \(type == .string ? first : "[\(first)]")"
    case ("equals", 1): return "write \(value) == \(first)"
    case ("isEmpty", 0), ("empty", 0): return "write size(\(value)) == 0"
    default: return nil
    }
  }

  /// The replacement for a function. `arguments`: the source texts of the arguments.
  static func call(_ name: String, arguments: [String]) -> String? {
    switch (name, arguments.count) {
    case ("float", 1): "write double(\(arguments[0]))"
    case ("isNaN", 1), ("isnan", 1): "write \(operand(arguments[0])) != \(operand(arguments[0]))"
    case ("isinstance", 2): "write \(typeTest(arguments[0], type: arguments[1]))"
    default: math(name)
    }
  }

  /// The source text of an operand, in parentheses if it may have an operator.
  private static func operand(_ text: String) -> String {
    let plain = text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_.[]'\"".utf8.contains($0) }
    let isText = text.utf8.first.map { "'\"[".utf8.contains($0) } ?? false
    return plain || isText || text.utf8.first == UInt8(ascii: "-") ? text : "(\(text))"
  }

  /// A test for a type, which may have its name in another language.
  static func typeTest(_ value: String, type: String) -> String {
    let name =
      switch type {
      case "str", "String": "string"
      case "float", "Float", "Double": "double"
      case "Int", "Integer", "long", "Long": "int"
      case "Bool", "boolean", "Boolean": "bool"
      case "dict", "Object", "Map": "map"
      case "Array", "List", "tuple": "list"
      default: type
      }
    return type == "Number" ? "type(\(value)) in [int, double]" : "type(\(value)) == \(name)"
  }

  /// One character of a text.
  static func character(of text: String, at index: String) -> String {
    if let number = UInt32(index) { return part(of: text, from: index, to: String(UInt64(number) + 1)) }
    if index == "-1" { return part(of: text, from: index, to: "") }
    let start = position(index, in: text)
    return part(of: text, from: start, to: "\(start) + 1")
  }

  /// A part of a text. An empty `start` or `end` is that of the text; a negative number counts from its end.
  static func part(of text: String, from start: String, to end: String) -> String {
    let first = start.isEmpty ? "0" : position(start, in: text)
    return "\(text).substring(\(first)\(end.isEmpty ? "" : ", " + position(end, in: text)))"
  }

  /// A position from the beginning, for one that may be a negative number.
  private static func position(_ position: String, in value: String) -> String {
    guard position.utf8.first == UInt8(ascii: "-"), UInt32(position.dropFirst()) != nil else { return position }
    return "size(\(value)) - \(position.dropFirst())"
  }

  private static func hasElements(_ type: StaticType) -> Bool { [.list, .map].contains(type.base) }
}
