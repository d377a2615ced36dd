import CEL
import StateKitCore
import StateKitFormat

/// Translates ECMAScript expressions to CEL.
struct ScriptTranslator {
  /// A CEL expression with the precedence of its last operator.
  struct Output {
    let text: String
    let type: ScriptType
    var binding = Binding.primary

    static let null = Output(text: "null", type: .null)
  }

  enum Binding: Int {
    case choice, or, and, relation, sum, product, unary, primary
  }

  let scope: ScriptScope

  /// An expression for its value.
  static func value(_ text: String, scope: ScriptScope) throws(ScriptError) -> Output {
    try ScriptTranslator(scope: scope).value(try ScriptParser.expression(text))
  }

  /// An expression as a condition.
  static func condition(_ text: String, scope: ScriptScope) throws(ScriptError) -> String {
    try ScriptTranslator(scope: scope).condition(try ScriptParser.expression(text)).text
  }

  // MARK: Values

  func value(_ node: ScriptNode) throws(ScriptError) -> Output { try limited(translated(node)) }

  /// Refuses a text beyond the limit of an expression before others repeat it.
  func limited(_ output: Output) throws(ScriptError) -> Output {
    if output.text.utf8.count <= Compiler.longest { return output }
    throw ScriptError(
      kind: .length, message: "the expression has more than \(Compiler.longest) bytes in CEL, the limit", range: 0..<0,
      help: "keep a part of it in the data")
  }

  private func translated(_ node: ScriptNode) throws(ScriptError) -> Output {
    switch node {
    case .number(let text): return Output(text: ScriptConstant.literal(text), type: .number)
    case .text(let text): return Output(text: ExpressionText.literal(text), type: .text)
    case .flag(let flag): return Output(text: flag ? "true" : "false", type: .flag)
    case .null, .undefined: return .null
    case .name(let name, let range): return try self.name(name, in: range)
    case .member(let object, let name, let range): return try member(object, name: name, in: range)
    case .index(let object, let key, _):
      let base = try value(object)
      return Output(text: "\(wrapped(base, least: .primary))[\(try value(key).text)]", type: .unknown)
    case .call(let callee, let arguments, let range): return try call(callee, arguments: arguments, in: range)
    case .unary(let sign, let operand): return try unary(sign, operand: operand)
    case .binary(let sign, let left, let right, let range): return try binary(sign, left: left, right: right, in: range)
    case .choice(let condition, let then, let otherwise):
      if isEventField(otherwise), isBeforeEvents(condition), case .null = then { return try value(otherwise) }
      let (first, second) = (try value(then), try value(otherwise))
      let type = first.type == second.type ? first.type : .unknown
      return choice(try self.condition(condition), then: first, otherwise: second, type: type)
    case .array(let elements):
      var texts: [String] = []
      for element in elements { texts.append(try value(element).text) }
      return Output(text: "[\(texts.joined(separator: ", "))]", type: .list)
    case .object(let members):
      var texts: [String] = []
      for (key, member) in members { texts.append("\(ExpressionText.literal(key)): \(try value(member).text)") }
      return Output(text: "{\(texts.joined(separator: ", "))}", type: .map)
    case .assign(_, _, _, let range), .update(_, _, let range):
      throw ScriptError(
        kind: .assignment, message: "an expression that changes data cannot be translated to CEL", range: range,
        help: "use <assign>")
    }
  }

  private func name(_ name: String, in range: Range<Int>) throws(ScriptError) -> Output {
    switch name {
    case "_event": return Output(text: "event", type: .map)
    case "_name": return Output(text: ExpressionText.literal(scope.machineName), type: .text)
    case "_sessionid": return Output(text: "'statekit'", type: .text)
    case "_ioprocessors":
      let location = "{'location': '#_scxml_statekit'}"
      return Output(
        text: "{'scxml': \(location), 'http://www.w3.org/TR/scxml/#SCXMLEventProcessor': \(location)}", type: .map)
    case "NaN", "Infinity":
      throw ScriptError(kind: .script, message: "\(name) has no counterpart in CEL", range: range)
    default: break
    }
    guard let type = scope.names[name] else {
      // Reading an undeclared name fails at run time.
      scope.remarks?.undeclared.append((range, name))
      return Output(text: "{}.\(ScriptScope.contextName(name))", type: .unknown)
    }
    return Output(text: ScriptScope.contextName(name), type: type)
  }

