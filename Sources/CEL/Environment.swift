/// What an expression may name: variables with their slots, and questions that the host answers.
package struct Environment: Sendable {
  package struct Variable: Sendable {
    package let name: String
    package let slot: Int
    package let type: StaticType
    /// The name's bytes.
    fileprivate let bytes: [UInt8]

    package init(name: String, slot: Int, type: StaticType) {
      self.name = name
      bytes = Array(name.utf8)
      self.slot = slot
      self.type = type
    }
  }

  /// The last of a name is the one that is seen.
  private var variables: [Variable] = []
  /// The indices of the variables by name: where there are many.
  private var indices: [[UInt8]: Int] = [:]
  /// Variables that hide all others, the innermost last: few, beside many that are shared with other environments.
  private var inner: [Variable] = []
  /// Up to how many are looked through one after the other.
  private static let mostListed = 8
  /// Names of functions of one literal text that the host answers with yes or no.
  package let tests: [String]
  /// Conditions with names of their own.
  package var guards: NamedGuards?
  /// Whether a dot in a variable's name can be meant by `a.b`.
  private(set) var hasDottedNames = false

  package init(tests: [String] = []) {
    self.tests = tests
  }

  /// Whether a variable of this name can be named as it is: by one word that the language has no other use for. `tests`: see
  /// the property.
  package static func canName(_ name: String, tests: [String]) -> Bool {
    var environment = Environment(tests: tests)
    environment.add(Variable(name: name, slot: 0, type: .dyn))
    let (program, errors) = Compiler.compile(Array(name.utf8), in: environment)
    return errors.isEmpty && program?.slots == [0] && program?.isPlainVariable == true
  }

  /// Adds a variable; it hides an earlier one of the same name.
  package mutating func add(_ variable: Variable) {
    variables.append(variable)
    if variables.count == Self.mostListed + 1 {
      for (index, variable) in variables.enumerated() { indices[variable.bytes] = index }
    } else if variables.count > Self.mostListed {
      indices[variable.bytes] = variables.count - 1
    }
    if variable.name.utf8.contains(UInt8(ascii: ".")) { hasDottedNames = true }
  }

  /// The environment with variables that hide those of the same name; what it has already is not copied.
  package func adding(_ variables: [Variable]) -> Environment {
    var environment = self
    for variable in variables {
      environment.inner.append(variable)
      if variable.name.utf8.contains(UInt8(ascii: ".")) { environment.hasDottedNames = true }
    }
    return environment
  }

  /// The type of a variable; nil where there is none.
  package func type(of name: String) -> StaticType? {
    variable(Array(name.utf8)[...])?.type
  }

  func variable(_ name: ArraySlice<UInt8>) -> Variable? { variable(name.span) }

  func variable(_ name: Span<UInt8>) -> Variable? {
    for index in inner.indices.reversed() where Self.isSame(inner[index].bytes, name) { return inner[index] }
    if variables.count > Self.mostListed {
      return indices[name.indices.map { name[$0] }].map { variables[$0] }
    }
    for index in variables.indices.reversed() where Self.isSame(variables[index].bytes, name) {
      return variables[index]
    }
    return nil
  }

  private static func isSame(_ left: [UInt8], _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    for index in left.indices where left[index] != right[index] { return false }
    return true
  }

  func variable(_ name: String) -> Variable? {
    variable(Array(name.utf8)[...])
  }

  /// All names, sorted.
  package var names: [String] {
    let all = (variables + inner).map(\.name) + (guards?.names ?? [])
    let names = all.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return names.enumerated().filter { $0.offset == 0 || !names[$0.offset - 1].utf8.elementsEqual($0.element.utf8) }
      .map(\.element)
  }
}
