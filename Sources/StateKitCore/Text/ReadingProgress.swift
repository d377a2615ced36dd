/// How much of a file is read: what there is of a thing tells how much there will be.
package struct ReadingProgress: Sendable {
  private let read: Int
  private let bytes: Int
  private let memory: MemoryGauge
  /// There was no room for a list.
  package private(set) var isStuck = false
  /// How many bytes are read between two times of making room.
  package static let stride = 1 << 16

  package init(read: Int, of bytes: Int, in memory: MemoryGauge) {
    self.read = max(1, read)
    self.bytes = max(read, bytes)
    self.memory = memory
  }

  /// How many entries a list of `count` will have. The beginning of a file need not be like the rest: as long as little is
  /// read, half of the way there is enough.
  func expected(_ count: Int) -> Int {
    let ratio = Double(bytes) / Double(read)
    return Int(Double(count) * (ratio > 64 ? ratio.squareRoot() : ratio) * 1.03) + 64
  }

  /// How many entries a list of `count` may have when room is made again: twice as many more as so far, for a list that is
  /// so long that it must not double, as many as there can be.
  func upcoming(_ count: Int) -> Int {
    count + (count < 1 << 20 ? 2 * count / max(1, read / Self.stride) : Self.stride / 2)
  }

  /// The size to which a list grows at once; nil where it has room, or there is none for more.
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
  /// Grows once, to the size that is expected: a list that doubles is copied, leaves holes, and is twice as large as it need
  /// be, which a file of many million things makes felt. Memory that nobody touches is not there.
  package mutating func makeRoom(_ progress: inout ReadingProgress, atMost most: Int = .max) {
    let stride = MemoryLayout<Element>.stride
    if let size = progress.size(for: count, in: capacity, atMost: most, stride: stride) { reserveCapacity(size) }
  }
}
