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
}
