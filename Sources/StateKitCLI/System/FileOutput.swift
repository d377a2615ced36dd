package import StateKitCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where bytes go, which remembers that they could not.
package protocol OutputStream: ByteOutput {
  /// Why the first write that failed did; nothing is written after it.
  var failure: String? { get }
  /// A person is looking on: output goes out by line, and may have colour.
  var isTerminal: Bool { get }
  /// How many cells a line of the terminal has; nil where it is none.
  var columns: Int? { get }
}

/// A file descriptor; every write is checked, in part done writes are gone on with.
package final class FileOutput: OutputStream {
  private let descriptor: Int32
  package let isTerminal: Bool
  package let gatheredBytes: Int

  package private(set) var failure: String? {
    get { unsafe uncheckedFailure }
    set { unsafe uncheckedFailure = newValue }
  }
  // It is asked after each line that a machine has made, and no access to it calls anything.
  @exclusivity(unchecked) private var uncheckedFailure: String?

  package init(descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = Platform.isTerminal(descriptor)
    // What a pipe takes without making the writer wait; a file takes as much as comes, and is the faster for it.
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

  /// Linux and macOS take no more at once.
  private static let mostGathered = 1_024

  /// How many bytes a call has written; notes why it could not, unless it shall be made again.
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
private func sendBytes(_ descriptor: Int32, bytes: UnsafeRawPointer?, count: Int) -> Int {
  guard let bytes = unsafe bytes else { return 0 }
  return unsafe write(descriptor, bytes, count)
}
