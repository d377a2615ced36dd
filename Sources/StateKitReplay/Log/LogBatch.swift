/// A range of bytes in a batch: in its text or in `made`.
struct Piece: Sendable, Equatable {
  private static let made: UInt32 = 1 << 31

  private let bits: UInt32
  private let length: UInt32

  static let none = Piece(start: 0, count: 0)

  init(start: Int, count: Int) {
    bits = UInt32(truncatingIfNeeded: start)
    length = UInt32(truncatingIfNeeded: count)
  }

  /// A range of `made`.
  init(madeAt start: Int, count: Int) {
    bits = UInt32(truncatingIfNeeded: start) | Self.made
    length = UInt32(truncatingIfNeeded: count)
  }

  var isMade: Bool { bits & Self.made != 0 }
  var start: Int { Int(bits & ~Self.made) }
  var count: Int { Int(length) }
  var range: Range<Int> { start..<start + count }
}

/// One event of a log.
struct LogRecord: Sendable {
  /// The count of lines before it in its batch.
  var line: Int
  /// In milliseconds; `LogTime.unknown` for an event without a time.
  var time: Int64
  /// The hash of the case.
  var hash: UInt64
  var caseID: Piece
  var event: Piece
  /// Empty if the event has no payload.
  var payload: Piece
  /// The state after the event; empty if the line has none.
  var state = Piece.none
  /// The actions that were done; empty if the line does not have them.
  var did = Piece.none
}

/// A part of a log and its events, for one thread at a time. It is a class so that its memory is used again.
package final class LogBatch: @unchecked Sendable {
  /// The bytes that are readable after the text.
  static let padding = 32
  /// The size of `made` that ends a batch: each payload repeats the names of columns.
  static let mostMade = 32 << 20

  /// Complete lines, and the padding.
  var text: [UInt8] = []
  /// The bytes of the text, without the padding.
  var count = 0
  /// Rewritten text: resolved escapes, and payloads of several fields.
  var made: [UInt8] = []
  var records: [LogRecord] = []
  var bad: [(line: Int, why: BadLine)] = []
  /// The fields of payloads that its events have, as bits (`LogFields.bit`).
  var seen: UInt64 = 0
  /// The number of its events of XES that lack the time.
  var untimed = 0
  /// The number of lines of the text.
  var lines = 0

  package init() {}

  func removeAll() {
    made.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
    bad.removeAll(keepingCapacity: true)
    lines = 0
    seen = 0
    untimed = 0
  }

  func bytes(of piece: Piece) -> ArraySlice<UInt8> {
    piece.isMade ? made[piece.range] : text[piece.range]
  }

  /// Appends bytes to `made` and returns their range.
  func add(_ bytes: [UInt8]) -> Piece {
    let start = made.count
    made += bytes
    return Piece(madeAt: start, count: bytes.count)
  }

  /// Calls `body` with the base addresses of the text and of `made`.
  @unsafe func withBytes<Result>(
    _ body: (_ text: UnsafePointer<UInt8>, _ made: UnsafePointer<UInt8>) -> Result?
  ) -> Result? {
    unsafe text.withUnsafeBufferPointer { text in
      // An empty list may have no address.
      unsafe (made.isEmpty ? [0] : made).withUnsafeBufferPointer { made in
        guard let text = text.baseAddress, let made = made.baseAddress else { return nil }
        return unsafe body(text, made)
      }
    }
  }
}
