import StateKitCore

/// The names of data that a document assigns. Names keep their types if all assignments keep them.
struct AssignedNames {
  /// The names that may get a value of any type.
  var names = NameSet()
  /// The values that names get.
  var values: [(name: String, value: ScriptNode)] = []

  private static let mostRounds = 8

  /// Removes the types that an assignment may change from the names of a scope.
  func widen(_ scope: ScriptScope) {
    for name in names.names where scope.names[name] != nil { scope.names[name] = .unknown }
    let translator = ScriptTranslator(scope: scope)
    // A type that is lost can make others unknown.
    for round in 1...Self.mostRounds {
      var isChanged = false
      for (name, value) in values {
        guard let type = scope.names[name], type != .unknown else { continue }
        if round < Self.mostRounds, (try? translator.value(value))?.type == type { continue }
        scope.names[name] = .unknown
        isChanged = true
      }
      if !isChanged { return }
    }
  }
}
