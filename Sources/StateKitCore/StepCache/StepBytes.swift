/// The text of memoised steps, in pieces.
struct StepBytes: Sendable {
  private static let mostBytes = 64 << 20
  private(set) var bytes: [UInt8] = []

  /// Adds a piece; nil if there is no room.
  mutating func add(_ text: ArraySlice<UInt8>) -> StepText.Piece? {
    guard bytes.count + text.count <= Self.mostBytes else { return nil }
    let start = bytes.count
    bytes += text
    return StepText.Piece(start: Int32(start), count: Int32(text.count))
  }
}

extension StepText {
  /// A range of bytes in a `StepBytes`, which creates it.
  struct Piece: Sendable {
    let start: Int32
    let count: Int32

    fileprivate init(start: Int32, count: Int32) {
      self.start = start
      self.count = count
    }

    static let empty = Piece(start: 0, count: 0)
  }
}