  private func member(_ object: ScriptNode, name: String, in range: Range<Int>) throws(ScriptError) -> Output {
    if case .name("_event", _) = object {
      let ours = ["name": "name", "data": "data", "type": "type", "sendid": "sendId", "invokeid": "invokeId"]
      if let field = ours[name] {
        return Output(text: "event.\(field)", type: name == "name" || name == "type" ? .text : .unknown)
      }
      let senders = ["origin": "#_scxml_statekit", "origintype": "http://www.w3.org/TR/scxml/#SCXMLEventProcessor"]
      if let sender = senders[name] {
        // Events of the machine itself have no sender.
        let literal = ExpressionText.literal(sender)
        return Output(text: "event.type == 'external' ? \(literal) : null", type: .unknown, binding: .choice)
      }
      scope.remarks?.eventFields.append((range, name))
      return .null
    }
    if case .name("Math", _) = object {
      let constants = ["PI": "3.141592653589793", "E": "2.718281828459045"]
      if let text = constants[name] { return Output(text: text, type: .number) }
    }
    if name == "length", case .text(let text) = object { return Output(text: "\(text.utf16.count)", type: .number) }
    let base = try value(object)
    switch base.type {
    case .list where name == "length": return Output(text: "size(\(base.text))", type: .number)
    case .text where name == "length", .unknown where name == "length":
      return Output(text: "utf16Size(\(base.text))", type: .number)
    default: break
    }
    if base.type == .null { return Output(text: "{}.\(ScriptScope.contextName(name))", type: .unknown) }
    if ScriptScope.contextName(name) != name {
      return Output(text: "\(wrapped(base, least: .primary))[\(ExpressionText.literal(name))]", type: .unknown)
    }
    return Output(text: "\(wrapped(base, least: .primary)).\(name)", type: .unknown)
  }

  private func unary(_ sign: String, operand: ScriptNode) throws(ScriptError) -> Output {
    switch sign {
    case "!": return not(try condition(operand))
    case "typeof": return try type(of: operand)
    case "-":
      let value = try value(operand)
      return Output(text: "-" + wrapped(value, least: .unary), type: .number, binding: .unary)
    default:
      let value = try value(operand)
      return value.type == .number ? value : Output(text: "double(\(value.text))", type: .number)
    }
  }

  /// `typeof` as a text.
  private func type(of operand: ScriptNode) throws(ScriptError) -> Output {
    if case .name(let name, _) = operand, !name.utf8.starts(with: "_".utf8), scope.names[name] == nil {
      return Output(text: Self.isNumberName(name) ? "'number'" : "'undefined'", type: .text)
    }
    let text = wrapped(try value(operand), least: .relation)
    let present = try presence(of: operand)
    let isMissing = present.map { "\(not($0).text) ? 'undefined' : " } ?? ""
    // A member that is present and null is null.
    let ofNull = present != nil || isDefined(operand) ? "object" : "undefined"
    return Output(
      text: isMissing
        + "\(text) == null ? '\(ofNull)' : type(\(text)) == string ? 'string' : type(\(text)) == bool ? 'boolean' : "
        + "type(\(text)) in [int, double] ? 'number' : 'object'", type: .text, binding: .choice)
  }

  /// True if null is a real value here, not a missing one.
  func isDefined(_ node: ScriptNode) -> Bool {
    switch node {
    case .null: true
    case .name(let name, _): scope.defined.contains(name)
    default: false
    }
  }

  static func isNumberName(_ name: String) -> Bool { name == "NaN" || name == "Infinity" }

  // MARK: Conditions

  /// A value as a condition of ECMAScript: empty values, zero and missing values are false.
  func condition(_ node: ScriptNode) throws(ScriptError) -> Output {
    if case .binary(let sign, let left, let right, _) = node, sign == "&&" || sign == "||" {
      let (first, second) = (try condition(left), try condition(right))
      return sign == "&&" ? both(first, second) : either(first, second)
    }
    if case .name("_event", _) = node { return Output(text: "event.name != 'init'", type: .flag, binding: .relation) }
    let value = try value(node)
    switch value.type {
    case .flag: return value
    case .null: return Output(text: "false", type: .flag)
    case .list, .map: return Output(text: "true", type: .flag)
    case .number where node.divides:
      // A quotient may be NaN, which is false, and which differs from 0.
      return Output(text: "[\(value.text)].exists(x, x < 0 || x > 0)", type: .flag)
    case .number: return Output(text: "\(wrapped(value, least: .sum)) != 0", type: .flag, binding: .relation)
    case .text: return Output(text: "\(wrapped(value, least: .sum)) != ''", type: .flag, binding: .relation)
    case .unknown:
      let test = Output(text: "!(\(wrapped(value, least: .sum)) in [null, false, 0, ''])", type: .flag, binding: .unary)
      return try presence(of: node).map { both($0, test) } ?? test
    }
  }

  /// Adds parentheses if the precedence is too low.
  func wrapped(_ output: Output, least: Binding) -> String {
    output.binding.rawValue < least.rawValue ? "(\(output.text))" : output.text
  }
}
