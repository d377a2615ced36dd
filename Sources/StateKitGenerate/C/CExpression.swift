// Longer than others: a method for each kind of expression.
import CEL
import StateKitCore

/// The meaning of `event` in an expression.
enum CEventScope {
  /// One of these events; nil for any.
  case events([Int])
  case any
  /// None: a timer of a state, or the start.
  case none
}

/// Writes expressions in C. What can fail becomes statements before the expression, so that no step is lost.
struct CExpression {
  /// A piece of C; `isAtom`: it needs no parentheses.
  struct Code {
    var text: String
    var type: CType
    var isAtom = false
    /// A text of a payload, which may be none of the chart's.
    var isForeign = false
    /// A number that is no result of arithmetic.
    var isFinite = false
    /// The condition under which the value is not null; nil for a value that is never null.
    var presence: String?

    var inner: String { isAtom ? text : "(\(text))" }

    static func atom(_ text: String, type: CType, isFinite: Bool = false) -> Code {
      Code(text: text, type: type, isAtom: true, isFinite: isFinite)
    }
  }

  let model: CModel
  let scope: CEventScope
  let tests: [StateID]
  /// The statement that leaves the function at an error.
  var failure = "return FAILED;"
  var statements: [String] = []

  var canFail: Bool { !statements.isEmpty }

  /// The fix for an expression without a tree.
  static let known = "use comparisons, arithmetic, &&, ||, ! and isIn, at most \(ExpressionTree.deepest) deep"

  /// The writer of an expression of a chart, and what it has written. `help`: the fix for one that C cannot express.
  static func written(
    _ expression: Expression, in model: CModel, scope: CEventScope, orRefuse refusal: NotGenerated
  ) throws(NotGenerated) -> (writer: CExpression, code: Code) {
    guard let tree = expression.program.tree else { throw refusal }
    var writer = CExpression(model: model, scope: scope, tests: expression.tests)
    let code = try writer.write(tree)
    return (writer, code)
  }

  /// Writes an expression for an operator that fails on null. `writeNullable` is for operators that take null.
  mutating func write(_ tree: ExpressionTree) throws(NotGenerated) -> Code {
    switch tree {
    case .constant(let value): return try constant(value)
    case .test(let test): return .atom("is_active(d, \(model.states[tests[test].index]))", type: .bool)
    case .host(let index): return .atom("\(model.hostGuards[index])(d)", type: .bool)
    case .variable, .field: return try read(tree)
    case .hasField(let owner, let name):
      if Self.isData(owner, in: model) {
        if case .any = scope {
          throw NotGenerated("has() where the event may be another", help: "ask in the handler of one event")
        }
        let found = try field(name)
        let presence = model.presence(of: found.field, in: found.payload)
        return presence.map { Code(text: $0, type: .bool) } ?? .atom("true", type: .bool)
      }
      guard let path = model.contextPath(.field(owner, name)) else {
        throw NotGenerated("has() of this value", help: "ask for a field of event.data")
      }
      _ = try model.contextField(path)
      return .atom("true", type: .bool)
    case .not(let inner):
      let code = try expect(.bool, inner, by: "!")
      return Code(text: "!\(code.inner)", type: .bool)
    case .negative(let inner):
      let code = try number(inner, by: "-")
      if code.type == .double { return Code(text: "-\(code.inner)", type: .double, isFinite: code.isFinite) }
      return checked("subtract", ["0", code.text])
    case .and: return try logical(tree, by: "&&")
    case .or: return try logical(tree, by: "||")
    case .conditional(let condition, let then, let otherwise):
      return try conditional(condition, then: then, otherwise: otherwise, mayBeNull: false)
    case .binary(let sign, let left, let right): return try binary(of: left, and: right, by: sign)
    case .call("double", let arguments):
      let code = try number(arguments[0], by: "double()")
      return code.type == .double ? code : .atom("(double)\(code.inner)", type: .double, isFinite: true)
    case .call("int", let arguments):
      let code = try number(arguments[0], by: "int()")
      return code.type == .int ? code : checked("to_int", [code.text])
    case .call(let name, _):
      throw NotGenerated(
        "\(name == "[]" ? "an element by an index" : name)",
        help: "let a host guard answer a condition, and let the program keep other values")
    case .list, .map:
      throw NotGenerated("a list or a map", help: "use keys of the context with numbers, bools and texts")
    }
  }

