import StateKitCore
import Synchronization

/// The output limit of a command, for standard output and for each file; `--max-output`.
package final class OutputLimit: Sendable {
  package let bytes: Int
  private let reached = Atomic<Bool>(false)

  package init(bytes: Int) {
    self.bytes = bytes
  }

  /// True if an output was too long, and was cut or not written.
  package var isReached: Bool { reached.load(ordering: .relaxed) }

  /// Records that an output is too long.
  func reach() {
    reached.store(true, ordering: .relaxed)
  }

  package var reason: String {
    "the output is longer than \(MemoryPool(limit: bytes).shownLimit), the limit of --max-output"
  }
}

/// An output that ends at a limit, after the last line that fits.
final class LimitedOutput: OutputStream {
  private let base: any OutputStream
  private let limit: OutputLimit
  private var written = 0

  init(_ base: any OutputStream, limit: OutputLimit) {
    self.base = base
    self.limit = limit
  }

  private var isFull: Bool { written > limit.bytes }

  var failure: String? { isFull ? limit.reason : base.failure }
  var isTerminal: Bool { base.isTerminal }
  var columns: Int? { base.columns }
  var gatheredBytes: Int { base.gatheredBytes }

  func write(_ bytes: Span<UInt8>) {
    if isFull { return }
    let room = limit.bytes - written
    written += bytes.count
    if bytes.count <= room { return base.write(bytes) }
    limit.reach()
    var end = room
    while end > 0, bytes[end - 1] != UInt8(ascii: "\n") { end -= 1 }
    base.write(bytes.extracting(0..<end))
  }

  @unsafe func write(gathered runs: UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>) {
    let count = unsafe runs.reduce(0) { $0 + $1.count }
    if count <= limit.bytes - written {
      written += count
      return unsafe base.write(gathered: runs)
    }
    unsafe runs.forEach { unsafe write(Span(_unsafeElements: $0)) }
  }
}

extension Streams {
  /// The streams for a command with an output limit; a longer file is not written.
  func limited(to limit: OutputLimit) -> Streams {
    var streams = self
    streams.limit = limit
    streams.output = LimitedOutput(output, limit: limit)
    streams.save = { path, bytes, rule in
      if bytes.count <= limit.bytes { return self.save(path, bytes, rule) }
      limit.reach()
      return FileSave.Failure(limit.reason)
    }
    return streams
  }
}
