package import CEL

/// An event on its way through a machine.
package struct Event: Sendable {
  /// The chart's index for it; nil if no state could handle it.
  package let id: EventID?
  package let label: EventLabel
  package let data: Value?
  private let source: EventSource
  /// The rare properties. Stored separately, so that copying an event retains at most two references, and mostly none.
  private let details: Details?

  private final class Details: Sendable {
    let failure: (message: String, span: SourceSpan)?
    let ids: IDs

    init(_ failure: (message: String, span: SourceSpan)?, ids: IDs) {
      self.failure = failure
      self.ids = ids
    }
  }

  /// The ids that an event carries; most events have none.
  struct IDs: Sendable {
    /// The id that it was sent with.
    var send: String?
    /// The id of the child that sent it.
    var invoke: String?
  }

  package var origin: Origin {
    switch source {
    case .external: .external
    case .internal: .internal
    case .platform: details?.failure.map { .failure(message: $0.message, $0.span) } ?? .platform
    }
  }

  var ids: IDs { details?.ids ?? IDs() }

  package enum Origin: Sendable {
    /// A script, or a `send`.
    case external
    /// A `raise`.
    case `internal`
    /// The machine itself: done events.
    case platform
    /// The machine itself: an error occurred at this span of its file.
    case failure(message: String, SourceSpan)

    var isExternal: Bool {
      if case .external = self { true } else { false }
    }

    /// The `type` that expressions see.
    var type: EventSource {
      switch self {
      case .external: .external
      case .internal: .internal
      case .platform, .failure: .platform
      }
    }
  }

  init(id: EventID?, label: EventLabel, data: Value?, origin: Origin = .external, ids: IDs = IDs()) {
    self.id = id
    self.label = label
    self.data = data
    source = origin.type
    var failure: (message: String, span: SourceSpan)?
    if case .failure(let message, let span) = origin { failure = (message, span) }
    let isPlain = failure == nil && ids.send == nil && ids.invoke == nil
    details = isPlain ? nil : Details(failure, ids: ids)
  }

  /// Sets `seen` to this event with the payload that expressions see.
  @inline(__always)
  func show(_ data: Value?, as seen: inout SeenEvent) {
    guard let details else { return seen.become(label, data: data, in: source) }
    seen = SeenEvent(label: label, data: data, type: source.rawValue, ids: details.ids)
  }

  /// Creates an event that the chart knows.
  init(_ id: EventID, data: Value?, origin: Origin, in chart: Chart) {
    self.init(id: id, label: .known(chart.eventNames[id.index]), data: data, origin: origin)
  }
}

extension Chart {
  /// The event with a name and a payload; the chart need not know the name.
  package func event(_ name: Span<UInt8>, data: Value?) -> Event {
    event(name, data: data, origin: .external)
  }

  func event(_ name: Span<UInt8>, data: Value?, origin: Event.Origin, ids: Event.IDs = Event.IDs()) -> Event {
    let id = event(named: name)
    let label = id.flatMap { $0.index < eventCount ? EventLabel.known(eventNames[$0.index]) : nil }
    return Event(id: id, label: label ?? .other(name.text), data: data, origin: origin, ids: ids)
  }
}
