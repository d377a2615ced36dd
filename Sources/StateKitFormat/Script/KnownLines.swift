package import StateKit

/// Script lines that were read before and are events: long scripts say the same few things again and again.
package struct KnownLines: Sendable {
  private var lines = NameTable()
  private var events: [Event] = []

  /// Longer lines, and more of them, are not remembered.
  private static let longestLine = 128
  private static let mostLines = 1 << 15

  package init() {}

  /// The event that a line is.
  package func event(_ line: Span<UInt8>) -> Event? {
    lines.find(line).map { events[$0.index] }
  }

  /// Remembers a line that is an event.
  package mutating func add(_ line: Span<UInt8>, _ event: Event) {
    guard line.count <= Self.longestLine, events.count < Self.mostLines else { return }
    if lines.intern(line).index == events.count { events.append(event) }
  }
}