  private func constant(_ value: Value) throws(NotGenerated) -> Code {
    guard let type = CType(value), let text = model.constant(value) else {
      throw value.isNull
        ? NotGenerated("null", help: "use a bool beside the value, or a number that stands for none")
        : NotGenerated("this value", help: "use numbers, bools and texts")
    }
    return Code(text: text, type: type, isAtom: !text.hasPrefix("-"), isFinite: true)
  }

  /// Leaves the function at an error.
  mutating func failIf(_ condition: String) {
    model.needs.formUnion(["FAIL", "RAISE"])
    statements.append("if (\(condition)) { \(failure) }")
  }

  // MARK: Variables

  private mutating func read(_ tree: ExpressionTree) throws(NotGenerated) -> Code {
    if let path = model.contextPath(tree) {
      let field = try model.contextField(path)
      return .atom("d->context.\(field.identifier)", type: field.type, isFinite: true)
    }
    if Self.isData(tree, in: model) { return try payload() }
    guard case .field(let owner, let name) = tree, Self.isData(owner, in: model) else {
      if case .field(.variable(model.eventSlot), "name") = tree {
        throw NotGenerated("event.name", help: "write a handler for each name")
      }
      throw NotGenerated("this use of an event", help: "read event.data and its fields")
    }
    let found = try field(name)
    if let flags = found.field.flags { failIf("!d->data.\(found.payload.identifier).\(flags.value)") }
    return found.code
  }

  static func isData(_ tree: ExpressionTree, in model: CModel) -> Bool {
    if case .field(.variable(model.eventSlot), "data") = tree { true } else { false }
  }

  /// A field of `event.data`, and its declaration. Other events that may be current fail here.
  mutating func field(
    _ name: String
  ) throws(NotGenerated) -> (code: Code, field: CModel.Payload.Field, payload: CModel.Payload) {
    let payloads = model.payloads
    let events = try events(with: name) { payloads[$0]?.field(name) != nil }
    guard let event = events.first, let payload = payloads[event], let field = payload.field(name) else {
      throw NotGenerated("event.data.\(name)", help: "declare the event and its payload in \"events\"")
    }
    guard events.count == 1 else {
      throw NotGenerated("the payload of several events", help: "read it in the handler of one event")
    }
    guard let type = field.type else {
      throw NotGenerated("the field \(name) of type \(field.declared.text)", help: "use int, bool, double or string")
    }
    let text = "d->data.\(payload.identifier).\(field.identifier)"
    return (Code(text: text, type: type, isAtom: true, isForeign: type == .text), field, payload)
  }

  /// `event.data` itself, for an event whose payload is one value.
  private mutating func payload() throws(NotGenerated) -> Code {
    let payloads = model.payloads
    let events = try events(with: nil) { payloads[$0]?.single != nil }
    guard events.count == 1, let payload = payloads[events[0]], let type = payload.single else {
      throw NotGenerated(
        "event.data", help: "declare the payload of the event in \"events\", and read it in its handler")
    }
    if case .value(let declared)? = model.declaredType(of: events[0]), declared.isOptional {
      throw NotGenerated("a payload that may be missing", help: "declare it as a field, and ask has(event.data.x)")
    }
    return Code(text: "d->data.\(payload.identifier)", type: type, isAtom: true, isForeign: type == .text)
  }

  /// The events whose payload may be meant, by a field or as a whole. Where other events may be current, the expression
  /// fails for those: they have to be without such a payload.
  private mutating func events(with field: String?, _ isMeant: (Int) -> Bool) throws(NotGenerated) -> [Int] {
    switch scope {
    case .none: throw NotGenerated("event.data where there is no event", help: "keep the payload in the context")
    case .events(let events):
      if let event = events.first(where: model.comesByItself), model.payloads[event] != nil {
        let name = model.eventNames[event]
        throw NotGenerated("the payload of \(name)", help: "keep in the context what the chart needs of it")
      }
      return events.allSatisfy(isMeant) ? events : []
    case .any:
      let found = model.events(with: field)
      if !found.isEmpty, model.mayCarryUnheld(field) {
        throw NotGenerated("event.data where the event may be another", help: "read it in the handler of one event")
      }
      model.needs.insert("EVENT")
      if found.count == 1 { failIf("d->event != \(model.events[found[0]])") }
      return found
    }
  }

  // MARK: Operators

  private mutating func expect(_ type: CType, _ tree: ExpressionTree, by sign: String) throws(NotGenerated) -> Code {
    let code = try write(tree)
    guard code.type == type else { throw NotGenerated("\(sign) of a value of another type", help: "compare it first") }
    return code
  }

