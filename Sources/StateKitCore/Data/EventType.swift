package import CEL

/// The payload type of an event declared in `events` (Charts.md).
package enum EventType: Sendable {
  /// `null`: no payload.
  case none
  case value(FieldType)
  case record([(name: String, type: FieldType)])

  /// The type of a field that has the name `type` and is the only one: probably the type of the payload is meant.
  package var typeInField: FieldType? {
    guard case .record(let fields) = self, fields.count == 1, fields[0].name.utf8.elementsEqual("type".utf8) else {
      return nil
    }
    return fields[0].type.base == .any ? nil : fields[0].type
  }

  /// The reason why a payload does not fit; nil if it fits. `what`: the word for the payload of an event or an action.
  package func misfit(of data: Value?, called what: String = "payload") -> String? {
    misfits(of: data, called: what, limit: 1).first
  }

  /// The reasons why a payload does not fit, at most `limit` of them.
  func misfits(of data: Value?, called what: String, limit: Int = .max) -> [String] {
    let data = data ?? .null
    let found = data.isNull ? "but it has none" : "not \(data.typeName.rawValue)"
    switch self {
    case .none: return data.isNull ? [] : ["it has no \(what)"]
    case .value(let type):
      return type.admits(data) ? [] : ["its \(what) must be \(type.text), \(found)"]
    case .record(let fields):
      guard case .map(let map) = data else {
        if data.isNull, fields.allSatisfy(\.type.isOptional) { return [] }
        return ["its \(what) must be a map, \(found)"]
      }
      var reasons: [String] = []
      var present = 0
      for (name, type) in fields {
        let found = map[name]
        if found != nil { present += 1 }
        if found.map(type.admits) ?? type.isOptional { continue }
        let what = found.map { "not \($0.typeName.rawValue)" } ?? "it is missing"
        reasons.append("the field \(DisplayText.name(name)) must be \(type.text), \(what)")
        if reasons.count == limit { return reasons }
      }
      if present == map.entries.count { return reasons }
      let known = Set(fields.map { Array($0.name.utf8) })
      for case .string(let key) in map.entries.map(\.key) where !known.contains(Array(key.utf8)) {
        reasons.append("it has no field \(DisplayText.name(key))")
        if reasons.count == limit { return reasons }
      }
      return reasons
    }
  }

  /// The type of a field; for nil, of the whole payload.
  package func type(of field: String?) -> FieldType? {
    switch self {
    case .none: nil
    case .value(let type): field == nil ? type : nil
    case .record(let fields): fields.first { field?.utf8.elementsEqual($0.name.utf8) ?? false }?.type
    }
  }

  /// The static type for expressions.
  var staticType: StaticType {
    switch self {
    case .none: .dyn
    case .value(let type): type.staticType
    case .record(let fields):
      .record(StaticType.Record(fields.map { StaticType.Field($0.name, type: $0.type.staticType) }))
    }
  }

  /// The prefixes of the events that end an invocation: its id comes after them.
  package static let invocationEnds = ["done.invoke.", "error.invoke."]

  /// True if a machine itself makes events of this name. A declared event of another name may also be sent.
  package static func isMade(_ name: String) -> Bool {
    (invocationEnds + ["done.state.", "error.execution", "error.communication"]).contains {
      name.utf8.starts(with: $0.utf8)
    }
  }

  /// True if an event of this name reports an end or a failure. Such an event is never sent and need not be declared.
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
  /// True if the value may be absent or null.
  package let isOptional: Bool

  /// Represents a type that could not be read: every value fits.
  package static let unknown = FieldType(base: .any, isOptional: true)

  private init(base: Base, isOptional: Bool) {
    self.base = base
    self.isOptional = isOptional
  }

  /// Parses `int` or `int?`; nil for other texts.
  package init?(_ text: String) {
    let isOptional = text.utf8.last == UInt8(ascii: "?")
    guard let base = Base(rawValue: isOptional ? String(text.dropLast()) : text) else { return nil }
    self.base = base
    self.isOptional = isOptional
  }

  package var text: String { base.rawValue + (isOptional ? "?" : "") }

  /// How to declare this type as that of an event's payload.
  package func help(asPayloadOf event: String) -> String {
    "write the type of the payload directly: \(DisplayText.quoted(event)): \(DisplayText.string(text))"
  }

  func admits(_ value: Value) -> Bool {
    switch (base, value) {
    case (_, .null): isOptional || base == .any
    case (.bool, .bool), (.int, .int), (.double, .double), (.double, .int), (.string, .string), (.list, .list),
      (.map, .map), (.any, _):
      true
    default: false
    }
  }

  package var staticType: StaticType {
    if isOptional { return .dyn }
    switch base {
    case .bool: return .bool
    case .int: return .int
    // Expressions see an int as a double (`Chart.seenData`).
    case .double: return .double
    case .string: return .string
    case .list: return .list
    case .map: return .map
    case .any: return .dyn
    }
  }
}
