import Foundation

/// A value of ECMAScript. Lists and maps are references, as they are there.
enum JSValue {
  case undefined, null
  case bool(Bool)
  case number(Double)
  case string(String)
  case list(JSList)
  case map(JSMap)

  /// What counts as true.
  var isTrue: Bool {
    switch self {
    case .undefined, .null: false
    case .bool(let flag): flag
    case .number(let number): number != 0 && !number.isNaN
    case .string(let text): !text.isEmpty
    case .list, .map: true
    }
  }

  /// What `typeof` says.
  var type: String {
    switch self {
    case .undefined: "undefined"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .null, .list, .map: "object"
    }
  }

  /// What it is as a text, as `+` and `String` make it.
  var text: String {
    switch self {
    case .undefined: "undefined"
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number):
      number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : "\(number)"
    case .string(let text): text
    case .list(let list): list.elements.map { if case .null = $0 { "" } else { $0.text } }.joined(separator: ",")
    case .map: "[object Object]"
    }
  }

  var number: Double {
    switch self {
    case .undefined, .map: .nan
    case .null: 0
    case .bool(let flag): flag ? 1 : 0
    case .number(let number): number
    case .string, .list: text.isEmpty ? 0 : Double(text) ?? .nan
    }
  }

  static func strictlyEqual(_ left: JSValue, _ right: JSValue) -> Bool {
    switch (left, right) {
    case (.undefined, .undefined), (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): one.utf16.elementsEqual(other.utf16)
    case (.list(let one), .list(let other)): one === other
    case (.map(let one), .map(let other)): one === other
    default: false
    }
  }

  static func looselyEqual(_ left: JSValue, _ right: JSValue) -> Bool {
    switch (left, right) {
    case (.undefined, .null), (.null, .undefined): true
    case (.undefined, _), (.null, _), (_, .undefined), (_, .null): strictlyEqual(left, right)
    case (.number, .string), (.string, .number), (.bool, _), (_, .bool):
      isSameType(left, right)
        ? strictlyEqual(left, right) : left.number == right.number
    case (.list, .string), (.map, .string), (.string, .list), (.string, .map): left.text == right.text
    case (.list, .number), (.map, .number), (.number, .list), (.number, .map): left.number == right.number
    default: strictlyEqual(left, right)
    }
  }

  private static func isSameType(_ left: JSValue, _ right: JSValue) -> Bool {
    if case .bool = left, case .bool = right { return true }
    return false
  }
}

final class JSList {
  var elements: [JSValue]
  init(_ elements: [JSValue]) { self.elements = elements }
}

final class JSMap {
  var members: [(key: String, value: JSValue)]
  init(_ members: [(key: String, value: JSValue)]) { self.members = members }

  subscript(key: String) -> JSValue {
    get { members.last { $0.key.utf16.elementsEqual(key.utf16) }?.value ?? .undefined }
    set {
      if let index = members.firstIndex(where: { $0.key.utf16.elementsEqual(key.utf16) }) {
        members[index].value = newValue
      } else {
        members.append((key, newValue))
      }
    }
  }
}

struct JSError: Error {
  let message: String
}
