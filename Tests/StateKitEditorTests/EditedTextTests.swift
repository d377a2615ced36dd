import StateKitEditor
import TestSupport
import Testing

/// A text in pieces with many changes is what the same changes make of the whole text one after the other.
@Suite struct EditedTextTests {
  private struct Change {
    let start: TextPosition
    let end: TextPosition
    let text: String
  }

  private static func apply(_ change: Change, to bytes: inout [UInt8], encoding: PositionEncoding) {
    let positions = TextPositions(bytes, encoding: encoding)
    let start = positions.offset(change.start, in: bytes)
    bytes.replaceSubrange(start..<max(start, positions.offset(change.end, in: bytes)), with: change.text.utf8)
  }

  private static func expect(_ changes: [Change], of text: String, encoding: PositionEncoding, pieceBytes: Int) {
    var bytes = Array(text.utf8)
    var edited = EditedText(bytes, encoding: encoding, pieceBytes: pieceBytes)
    for change in changes {
      apply(change, to: &bytes, encoding: encoding)
      edited.replace(from: change.start, to: change.end, with: change.text)
      guard edited.bytes == bytes, edited.count == bytes.count else {
        Issue.record("\(encoding), pieces of \(pieceBytes): \(change) makes \(edited.bytes) and not \(bytes)")
        return
      }
    }
  }

  /// Letters of one, two, three and four bytes, and line ends of each kind.
  private static let parts = ["a", "b", "é", "→", "𝄞", "\n", "\r", "\r\n"]

  @Test(arguments: [PositionEncoding.utf8, .utf16], [1, 2, 3, 8, 100])
  func `random changes are applied in order`(encoding: PositionEncoding, pieceBytes: Int) {
    var random = Seeded(UInt64(pieceBytes))
    func text(_ most: Int) -> String {
      let count = Int.random(in: 0...most, using: &random)
      return (0..<count).map { _ in Self.parts.randomElement(using: &random) ?? "" }.joined()
    }
    for _ in 0..<Extent.count(100, long: 10_000) {
      let whole = text(60)
      let changes = (0..<20).map { _ in
        // Some positions are behind a line or the text, and some ends before their start.
        func position() -> TextPosition {
          TextPosition(
            Int.random(in: 0...12, using: &random), character: Int.random(in: 0...9, using: &random))
        }
        let start = position()
        return Change(start: start, end: Bool.random(using: &random) ? start : position(), text: text(6))
      }
      Self.expect(changes, of: whole, encoding: encoding, pieceBytes: pieceBytes)
    }
  }

  @Test(arguments: [PositionEncoding.utf8, .utf16])
  func `changes from the first line to the last, and back, are applied in order`(encoding: PositionEncoding) {
    let whole = (0..<100).map { "line \($0) é𝄞\r\n" }.joined()
    for lines in [Array(0..<100), Array((0..<100).reversed())] {
      let changes = lines.map {
        Change(start: TextPosition($0, character: 2), end: TextPosition($0, character: 5), text: "𝄞\n\($0)")
      }
      Self.expect(changes, of: whole, encoding: encoding, pieceBytes: 16)
    }
  }
}
