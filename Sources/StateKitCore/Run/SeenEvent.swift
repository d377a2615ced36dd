import CEL

/// The event that expressions see.
package struct SeenEvent: Sendable {
  let label: EventLabel
  let data: Value?
  let type: String
  let sendID: String?
  var invokeID: String?
  /// As a value, where it was made before.
  var value: Value?

  /// The event as expressions see it.
  func value(in chart: Chart) -> Value {
    if let value { return value }
    let name: String
    switch label {
    case .known(let id): name = chart.names.text(id)
    case .other(let text): name = text
    }
    return .map(
      MapValue([
        (.string("name"), .string(name)), (.string("data"), data ?? .null), (.string("type"), .string(type)),
        (.string("sendId"), sendID.map { .string($0) } ?? .null),
        (.string("invokeId"), invokeID.map { .string($0) } ?? .null),
      ]))
  }
}
