/// Symbols for events that say all about them, their payloads included, and for lines of scripts by what they do.
package enum EventSymbol {
  /// A line that is no event, and does something.
  package static let other: Int32 = -1
  /// A line that does nothing.
  package static let nothing: Int32 = -2

  /// The symbol of an event without a payload whose name the chart knows; nil for others. Whoever numbers others begins at
  /// `Chart.eventCount`.
  package static func of(_ event: Event, in chart: Chart) -> Int32? {
    guard event.data == nil, let id = event.id, id.index < chart.eventCount else { return nil }
    return id.rawValue
  }

  /// The event without a payload that a symbol stands for; nil where it stands for something else.
  package static func event(_ symbol: Int32, in chart: Chart) -> EventID? {
    symbol >= 0 && Int(symbol) < chart.eventCount ? EventID(rawValue: symbol) : nil
  }
}
