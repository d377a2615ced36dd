import StateKitCore

/// The names of data that a document assigns. Their types are unknown, except those of texts that remain texts.
struct AssignedNames {
  /// The names that may get a value of any type.
  var names = NameSet()
  /// The values that names get.
  var values: [(name: String, value: ScriptNode)] = []

  private static let mostRounds = 8

  /// Removes the types that an assignment may change.
  func widen(_ types: inout NameMap<ScriptType>) {
    for name in names.names where types[name] != nil { types[name] = .unknown }
    for (name, _) in values where types[name] != nil && types[name] != .text { types[name] = .unknown }
    // A type that is lost can make others unknown.
    for round in 1...Self.mostRounds {
      var isChanged = false
      for (name, value) in values where types[name] == .text {
        if round < Self.mostRounds, Self.isText(value, types: types) { continue }
        types[name] = .unknown
        isChanged = true
      }
      if !isChanged { return }
    }
  }

  /// True if a value is a text.
  private static func isText(_ value: ScriptNode, types: NameMap<ScriptType>) -> Bool {
    var todo = [value]
    while let node = todo.popLast() {
      switch node {
      case .choice(_, let then, let otherwise): todo += [then, otherwise]
      // One of the operands is enough.
      case .binary("+", let left, let right, _): if !hasText(left, types: types) { todo.append(right) }
      default: if !isPlainText(node, types: types) { return false }
      }
    }
    return true
  }

  /// True if a value is a text, or a sum that begins with one.
  private static func hasText(_ value: ScriptNode, types: NameMap<ScriptType>) -> Bool {
    var node = value
    while case .binary("+", let left, let right, _) = node {
      if isPlainText(right, types: types) { return true }
      node = left
    }
    return isPlainText(node, types: types)
  }

  private static func isPlainText(_ node: ScriptNode, types: NameMap<ScriptType>) -> Bool {
    switch node {
    case .text: true
    case .name(let name, _): types[name] == .text
    case .call(.name("String", _), _, _), .call(.member(_, "toString", _), _, _): true
    default: false
    }
  }
}
