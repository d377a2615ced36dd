import CEL
import StateKitCore

/// A type of values in the generated Swift.
struct SwiftType {
  /// The property of `Payload` that has the value; nil for `Payload` itself.
  private let property: String?
  private let name: String
  /// The value in place of a missing one.
  private let fallback: String
  let isOptional: Bool

  private static let known = [
    "bool": ("Bool", "false"), "int": ("Int", "0"), "double": ("Double", "0"), "string": ("String", "\"\""),
    "list": ("[Payload]", "[]"),
  ]

  static let payload = SwiftType("any")

  init(_ type: FieldType) {
    self.init(type.base.rawValue, isOptional: type.isOptional)
  }

  /// The type of a key of the context, where it keeps the type of its first value.
  init(_ type: StaticType) {
    self.init(type.name)
  }

  /// The type of a name in charts; `Payload` for one without a type in Swift.
  private init(_ name: String, isOptional: Bool = false) {
    let known = Self.known[name]
    property = known == nil ? nil : name
    (self.name, fallback) = known ?? ("Payload", ".null")
    self.isOptional = isOptional && known != nil
  }

  var text: String { isOptional ? name + "?" : name }

  /// The expression that makes a payload of a value.
  func payload(_ value: String) -> String {
    guard let property else { return value }
    return isOptional ? "\(value).map { .\(property)($0) } ?? .null" : ".\(property)(\(value))"
  }

  /// The expression that reads a value from a payload, which may be missing. A value of another type cannot occur: the
  /// chart checks it. The fallback only spares the caller an optional.
  func read(_ payload: String, isPresent: Bool = false) -> String {
    let value = property.map { payload + (isPresent ? "." : "?.") + $0 } ?? payload
    return isOptional || property == nil && isPresent ? value : "\(value) ?? \(fallback)"
  }
}

/// A name of a chart, and its identifier in Swift.
struct SwiftName {
  let text: String
  let identifier: String

  var literal: String { Self.literal(text) }

  /// The identifier, in backquotes if it is a word of Swift.
  var written: String { Self.reserved.contains(identifier) ? "`\(identifier)`" : identifier }

  private static let reserved: Set<String> = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
    "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
    "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Types that the generated files use, and words that name no type.
  private static let usedTypes: Set<String> = [
    "Any", "Self", "Array", "Bool", "CaseIterable", "Double", "Duration", "Error", "Int", "Result", "Sendable", "Set",
    "String", "ChartDefinition", "ChartError", "Failed", "Outcome", "Payload", "Statechart", "StatechartActor", "Step",
  ]

  /// The names that the type of a chart cannot have.
  static func usedTypes(by form: SwiftGenerator.Form) -> Set<String> {
    switch form {
    case .value: usedTypes
    case .actor: usedTypes.union(["Clock", "ContinuousClock"])
    case .mainActor:
      // The macro `@Observable` looks for its own types, and for that of the chart, inside the type.
      usedTypes.union([
        "Equatable", "KeyPath", "MainActor", "Observation", "Token", "Actions", "Context", "Delays", "Event", "Guards",
        "Invocation", "Leaf", "Services", "State",
      ])
    }
  }

  /// Names that mean something else behind a dot, and words that are no labels.
  private static let unusable: Set<String> = [
    "init", "self", "Type", "Protocol", "allCases", "rawValue", "inout", "let", "var",
  ]

  /// A scope for names; those that get a number are reported to `renames`.
  static func scope(_ renames: Renames? = nil) -> IdentifierScope {
    IdentifierScope(avoiding: unusable, renames: renames)
  }

  /// The names of a list, each once, with identifiers of one scope.
  static func names(_ texts: [String], renames: Renames? = nil) -> [SwiftName] {
    var seen: Set<[UInt8]> = []
    var scope = scope(renames)
    return texts.filter { seen.insert(Array($0.utf8)).inserted }.map {
      SwiftName(text: $0, identifier: scope.add($0, as: .camel))
    }
  }

  static func literal(_ text: String) -> String {
    var last: Unicode.Scalar?
    let scalars = text.unicodeScalars.map { scalar in
      defer { last = scalar }
      switch scalar {
      case "\"", "\\": return "\\\(scalar)"
      // `##` begins a command in the log of a CI runner.
      case "#" where last == "#": return "\\u{23}"
      case " "..."~": return "\(scalar)"
      default: return "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return "\"\(scalars.joined())\""
  }
}
