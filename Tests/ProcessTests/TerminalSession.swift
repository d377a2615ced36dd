import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The built program with a terminal of its own.
final class TerminalSession {
  let control: Int32
  private let line: Int32
  let process = Process()
  private var seen: [UInt8] = []

  init(_ arguments: [String], state: String, terminal: String = "xterm", environment: [String: String] = [:]) throws {
    #if os(Linux)
      // The calls of POSIX are not visible here; these are what they do.
      control = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var lock: Int32 = 0
      var number: UInt32 = 0
      try #require(ioctl(control, 0x4004_5431, &lock) == 0 && ioctl(control, 0x8004_5430, &number) == 0)
      let name = "/dev/pts/\(number)"
    #else
      control = posix_openpt(O_RDWR | O_NOCTTY)
      try #require(control >= 0 && grantpt(control) == 0 && unlockpt(control) == 0)
      let name = try #require(ptsname(control).map { String(cString: $0) })
    #endif
    line = open(name, O_RDWR | O_NOCTTY)
    try #require(line >= 0)
    var size = winsize(ws_row: 24, ws_col: 60, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(line, UInt(TIOCSWINSZ), &size)
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = arguments
    process.currentDirectoryURL = Repository.root
    process.environment = ["TERM": terminal, "XDG_STATE_HOME": state, "SWIFT_BACKTRACE": "enable=no"]
      .merging(ProcessInfo.processInfo.environment.filter { $0.key == "PATH" }) { own, _ in own }
      .merging(environment) { _, given in given }
    let handle = FileHandle(fileDescriptor: line, closeOnDealloc: false)
    process.standardInput = handle
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    close(line)
    close(control)
  }

  /// Whether the terminal hands out whole lines and echoes, as a shell expects it.
  var isCooked: Bool {
    var mode = termios()
    tcgetattr(line, &mode)
    return mode.c_lflag & tcflag_t(ICANON) != 0 && mode.c_lflag & tcflag_t(ECHO) != 0
  }

  func resize(width: UInt16) {
    var size = winsize(ws_row: 24, ws_col: width, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(line, UInt(TIOCSWINSZ), &size)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(control, bytes, bytes.count)
  }

  /// Waits until the terminal has shown a text since it was looked at last.
  func sees(_ text: String, seconds: Double = Program.patience) -> Bool {
    let end = Date().addingTimeInterval(seconds)
    let wanted = Array(text.utf8)
    while Date() < end {
      if let range = Self.range(of: wanted, in: seen) {
        seen.removeFirst(range.upperBound)
        return true
      }
      var poller = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
      guard poll(&poller, 1, 50) > 0 else { continue }
      var block = [UInt8](repeating: 0, count: 4096)
      let count = read(control, &block, block.count)
      if count <= 0 { break }
      seen += block[..<count]
    }
    return false
  }

  private static func range(of wanted: [UInt8], in bytes: [UInt8]) -> Range<Int>? {
    guard bytes.count >= wanted.count else { return nil }
    for start in 0...(bytes.count - wanted.count) where bytes[start..<start + wanted.count].elementsEqual(wanted) {
      return start..<start + wanted.count
    }
    return nil
  }

  func waits(seconds: Double = Program.patience) -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while process.isRunning, Date() < end {
      _ = sees("\u{0}never", seconds: 0.05)
    }
    return !process.isRunning
  }

  #if os(Linux)
    /// Waits until the system says of the program that it sleeps ("S") or is stopped ("T").
    func isSeen(in state: Character, seconds: Double = Program.patience) -> Bool {
      let end = Date().addingTimeInterval(seconds)
      while Date() < end {
        let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        if status?.contains("State:\t\(state)") == true { return true }
        usleep(5_000)
      }
      return false
    }
  #endif
}
