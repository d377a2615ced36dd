import CEL
import StateKitCore

/// A type of values in the generated C.
enum CType: Equatable {
  case bool, int, double, text

  init?(_ value: Value) {
    switch value {
    case .bool: self = .bool
    case .int: self = .int
    case .double: self = .double
    case .string: self = .text
    default: return nil
    }
  }

  init?(_ type: FieldType) {
    switch type.base {
    case .bool: self = .bool
    case .int: self = .int
    case .double: self = .double
    case .string: self = .text
    case .list, .map, .any: return nil
    }
  }

  /// The name in C; `prefix`: that of the chart.
  func name(_ prefix: String) -> String {
    switch self {
    case .bool: "bool"
    case .int: "int64_t"
    case .double: "double"
    case .text: "\(prefix)_text_t"
    }
  }

  var size: Int {
    switch self {
    case .bool: 1
    case .int, .double: 8
    case .text: 4
    }
  }
}

/// A struct of the generated C: its text, and its size where each type is aligned to its own size.
struct CStruct {
  private(set) var lines: [String] = []
  private var end = 0
  private(set) var alignment = 1

  var size: Int { (end + alignment - 1) / alignment * alignment }

  mutating func add(_ type: String, _ name: String, size: Int, counts: [Int] = [], comment: String? = nil) {
    add(type, name, size: size, alignment: size, counts: counts, comment: comment)
  }

  mutating func add(
    _ type: String, _ name: String, of other: CStruct, counts: [Int] = [], comment: String? = nil
  ) {
    add(type, name, size: other.size, alignment: other.alignment, counts: counts, comment: comment)
  }

  /// Adds a member of a union.
  mutating func join(_ type: String, _ name: String, size: Int) {
    lines.append("  \(type) \(name);")
    (end, alignment) = (max(end, size), max(alignment, size))
  }

  /// Adds a struct as a member of a union.
  mutating func join(_ fields: CStruct, named name: String) {
    lines += ["  struct {"] + fields.lines.map { "  \($0)" } + ["  } \(name);"]
    (end, alignment) = (max(end, fields.size), max(alignment, fields.alignment))
  }

  private mutating func add(
    _ type: String, _ name: String, size: Int, alignment own: Int, counts: [Int], comment: String?
  ) {
    end = (end + own - 1) / own * own + size * counts.reduce(1, *)
    alignment = max(alignment, own)
    let brackets = counts.map { "[\($0)]" }.joined()
    lines.append("  \(type) \(name)\(brackets);" + (comment.map { " /* \($0) */" } ?? ""))
  }
}
