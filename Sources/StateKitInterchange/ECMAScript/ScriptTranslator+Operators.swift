import StateKitCore

/// Binary operators.
extension ScriptTranslator {
  func binary(
    _ sign: String, left: ScriptNode, right: ScriptNode, in range: Range<Int>
  ) throws(ScriptError) -> Output {
    switch sign {
    case "&&", "||": return try logical(sign, left: left, right: right)
    case "??":
      let (first, second) = (try value(left), try value(right))
      let type = first.type == second.type ? first.type : .unknown
      return choice(try comparison(left, toNull: "!="), then: first, otherwise: second, type: type)
    case "==", "===", "!=", "!==": return try equality(sign, left: left, right: right, in: range)
    case "<", ">", "<=", ">=":
      if let search = try search(sign, left: left, right: right) { return search }
      return relation(sign, left: try value(left), right: try value(right))
    case "in": return try isKey(left, right, in: range)
    case "instanceof": return try isInstance(left, right, in: range)
    case "+": return try sum(left, right, in: range)
    case "/":
      let (first, second) = (try value(left), try value(right))
      return Output(text: "double(\(first.text)) / double(\(second.text))", type: .number, binding: .product)
    default:
      let (first, second) = (try value(left), try value(right))
      if first.type == .text || second.type == .text {
        throw ScriptError(
          kind: .script, message: "\"\(sign)\" converts a text to a number in ECMAScript, but not in CEL", range: range,
          help: "write parseInt(…) or Number(…)")
      }
      let binding: Binding = sign == "-" ? .sum : .product
      let least: Binding = sign == "-" ? .product : .unary
      return Output(
        text: "\(wrapped(first, least: binding)) \(sign) \(wrapped(second, least: least))", type: .number,
        binding: binding)
    }
  }

  /// As a value, `a || b` is the first operand that is true.
  private func logical(_ sign: String, left: ScriptNode, right: ScriptNode) throws(ScriptError) -> Output {
    let (first, second) = (try value(left), try value(right))
    if first.type == .flag, second.type == .flag { return sign == "&&" ? both(first, second) : either(first, second) }
    let test = try condition(left)
    let (then, otherwise) = sign == "&&" ? (second, try optional(left, known: first)) : (first, second)
    let type = first.type == second.type ? first.type : .unknown
    return choice(test, then: then, otherwise: otherwise, type: type)
  }

  private func equality(
    _ sign: String, left: ScriptNode, right: ScriptNode, in range: Range<Int>
  ) throws(ScriptError) -> Output {
    let ours = sign.utf8.first == UInt8(ascii: "!") ? "!=" : "=="
    for (one, other) in [(left, right), (right, left)] {
      if case .unary("typeof", let operand) = one, case .text(let type) = other {
        return try typeTest(operand, type: type, isEqual: ours == "==")
      }
      switch one {
      case .null where sign.utf8.count == 3:
        if let test = try identity(other, withNull: ours) { return test }
        noteAbsence(of: other, isWithNull: true, isEqual: ours == "==", in: range)
      case .undefined where sign.utf8.count == 3:
        if let present = try presence(of: other) { return ours == "==" ? not(present) : present }
        noteAbsence(of: other, isWithNull: false, isEqual: ours == "==", in: range)
      case .null, .undefined: if try presence(of: other) != nil { return try comparison(other, toNull: ours) }
      default: break
      }
    }
    if let search = try search(sign, left: left, right: right) { return search }
    let (first, second) = (try value(left), try value(right))
    if first.type.isReference, second.type.isReference {
      throw ScriptError(
        kind: .script,
        message: "\(sign) compares the identity of two lists or maps in ECMAScript, but their content in CEL",
        range: range, help: "compare their elements")
    }
    let scalars: [ScriptType] = [.number, .text, .flag, .null]
    let isOfValues = scalars.contains(first.type) || scalars.contains(second.type)
    if sign.utf8.count == 2 || !isOfValues { scope.remarks?.note(range, left: first.type, right: second.type) }
    return relation(ours, left: first, right: second)
  }

  private static let eventFields: Set<String> = ["name", "type", "sendid", "origin", "origintype", "invokeid", "data"]

  private func isKey(_ left: ScriptNode, _ right: ScriptNode, in range: Range<Int>) throws(ScriptError) -> Output {
    if case .name("_event", _) = right, case .text(let field) = left {
      return Output(text: Self.eventFields.contains(field) ? "true" : "false", type: .flag)
    }
    let (key, object) = (try value(left), try value(right))
    if object.type == .list {
      throw ScriptError(
        kind: .script, message: "\"in\" looks for an index in ECMAScript, but for an element in CEL", range: range,
        help: "write .includes(…)")
    }
    return relation("in", left: key, right: object)
  }

  private func isInstance(_ left: ScriptNode, _ right: ScriptNode, in range: Range<Int>) throws(ScriptError) -> Output {
    let text = wrapped(try value(left), least: .choice)
    switch right {
    case .name("Array", _): return Output(text: "type(\(text)) == list", type: .flag, binding: .relation)
    case .name("Object", _): return Output(text: "type(\(text)) in [list, map]", type: .flag, binding: .relation)
    default:
      throw ScriptError(kind: .script, message: "\"instanceof\" supports only Array and Object", range: range)
    }
  }

