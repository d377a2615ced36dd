package import CEL

/// An event on its way through a machine.
package struct Event: Sendable {
  /// The chart's index for it; nil where no state could handle it.
  package let id: EventID?
  package let label: EventLabel
  package let data: Value?

  package let origin: Origin
  /// The id that it was sent with.
  package let sendID: String?
  /// The id of the child that it comes from.
  package let invokeID: String?

  /// Where an event comes from.
  package enum Origin: Sendable {
    /// A script, or a `send`.
    case external
    /// A `raise`.
    case `internal`
    /// The machine itself: done events.
    case platform
    /// The machine itself: something went wrong at this span of its file.
    case failure(message: String, SourceSpan)

    var isExternal: Bool {
      if case .external = self { true } else { false }
    }

    /// The `type` that expressions see.
    var typeName: String {
      switch self {
      case .external: "external"
      case .internal: "internal"
      case .platform, .failure: "platform"
      }
    }
  }

  package init(
    id: EventID?, label: EventLabel, data: Value?, origin: Origin = .external, sendID: String? = nil,
    invokeID: String? = nil
  ) {
    self.id = id
    self.label = label
    self.data = data
    self.origin = origin
    self.sendID = sendID
    self.invokeID = invokeID
  }

  /// An event that the chart knows.
  init(_ id: EventID, data: Value?, origin: Origin, in chart: Chart) {
    self.init(id: id, label: .known(chart.eventNames[id.index]), data: data, origin: origin)
  }
}

extension Chart {
  /// The event with this name and payload, whether or not the chart knows the name.
  package func event(
    _ name: Span<UInt8>, data: Value?, origin: Event.Origin = .external, sendID: String? = nil, invokeID: String? = nil
  ) -> Event {
    let id = event(named: name)
    if let id, id.index < eventCount {
      return Event(
        id: id, label: .known(eventNames[id.index]), data: data, origin: origin, sendID: sendID, invokeID: invokeID)
    }
    return Event(id: id, label: .other(name.text), data: data, origin: origin, sendID: sendID, invokeID: invokeID)
  }
}
