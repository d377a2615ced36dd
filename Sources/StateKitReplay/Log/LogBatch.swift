/// Bytes within a batch: in its text, or among those that were put together.
struct Piece: Sendable {
  private static let made: UInt32 = 1 << 31

  private let bits: UInt32
  private let length: UInt32

  static let none = Piece(start: 0, count: 0)

  init(start: Int, count: Int) {
    bits = UInt32(truncatingIfNeeded: start)
    length = UInt32(truncatingIfNeeded: count)
  }

  /// A piece of what was put together.
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
  /// Lines before it in its batch.
  var line: Int
  /// In milliseconds.
  var time: Int64
  /// Of the case.
  var hash: UInt64
  var caseID: Piece
  var event: Piece
  /// Of no bytes where there is none.
  var payload: Piece
}

/// A part of a log, and the events in it. Used by one thread at a time; a class, so that its room is used again.
package final class LogBatch: @unchecked Sendable {
  /// Bytes that may be read behind the text.
  static let padding = 32
  /// Bytes that are put together before a batch ends: names of columns are repeated in each payload.
  static let mostMade = 32 << 20

  /// Whole lines, and the padding.
  var text: [UInt8] = []
  /// Bytes of the text.
  var count = 0
  /// What stands in the text in another way: escapes, payloads of several fields.
  var made: [UInt8] = []
  var records: [LogRecord] = []
  var bad: [(line: Int, why: BadLine)] = []
  /// How many lines the text has.
  var lines = 0

  package init() {}

  func removeAll() {
    made.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
    bad.removeAll(keepingCapacity: true)
    lines = 0
  }

  /// The bytes of a piece.
  func bytes(of piece: Piece) -> ArraySlice<UInt8> {
    piece.isMade ? made[piece.range] : text[piece.range]
  }

  /// Bytes that were put together, as a piece.
  func add(_ bytes: [UInt8]) -> Piece {
    let start = made.count
    made += bytes
    return Piece(madeAt: start, count: bytes.count)
  }

  /// Calls `body` with the beginning of the text and of what was put together.
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