  private func typeTest(_ operand: ScriptNode, type: String, isEqual: Bool) throws(ScriptError) -> Output {
    if case .name(let name, _) = operand, !["_event", "_name", "_sessionid", "_ioprocessors"].contains(name),
      scope.names[name] == nil
    {
      let known = Self.isNumberName(name) ? "number" : "undefined"
      return Output(text: (type.utf8.elementsEqual(known.utf8)) == isEqual ? "true" : "false", type: .flag)
    }
    if case .member(let object, let name, _) = operand, type == "undefined", ScriptScope.contextName(name) == name {
      if case .name("_event", _) = object {
        return relation(isEqual ? "==" : "!=", left: try value(operand), right: .null)
      }
      let base = try value(object)
      let has = Output(text: "has(\(wrapped(base, least: .primary)).\(name))", type: .flag)
      return isEqual ? not(has) : has
    }
    // Before the first event, `_event` is undefined.
    if case .name("_event", _) = operand, type == "undefined" {
      return Output(text: "event.name \(isEqual ? "==" : "!=") 'init'", type: .flag, binding: .relation)
    }
    let text = wrapped(try value(operand), least: .sum)
    let present = try presence(of: operand)
    if type == "undefined", let present { return isEqual ? not(present) : present }
    func test(_ text: String, binding: Binding = .relation) -> Output {
      let output = Output(text: text, type: .flag, binding: binding)
      let whole = present.map { both($0, output) } ?? output
      return isEqual ? whole : not(whole)
    }
    switch type {
    case "undefined": return Output(text: "\(text) \(isEqual ? "==" : "!=") null", type: .flag, binding: .relation)
    case "string": return test("type(\(text)) == string")
    case "boolean": return test("type(\(text)) == bool")
    case "number": return test("type(\(text)) in [int, double]")
    case "object":
      return present != nil || isDefined(operand)
        ? test("\(text) == null || type(\(text)) in [list, map]", binding: .or) : test("type(\(text)) in [list, map]")
    // No data are functions, and no type has another name.
    default: return Output(text: isEqual ? "false" : "true", type: .flag)
    }
  }

  /// A sum of numbers, or a concatenation of texts.
  private func sum(_ left: ScriptNode, _ right: ScriptNode, in range: Range<Int>) throws(ScriptError) -> Output {
    let (first, second) = (try value(left), try value(right))
    if first.type.isReference || second.type.isReference {
      throw ScriptError(
        kind: .script, message: "+ converts a list or a map to a text in ECMAScript, but not in CEL", range: range,
        help: "use a.concat(b) for lists")
    }
    if first.type == .text || second.type == .text {
      let texts = [first, second].map { wrapped(string($0), least: .sum) }
      return Output(text: texts.joined(separator: " + "), type: .text, binding: .sum)
    }
    let type: ScriptType = first.type == .number && second.type == .number ? .number : .unknown
    return sum(first, second, type: type)
  }

  /// A value as a text. CEL writes small and large numbers otherwise than ECMAScript; our own documents have none there.
  func string(_ output: Output) -> Output {
    if output.type == .text { return output }
    let isAlike = output.type == .flag || scope.isOurs || Int64(output.text) != nil
    return Output(text: "\(isAlike ? "string" : "scriptString")(\(output.text))", type: .text)
  }

  /// A comparison of `a.indexOf(b)` with its result for an absent value.
  private func search(_ sign: String, left: ScriptNode, right: ScriptNode) throws(ScriptError) -> Output? {
    guard case .call(.member(let object, "indexOf", _), let arguments, _) = left, arguments.count == 1 else {
      return nil
    }
    let isFound: Bool
    switch (sign, right) {
    case ("!=", .unary("-", .number("1"))), ("!==", .unary("-", .number("1"))), (">", .unary("-", .number("1"))),
      (">=", .number("0")):
      isFound = true
    case ("==", .unary("-", .number("1"))), ("===", .unary("-", .number("1"))), ("<", .number("0")): isFound = false
    case ("==", .number("0")), ("===", .number("0")):
      let (base, part) = (try value(object), try value(arguments[0]))
      let owner = wrapped(base, least: .primary)
      if base.type != .list { return Output(text: "\(owner).startsWith(\(part.text))", type: .flag) }
      let isFirst = relation("==", left: Output(text: "\(owner)[0]", type: .unknown), right: part)
      return both(Output(text: "size(\(base.text)) > 0", type: .flag, binding: .relation), isFirst)
    default: return nil
    }
    let (base, part) = (try value(object), try value(arguments[0]))
    let found =
      base.type == .list
      ? relation("in", left: part, right: base)
      : Output(text: "\(wrapped(base, least: .primary)).contains(\(part.text))", type: .flag)
    return isFound ? found : not(found)
  }
}
