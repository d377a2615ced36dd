import CLibrary

/// Lines to and from a process, in bounded memory and time.
final class ProcessLines {
  /// The reason why a line could not be exchanged.
  enum Problem: Error {
    /// The time is over.
    case late
    /// It has closed its standard input or output, or has ended.
    case closed
    /// A line is longer than the limit.
    case tooLong
  }

  let process: ChildProcess
  /// The output that was read; from `start` on it was not taken yet.
  private var buffer: [UInt8] = []
  private var start = 0
  /// No line end is before this offset.
  private var searched = 0
  private var isAtEnd = false
  private var areErrorsAtEnd = false
  /// The last bytes of its standard error.
  private var errorBytes: [UInt8] = []

  /// The limit of a line in bytes, without its end.
  static let lineBytes = 1 << 20
  private static let block = 64 << 10
  private static let keptErrorBytes = 4 << 10

  init(_ process: ChildProcess) {
    self.process = process
    areErrorsAtEnd = process.errors < 0
  }

  /// Sends a line, and returns the next line without its end.
  func exchange(_ line: [UInt8], atMost milliseconds: Int64) throws(Problem) -> [UInt8] {
    let clock = WallClock()
    try send(line, atMost: milliseconds, on: clock)
    return try next(atMost: milliseconds, on: clock)
  }

  /// Sends a line. Meanwhile, its output is read, so that it does not wait for the tool.
  func send(_ line: [UInt8], atMost milliseconds: Int64, on clock: WallClock = WallClock()) throws(Problem) {
    let bytes = line + [UInt8(ascii: "\n")]
    var sent = 0
    while true {
      guard process.input >= 0 else { throw .closed }
      let count = unsafe bytes.withUnsafeBytes { all in
        unsafe sendToProcess(process.input, bytes: all.baseAddress.map { unsafe $0 + sent }, count: all.count - sent)
      }
      if count > 0 { sent += count }
      if sent == bytes.count { return }
      if count < 0, errno != EAGAIN, errno != EINTR { throw .closed }
      if clock.elapsed >= milliseconds { throw .late }
      wait(atMost: milliseconds - clock.elapsed, toWrite: true)
    }
  }

  /// Waits for the next line, and returns it without its end.
  func next(atMost milliseconds: Int64, on clock: WallClock = WallClock()) throws(Problem) -> [UInt8] {
    while true {
      if let line = try popLine() { return line }
      if isAtEnd { throw .closed }
      if clock.elapsed >= milliseconds { throw .late }
      wait(atMost: milliseconds - clock.elapsed)
    }
  }

  /// A whole line that was read; nil for none.
  func popLine() throws(Problem) -> [UInt8]? {
    while searched < buffer.count, buffer[searched] != UInt8(ascii: "\n") { searched += 1 }
    if searched - start > Self.lineBytes { throw .tooLong }
    guard searched < buffer.count else { return nil }
    var end = searched
    if end > start, buffer[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    let line = Array(buffer[start..<end])
    start = searched + 1
    searched = start
    return line
  }

  /// The output until now that was not taken.
  func unread() -> ArraySlice<UInt8> {
    readOutput()
    return buffer[start...]
  }

  /// True if it will write nothing more.
  var isOver: Bool { isAtEnd && start == buffer.count }

  /// Waits until it writes something, or takes something, and reads what it has written. Returns true if `other`, a
  /// descriptor, can be read.
  @discardableResult func wait(atMost milliseconds: Int64, toWrite: Bool = false, other: Int32 = -1) -> Bool {
    var states = [
      pollfd(fd: canRead ? process.output : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: areErrorsAtEnd ? -1 : process.errors, events: Int16(POLLIN), revents: 0),
      pollfd(fd: toWrite ? process.input : -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    let limit = Int32(clamping: max(0, milliseconds))
    let found = unsafe states.withUnsafeMutableBufferPointer { states in
      unsafe poll(states.baseAddress, nfds_t(states.count), limit)
    }
    if found <= 0 { return false }
    if states[0].revents != 0 { readOutput() }
    if states[1].revents != 0 { readErrors() }
    return states[3].revents != 0
  }

  /// Output that is not taken waits in its pipe.
  private var canRead: Bool { !isAtEnd && buffer.count - start <= Self.lineBytes + Self.block }

  private func readOutput() {
    if start > Self.block {
      buffer.removeFirst(start)
      searched -= start
      start = 0
    }
    while canRead {
      let before = buffer.count
      isAtEnd = Self.read(process.output, into: &buffer)
      if buffer.count - before < Self.block { return }
    }
  }

  private func readErrors() {
    areErrorsAtEnd = Self.read(process.errors, into: &errorBytes)
    if errorBytes.count > Self.keptErrorBytes { errorBytes.removeFirst(errorBytes.count - Self.keptErrorBytes) }
  }

  /// Reads what is there. Returns true at the end.
  private static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Bool {
    var got = -1
    buffer.append(addingCapacity: block) { room in
      unsafe room.withUnsafeMutableBufferPointer { bytes, filled in
        repeat {
          got = unsafe receiveBytes(descriptor, bytes: bytes.baseAddress, count: bytes.count)
        } while got < 0 && errno == EINTR
        filled = max(0, got)
      }
    }
    return got == 0 || got < 0 && errno != EAGAIN
  }

  /// The last lines of its standard error, at most `count`.
  func lastErrors(_ count: Int) -> [String] {
    let clock = WallClock()
    // Endless errors have no last line.
    while !areErrorsAtEnd, clock.elapsed < 50 {
      let before = errorBytes
      readErrors()
      if errorBytes == before { break }
    }
    return errorBytes.split(separator: UInt8(ascii: "\n")).suffix(count).map { String(decoding: $0, as: UTF8.self) }
  }
}
