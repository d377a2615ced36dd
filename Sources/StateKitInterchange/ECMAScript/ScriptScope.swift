import StateKitCore

/// What is known of a value before anything runs.
enum ScriptType {
  case unknown
  case number
  case text
  case flag
  case null
  case list
  case map
}

/// What the names of scripts mean, and the states that `In` can ask for.
struct ScriptScope {
  /// The global names with what is known of them. Another name is not declared: to read it is an error of the run.
  var names: [String: ScriptType] = [:]
  /// The reference to the state with an id; nil where there is none.
  let state: (_ id: String) -> String?
  /// What `_name` says.
  let machineName: String

  /// How expressions of ours write a name of the script.
  static func contextName(_ name: String) -> String {
    var out = ""
    for scalar in name.unicodeScalars {
      let isPlain = scalar == "_" || scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      out += isPlain ? String(scalar) : "_" + String(scalar.value, radix: 16)
    }
    return reserved.contains(out) ? out + "_" : out
  }

  /// Names that expressions have for something else, or that tests of a type need.
  private static let reserved: Set<String> = [
    "event", "in", "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop",
    "package",
    "namespace", "return", "var", "void", "while", "true", "false", "null", "isIn", "int", "double", "string", "bool",
  ]
}
