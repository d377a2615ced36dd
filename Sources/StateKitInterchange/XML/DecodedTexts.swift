import StateKitCore

/// Texts of a document that differ from their bytes, in one buffer.
struct DecodedTexts {
  private var bytes: [UInt8] = []
  private var ends: [Int32] = []

  /// Appends to the current text.
  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ text: ArraySlice<UInt8>) { bytes += text }

  /// Ends the current text and begins the next. Returns its index.
  mutating func end() -> Int32 {
    ends.append(Int32(bytes.count))
    return Int32(ends.count - 1)
  }

  func text(_ index: Int32) -> String {
    let start = index == 0 ? 0 : Int(ends[Int(index) - 1])
    return bytes.span.extracting(start..<Int(ends[Int(index)])).text
  }
}
