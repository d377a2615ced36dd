import CEL
import CLibrary
package import StateKitCore

/// A destination of bytes, which remembers a failure.
package protocol OutputStream: ByteOutput {
  /// The reason of the first failed write; nothing is written after it.
  var failure: String? { get }
  /// True if a person watches: output is flushed by line, and may have colour.
  var isTerminal: Bool { get }
  /// The number of cells in a line of the terminal; nil for other outputs.
  var columns: Int? { get }
}

extension OutputStream {
  package var isClosed: Bool { failure != nil }

  func write(_ text: String) { write(text.utf8Bytes.span) }
}

/// A file descriptor; every write is checked, and a partial write is continued.
package final class FileOutput: OutputStream {
  private let descriptor: Int32
  package let isTerminal: Bool
  package let gatheredBytes: Int

  package private(set) var failure: String? {
    get { unsafe uncheckedFailure }
    set { unsafe uncheckedFailure = newValue }
  }
  // It is read after each line that a machine makes, and no access to it calls other code.
  @exclusivity(unchecked) private var uncheckedFailure: String?

  package init(descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = Platform.isTerminal(descriptor)
    // A pipe takes this much without blocking the writer; a file takes any amount, and larger writes are faster.
    gatheredBytes = Platform.isPipe(descriptor) ? 48 << 10 : 1 << 20
  }

  package var columns: Int? { TerminalMode(descriptor: descriptor)?.width }

  package func write(_ bytes: Span<UInt8>) {
    var done = 0
    while done < bytes.count, failure == nil {
      done += accepted(
        unsafe bytes.extracting(done..<bytes.count).withUnsafeBytes { rest in
          unsafe sendBytes(descriptor, bytes: rest.baseAddress, count: rest.count)
        })
    }
  }

  @unsafe package func write(gathered runs: UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>) {
    var rest: [iovec] = unsafe runs.compactMap {
      unsafe $0.isEmpty ? nil : iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count)
    }
    var first = 0
    while unsafe first < rest.count, failure == nil {
      let count = unsafe Int32(clamping: min(rest.count - first, Self.mostGathered))
      var done = unsafe accepted(
        rest.withUnsafeBufferPointer { unsafe writev(descriptor, $0.baseAddress.map { unsafe $0 + first }, count) })
      while done > 0 {
        let part = unsafe min(done, rest[first].iov_len)
        unsafe rest[first].iov_len -= part
        unsafe rest[first].iov_base = rest[first].iov_base.map { unsafe $0 + part }
        done -= part
        if unsafe rest[first].iov_len == 0 { first += 1 }
      }
    }
  }

  /// The limit of Linux and macOS for one call.
  private static let mostGathered = 1_024

  /// The number of bytes that a call has written. Records the failure, unless the call is to be repeated.
  private func accepted(_ written: Int) -> Int {
    if written > 0 { return written }
    if written == 0 {
      failure = "nothing could be written"
      return 0
    }
    switch errno {
    case EINTR: break
    case EAGAIN:
      var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&state, 1, -1)
    case EPIPE: Platform.die(by: SIGPIPE)
    default: failure = Platform.lastError
    }
    return 0
  }
}

/// `write(2)`, under a name that no method hides.
func sendBytes(_ descriptor: Int32, bytes: UnsafeRawPointer?, count: Int) -> Int {
  guard let bytes = unsafe bytes else { return 0 }
  return unsafe write(descriptor, bytes, count)
}
