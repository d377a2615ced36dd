import CLibrary

/// A terminal whose keys are read one by one while a line is typed.
package struct TerminalMode {
  private let descriptor: Int32

  /// Nil if the descriptor is not a terminal.
  package init?(descriptor: Int32) {
    guard Platform.isTerminal(descriptor) else { return nil }
    self.descriptor = descriptor
  }

  /// The original mode of the terminal, for signal handlers that end the program while a line is typed. It is written
  /// before these handlers are installed, and only by the thread that reads lines.
  ///
  /// It has memory of its own. A static variable of this type is three bytes shorter than the type of C, so C could
  /// write into the next variable.
  nonisolated(unsafe) private static let original = {
    let memory = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    unsafe memory.initialize(to: termios())
    return unsafe memory
  }()
  nonisolated(unsafe) private static var isRaw = false

  private static let endings: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS]

  /// Delivers keys one by one, without echo, including Ctrl-C and Ctrl-Z. Returns false if the terminal refuses.
  func enter() -> Bool {
    guard unsafe tcgetattr(descriptor, Self.original) == 0 else { return false }
    var raw = unsafe Self.original.pointee
    raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
    raw.c_cflag |= tcflag_t(CS8)
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
    // The handlers restore the terminal before the program ends; the parent process may have blocked the signals.
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

  /// Restores the terminal.
  func leave() {
    guard unsafe Self.isRaw else { return }
    _ = unsafe tcsetattr(descriptor, TCSADRAIN, Self.original)
    unsafe Self.isRaw = false
    for number in Self.endings { _ = signal(number, SIG_DFL) }
  }

  /// Stops the program as Ctrl-Z does; returns when the program is continued.
  func suspend() {
    leave()
    _ = raise(SIGTSTP)
    _ = enter()
  }

  /// The number of cells in a line.
  var width: Int { size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } ?? 80 }

  /// The number of lines.
  var height: Int { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } ?? 24 }

  private var size: winsize? {
    var size = winsize()
    return unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }
}
