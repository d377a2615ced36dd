package import StateKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A place where bytes go, which remembers that they could not.
package protocol OutputStream: ByteOutput {
  /// Why the first write that failed did; nothing is written after it.
  var failure: String? { get }
  /// A person is looking on: output goes out by line, and may have colour.
  var isTerminal: Bool { get }
}

/// A file descriptor; every write is checked, in part done writes are gone on with.
final class FileOutput: OutputStream {
  private let descriptor: Int32
  let isTerminal: Bool
  private(set) var failure: String?

  init(descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = Platform.isTerminal(descriptor)
  }

  func write(_ bytes: Span<UInt8>) {
    var done = 0
    while done < bytes.count, failure == nil {
      let written = unsafe bytes.extracting(done..<bytes.count).withUnsafeBytes { rest in
        unsafe sendBytes(descriptor, rest.baseAddress, rest.count)
      }
      if written > 0 {
        done += written
      } else if written == 0 {
        failure = "nothing could be written"
      } else {
        switch errno {
        case EINTR: continue
        case EAGAIN:
          var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = unsafe poll(&state, 1, -1)
        case EPIPE: Platform.die(by: SIGPIPE)
        default: failure = Platform.lastError
        }
      }
    }
  }
}

/// `write(2)`, under a name that no method hides.
private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  guard let bytes = unsafe bytes else { return 0 }
  return unsafe write(descriptor, bytes, count)
}
