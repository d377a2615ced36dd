package import StateKitCore

/// Script lines that were read before, by index: long scripts say the same few things again and again.
package struct KnownLines: Sendable {
  private let chart: Chart
  /// What each line says.
  package private(set) var steps: [ScriptStep] = []
  /// What each line does: the symbol of its event, or one of `EventSymbol`.
  package private(set) var symbols: [Int32] = []
  private var bytes: [UInt8] = []
  private var ends: [Int32] = []
  private var table = SlotTable<Slot>(capacity: 64)
  private let seed = HashSeed.value

  /// An entry of the hash table: enough of a line to know a short one by.
  private struct Slot: TableSlot {
    /// The last bytes, from a multiple of eight on, the rest zero.
    var word: UInt64
    var length: Int32
    var line: Int32

    static let empty = Slot(word: 0, length: 0, line: -1)
    var isEmpty: Bool { line < 0 }
  }

  /// Longer lines, and more of them, are not kept.
  private static let longestLine = 128
  private static let mostLines = 1 << 15

  package init(_ chart: Chart) {
    self.chart = chart
  }

  /// The bytes of a line.
  package func bytes(of line: Int32) -> ArraySlice<UInt8> {
    bytes[range(line)]
  }

  /// Appends the indices of whole lines as long as they are known; returns where the first that is not begins.
  package func scan(_ text: Span<UInt8>, from start: Int, into lines: inout [Int32], atMost count: Int) -> Int {
    var start = start
    var count = count
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.batch) { found in
      while count > 0 {
        let most = min(count, Self.batch)
        let got = unsafe scan(text, &start, UnsafeMutableBufferPointer(rebasing: found[..<most]))
        unsafe lines.append(contentsOf: found[..<got])
        if got < most { return }
        count -= got
      }
    }
    return start
  }

  private static let batch = 512

  /// The same into a buffer; how many there were.
  @unsafe private func scan(
    _ text: Span<UInt8>, _ start: inout Int, _ lines: UnsafeMutableBufferPointer<Int32>
  ) -> Int {
    unsafe table.slots.withUnsafeBufferPointer { slots in
      unsafe text.withUnsafeBytes { bytes in
        // The same line often comes again at once.
        var last = Slot(word: 0, length: -1, line: -1)
        for index in 0..<lines.count {
          guard let line = unsafe Words(bytes, from: start, seed) else { return index }
          if line.last != last.word || line.length != Int(last.length) || line.length >= 8 {
            let found = unsafe find(line, bytes, start, slots)
            if found < 0 { return index }
            last = Slot(word: line.last, length: Int32(truncatingIfNeeded: line.length), line: found)
          }
          unsafe lines[index] = last.line
          start = line.next
        }
        return lines.count
      }
    }
  }

  /// Keeps a line; its index, nil where it is not kept.
  package mutating func add(_ line: Span<UInt8>, _ step: ScriptStep) -> Int32? {
    guard line.count <= Self.longestLine else { return nil }
    let (words, found) = unsafe line.withUnsafeBytes { bytes in
      let words = unsafe Words(whole: bytes, seed)
      return unsafe (words, table.slots.withUnsafeBufferPointer { unsafe find(words, bytes, 0, $0) })
    }
    if found >= 0 { return found }
    guard steps.count < Self.mostLines else { return nil }
    let index = Int32(steps.count)
    steps.append(step)
    symbols.append(symbol(of: step, index))
    for offset in line.indices { bytes.append(line[offset]) }
    ends.append(Int32(bytes.count))
    if table.isCrowded { grow() }
    table.insert(
      Slot(word: words.last, length: Int32(words.length), line: index), Int(truncatingIfNeeded: words.hash))
    return index
  }

  private func symbol(of step: ScriptStep, _ index: Int32) -> Int32 {
    switch step {
    case .nothing: EventSymbol.nothing
    // An event with a payload, or one that the chart does not know, is the same as often as its line is.
    case .event(let event): EventSymbol.of(event, in: chart) ?? Int32(chart.eventCount) + index
    case .advance, .expect, .set, .show, .host, .test, .chart: EventSymbol.other
    }
  }

  private func range(_ line: Int32) -> Range<Int> {
    (line == 0 ? 0 : Int(ends[Int(line) - 1]))..<Int(ends[Int(line)])
  }

  @inline(__always)
  @unsafe private func find(
    _ line: Words, _ text: UnsafeRawBufferPointer, _ start: Int, _ slots: UnsafeBufferPointer<Slot>
  ) -> Int32 {
    let hash = Int(truncatingIfNeeded: line.hash)
    let index = SlotTable<Slot>.index(hash, mask: slots.count - 1) { index in
      let slot = unsafe slots[index]
      if slot.line < 0 { return .empty }
      let isMeant =
        unsafe slot.word == line.last && Int(slot.length) == line.length
        && (line.length < 8 || isSame(slot.line, text, start))
      return isMeant ? .meant : .other
    }
    return unsafe slots[index].line
  }

  /// Whether the whole words of a known line stand at `start`; the rest of it is compared in its slot.
  @inline(__always)
  @unsafe private func isSame(_ line: Int32, _ text: UnsafeRawBufferPointer, _ start: Int) -> Bool {
    let range = range(line)
    return unsafe bytes.withUnsafeBytes { known in
      var offset = 0
      while offset + 8 <= range.count {
        if unsafe Words.word(known, range.lowerBound + offset) != Words.word(text, start + offset) { return false }
        offset += 8
      }
      return true
    }
  }

  private mutating func grow() {
    let old = table.slots
    table.clear(capacity: old.count * 2)
    for slot in old where !slot.isEmpty {
      let words = unsafe bytes[range(slot.line)].withUnsafeBytes { unsafe Words(whole: $0, seed) }
      table.insert(slot, Int(truncatingIfNeeded: words.hash))
    }
  }
}

