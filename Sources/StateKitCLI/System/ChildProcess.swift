import CLibrary
import Synchronization

/// A shell command that runs in a process group of its own, with pipes for its standard streams.
///
/// The descriptors are not blocking: nothing that the process does, or fails to do, holds up the tool. `ProcessGuard`
/// ends the group if the tool itself is ended.
final class ChildProcess {
  /// The destination of its standard error.
  enum Errors {
    /// Into a pipe; the last bytes are kept.
    case kept
    /// To the standard error of the tool.
    case passed
  }

  /// Its process id, which is also the id of its group.
  let id: Int32
  /// The ends of its pipes that the tool holds; -1 for a closed one.
  private(set) var input: Int32
  let output: Int32
  let errors: Int32
  /// The status of `waitpid`, after it was reaped.
  private(set) var status: Int32?

  /// A process could not be started.
  struct Failure: Error {
    let reason: String
  }

  /// One process is started at a time: no other one inherits the ends of its pipes.
  private static let starting = Mutex(())

  /// Starts `/bin/sh -c COMMAND` in a folder; an empty one is the current folder.
  init(_ command: String, in folder: String, errors kind: Errors) throws(Failure) {
    try ProcessGuard.shared.begin()
    (id, input, output, errors) = try Self.starting.withLock { (_) throws(Failure) in
      try Self.start(command, in: folder, errors: kind)
    }
    ProcessGuard.shared.add(id)
  }

  private static func start(
    _ command: String, in folder: String, errors kind: Errors
  ) throws(Failure) -> (Int32, Int32, Int32, Int32) {
    var ends: [Int32] = []
    func failure() -> Failure {
      let reason = Platform.lastError
      for end in ends { _ = close(end) }
      return Failure(reason: reason)
    }
    for _ in 0..<(kind == .kept ? 3 : 2) {
      guard let pipe = Self.pipe() else { throw failure() }
      ends += [pipe.reading, pipe.writing]
    }
    var spawning = Spawning()
    spawning.move(ends[0], to: 0)
    spawning.move(ends[3], to: 1)
    if kind == .kept { spawning.move(ends[5], to: 2) }
    guard let id = spawning.start(["/bin/sh", "-c", Self.line(command, in: folder)]) else { throw failure() }
    for end in [ends[0], ends[3]] + (kind == .kept ? [ends[5]] : []) { _ = close(end) }
    let own = [ends[1], ends[2]] + (kind == .kept ? [ends[4]] : [])
    for end in own { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
    return (id, own[0], own[1], own.count > 2 ? own[2] : -1)
  }

  /// The command, after a change of the folder.
  private static func line(_ command: String, in folder: String) -> String {
    if folder.isEmpty { return command }
    // Other relative paths may be looked for elsewhere.
    let path = folder.utf8.first == UInt8(ascii: "/") ? folder : "./" + folder
    return "cd -- \(ShellText.quoted(path)) || exit 126; \(command)"
  }

  /// A pipe that other programs do not inherit.
  static func pipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe ends.withUnsafeMutableBufferPointer({ unsafe makePipe($0.baseAddress) }) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  deinit {
    for end in [input, output, errors] where end >= 0 { _ = close(end) }
  }

  func closeInput() {
    if input >= 0 { _ = close(input) }
    input = -1
  }

  /// Waits for at most some milliseconds until it has ended. Returns true if it has.
  func waitForEnd(atMost milliseconds: Int64) -> Bool {
    let clock = WallClock()
    while true {
      if hasEnded { return true }
      let left = milliseconds - clock.elapsed
      if left <= 0 { return false }
      clock.sleep(until: clock.elapsed + 1)
    }
  }

  /// True if it has ended. It is not reaped, so that its group keeps its id.
  private var hasEnded: Bool {
    if status != nil { return true }
    var facts = unsafe siginfo_t()
    let result = Platform.repeating { unsafe waitid(P_PID, id_t(id), &facts, WEXITED | WNOHANG | WNOWAIT) }
    if result < 0 { return true }
    // Nothing is filled in if it still runs.
    #if canImport(Darwin)
      return facts.si_pid != 0
    #else
      return unsafe facts.si_signo != 0
    #endif
  }

  /// Ends it and its group: the end of its input, then SIGTERM, then SIGKILL, each after a while. Returns its status.
  @discardableResult func end() -> Int32? {
    if status != nil { return status }
    closeInput()
    if !waitForEnd(atMost: Self.patience) {
      _ = kill(-id, SIGTERM)
      _ = waitForEnd(atMost: Self.patience)
    }
    return endGroup()
  }

  /// Kills what is left of its group, and reaps it.
  private func endGroup() -> Int32? {
    _ = kill(-id, SIGKILL)
    var found: Int32 = 0
    let result = Platform.repeating { unsafe waitpid(id, &found, 0) }
    status = result == id ? found : 0
    ProcessGuard.shared.remove(id)
    return status
  }

  /// How it has ended: `status 3`, `signal 9`; nil if it runs. A process that has closed its streams is given a second to
  /// end.
  func ending(hasClosed: Bool) -> String? {
    guard waitForEnd(atMost: hasClosed ? 1_000 : 0) else { return nil }
    let status = endGroup() ?? 0
    let number = status & 0x7F
    return number != 0 ? "signal \(number)" : "status \((status >> 8) & 0xFF)"
  }

  static let success = "status 0"

  /// True for the ending of a shell that cannot run the command.
  static func isUnknownCommand(_ ending: String?) -> Bool { ending == "status 127" || ending == "status 126" }

  /// The milliseconds that it has to end by itself.
  private static let patience: Int64 = 500
}

/// `pipe(2)`, under a name that no method hides.
@unsafe private func makePipe(_ ends: UnsafeMutablePointer<Int32>?) -> Int32 {
  guard let ends = unsafe ends else { return -1 }
  return unsafe pipe(ends)
}

/// `write(2)` to a process that may have ended: then the result is an error, EPIPE, and no signal. The signal is held
/// back for this thread alone, so that other processes inherit nothing.
func sendToProcess(_ descriptor: Int32, bytes: UnsafeRawPointer?, count: Int) -> Int {
  var (held, before) = (sigset_t(), sigset_t())
  unsafe sigemptyset(&held)
  unsafe sigaddset(&held, SIGPIPE)
  unsafe pthread_sigmask(SIG_BLOCK, &held, &before)
  let sent = unsafe sendBytes(descriptor, bytes: bytes, count: count)
  let failure = errno
  var pending = sigset_t()
  if sent < 0, failure == EPIPE, unsafe sigpending(&pending) == 0, unsafe sigismember(&pending, SIGPIPE) == 1 {
    var number: Int32 = 0
    unsafe sigwait(&held, &number)
  }
  unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  errno = failure
  return sent
}
