import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Signals that end a program, while something runs that is to come to a border first.
enum Interrupts {
  private static let wished = Atomic<Int32>(0)

  /// From now on these signals are a wish. One that whoever started the program has put to be ignored stays so.
  static func watch(_ signals: [Int32] = [SIGINT]) {
    Platform.admit(signals)
    for number in signals {
      let before = signal(number) { number in
        if Interrupts.wished.exchange(number, ordering: .relaxed) == 0 { return }
        // Nobody has looked since the first one: this one ends the program, as soon as the handler is over.
        _ = signal(number, SIG_DFL)
        _ = raise(number)
      }
      if unsafe unsafeBitCast(before, to: Int.self) == ignored { _ = signal(number, SIG_IGN) }
    }
  }

  /// SIGINT ends the program, also where a shell that began it in the background has put it to be ignored.
  static func heed() {
    Platform.admit([SIGINT])
    _ = signal(SIGINT, SIG_DFL)
  }

  /// From now on these signals end the program again.
  static func unwatch(_ signals: [Int32] = [SIGINT]) {
    for number in signals {
      let before = signal(number, SIG_DFL)
      if unsafe unsafeBitCast(before, to: Int.self) == ignored { _ = signal(number, SIG_IGN) }
    }
  }

  private static var ignored: Int { unsafe unsafeBitCast(SIG_IGN, to: Int.self) }

  /// Whether a signal has come that nobody has taken.
  static var isWished: Bool { wished.load(ordering: .relaxed) != 0 }

  /// The signal that came since this was asked last; nil for none.
  static func take() -> Int32? {
    if wished.load(ordering: .relaxed) == 0 { return nil }
    let number = wished.exchange(0, ordering: .relaxed)
    return number == 0 ? nil : number
  }
}
