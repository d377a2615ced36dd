#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A terminal whose keys are read one by one for as long as a line is typed.
package struct TerminalMode {
  private let descriptor: Int32

  /// Nil where the descriptor is no terminal.
  package init?(descriptor: Int32) {
    guard Platform.isTerminal(descriptor) else { return nil }
    self.descriptor = descriptor
  }

  /// What the terminal was before, for whoever ends the program while a line is typed. Written before the handlers that
  /// read it are in place, and only by the one thread that reads lines.
  ///
  /// In memory of its own: a static variable of this type is as long as its fields, which is three bytes less than the type
  /// of C, and what C writes behind it may be another variable.
  nonisolated(unsafe) private static let original = {
    let memory = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    unsafe memory.initialize(to: termios())
    return unsafe memory
  }()
  nonisolated(unsafe) private static var isRaw = false

  private static let endings: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS]

  /// Keys come one by one, nothing is echoed, Ctrl-C and Ctrl-Z are keys. False where the terminal refuses.
  func enter() -> Bool {
    guard unsafe tcgetattr(descriptor, Self.original) == 0 else { return false }
    var raw = unsafe Self.original.pointee
    raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
    raw.c_cflag |= tcflag_t(CS8)
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
    // Whatever ends the program puts the terminal back first; who started it may have held signals back.
    Platform.admit(Self.endings + [SIGTSTP, SIGCONT])
    for number in Self.endings {
      _ = signal(number) { number in
        if unsafe TerminalMode.isRaw { _ = unsafe tcsetattr(0, TCSANOW, TerminalMode.original) }
        _ = signal(number, SIG_DFL)
        _ = raise(number)
      }
    }
    guard unsafe tcsetattr(descriptor, TCSADRAIN, &raw) == 0 else { return false }
    unsafe Self.isRaw = true
    return true
  }

  /// The terminal is what it was.
  func leave() {
    guard unsafe Self.isRaw else { return }
    _ = unsafe tcsetattr(descriptor, TCSADRAIN, Self.original)
    unsafe Self.isRaw = false
    for number in Self.endings { _ = signal(number, SIG_DFL) }
  }

  /// Stops the program as Ctrl-Z does; returns when it goes on.
  func suspend() {
    leave()
    _ = raise(SIGTSTP)
    _ = enter()
  }

  /// How many cells a line has.
  var width: Int { size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } ?? 80 }

  /// How many lines there are.
  var height: Int { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } ?? 24 }

  private var size: winsize? {
    var size = winsize()
    return unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }
}
