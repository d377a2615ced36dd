package import StateKitCore

/// Script lines that were read before, by index: long scripts repeat a few lines many times.
package struct KnownLines: Sendable {
  private let chart: Chart
  package private(set) var steps: [ScriptStep] = []
  /// The effect of each line: the symbol of its event, or one of `EventSymbol`.
  package private(set) var symbols: [Int32] = []
  private var bytes: [UInt8] = []
  private var ends: [Int32] = []
  private var table = SlotTable<Slot>(capacity: 64)
  private let seed = HashSeed.value

  /// An entry of the hash table: enough of a line to identify a short one.
  private struct Slot: TableSlot {
    /// The last bytes, from a multiple of eight on; the rest is zero.
    var word: UInt64
    var length: Int32
    var line: Int32

    static let empty = Slot(word: 0, length: 0, line: -1)
    var isEmpty: Bool { line < 0 }
  }

  /// The limits on the length and the number of kept lines.
  private static let longestLine = 128
  private static let mostLines = 1 << 15

  package init(_ chart: Chart) {
    self.chart = chart
  }

  package func bytes(of line: LineID) -> ArraySlice<UInt8> { bytes[range(Int32(line))] }

  /// Appends the indices of whole lines while they are known. Returns the offset of the first unknown line.
  package func scan(_ text: Span<UInt8>, from start: Int, into lines: inout [LineID], atMost count: Int) -> Int {
    var start = start
    var count = count
    unsafe withUnsafeTemporaryAllocation(of: LineID.self, capacity: Self.batch) { found in
      while count > 0 {
        let most = min(count, Self.batch)
        let got = unsafe scan(text, start: &start, lines: UnsafeMutableBufferPointer(rebasing: found[..<most]))
        unsafe lines.append(contentsOf: found[..<got])
        if got < most { return }
        count -= got
      }
    }
    return start
  }

  private static let batch = 512

  /// Writes the indices of known lines to a buffer, and returns their number.
  @unsafe private func scan(
    _ text: Span<UInt8>, start: inout Int, lines: UnsafeMutableBufferPointer<LineID>
  ) -> Int {
    unsafe table.slots.withUnsafeBufferPointer { slots in
      unsafe text.withUnsafeBytes { bytes in
        var index = 0
        while index < lines.count {
          guard let line = unsafe LineWords(bytes, from: start, seed: seed) else { return index }
          guard let found = unsafe find(line, text: bytes, start: start, slots: slots) else { return index }
          unsafe lines[index] = found
          start = line.next
          index += 1
        }
        return index
      }
    }
  }

  /// Adds a line, and returns its index; nil if it is not kept.
  package mutating func add(_ line: Span<UInt8>, step: ScriptStep) -> LineID? {
    guard line.count <= Self.longestLine else { return nil }
    let (words, found) = unsafe line.withUnsafeBytes { bytes in
      let words = unsafe LineWords(whole: bytes, seed: seed)
      return unsafe (
        words, table.slots.withUnsafeBufferPointer { unsafe find(words, text: bytes, start: 0, slots: $0) }
      )
    }
    if let found { return found }
    guard steps.count < Self.mostLines else { return nil }
    let index = Int32(steps.count)
    steps.append(step)
    symbols.append(symbol(of: step, at: index))
    unsafe line.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    ends.append(Int32(bytes.count))
    if table.isCrowded { grow() }
    table.insert(
      Slot(word: words.last, length: Int32(words.length), line: index), hash: Int(truncatingIfNeeded: words.hash))
    return LineID(index)
  }

  private func symbol(of step: ScriptStep, at index: Int32) -> Int32 {
    switch step {
    case .nothing: EventSymbol.nothing
    // An event with a payload, or an unknown one, is identified by its line.
    case .event(let event): EventSymbol.of(event, in: chart) ?? Int32(chart.eventCount) + index
    case .end, .advance, .expect, .set, .show, .host, .test, .chart: EventSymbol.other
    }
  }

  private func range(_ line: Int32) -> Range<Int> { (line == 0 ? 0 : Int(ends[Int(line) - 1]))..<Int(ends[Int(line)]) }

  @inline(__always)
  @unsafe private func find(
    _ line: LineWords, text: UnsafeRawBufferPointer, start: Int, slots: UnsafeBufferPointer<Slot>
  ) -> LineID? {
    let hash = Int(truncatingIfNeeded: line.hash)
    let index = SlotTable<Slot>.index(hash, mask: slots.count - 1) { index in
      let slot = unsafe slots[index]
      if slot.line < 0 { return .empty }
      let isMeant =
        unsafe slot.word == line.last && Int(slot.length) == line.length
        && (line.length < 8 || isSame(slot.line, text: text, start: start))
      return isMeant ? .meant : .other
    }
    let line = unsafe slots[index].line
    return line < 0 ? nil : LineID(truncatingIfNeeded: line)
  }

  /// True if the complete words of a known line occur at `start`; the rest is compared in its slot.
  @inline(__always)
  @unsafe private func isSame(_ line: Int32, text: UnsafeRawBufferPointer, start: Int) -> Bool {
    let range = range(line)
    return unsafe bytes.withUnsafeBytes { known in
      var offset = 0
      while offset + 8 <= range.count {
        if unsafe LineWords.word(known, at: range.lowerBound + offset) != LineWords.word(text, at: start + offset) {
          return false
        }
        offset += 8
      }
      return true
    }
  }

  private mutating func grow() {
    let old = table.slots
    table.clear(capacity: old.count * 2)
    for slot in old where !slot.isEmpty {
      let words = unsafe bytes[range(slot.line)].withUnsafeBytes { unsafe LineWords(whole: $0, seed: seed) }
      table.insert(slot, hash: Int(truncatingIfNeeded: words.hash))
    }
  }
}
