import StateKitFormat

/// Translates CEL to ECMAScript, if both are known to mean exactly the same. Most operators qualify for some types
/// only. In ECMAScript, `+` of lists is a text, `==` of maps compares identity, and an absent member is no error.
struct ScriptText {
  /// The static kind of a value.
  indirect enum Kind: Equatable {
    case any, null, bool, int, double, string, list, map
    /// A map whose members are always present.
    case record([String: Kind])

    var isNumber: Bool { self == .int || self == .double }

    /// True for values that `===` compares as CEL does.
    var isScalar: Bool { isNumber || self == .bool || self == .string }
  }

  struct Output {
    let text: String
    let kind: Kind
    fileprivate var binding = Binding.primary
  }

  fileprivate enum Binding: Int {
    case choice, or, and, equality, relation, sum, product, unary, primary
  }

  /// The kinds of the chart's data.
  var names = NameMap<Kind>()
  /// The kind of the event's payload.
  var payload = Kind.any
  /// True if the event has an equal name in the document.
  var knowsEventName = false
  /// True if there may have been no event yet: then `_event` is undefined, and our payload is null.
  var mayPrecedeEvents = false
  /// The id of the state that a reference names.
  let id: (String) -> String?

  /// An expression in ECMAScript; nil if the meaning differs, or is not known to be equal.
  func of(_ expression: String) -> Output? {
    guard Self.hasPlainEscapes(expression), let node = try? ScriptParser.expression(expression) else { return nil }
    return output(node)
  }

  /// True if a text has only escapes that both languages have.
  private static func hasPlainEscapes(_ text: String) -> Bool {
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped, !"\\'\"nrt".utf8.contains(byte) { return false }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return true
  }

  private func output(_ node: ScriptNode) -> Output? {
    switch node {
    case .number(let text): return number(text)
    case .text(let text): return Output(text: ExpressionText.literal(text), kind: .string)
    case .flag(let flag): return Output(text: flag ? "true" : "false", kind: .bool)
    case .null: return Output(text: "null", kind: .null)
    case .name(let name, _):
      guard let kind = names[name], Self.isName(name) else { return nil }
      return Output(text: name, kind: kind)
    case .member(let object, let name, _): return member(object, name: name)
    case .call(let callee, let arguments, _): return call(callee, arguments: arguments)
    case .unary(let sign, let operand):
      guard let value = output(operand), sign == "!" ? value.kind == .bool : sign == "-" && value.kind.isNumber else {
        return nil
      }
      // `--` is an operator of its own there.
      let least: Binding = sign == "-" ? .primary : .unary
      return Output(text: sign + wrapped(value, least: least), kind: value.kind, binding: .unary)
    case .binary(let sign, let left, let right, _):
      guard let first = output(left), let second = output(right) else { return nil }
      return binary(sign, first: first, second: second)
    case .choice(let condition, let then, let otherwise):
      guard let test = output(condition), test.kind == .bool, let first = output(then), let second = output(otherwise)
      else { return nil }
      return Output(
        text: "\(wrapped(test, least: .or)) ? \(wrapped(first, least: .or)) : \(wrapped(second, least: .choice))",
        kind: first.kind == second.kind ? first.kind : .any, binding: .choice)
    case .array(let elements):
      let all = elements.compactMap { output($0)?.text }
      return all.count < elements.count ? nil : Output(text: "[\(all.joined(separator: ", "))]", kind: .list)
    case .object(let members):
      var (texts, kinds): ([String], [String: Kind]) = ([], [:])
      for (key, member) in members {
        guard key != "__proto__", let value = output(member) else { return nil }
        texts.append("\(ExpressionText.literal(key)): \(value.text)")
        kinds[key] = value.kind
      }
      return Output(text: "{\(texts.joined(separator: ", "))}", kind: .record(kinds))
    case .undefined, .index, .assign, .update: return nil
    }
  }

  /// A number literal: whole numbers are exact in ECMAScript up to 2^53.
  private func number(_ text: String) -> Output? {
    if let whole = Int64(text) { return whole.magnitude <= 1 << 53 ? Output(text: text, kind: .int) : nil }
    return Double(text).map(\.isFinite) == true && text.utf8.contains(where: { [0x2E, 0x65, 0x45].contains($0) })
      ? Output(text: text, kind: .double) : nil
  }

  private func member(_ object: ScriptNode, name: String) -> Output? {
    // The form in which our expressions read an undeclared name: reading it fails in both languages.
    if case .object(let members) = object, members.isEmpty, names[name] == nil, Self.isName(name) {
      return Output(text: name, kind: .any)
    }
    if case .name("event", _) = object {
      switch name {
      case "name": return knowsEventName ? Output(text: "_event.name", kind: .string) : nil
      case "data": return field("data", kind: payload)
      case "sendId": return field("sendid", kind: .any)
      case "invokeId": return field("invokeid", kind: .any)
      default: return nil
      }
    }
    guard let base = output(object), case .record(let members) = base.kind, let kind = members[name],
      Self.isWord(name)
    else { return nil }
    return Output(text: "\(wrapped(base, least: .primary)).\(name)", kind: kind)
  }

  private func field(_ name: String, kind: Kind) -> Output {
    let text = "_event.\(name)"
    guard mayPrecedeEvents else { return Output(text: text, kind: kind) }
    return Output(text: "typeof _event === 'undefined' ? null : \(text)", kind: .any, binding: .choice)
  }

