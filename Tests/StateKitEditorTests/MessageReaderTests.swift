import StateKitEditor
import Testing

@Suite struct MessageReaderTests {
  /// What the reader makes of bytes: bodies, and `!` for what is no message.
  static let streams: [(String, [String])] = [
    ("Content-Length: 2\r\n\r\n{}", ["{}"]),
    ("Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\nnull", ["{}", "null"]),
    ("content-length:2\n\n{}", ["{}"]),
    ("Content-Type: x\r\nContent-Length: 2\r\nA-b: c\r\n\r\n{}", ["{}"]),
    ("Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}", ["", "{}"]),
    ("Content-Length: 3\r\n\r\n{}", []),
    ("Content-Length: 2", []),
    ("garbage\r\n\r\nContent-Length: 2\r\n\r\n{}", ["!", "{}"]),
    ("{\"jsonrpc\": 1}Content-Length: 2\r\n\r\n{}", ["!", "{}"]),
    ("Content-Length: -1\r\n\r\nContent-Length: 2\r\n\r\n{}", ["!", "{}"]),
    ("Content-Length: two\r\n\r\n{}\r\nContent-Length: 2\r\n\r\n{}", ["!", "{}"]),
    ("Content-Length: 99999999999999999999\r\n\r\nContent-Length: 2\r\n\r\n{}", ["!", "{}"]),
    ("Content-Type: x\r\n\r\n{}Content-Length: 2\r\n\r\n{}", ["!", "{}"]),
    ("\r\n\r\nContent-Length: 2\r\n\r\n{}", ["!", "{}"]),
    ("Content-Length: 40\r\n\r\n0123456789012345678901234567890123456789Content-Length: 2\r\n\r\n{}", ["!", "{}"]),
  ]

  @Test(arguments: streams) func `a stream is cut into messages, however it comes`(stream: String, wanted: [String]) {
    let bytes = Array(stream.utf8)
    for size in [bytes.count, 1, 2, 7] {
      var reader = MessageReader(mostBytes: 32)
      var found: [String] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        reader.append(Array(bytes[start..<min(bytes.count, start + size)]))
        while let message = reader.next() {
          switch message {
          case .body(let body): found.append(String(decoding: body, as: UTF8.self))
          case .malformed: found.append("!")
          }
        }
      }
      #expect(found == wanted, "in pieces of \(size)")
    }
  }

  @Test func `a huge message is skipped and never held`() {
    var reader = MessageReader(mostBytes: 1_000)
    reader.append(Array("Content-Length: 100000000\r\n\r\n".utf8))
    #expect(reader.next() == .malformed("a message of 100000000 bytes is longer than 1000, the limit"))
    let block = [UInt8](repeating: 0x20, count: 1_000_000)
    for _ in 0..<100 {
      reader.append(block)
      #expect(reader.next() == nil)
      #expect(reader.pending == 0)
    }
    reader.append(Array("Content-Length: 2\r\n\r\n{}".utf8))
    #expect(reader.next() == .body(Array("{}".utf8)))
  }

  /// Text, line, character in UTF-16 and in UTF-8, offset.
  static let positions: [(String, Int, Int, Int, Int)] = [
    ("ab\ncd", 1, 1, 1, 4), ("a\r\nb\rc", 2, 0, 0, 5), ("a\r\nb", 0, 1, 1, 1), ("é𝄞x\n", 0, 3, 6, 6),
    ("é𝄞x\n", 0, 1, 2, 2),
    ("", 0, 0, 0, 0), ("a\n", 1, 0, 0, 2),
  ]

  @Test(arguments: positions) func `a position is an offset, and back`(
    text: String, line: Int, utf16: Int, utf8: Int, offset: Int
  ) {
    let bytes = Array(text.utf8)
    for (encoding, character) in [(PositionEncoding.utf16, utf16), (.utf8, utf8)] {
      let positions = TextPositions(bytes, encoding: encoding)
      #expect(positions.offset(TextPosition(line, character: character), in: bytes) == offset)
      #expect(positions.position(offset, in: bytes) == TextPosition(line, character: character))
      // What lies behind a line is its end, what lies behind the text the end of that.
      #expect(positions.offset(TextPosition(99, character: 0), in: bytes) == bytes.count)
    }
  }
}