  private mutating func number(_ tree: ExpressionTree, by sign: String) throws(NotGenerated) -> Code {
    let code = try write(tree)
    guard code.type == .int || code.type == .double else {
      throw NotGenerated("\(sign) of a value other than a number", help: "use numbers")
    }
    return code
  }

  private mutating func checked(_ helper: String, _ operands: [String]) -> Code {
    model.needs.insert(helper)
    let name = model.temporary()
    statements.append("int64_t \(name);")
    failIf("!\(helper)(\(operands.joined(separator: ", ")), &\(name))")
    return .atom(name, type: .int)
  }

  private mutating func binary(
    of left: ExpressionTree, and right: ExpressionTree, by sign: String
  ) throws(NotGenerated) -> Code {
    if sign == "in" { return try membership(left, right) }
    if sign == "==" || sign == "!=" {
      for (value, other) in [(left, right), (right, left)] {
        if case .constant(.null) = other { return try comparison(sign, withNullOf: value) }
      }
      let (first, second) = (try writeNullable(left), try writeNullable(right))
      let compared = try operation(sign, of: first, and: second)
      return Self.comparison(sign, of: first, with: second, compared: compared)
    }
    let (first, second) = (try write(left), try write(right))
    return try operation(sign, of: first, and: second)
  }

  /// An operator between two values that are not null.
  private mutating func operation(_ sign: String, of first: Code, and second: Code) throws(NotGenerated) -> Code {
    let isArithmetic = ["+", "-", "*", "/", "%"].contains(sign)
    switch (first.type, second.type) {
    case (.int, .int):
      guard isArithmetic else { break }
      let helpers = ["+": "add", "-": "subtract", "*": "multiply", "/": "divide", "%": "modulo"]
      return checked(helpers[sign] ?? "add", [first.text, second.text])
    case (.double, .double), (.int, .double), (.double, .int):
      guard sign != "%" else { throw NotGenerated("% of a double", help: "use ints") }
      let sides = [first, second].map { $0.type == .int ? "(double)\($0.inner)" : $0.inner }
      return Code(text: "\(sides[0]) \(sign) \(sides[1])", type: isArithmetic ? .double : .bool)
    case (.bool, .bool), (.text, .text):
      guard sign == "==" || sign == "!=" else {
        throw NotGenerated(isArithmetic ? "texts put together" : "the order of texts or bools", help: "compare with ==")
      }
    default: throw NotGenerated("\(sign) of values of different types", help: "compare values of one type")
    }
    return Self.comparison(sign, of: first, with: second)
  }

  /// A comparison. One of a value with itself is decided, since a compiler warns about it.
  private static func comparison(_ sign: String, of first: Code, with second: Code) -> Code {
    if first.text.utf8.elementsEqual(second.text.utf8) {
      return .atom(["==", "<=", ">="].contains(sign) ? "true" : "false", type: .bool)
    }
    return Code(text: "\(first.inner) \(sign) \(second.inner)", type: .bool)
  }

  private mutating func membership(
    _ left: ExpressionTree, _ right: ExpressionTree
  ) throws(NotGenerated) -> Code {
    var elements: [ExpressionTree] = []
    switch right {
    case .list(let found): elements = found
    case .constant(.list(let list)): elements = list.elements.map { .constant($0) }
    default: break
    }
    guard !elements.isEmpty else {
      throw NotGenerated(
        "\"in\" of a list that is not written out", help: "write the list in the expression: x in [1, 2]")
    }
    var value = try writeNullable(left)
    if !value.isAtom, elements.count > 1 {
      let name = model.temporary()
      statements.append("\(value.type.name(model.prefix)) \(name) = \(value.text);")
      value.text = name
      value.isAtom = true
    }
    var parts: [String] = []
    for element in elements {
      let code = try writeNullable(element)
      if code.presence != nil { throw NotGenerated("a list with a value that may be null", help: "use == and ||") }
      guard code.type == value.type else {
        throw NotGenerated("a list of different types", help: "write elements of one type")
      }
      parts.append(
        code.type == .double ? "\(value.inner) == \(code.inner)" : Self.comparison("==", of: value, with: code).text)
    }
    let isFound = Code(text: parts.joined(separator: " || "), type: .bool)
    return value.presence.map { Code(text: "\($0) && \(isFound.inner)", type: .bool) } ?? isFound
  }

