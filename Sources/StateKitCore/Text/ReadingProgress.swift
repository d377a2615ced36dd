/// The progress of reading a file, from which final sizes of lists are estimated.
package struct ReadingProgress: Sendable {
  private let read: Int
  private let bytes: Int
  private let memory: MemoryGauge
  /// True if there was no room for a list.
  package private(set) var isStuck = false
  /// The number of bytes between two reservations.
  package static let stride = 1 << 16

  package init(read: Int, of bytes: Int, in memory: MemoryGauge) {
    self.read = max(1, read)
    self.bytes = max(read, bytes)
    self.memory = memory
  }

  /// The estimated final number of entries of a list with `count`. The beginning of a file may differ from the rest, so
  /// at first the estimate is half as high.
  func expected(_ count: Int) -> Int {
    let ratio = Double(bytes) / Double(read)
    return Int(Double(count) * (ratio > 64 ? ratio.squareRoot() : ratio) * 1.03) + 64
  }

  /// The maximum number of entries of a list with `count` at the next reservation: twice the growth so far; for a list
  /// too long to double, the maximum possible number.
  func upcoming(_ count: Int) -> Int {
    count + (count < 1 << 20 ? 2 * count / max(1, read / Self.stride) : Self.stride / 2)
  }

  /// The capacity to reserve now; nil if there is enough, or no memory for more.
  mutating func size(for count: Int, in capacity: Int, atMost most: Int = .max, stride: Int) -> Int? {
    let upcoming = upcoming(count)
    guard upcoming > capacity, capacity < most else { return nil }
    let size = min(max(expected(count), upcoming), most)
    return admits(size * stride) ? size : nil
  }

  mutating func admits(_ bytes: Int) -> Bool {
    let isRoom = memory.admits(bytes)
    if !isRoom { isStuck = true }
    return isRoom
  }
}

extension Array {
  /// Grows once, to the expected size. A list that doubles is copied, leaves holes, and is up to twice too large, which
  /// matters in files with millions of entries. Reserved memory that is never touched is not allocated.
  package mutating func makeRoom(_ progress: inout ReadingProgress, atMost most: Int = .max) {
    let stride = MemoryLayout<Element>.stride
    if let size = progress.size(for: count, in: capacity, atMost: most, stride: stride) { reserveCapacity(size) }
  }
}
