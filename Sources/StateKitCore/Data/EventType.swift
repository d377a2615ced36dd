package import CEL

/// What an event declared in `events` may carry (Charts.md).
package enum EventType: Sendable {
  /// `null`: no payload.
  case none
  case value(FieldType)
  case record([(name: String, type: FieldType)])

  /// Why a payload does not fit, or nil when it does; `what`: what an event or an action calls it.
  package func misfit(of data: Value?, called what: String = "payload") -> String? {
    let data = data ?? .null
    switch self {
    case .none: return data.isNull ? nil : "it has no \(what)"
    case .value(let type):
      return type.admits(data) ? nil : "its \(what) must be \(type.text), not \(data.typeName.rawValue)"
    case .record(let fields):
      guard case .map(let map) = data else {
        if data.isNull, fields.allSatisfy(\.type.isOptional) { return nil }
        return "its \(what) must be a map, not \(data.typeName.rawValue)"
      }
      for (name, type) in fields where !type.admits(map[name] ?? .null) {
        let found = map[name].map { "not \($0.typeName.rawValue)" } ?? "it is missing"
        return "the field \(DisplayText.name(name)) must be \(type.text), \(found)"
      }
      for entry in map.entries {
        if case .string(let key) = entry.key, !fields.contains(where: { $0.name.utf8.elementsEqual(key.utf8) }) {
          return "it has no field \(DisplayText.name(key))"
        }
      }
      return nil
    }
  }

  /// What expressions may rely on.
  var staticType: StaticType {
    switch self {
    case .none: .dyn
    case .value(let type): type.staticType
    case .record(let fields):
      .record(fields.map { StaticType.Field($0.name, type: $0.type.staticType) })
    }
  }

  /// Whether an event of this name tells what ended or failed: nobody sends it, and it need not be declared.
  package static func comesByItself(_ name: String) -> Bool {
    name.utf8.starts(with: "done.".utf8) || name.utf8.starts(with: "error.".utf8)
  }
}

/// The type of a payload or of one of its fields: `int`, `string?`, ….
package struct FieldType: Sendable {
  package enum Base: String, CaseIterable, Sendable {
    case bool, int, double, string, list, map, any
  }

  package let base: Base
  /// May be absent or null.
  package let isOptional: Bool

  /// Stands for a type that could not be read: anything fits.
  package static let unknown = FieldType(base: .any, isOptional: true)

  private init(base: Base, isOptional: Bool) {
    self.base = base
    self.isOptional = isOptional
  }

  /// Reads `int` or `int?`; nil for what is no type.
  package init?(_ text: String) {
    let isOptional = text.utf8.last == UInt8(ascii: "?")
    guard let base = Base(rawValue: isOptional ? String(text.dropLast()) : text) else { return nil }
    self.base = base
    self.isOptional = isOptional
  }

  package var text: String { base.rawValue + (isOptional ? "?" : "") }

  func admits(_ value: Value) -> Bool {
    switch (base, value) {
    case (_, .null): isOptional || base == .any
    case (.bool, .bool), (.int, .int), (.double, .double), (.double, .int), (.string, .string), (.list, .list),
      (.map, .map), (.any, _):
      true
    default: false
    }
  }

  var staticType: StaticType {
    if isOptional { return .dyn }
    switch base {
    case .bool: return .bool
    case .int: return .int
    // An int fits a double; what it is shows only when it comes.
    case .double: return .double
    case .string: return .string
    case .list: return .list
    case .map: return .map
    case .any: return .dyn
    }
  }
}
