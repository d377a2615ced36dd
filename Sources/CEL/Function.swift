/// The standard functions (cel-spec, "List of Standard Definitions").
enum Function: String, CaseIterable, Sendable {
  case size, contains, startsWith, endsWith, matches
  /// Functions of the string extension; positions count code points.
  case substring, replace
  /// Our own: the length of a text in UTF-16 units, or of a list; a list or map with one element changed or added; and
  /// the text of a value in which numbers are written as in ECMAScript.
  case utf16Size, put, scriptString
  case int, uint, double, string, bytes, bool, timestamp, duration, type, dyn
  case getFullYear, getMonth, getDate, getDayOfMonth, getDayOfWeek, getDayOfYear
  case getHours, getMinutes, getSeconds, getMilliseconds

  /// The allowed number of arguments, including the receiver; nil if the function cannot be called in this form.
  func arity(isMethod: Bool) -> ClosedRange<Int>? {
    switch self {
    case .size: 1...1
    case .matches: 2...2
    case .contains, .startsWith, .endsWith: isMethod ? 2...2 : nil
    case .substring: isMethod ? 2...3 : nil
    case .replace: isMethod ? 3...4 : nil
    case .utf16Size: isMethod ? nil : 1...1
    case .put: isMethod ? nil : 3...3
    case .scriptString, .int, .uint, .double, .string, .bytes, .bool, .timestamp, .duration, .type, .dyn:
      isMethod ? nil : 1...1
    case .getFullYear, .getMonth, .getDate, .getDayOfMonth, .getDayOfWeek, .getDayOfYear, .getHours, .getMinutes,
      .getSeconds, .getMilliseconds:
      isMethod ? 1...2 : nil
    }
  }

  var result: StaticType {
    switch self {
    case .contains, .startsWith, .endsWith, .matches, .bool: .bool
    case .uint: .uint
    case .double: .double
    case .string, .scriptString, .substring, .replace: .string
    case .bytes: .bytes
    case .timestamp: .timestamp
    case .duration: .duration
    case .type: .type
    case .dyn, .put: .dyn
    default: .int
    }
  }

  /// The types that an operand may have; nil for any type. `position`: 0 for the receiver of a method, or else for the
  /// first argument. `first`: the type of the operand at position 0.
  func accepted(at position: Int, of first: StaticType) -> [StaticType]? {
    if position == 0 { return accepted.isEmpty ? nil : accepted }
    switch (self, position) {
    case (.contains, _), (.startsWith, _), (.endsWith, _), (.matches, _), (.replace, 1...2): return [.string]
    case (.substring, _), (.replace, _): return [.int]
    case (.put, 1):
      switch first.base {
      case .list: return [.int, .double]
      case .map: return [.string]
      default: return [.int, .double, .string]
      }
    case (.put, _): return nil
    case (.getFullYear, _), (.getMonth, _), (.getDate, _), (.getDayOfMonth, _), (.getDayOfWeek, _), (.getDayOfYear, _),
      (.getHours, _), (.getMinutes, _), (.getSeconds, _), (.getMilliseconds, _):
      return first == .duration ? [] : [.string]
    case (.size, _), (.utf16Size, _), (.scriptString, _), (.int, _), (.uint, _), (.double, _), (.string, _),
      (.bytes, _), (.bool, _), (.timestamp, _), (.duration, _), (.type, _), (.dyn, _):
      return nil
    }
  }

  /// The types that the first argument, or the receiver of a method, may have; empty for any type.
  var accepted: [StaticType] {
    switch self {
    case .size: [.string, .bytes, .list, .map]
    case .contains, .startsWith, .endsWith, .matches, .substring, .replace: [.string]
    case .utf16Size: [.string, .list]
    case .put: [.list, .map]
    case .int: [.int, .uint, .double, .string, .timestamp]
    case .uint, .double: [.int, .uint, .double, .string]
    case .string: [.bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration]
    case .scriptString: [.null] + Function.string.accepted
    case .bytes: [.string, .bytes]
    case .bool: [.bool, .string]
    case .timestamp: [.string, .timestamp, .int]
    case .duration: [.string, .duration]
    case .type, .dyn: []
    case .getHours, .getMinutes, .getSeconds, .getMilliseconds: [.timestamp, .duration]
    case .getFullYear, .getMonth, .getDate, .getDayOfMonth, .getDayOfWeek, .getDayOfYear: [.timestamp]
    }
  }
}
