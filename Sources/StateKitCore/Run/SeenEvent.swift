package import CEL

/// The origin of an event as expressions see it: its `type`.
package enum EventSource: String, Sendable {
  case external
  case `internal`
  case platform
}

/// The event that expressions see.
package struct SeenEvent: Sendable {
  /// The chart's name for it, if `otherName` is nil.
  private var name: NameID
  private var otherName: String?
  package private(set) var data: Value?
  private var source: EventSource
  /// The rare properties. Stored separately, as in `Event`.
  private var details: Details?
  /// The event as a value, if it has been built already.
  var value: Value?

  private final class Details: Sendable {
    let type: String
    let ids: Event.IDs

    init(_ type: String, ids: Event.IDs) {
      self.type = type
      self.ids = ids
    }
  }

  /// Creates an event with only a payload.
  init(label: EventLabel, data: Value?, source: EventSource) {
    (name, otherName) = Self.parts(of: label)
    self.data = data
    self.source = source
    details = nil
  }

  /// `type`: the source in a saved machine.
  init(label: EventLabel, data: Value?, type: String, ids: Event.IDs) {
    (name, otherName) = Self.parts(of: label)
    self.data = data
    source = .external
    details = Details(type, ids: ids)
  }

  /// Changes it to another event with only a payload. The parts are set separately, because replacing all of them at
  /// once is slower.
  @inline(__always)
  mutating func become(_ label: EventLabel, data: Value?, in source: EventSource) {
    switch label {
    case .known(let known):
      name = known
      if otherName != nil { otherName = nil }
    case .other(let other): otherName = other
    }
    if self.data != nil || data != nil { self.data = data }
    self.source = source
    if details != nil { details = nil }
    if value != nil { value = nil }
  }

  private static func parts(of label: EventLabel) -> (NameID, String?) {
    switch label {
    case .known(let name): (name, nil)
    case .other(let other): (NameID(rawValue: -1), other)
    }
  }

  package var label: EventLabel { otherName.map { .other($0) } ?? .known(name) }
  var type: String { details?.type ?? source.rawValue }
  var ids: Event.IDs { details?.ids ?? Event.IDs() }

  /// Returns the event with another payload.
  package func carrying(_ data: Value?) -> SeenEvent {
    guard let details else { return SeenEvent(label: label, data: data, source: source) }
    return SeenEvent(label: label, data: data, type: details.type, ids: details.ids)
  }

  /// The event as expressions see it.
  func value(in chart: Chart) -> Value {
    if let value { return value }
    return .map(
      MapValue([
        (.string("name"), .string(chart.text(of: label))), (.string("data"), data ?? .null),
        (.string("type"), .string(type)),
        (.string("sendId"), ids.send.map { .string($0) } ?? .null),
        (.string("invokeId"), ids.invoke.map { .string($0) } ?? .null),
      ]))
  }
}
