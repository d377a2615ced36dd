/// The text of memoised steps, in pieces.
struct StepBytes: Sendable {
  private static let mostBytes = 64 << 20
  /// With padding behind the last piece, so that a short one can be copied with what stands behind it: that costs a
  /// fraction of a copy that has to look at the length.
  private(set) var bytes = zeros
  static let padding = 32
  private static let zeros = [UInt8](repeating: 0, count: padding)
  /// To call for the copy of no more bytes takes longer than to copy them in parts.
  static let mostShort = 160

  /// Adds a piece; nil where there is no room.
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
  /// Some bytes of a `StepBytes`, which alone makes them.
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
