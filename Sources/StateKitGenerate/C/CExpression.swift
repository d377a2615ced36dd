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

    var inner: String { isAtom ? text : "(\(text))" }
  }

  let model: CModel
  let scope: CEventScope
  let tests: [StateID]
  /// The statement that leaves the function at an error.
  var failure = "return FAILED;"
  private(set) var statements: [String] = []

  init(_ model: CModel, scope: CEventScope, tests: [StateID], failure: String = "return FAILED;") {
    self.model = model
    self.scope = scope
    self.tests = tests
    self.failure = failure
  }

  var canFail: Bool { !statements.isEmpty }

  mutating func write(_ tree: ExpressionTree) throws(NotGenerated) -> Code {
    switch tree {
    case .constant(let value): return try constant(value)
    case .test(let test):
      return Code(text: "is_active(d, \(model.states[tests[test].index]))", type: .bool, isAtom: true)
    case .host(let index):
      return Code(text: "\(model.hostGuards[index])(d)", type: .bool, isAtom: true)
    case .variable, .field: return try read(tree)
    case .hasField(let owner, let name):
      guard let field = try field(of: owner, named: name) else { return try isThere(.field(owner, name)) }
      return Code(text: field.isOptional ? field.hasText : "true", type: .bool, isAtom: true)
    case .not(let inner):
      let code = try expect(.bool, inner, by: "!")
      return Code(text: "!\(code.inner)", type: .bool, isAtom: true)
    case .negative(let inner):
      let code = try number(inner, by: "-")
      if code.type == .double { return Code(text: "-\(code.inner)", type: .double) }
      return checked("subtract", ["0", code.text])
    case .and(let left, let right): return try logical(of: left, and: right, by: "&&", helper: "both")
    case .or(let left, let right): return try logical(of: left, and: right, by: "||", helper: "either")
    case .conditional(let condition, let then, let otherwise):
      return try conditional(condition, then: then, otherwise: otherwise)
    case .binary(let sign, let left, let right): return try binary(of: left, and: right, by: sign)
    case .call("double", let arguments):
      let code = try number(arguments[0], by: "double()")
      return code.type == .double ? code : Code(text: "(double)\(code.inner)", type: .double, isAtom: true)
    case .call("int", let arguments):
      let code = try number(arguments[0], by: "int()")
      return code.type == .int ? code : checked("to_int", [code.text])
    case .call(let name, _):
      throw NotGenerated("\(name == "[]" ? "an element by an index" : name)", help: "let a host guard answer it")
    case .list, .map:
      throw NotGenerated("a list or a map", help: "use keys of the context with numbers, bools and texts")
    }
  }

  private func constant(_ value: Value) throws(NotGenerated) -> Code {
    switch value {
    case .bool(let flag): return Code(text: flag ? "true" : "false", type: .bool, isAtom: true)
    case .int(let number): return Code(text: CModel.literal(number), type: .int, isAtom: number >= 0)
    case .double(let number): return Code(text: "\(number)", type: .double, isAtom: number >= 0)
    case .string(let text): return Code(text: model.text(text), type: .text, isAtom: true)
    case .null: throw NotGenerated("null", help: "use a bool beside the value, or a number that stands for none")
    default: throw NotGenerated("this value", help: "use numbers, bools and texts")
    }
  }

  // MARK: Variables

  private mutating func read(_ tree: ExpressionTree) throws(NotGenerated) -> Code {
    if let path = model.contextPath(tree) {
      let field = try model.contextField(path)
      return Code(text: "d->context.\(field.identifier)", type: field.type, isAtom: true)
    }
    switch tree {
    case .field(let owner, let name) where Self.isData(owner, in: model):
      guard let field = try field(of: owner, named: name) else { break }
      if field.isOptional { statements.append("if (!\(field.hasText)) { \(failure) }") }
      return Code(text: field.text, type: field.type, isAtom: true, isForeign: field.type == .text)
    case _ where Self.isData(tree, in: model):
      return try payload()
    default: break
    }
    throw NotGenerated("this use of an event", help: "read event.data and its fields")
  }

  private static func isData(_ tree: ExpressionTree, in model: CModel) -> Bool {
    if case .field(.variable(model.eventSlot), "data") = tree { true } else { false }
  }

  private struct PayloadField {
    var text: String
    var hasText: String
    var type: CType
    var isOptional: Bool
  }

  /// A field of the payload; nil if the owner is not `event.data`. Other events that may be current fail here.
  private mutating func field(of owner: ExpressionTree, named name: String) throws(NotGenerated) -> PayloadField? {
    guard Self.isData(owner, in: model) else { return nil }
    let payloads = model.payloads
    let events = try events { payloads[$0]?.field(name) != nil }
    guard let event = events.first, let payload = model.payloads[event], let field = payload.field(name) else {
      throw NotGenerated("event.data.\(name)", help: "declare the event and its payload in \"events\"")
    }
    guard events.count == 1 else {
      throw NotGenerated("the payload of several events", help: "read it in the handler of one event")
    }
    guard let type = field.type else {
      throw NotGenerated("the field \(name) of type \(field.declared.text)", help: "use int, bool, double or string")
    }
    let base = "d->data.\(payload.identifier)"
    return PayloadField(
      text: "\(base).\(field.identifier)", hasText: "\(base).has_\(field.identifier)", type: type,
      isOptional: field.declared.isOptional)
  }

  /// `event.data` itself, for an event whose payload is one value.
  private mutating func payload() throws(NotGenerated) -> Code {
    let payloads = model.payloads
    let events = try events { payloads[$0]?.single != nil }
    guard events.count == 1, let payload = model.payloads[events[0]], let type = payload.single else {
      throw NotGenerated(
        "event.data", help: "declare the payload of the event in \"events\", and read it in its handler")
    }
    if case .value(let declared)? = model.declaredType(of: events[0]), declared.isOptional {
      throw NotGenerated("a payload that may be missing", help: "declare it as a field, and ask has(event.data.x)")
    }
    return Code(text: "d->data.\(payload.identifier)", type: type, isAtom: true, isForeign: type == .text)
  }

  /// The events whose payload may be meant. Where other events may be current, the expression fails for those.
  private mutating func events(_ isMeant: (Int) -> Bool) throws(NotGenerated) -> [Int] {
    switch scope {
    case .none: throw NotGenerated("event.data where there is no event", help: "keep the payload in the context")
    case .events(let events): return events.filter(isMeant).count == events.count ? events : []
    case .any:
      let found = model.payloads.keys.sorted().filter(isMeant)
      model.needs.insert("EVENT")
      if found.count == 1 { statements.append("if (d->event != \(model.events[found[0]])) { \(failure) }") }
      return found
    }
  }

  private func isThere(_ tree: ExpressionTree) throws(NotGenerated) -> Code {
    if let path = model.contextPath(tree) {
      _ = try model.contextField(path)
      return Code(text: "true", type: .bool, isAtom: true)
    }
    throw NotGenerated("has() of this value", help: "ask for a field of event.data")
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
    statements.append("if (!\(helper)(\(operands.joined(separator: ", ")), &\(name))) { \(failure) }")
    return Code(text: name, type: .int, isAtom: true)
  }

  private mutating func binary(
    of left: ExpressionTree, and right: ExpressionTree, by sign: String
  ) throws(NotGenerated) -> Code {
    if sign == "in" { return try membership(left, right) }
    let (first, second) = (try write(left), try write(right))
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
    let value = try write(left)
    var parts: [String] = []
    for element in elements {
      let code = try write(element)
      guard code.type == value.type else {
        throw NotGenerated("a list of different types", help: "write elements of one type")
      }
      parts.append("\(value.inner) == \(code.inner)")
    }
    return Code(text: parts.joined(separator: " || "), type: .bool)
  }

  /// `&&` and `||`: an error on one side does not count where the other side decides.
  private mutating func logical(
    of left: ExpressionTree, and right: ExpressionTree, by sign: String, helper: String
  ) throws(NotGenerated) -> Code {
    var (first, second) = (fresh(), fresh())
    let (a, b) = (try first.expect(.bool, left, by: sign), try second.expect(.bool, right, by: sign))
    if !first.canFail, !second.canFail {
      return Code(text: "\(Self.side(a, sign)) \(sign) \(Self.side(b, sign))", type: .bool)
    }
    let name = model.temporary()
    if !first.canFail {
      statements.append("bool \(name) = \(a.text);")
      statements.append("if (\(sign == "&&" ? name : "!\(name)")) {")
      statements += second.statements.map { "  \($0)" }
      statements += ["  \(name) = \(b.text);", "}"]
      return Code(text: name, type: .bool, isAtom: true)
    }
    let sides = try [left, right].map { tree throws(NotGenerated) in try model.outlined(tree, like: self) }
    model.needs.insert(helper)
    statements.append("int \(name) = \(helper)(\(sides[0])(d), \(sides[1])(d));")
    statements.append("if (\(name) < 0) { \(failure) }")
    return Code(text: "\(name) == 1", type: .bool)
  }

  /// A side of `&&` or `||`: comparisons need no parentheses there, the other logical operator does.
  private static func side(_ code: Code, _ sign: String) -> String {
    let other = sign == "&&" ? "||" : "&&"
    return code.isAtom || !code.text.utf8.includes(other.utf8) ? code.text : "(\(code.text))"
  }

  private mutating func conditional(
    _ condition: ExpressionTree, then: ExpressionTree, otherwise: ExpressionTree
  ) throws(NotGenerated) -> Code {
    let test = try expect(.bool, condition, by: "?:")
    var (first, second) = (fresh(), fresh())
    let (a, b) = (try first.write(then), try second.write(otherwise))
    guard a.type == b.type else { throw NotGenerated("?: with values of different types", help: "give both one type") }
    if !first.canFail, !second.canFail {
      return Code(text: "(\(test.inner) ? \(a.inner) : \(b.inner))", type: a.type, isAtom: true)
    }
    let name = model.temporary()
    statements.append("\(a.type.name(model.prefix)) \(name);")
    statements.append("if (\(test.text)) {")
    statements += first.statements.map { "  \($0)" } + ["  \(name) = \(a.text);", "} else {"]
    statements += second.statements.map { "  \($0)" } + ["  \(name) = \(b.text);", "}"]
    return Code(text: name, type: a.type, isAtom: true)
  }

  private func fresh() -> CExpression {
    CExpression(model, scope: scope, tests: tests, failure: failure)
  }
}