  /// `&&` and `||`: an error on one side does not count where the other side decides. A chain can be long.
  private mutating func logical(_ tree: ExpressionTree, by sign: String) throws(NotGenerated) -> Code {
    var rest = tree
    var operands: [ExpressionTree] = []
    while let sides = Self.sides(of: rest, by: sign) {
      operands.append(sides.right)
      rest = sides.left
    }
    // A left side that can fail is a function, and then the right side, too.
    var first = CExpression(model: model, scope: scope, tests: tests)
    var code = try first.expect(.bool, rest, by: sign)
    var left = Self.side(code, sign)
    while let operand = operands.popLast() {
      var both = operands.isEmpty ? self : CExpression(model: model, scope: scope, tests: tests)
      var second = first.canFail ? CExpression(model: model, scope: scope, tests: tests) : both.fresh()
      let right = try second.expect(.bool, operand, by: sign)
      code =
        first.canFail || second.canFail
        ? both.join((first, code), (second, right), by: sign)
        : Code(text: "\(left) \(sign) \(Self.side(right, sign))", type: .bool)
      (first, left) = (both, code.text)
    }
    self = first
    return code
  }

  /// The sides of an operator `&&` or `||`; nil for another tree.
  private static func sides(
    of tree: ExpressionTree, by sign: String
  ) -> (left: ExpressionTree, right: ExpressionTree)? {
    switch tree {
    case .and(let left, let right) where sign == "&&": return (left, right)
    case .or(let left, let right) where sign == "||": return (left, right)
    default: return nil
    }
  }

  /// Joins two sides of which one can fail.
  private mutating func join(
    _ first: (writer: CExpression, code: Code), _ second: (writer: CExpression, code: Code), by sign: String
  ) -> Code {
    let name = model.temporary()
    if !first.writer.canFail {
      statements += ["bool \(name) = \(first.code.text);", "if (\(sign == "&&" ? name : "!\(name)")) {"]
      statements += second.writer.statements.map { "  \($0)" } + ["  \(name) = \(second.code.text);", "}"]
      return .atom(name, type: .bool)
    }
    let sides = (
      model.outlined(first.writer, result: first.code), model.outlined(second.writer, result: second.code)
    )
    let helper = sign == "&&" ? "both" : "either"
    model.needs.insert(helper)
    statements.append("int \(name) = \(helper)(\(sides.0)(d), \(sides.1)(d));")
    failIf("\(name) < 0")
    return Code(text: "\(name) == 1", type: .bool)
  }

  /// A side of `&&` or `||`: comparisons need no parentheses there, the other logical operator does.
  private static func side(_ code: Code, _ sign: String) -> String {
    let other = sign == "&&" ? "||" : "&&"
    return code.isAtom || !code.text.utf8.includes(other.utf8) ? code.text : "(\(code.text))"
  }

  /// `mayBeNull`: where the value is null, so is the result; else null is an error.
  mutating func conditional(
    _ condition: ExpressionTree, then: ExpressionTree, otherwise: ExpressionTree, mayBeNull: Bool
  ) throws(NotGenerated) -> Code {
    let test = try expect(.bool, condition, by: "?:")
    var (first, second) = (fresh(), fresh())
    let a = try mayBeNull ? first.writeNullable(then) : first.write(then)
    let b = try mayBeNull ? second.writeNullable(otherwise) : second.write(otherwise)
    guard a.type == b.type else { throw NotGenerated("?: with values of different types", help: "give both one type") }
    if !first.canFail, !second.canFail { return .atom("(\(test.inner) ? \(a.inner) : \(b.inner))", type: a.type) }
    let name = model.temporary()
    // A bool that is true if the value is not null.
    let flag = a.presence == nil && b.presence == nil ? nil : model.temporary()
    let flags: [[String]] = [a, b].map { code in flag.map { ["  \($0) = \(code.presence ?? "true");"] } ?? [] }
    statements += ["\(a.type.name(model.prefix)) \(name);"] + (flag.map { ["bool \($0);"] } ?? [])
    statements.append("if (\(test.text)) {")
    statements += first.statements.map { "  \($0)" } + ["  \(name) = \(a.text);"] + flags[0] + ["} else {"]
    statements += second.statements.map { "  \($0)" } + ["  \(name) = \(b.text);"] + flags[1] + ["}"]
    var code = Code.atom(name, type: a.type)
    code.presence = flag
    return code
  }

  private func fresh() -> CExpression {
    CExpression(model: model, scope: scope, tests: tests, failure: failure)
  }
}
