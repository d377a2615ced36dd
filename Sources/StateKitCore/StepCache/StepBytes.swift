/// The text of memoised steps, in pieces.
struct StepBytes: Sendable {
  private static let mostBytes = 64 << 20
  /// With padding behind the last piece, so that a short one can be copied with what stands behind it: that costs a
  /// fraction of a copy that has to look at the length.
  private(set) var bytes = [UInt8](repeating: 0, count: 1 << 12)
  private var used = 0
  static let padding = 32
  /// To call for the copy of so many bytes takes longer than to copy them in parts.
  static let mostShort = 160

  /// Adds a piece; nil where there is no room.
  mutating func add(_ text: ArraySlice<UInt8>) -> StepText.Piece? {
    let needed = used + text.count + Self.padding
    guard needed <= Self.mostBytes else { return nil }
    if needed > bytes.count {
      bytes.append(contentsOf: repeatElement(0, count: max(bytes.count, needed - bytes.count)))
    }
    unsafe bytes.withUnsafeMutableBytes { all in
      unsafe text.withUnsafeBytes { unsafe UnsafeMutableRawBufferPointer(rebasing: all[used...]).copyMemory(from: $0) }
    }
    defer { used += text.count }
    return StepText.Piece(start: Int32(used), count: Int32(text.count))
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
