import StateKitCore

/// Splits a stream of bytes into messages of the Language Server Protocol: header lines, an empty line, and a body of
/// `Content-Length` bytes. After invalid bytes it continues with the next message that it can find.
package struct MessageReader: Sendable {
  package enum Message: Equatable, Sendable {
    case body([UInt8])
    /// Bytes that are not a message and were skipped, with the reason.
    case malformed(String)
  }

  /// The maximum length of all header lines together.
  private static let longestHeader = 16 << 10
  private static let field = Array("content-length".utf8)

  private var buffer: [UInt8] = []
  private var start = 0
  /// The number of bytes that remain to be skipped of a body that is too long.
  private var skipped = 0
  /// True while bytes are skipped up to the next header.
  private var isLost = false
  private let mostBytes: Int

  /// Bodies of more than `mostBytes` are skipped without storing them.
  package init(mostBytes: Int = InputLimits.messageBytes) {
    self.mostBytes = mostBytes
  }

  /// The number of bytes that do not form a complete message yet.
  package var pending: Int { buffer.count - start }

  package mutating func append(_ bytes: [UInt8]) {
    let dropped = min(skipped, bytes.count)
    skipped -= dropped
    if dropped == bytes.count { return }
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer += bytes[dropped...]
  }

  /// The next message; nil until more bytes come.
  package mutating func next() -> Message? {
    while true {
      if isLost, !findHeader() { return nil }
      switch readHeader() {
      case .needsMore: return nil
      case .wrong(let reason):
        isLost = true
        return .malformed(reason)
      case .length(let length, let body):
        if length > mostBytes {
          let there = min(length, buffer.count - body)
          skipped = length - there
          start = body + there
          return .malformed("a message of \(length) bytes is longer than \(mostBytes), the limit")
        }
        guard buffer.count - body >= length else { return nil }
        start = body + length
        defer { letGo() }
        return .body(Array(buffer[body..<body + length]))
      }
    }
  }

  /// Releases the buffer after a large message.
  private mutating func letGo() {
    if start == buffer.count {
      if buffer.capacity > 1 << 20 { buffer = [] } else { buffer.removeAll(keepingCapacity: true) }
      start = 0
    }
  }

  private enum Header {
    case needsMore
    case wrong(String)
    /// The length of the body, and its start.
    case length(Int, body: Int)
  }

  private mutating func readHeader() -> Header {
    var length: Int?
    var line = start
    while let end = buffer[line...].firstIndex(of: UInt8(ascii: "\n")) {
      var stop = end
      if stop > line, buffer[stop - 1] == UInt8(ascii: "\r") { stop -= 1 }
      if stop == line {
        if let length { return .length(length, body: end + 1) }
        start = end + 1
        return .wrong("the header has no Content-Length")
      }
      guard let colon = buffer[line..<stop].firstIndex(of: UInt8(ascii: ":")), isName(line..<colon) else {
        start = line + 1
        return .wrong("a line of the header is not a field")
      }
      if matches(line..<colon) {
        guard let number = number(colon + 1..<stop) else {
          start = line + 1
          return .wrong("Content-Length is not a count of bytes")
        }
        length = number
      }
      line = end + 1
      if line - start > Self.longestHeader { break }
    }
    if buffer.count - start > Self.longestHeader {
      start += 1
      return .wrong("the header is longer than \(Self.longestHeader) bytes")
    }
    // A line that cannot become a field is skipped at once: its end may never arrive.
    if line < buffer.count, buffer[line] == UInt8(ascii: "{") || buffer[line] == UInt8(ascii: "[") {
      start = line + 1
      return .wrong("there is a message without a header")
    }
    return .needsMore
  }

  /// Skips to the next `Content-Length`; false if none has arrived.
  private mutating func findHeader() -> Bool {
    let last = buffer.count - Self.field.count
    var index = start
    while index <= last {
      if matches(index..<index + Self.field.count) {
        start = index
        isLost = false
        return true
      }
      index += 1
    }
    // Keeps the end of the buffer, which may be the beginning of a field.
    start = max(start, min(index, buffer.count))
    if start > 1 << 16 {
      buffer.removeFirst(start)
      start = 0
    }
    return false
  }

  private func isName(_ range: Range<Int>) -> Bool {
    !range.isEmpty
      && buffer[range].allSatisfy {
        $0 == UInt8(ascii: "-") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
      }
  }

  private func matches(_ range: Range<Int>) -> Bool {
    buffer[range].elementsEqual(Self.field) { byte, wanted in
      (UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte) == wanted
    }
  }

  /// Digits with spaces around them.
  private func number(_ range: Range<Int>) -> Int? {
    var digits = buffer[range]
    while let first = digits.first, first == 0x20 || first == 0x09 { digits.removeFirst() }
    while let last = digits.last, last == 0x20 || last == 0x09 { digits.removeLast() }
    guard !digits.isEmpty, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
