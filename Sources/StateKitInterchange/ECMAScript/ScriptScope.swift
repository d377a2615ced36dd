import CEL
import StateKitCore

/// The static type of a value.
enum ScriptType: String {
  case unknown
  case number
  case text
  case flag = "bool"
  case null
  case list
  case map

  /// True if ECMAScript compares values of the type by identity.
  var isReference: Bool { self == .list || self == .map }
}

/// Remarks about an expression that can be translated.
final class ScriptRemarks {
  /// Comparisons that can be true for values of two types in ECMAScript, but never in our expressions.
  private(set) var loose: [(range: Range<Int>, left: ScriptType, right: ScriptType)] = []
  /// Undeclared names: reading them fails.
  var undeclared: [(range: Range<Int>, name: String)] = []
  /// Ids that no state has: `In` is false for them.
  var states: [(range: Range<Int>, id: String)] = []
  /// Fields that no event has: they are undefined.
  var eventFields: [(range: Range<Int>, name: String)] = []
  /// Comparisons that tell null from undefined.
  var absences: [Absence] = []

  struct Absence {
    let range: Range<Int>
    /// True for `===`.
    let isEqual: Bool
    /// True for a comparison of data without a first value with null; else of other data with undefined.
    let isWithNull: Bool
  }

  func note(_ range: Range<Int>, left: ScriptType, right: ScriptType) {
    let types: [ScriptType] = [.number, .text, .flag]
    let isOfTwo = left != right && types.contains(left) && types.contains(right)
    if isOfTwo || left.isReference || right.isReference { loose.append((range, left, right)) }
  }

  var isEmpty: Bool {
    loose.isEmpty && undeclared.isEmpty && states.isEmpty && eventFields.isEmpty && absences.isEmpty
  }

  func removeAll() { (loose, undeclared, states, eventFields, absences) = ([], [], [], [], []) }
}

/// The meanings of names in scripts, and the states that `In` can ask for. It is a class because each expression uses
/// it, and a struct would be copied with its tables.
final class ScriptScope {
  /// The names that SCXML itself gives values, which no script assigns (SCXML, 5.10).
  static let systemVariables: Set = ["_event", "_name", "_sessionid", "_ioprocessors", "_x"]

  /// The global names with their static types. Reading another name is an error of the run.
  var names: NameMap<ScriptType>
  /// The reference to the state with an id; nil without one.
  let state: (_ id: String) -> String?
  /// The value of `_name`.
  let machineName: String
  /// The names whose data have a value from the start, or in a loop: null there does not mean `undefined`.
  let defined: NameSet
  /// The remarks about expressions; nil if none are wanted.
  let remarks: ScriptRemarks?
  /// True for a document that statekit wrote.
  let isOurs: Bool

  init(
    names: NameMap<ScriptType>, state: @escaping (_ id: String) -> String?, machineName: String,
    defined: NameSet = NameSet(), remarks: ScriptRemarks? = nil, isOurs: Bool = false
  ) {
    self.defined = defined
    self.names = names
    self.state = state
    self.machineName = machineName
    self.remarks = remarks
    self.isOurs = isOurs
  }

  /// A name of the script as our expressions write it.
  static func contextName(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
    }
    if isPlain { return reserved.contains(name) ? name + "_" : name }
    var out = ""
    for scalar in name.unicodeScalars {
      let isPlain = scalar == "_" || scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      out += isPlain ? String(scalar) : "_" + String(scalar.value, radix: 16)
    }
    return reserved.contains(out) ? out + "_" : out
  }

  /// Names that have another meaning in expressions, or that type tests need.
  private static let reserved: Set<String> = [
    "event", "in", "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop",
    "package",
    "namespace", "return", "var", "void", "while", "true", "false", "null", "isIn", "int", "double", "string", "bool",
  ]
}
