/// The names that an expression may use: variables with their slots, and questions to the host.
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

  /// Later variables hide earlier ones of the same name.
  private var variables: [Variable] = []
  /// The indices of the variables by name; empty for a short list, which is searched linearly.
  private var indices: [[UInt8]: Int] = [:]
  /// Variables that hide all others, the innermost last: a few, next to many that are shared with other environments.
  private var inner: [Variable] = []
  /// The highest number of variables that are searched linearly.
  private static let mostListed = 8
  /// Names of functions that take one literal text and that the host answers with yes or no.
  package let tests: [String]
  package var guards: NamedGuards?
  /// True if `a.b` may mean a variable with a dot in its name.
  private(set) var hasDottedNames = false

  package init(tests: [String] = []) {
    self.tests = tests
  }

  /// True if an expression can name a variable by this text alone: one word that has no other meaning in the language.
  /// `tests`: see the property.
  package static func canName(_ name: String, tests: [String]) -> Bool {
    // A name with dots would be one variable here, and a path in other places.
    guard ExpressionWords.isName(name) else { return false }
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

  /// Returns the environment with variables that hide existing ones of the same name. The existing variables are not
  /// copied.
  package func adding(_ variables: [Variable]) -> Environment {
    var environment = self
    for variable in variables {
      environment.inner.append(variable)
      if variable.name.utf8.contains(UInt8(ascii: ".")) { environment.hasDottedNames = true }
    }
    return environment
  }

  /// The type of a variable; nil if the variable is unknown.
  package func type(of name: String) -> StaticType? {
    variable(Array(name.utf8)[...])?.type
  }

  func variable(_ name: ArraySlice<UInt8>) -> Variable? { variable(name.span) }

  func variable(_ name: Span<UInt8>) -> Variable? {
    for index in inner.indices.reversed() where Self.isSame(inner[index].bytes, name) { return inner[index] }
    if variables.count > Self.mostListed { return indices[name.indices.map { name[$0] }].map { variables[$0] } }
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