/// A line of a text, looked at in words of eight bytes: where it ends, and a hash of it.
private struct Words {
  /// The hash of the words.
  private(set) var hash: UInt64
  /// The last bytes, from a multiple of eight on, the rest zero.
  private(set) var last: UInt64 = 0
  /// Without the line end.
  private(set) var length = 0
  /// Where the next line begins.
  private(set) var next = 0

  /// The line that begins at `start`; nil where its end is not there.
  @inline(__always)
  @unsafe init?(_ text: UnsafeRawBufferPointer, from start: Int, _ seed: UInt64) {
    hash = seed
    var offset = start
    while true {
      let word = unsafe Self.word(text, offset)
      if let feed = ScriptLines.lineFeed(in: word) {
        let end = offset + feed
        let textEnd = unsafe ScriptLines.textEnd(text, start, end)
        if textEnd < end {
          self = unsafe Words(whole: UnsafeRawBufferPointer(rebasing: text[start..<textEnd]), seed)
        } else {
          length = end - start
          last = word & ((1 << UInt64(feed * 8)) &- 1)
          mix(last)
        }
        next = end + 1
        return
      }
      guard offset + 8 <= text.count else { return nil }
      mix(word)
      offset += 8
    }
  }

  /// A line as a whole.
  @unsafe init(whole line: UnsafeRawBufferPointer, _ seed: UInt64) {
    hash = seed
    length = line.count
    var offset = 0
    while line.count - offset >= 8 {
      mix(unsafe Self.word(line, offset))
      offset += 8
    }
    last = unsafe Self.word(line, offset)
    mix(last)
  }

  @inline(__always)
  private mutating func mix(_ word: UInt64) {
    // Both halves of the product: in its lower one a bit tells nothing of the bits below it, and lines differ in their ends.
    let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    hash = product.high ^ product.low
  }

  /// Eight bytes, the first lowest; zero behind the end.
  @inline(__always)
  @unsafe fileprivate static func word(_ text: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    if offset + 8 <= text.count {
      return unsafe UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    return unsafe shortWord(text, offset)
  }

  @inline(never)
  @unsafe private static func shortWord(_ text: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    var word: UInt64 = 0
    for byte in 0..<max(0, text.count - offset) { word |= unsafe UInt64(text[offset + byte]) << UInt64(byte * 8) }
    return word
  }
}
