import StateKitCore
import Synchronization

/// The output limit of a command, for standard output and for each file; `--max-output`.
package final class OutputLimit: Sendable {
  package let bytes: Int
  private let reached = Atomic<Bool>(false)
  private let isHeldReached = Atomic<Bool>(false)

  package init(bytes: Int) {
    self.bytes = bytes
  }

  /// True if an output was too long, and was cut or not written.
  package var isReached: Bool { reached.load(ordering: .relaxed) }

  /// Records that an output is too long.
  func reach() { reached.store(true, ordering: .relaxed) }

  /// Says that a step is too long to be kept until it is written.
  func reachHeld() {
    isHeldReached.store(true, ordering: .relaxed)
    reach()
  }

  /// Records that a file is too long. Returns the reason without the limit, which is said at the end of the command.
  func refuse() -> FileSave.Failure {
    reach()
    return FileSave.Failure("the output is too long")
  }

  package var reason: String {
    if isHeldReached.load(ordering: .relaxed) {
      let limit = MemoryPool(limit: InputLimits.heldBytes).shownLimit
      return "a step is longer than \(limit), the limit of a line of the trace, and of --journal"
    }
    return "the output is longer than \(MemoryPool(limit: bytes).shownLimit), the limit of --max-output"
  }
}

/// An output that ends at a limit, after the last line that fits.
final class LimitedOutput: OutputStream {
  private let base: any OutputStream
  private let limit: OutputLimit
  private var written = 0
  /// Something was too long: nothing is written after it.
  private var isFull = false

  init(_ base: any OutputStream, limit: OutputLimit) {
    self.base = base
    self.limit = limit
  }

  var failure: String? { isFull ? limit.reason : base.failure }
  var isTerminal: Bool { base.isTerminal }
  var columns: Int? { base.columns }
  var gatheredBytes: Int { base.gatheredBytes }
  var mostHeld: Int { min(limit.bytes - written, InputLimits.heldBytes) }

  func refuseHeld() {
    if isFull { return }
    mostHeld < InputLimits.heldBytes ? limit.reach() : limit.reachHeld()
    isFull = true
  }

  func write(_ bytes: Span<UInt8>) {
    if isFull { return }
    let room = limit.bytes - written
    if bytes.count <= room {
      written += bytes.count
      return base.write(bytes)
    }
    isFull = true
    limit.reach()
    var end = room
    while end > 0, bytes[end - 1] != UInt8(ascii: "\n") { end -= 1 }
    base.write(bytes.extracting(0..<end))
  }

  @unsafe func write(gathered runs: UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>) {
    let count = unsafe runs.reduce(0) { $0 + $1.count }
    if !isFull, count <= limit.bytes - written {
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
      return limit.refuse()
    }
    streams.saveAll = { files in
      guard let long = files.first(where: { $0.bytes.count > limit.bytes }) else { return self.saveAll(files) }
      return (long.path, limit.refuse())
    }
    return streams
  }
}
