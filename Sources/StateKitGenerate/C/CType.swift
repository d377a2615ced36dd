import CEL
import StateKitCore

/// A type of values in the generated C, by its name in charts.
enum CType: String {
  case bool, int, double
  case text = "string"

  init?(_ value: Value) {
    self.init(rawValue: value.typeName.rawValue)
  }

  init?(_ type: FieldType) {
    self.init(rawValue: type.base.rawValue)
  }

  var example: Value {
    switch self {
    case .bool: .bool(false)
    case .int: .int(0)
    case .double: .double(0)
    case .text: .string("")
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
