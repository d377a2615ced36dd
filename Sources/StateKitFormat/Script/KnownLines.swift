package import StateKit

/// Script lines that were read before, numbered: long scripts say the same few things again and again.
package struct KnownLines: Sendable {
  private let chart: Chart
  /// What each line says.
  package private(set) var items: [ScriptItem] = []
  /// What each line is to an `Automaton`.
  package private(set) var symbols: [Int32] = []
  private var bytes: [UInt8] = []
  private var ends: [Int32] = []
  private var hashes: [UInt32] = []
  private var slots = [Int32](repeating: -1, count: 64)
  private let seed = UInt64.random(in: .min ... .max)

  /// Longer lines, and more of them, are not remembered.
  private static let longestLine = 128
  private static let mostLines = 1 << 15

  package init(_ chart: Chart) {
    self.chart = chart
  }

  /// The bytes of a line.
  package func bytes(of line: Int32) -> ArraySlice<UInt8> {
    bytes[range(line)]
  }

  /// Appends the numbers of whole lines as long as they are known; returns where the first that is not begins.
  package func scan(_ text: Span<UInt8>, from start: Int, into numbers: inout [Int32], atMost count: Int) -> Int {
    var start = start
    for _ in 0..<count {
      var hash = seed
      var place = start
      while place < text.count, text[place] != UInt8(ascii: "\n") {
        hash = Self.mix(hash, text[place])
        place += 1
      }
      guard place < text.count else { return start }
      var end = place
      if end > start, text[end - 1] == UInt8(ascii: "\r") {
        end -= 1
        hash = seed
        for index in start..<end { hash = Self.mix(hash, text[index]) }
      }
      let found = find(text, start, end, Self.finish(hash))
      guard found >= 0 else { return start }
      numbers.append(found)
      start = place + 1
    }
    return start
  }

  /// Remembers a line; its number, nil where it is not remembered.
  package mutating func add(_ line: Span<UInt8>, _ item: ScriptItem) -> Int32? {
    guard line.count <= Self.longestLine, items.count < Self.mostLines else { return nil }
    var mixed = seed
    for index in line.indices { mixed = Self.mix(mixed, line[index]) }
    let hash = Self.finish(mixed)
    let found = find(line, 0, line.count, hash)
    if found >= 0 { return found }
    let number = Int32(items.count)
    items.append(item)
    symbols.append(symbol(of: item, number))
    for index in line.indices { bytes.append(line[index]) }
    ends.append(Int32(bytes.count))
    hashes.append(hash)
    if items.count * 2 > slots.count { grow() } else { insert(number) }
    return number
  }

  private func symbol(of item: ScriptItem, _ number: Int32) -> Int32 {
    switch item {
    case .nothing: Automaton.Symbol.nothing
    // An event with a payload, or one that the chart does not know, is the same as often as its line is.
    case .event(let event): Automaton.symbol(of: event, chart) ?? Int32(chart.eventCount) + number
    case .advance, .expect, .set, .test, .chart: Automaton.Symbol.other
    }
  }

  private func range(_ line: Int32) -> Range<Int> {
    (line == 0 ? 0 : Int(ends[Int(line) - 1]))..<Int(ends[Int(line)])
  }

  private func find(_ text: Span<UInt8>, _ start: Int, _ end: Int, _ hash: UInt32) -> Int32 {
    var slot = Int(hash) & (slots.count - 1)
    while true {
      let line = slots[slot]
      if line < 0 || hashes[Int(line)] == hash && isSame(line, text, start, end) { return line }
      slot = (slot + 1) & (slots.count - 1)
    }
  }

  private func isSame(_ line: Int32, _ text: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    let range = range(line)
    guard range.count == end - start else { return false }
    for offset in 0..<range.count where bytes[range.lowerBound + offset] != text[start + offset] { return false }
    return true
  }

  private mutating func insert(_ line: Int32) {
    var slot = Int(hashes[Int(line)]) & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = line
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 4)
    for line in items.indices { insert(Int32(line)) }
  }

  @inline(__always)
  private static func mix(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
  }

  @inline(__always)
  private static func finish(_ hash: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: hash >> 32)
  }
}
