/// The standard functions (cel-spec, "List of Standard Definitions").
enum Function: String, CaseIterable, Sendable {
  case size, contains, startsWith, endsWith, matches
  /// Of the extension for texts: positions count code points.
  case substring, replace
  case int, uint, double, string, bytes, bool, timestamp, duration, type, dyn
  case getFullYear, getMonth, getDate, getDayOfMonth, getDayOfWeek, getDayOfYear
  case getHours, getMinutes, getSeconds, getMilliseconds

  /// How many arguments it takes, with the receiver; nil where it cannot be called that way.
  func arity(isMethod: Bool) -> ClosedRange<Int>? {
    switch self {
    case .size: 1...1
    case .matches: 2...2
    case .contains, .startsWith, .endsWith: isMethod ? 2...2 : nil
    case .substring: isMethod ? 2...3 : nil
    case .replace: isMethod ? 3...4 : nil
    case .int, .uint, .double, .string, .bytes, .bool, .timestamp, .duration, .type, .dyn: isMethod ? nil : 1...1
    case .getFullYear, .getMonth, .getDate, .getDayOfMonth, .getDayOfWeek, .getDayOfYear, .getHours, .getMinutes,
      .getSeconds, .getMilliseconds:
      isMethod ? 1...2 : nil
    }
  }

  /// Of which type the result is.
  var result: StaticType {
    switch self {
    case .contains, .startsWith, .endsWith, .matches, .bool: .bool
    case .uint: .uint
    case .double: .double
    case .string, .substring, .replace: .string
    case .bytes: .bytes
    case .timestamp: .timestamp
    case .duration: .duration
    case .type: .type
    case .dyn: .dyn
    default: .int
    }
  }

  /// Which types the first argument may have, the receiver of a method; empty: any.
  var accepted: [StaticType] {
    switch self {
    case .size: [.string, .bytes, .list, .map]
    case .contains, .startsWith, .endsWith, .matches, .substring, .replace: [.string]
    case .int: [.int, .uint, .double, .string, .timestamp]
    case .uint, .double: [.int, .uint, .double, .string]
    case .string: [.bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration]
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