  private func call(_ callee: ScriptNode, arguments: [ScriptNode]) -> Output? {
    guard arguments.count == 1 else { return nil }
    if case .name("isIn", _) = callee {
      guard case .text(let reference) = arguments[0], let id = id(reference) else { return nil }
      return Output(text: "In(\(ExpressionText.literal(id)))", kind: .bool)
    }
    guard let argument = output(arguments[0]) else { return nil }
    switch callee {
    case .name("size", _):
      return argument.kind == .list ? Output(text: "\(wrapped(argument, least: .primary)).length", kind: .int) : nil
    case .name("utf16Size", _):
      let hasLength = argument.kind == .list || argument.kind == .string
      return hasLength ? Output(text: "\(wrapped(argument, least: .primary)).length", kind: .int) : nil
    case .name("scriptString", _):
      guard argument.kind.isScalar else { return nil }
      let owner = Double(argument.text) == nil ? wrapped(argument, least: .primary) : "(\(argument.text))"
      return Output(text: "\(owner).toString()", kind: .string)
    case .name("string", _):
      let isAlike = [.int, .bool, .string].contains(argument.kind)
      return isAlike ? Output(text: "String(\(argument.text))", kind: .string) : nil
    case .member(let object, let name, _):
      guard let base = output(object), base.kind == .string, argument.kind == .string,
        let theirs = ["startsWith": "startsWith", "endsWith": "endsWith", "contains": "includes"][name]
      else { return nil }
      return Output(text: "\(wrapped(base, least: .primary)).\(theirs)(\(argument.text))", kind: .bool)
    default: return nil
    }
  }

  private func binary(_ sign: String, first: Output, second: Output) -> Output? {
    func joined(_ sign: String, binding: Binding, least: Binding, kind: Kind) -> Output {
      Output(
        text: "\(wrapped(first, least: binding)) \(sign) \(wrapped(second, least: least))", kind: kind, binding: binding
      )
    }
    let (left, right) = (first.kind, second.kind)
    switch sign {
    case "&&": return left == .bool && right == .bool ? joined(sign, binding: .and, least: .and, kind: .bool) : nil
    case "||": return left == .bool && right == .bool ? joined(sign, binding: .or, least: .or, kind: .bool) : nil
    case "==", "!=":
      return equality(sign, first: first, second: second).map {
        joined($0, binding: .equality, least: .sum, kind: .bool)
      }
    case "<", "<=", ">", ">=":
      return left.isNumber && right.isNumber ? joined(sign, binding: .relation, least: .sum, kind: .bool) : nil
    case "+" where left == .int && first.text.utf8.elementsEqual(second.text.utf8): return nil
    case "+":
      if left == .string, right == .string { return joined(sign, binding: .sum, least: .product, kind: .string) }
      return left.isNumber && right.isNumber
        ? joined(sign, binding: .sum, least: .product, kind: left == right ? left : .double) : nil
    case "-":
      return left.isNumber && right.isNumber
        ? joined(sign, binding: .sum, least: .product, kind: left == right ? left : .double) : nil
    // Whole numbers beyond 2^53 are no error there, and not exact.
    case "*" where left == .int && right == .int && Int64(first.text) == nil && Int64(second.text) == nil: return nil
    case "*":
      return left.isNumber && right.isNumber
        ? joined(sign, binding: .product, least: .unary, kind: left == right ? left : .double) : nil
    case "%":
      // Division by zero is an error in CEL.
      guard left == .int, right == .int, let number = Int64(second.text), number > 0 else { return nil }
      return joined(sign, binding: .product, least: .unary, kind: .int)
    default: return nil
    }
  }

  /// The operator that compares two values; nil if that cannot be known.
  private func equality(_ sign: String, first: Output, second: Output) -> String? {
    // Both languages group these chains differently.
    if first.binding == .equality || second.binding == .equality || second.binding == .relation { return nil }
    let (left, right) = (first.kind, second.kind)
    if left == right && left.isScalar || left.isNumber && right.isNumber { return sign }
    // An undefined value in ECMAScript is null in CEL.
    if left == .null || right == .null { return sign }
    return left.isScalar || right.isScalar ? sign + "=" : nil
  }

  private func wrapped(_ output: Output, least: Binding) -> String {
    output.binding.rawValue < least.rawValue ? "(\(output.text))" : output.text
  }

  // MARK: Names

  /// True if a name of the data is also a name in ECMAScript.
  static func isName(_ name: String) -> Bool {
    isWord(name) && !reserved.contains(name)
      && !ScriptScope.systemVariables.contains(name)
  }

  /// True if a text can follow a dot.
  static func isWord(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39 ~= first) else { return false }
    return name.utf8.allSatisfy { $0 < 0x80 && isWord($0) }
  }

  /// A byte of a name or a number.
  static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || 0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20
  }

  private static let reserved: Set<String> = [
    "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do",
    "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if", "implements", "import",
    "in",
    "instanceof", "interface", "let", "new", "null", "package", "private", "protected", "public", "return", "static",
    "super", "switch", "this", "throw", "true", "try", "typeof", "undefined", "var", "void", "while", "with", "yield",
    "In", "Infinity", "Math", "NaN", "String", "Number", "Boolean", "Array", "Object", "JSON", "Date", "event", "isIn",
  ]
}
