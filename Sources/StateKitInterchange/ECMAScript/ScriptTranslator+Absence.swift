import StateKitFormat

/// Members that may be absent: in ECMAScript they are undefined, which counts as false and equals null. In CEL,
/// reading one fails.
extension ScriptTranslator {
  /// A test that a member is present; nil for values that are always present, or whose reading also fails in
  /// ECMAScript.
  func presence(of node: ScriptNode) throws(ScriptError) -> Output? {
    let owner: ScriptNode
    let test: Output
    switch node {
    case .member(let object, let name, _):
      if case .name(let known, _) = object, known == "_event" || known == "Math" { return nil }
      let base = try value(object)
      guard base.type == .unknown || base.type == .map, name != "length" else { return nil }
      owner = object
      if ScriptScope.contextName(name) == name {
        test = Output(text: "has(\(wrapped(base, least: .primary)).\(name))", type: .flag)
      } else {
        test = relation("in", left: Output(text: ExpressionText.literal(name), type: .text), right: base)
      }
    case .index(let object, let key, _):
      let (base, index) = (try value(object), try value(key))
      owner = object
      let isBefore = relation("<", left: index, right: Output(text: "size(\(base.text))", type: .number))
      let isKey = relation("in", left: index, right: base)
      switch (base.type, index.type) {
      case (.list, _), (.unknown, .number): test = isBefore
      case (.map, _), (_, .text): test = isKey
      case (.unknown, _):
        let isList = Output(text: "type(\(base.text)) == list", type: .flag, binding: .relation)
        test = choice(isList, then: isBefore, otherwise: isKey, type: .flag)
      default: return nil
      }
    default: return nil
    }
    return try presence(of: owner).map { both($0, test) } ?? test
  }

  /// A value with null in place of an absent member. `known`: the value of the node.
  func optional(_ node: ScriptNode, known: Output) throws(ScriptError) -> Output {
    guard let present = try presence(of: node) else { return known }
    return choice(present, then: known, otherwise: .null, type: .unknown)
  }

  /// `==` and `!=` with null or undefined, which these operators treat alike.
  func comparison(_ node: ScriptNode, toNull sign: String) throws(ScriptError) -> Output {
    let known = try value(node)
    let test = relation(sign, left: known, right: .null)
    guard let present = try presence(of: node) else { return test }
    return sign == "!=" ? both(present, test) : either(not(present), test)
  }

  /// `===` and `!==` with null, which an absent member does not equal; nil for values that are always present.
  func identity(_ node: ScriptNode, withNull sign: String) throws(ScriptError) -> Output? {
    guard let present = try presence(of: node) else { return nil }
    let test = relation(sign, left: try value(node), right: .null)
    return sign == "==" ? both(present, test) : either(not(present), test)
  }

  /// Notes a comparison of data with null or undefined that may have another result here, where both are null.
  func noteAbsence(of node: ScriptNode, isWithNull: Bool, isEqual: Bool, in range: Range<Int>) {
    guard case .name(let name, _) = node, scope.names[name] != nil, scope.defined.contains(name) != isWithNull else {
      return
    }
    scope.remarks?.absences.append(ScriptRemarks.Absence(range: range, isEqual: isEqual, isWithNull: isWithNull))
  }

  /// True for a test that there was no event yet.
  func isBeforeEvents(_ test: ScriptNode) -> Bool {
    if case .binary("===", .unary("typeof", .name("_event", _)), .text("undefined"), _) = test { true } else { false }
  }

  /// True for a field of the event that is null here before the first event.
  func isEventField(_ node: ScriptNode) -> Bool {
    guard case .member(.name("_event", _), let name, _) = node else { return false }
    return ["data", "sendid", "invokeid"].contains(name)
  }

  // MARK: Operators of CEL

  func both(_ first: Output, _ second: Output) -> Output {
    Output(text: "\(wrapped(first, least: .and)) && \(wrapped(second, least: .and))", type: .flag, binding: .and)
  }

  func either(_ first: Output, _ second: Output) -> Output {
    Output(text: "\(wrapped(first, least: .or)) || \(wrapped(second, least: .or))", type: .flag, binding: .or)
  }

  func not(_ test: Output) -> Output { Output(text: "!" + wrapped(test, least: .unary), type: .flag, binding: .unary) }

  func relation(_ sign: String, left: Output, right: Output) -> Output {
    Output(
      text: "\(wrapped(left, least: .sum)) \(sign) \(wrapped(right, least: .sum))", type: .flag, binding: .relation)
  }

  func choice(_ test: Output, then: Output, otherwise: Output, type: ScriptType) -> Output {
    Output(
      text: "\(wrapped(test, least: .or)) ? \(wrapped(then, least: .or)) : \(wrapped(otherwise, least: .choice))",
      type: type, binding: .choice)
  }

  func sum(_ first: Output, _ second: Output, type: ScriptType) -> Output {
    Output(text: "\(wrapped(first, least: .sum)) + \(wrapped(second, least: .product))", type: type, binding: .sum)
  }
}
