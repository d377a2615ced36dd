/// Symbols that describe events completely, including their payloads, and script lines by their effects.
package enum EventSymbol {
  /// A line that is not an event and has an effect.
  package static let other: Int32 = -1
  /// A line without an effect.
  package static let nothing: Int32 = -2

  /// The symbol of an event without a payload whose name the chart knows; nil for others. Callers number other events
  /// from `Chart.eventCount`.
  package static func of(_ event: Event, in chart: Chart) -> Int32? {
    guard event.data == nil, let id = event.id, id.index < chart.eventCount else { return nil }
    return id.rawValue
  }

  /// The event without a payload of a symbol; nil for other symbols.
  package static func event(_ symbol: Int32, in chart: Chart) -> EventID? {
    symbol >= 0 && Int(symbol) < chart.eventCount ? EventID(rawValue: symbol) : nil
  }
}
