/// How much of a file is read: what there is of a thing tells how much there will be.
package struct ReadingProgress: Sendable {
  private let read: Int
  private let bytes: Int
  /// So many bytes are read between two times of making room.
  package static let stride = 1 << 16

  package init(read: Int, of bytes: Int) {
    self.read = max(1, read)
    self.bytes = max(read, bytes)
  }

  /// How many entries a list of so many will have. The beginning of a file need not be like the rest: as long as little is
  /// read, half of the way there is enough.
  func expected(_ count: Int) -> Int {
    let ratio = Double(bytes) / Double(read)
    return Int(Double(count) * (ratio > 64 ? ratio.squareRoot() : ratio) * 1.03) + 64
  }

  /// How many entries a list of so many may have when room is made again.
  func upcoming(_ count: Int) -> Int {
    count + count / max(1, read / (2 * Self.stride))
  }
}

extension Array {
  /// Grows once, to the size that is expected: a list that doubles is copied, leaves holes, and is twice as large as it need
  /// be, which a file of many million things makes felt. Memory that nobody touches is not there.
  mutating func makeRoom(_ progress: ReadingProgress, atMost most: Int = .max) {
    guard progress.upcoming(count) > capacity, capacity < most else { return }
    reserveCapacity(Swift.min(progress.expected(count), most))
  }
}
