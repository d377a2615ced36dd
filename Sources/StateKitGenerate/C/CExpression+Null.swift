import CEL
import StateKitCore

/// Optional fields that are null. A field that is missing is an error wherever it is read, and null is one for most
/// operators, but not for `has`, `==`, `!=` and `in`.
extension CExpression {
  /// Writes a value for an operator that takes null, too: where `presence` of the result is false, the value is null.
  mutating func writeNullable(_ tree: ExpressionTree) throws(NotGenerated) -> Code {
    switch tree {
    case .field(let owner, let name) where Self.isData(owner, in: model):
      let found = try field(name)
      var code = found.code
      guard let flags = found.field.flags, let presence = model.presence(of: found.field, in: found.payload) else {
        return code
      }
      failIf("!(\(presence))")
      code.presence = "d->data.\(found.payload.identifier).\(flags.value)"
      return code
    case .conditional(let condition, let then, let otherwise):
      return try conditional(condition, then: then, otherwise: otherwise, mayBeNull: true)
    default: return try write(tree)
    }
  }

  /// `== null` or `!= null` of a value.
  mutating func comparison(_ sign: String, withNullOf value: ExpressionTree) throws(NotGenerated) -> Code {
    let presence = try writeNullable(value).presence
    let isEqual = sign == "=="
    guard let presence else { return .atom(isEqual ? "false" : "true", type: .bool) }
    return isEqual ? Code(text: "!\(presence)", type: .bool) : .atom(presence, type: .bool)
  }

  /// `==` or `!=` of values that may be null. `compared`: the comparison of two that are not.
  static func comparison(_ sign: String, of first: Code, with second: Code, compared: Code) -> Code {
    let isEqual = sign == "=="
    let text: String
    switch (first.presence, second.presence) {
    case (nil, nil): return compared
    case (let presence?, nil), (nil, let presence?):
      text = isEqual ? "\(presence) && \(compared.inner)" : "!\(presence) || \(compared.inner)"
    case (let one?, let other?):
      // A compiler warns about a comparison of a value with itself.
      if one.utf8.elementsEqual(other.utf8) {
        text = isEqual ? "!\(one) || \(compared.inner)" : "\(one) && \(compared.inner)"
      } else {
        text =
          isEqual
          ? "\(one) == \(other) && (!\(one) || \(compared.inner))"
          : "\(one) != \(other) || (\(one) && \(compared.inner))"
      }
    }
    return Code(text: text, type: .bool)
  }
}
