/// What an expression may name: variables with their slots, and questions that the host answers.
package struct Environment: Sendable {
  package struct Variable: Sendable {
    package let name: String
    package let slot: Int
    package let type: StaticType

    package init(name: String, slot: Int, type: StaticType) {
      self.name = name
      self.slot = slot
      self.type = type
    }
  }

  private var variables: [[UInt8]: Variable] = [:]
  /// Names of functions of one literal text that the host answers with yes or no.
  package let tests: [String]
  /// Whether a dot in a variable's name can be meant by `a.b`.
  private(set) var hasDottedNames = false

  package init(tests: [String] = []) {
    self.tests = tests
  }

  /// Adds a variable; it hides an earlier one of the same name.
  package mutating func add(_ variable: Variable) {
    variables[Array(variable.name.utf8)] = variable
    if variable.name.utf8.contains(UInt8(ascii: ".")) { hasDottedNames = true }
  }

  func variable(_ name: ArraySlice<UInt8>) -> Variable? {
    variables[Array(name)]
  }

  func variable(_ name: String) -> Variable? {
    variables[Array(name.utf8)]
  }

  /// All names, sorted.
  package var names: [String] {
    variables.values.map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
