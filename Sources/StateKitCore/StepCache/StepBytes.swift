/// The text of memoised steps, in pieces.
struct StepBytes: Sendable {
  private static let mostBytes = 64 << 20
  /// The pieces, with padding behind the last one: a short piece is copied together with the bytes behind it, at a
  /// fraction of the cost of an exact copy.
  private(set) var bytes = zeros
  static let padding = 32
  private static let zeros = [UInt8](repeating: 0, count: padding)
  /// Up to this length, copying in parts is faster than calling the copy function.
  static let mostShort = 160

  /// Adds a piece; nil if there is no room.
  mutating func add(_ text: ArraySlice<UInt8>) -> StepText.Piece? {
    let start = bytes.count - Self.padding
    guard bytes.count + text.count <= Self.mostBytes else { return nil }
    bytes.removeLast(Self.padding)
    bytes += text
    bytes += Self.zeros
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
