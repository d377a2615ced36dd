import CLibrary
import Synchronization

/// Signals that end a program, delayed until a step is complete.
enum Interrupts {
  private static let wished = Atomic<Int32>(0)

  /// From now on, these signals are only recorded. A signal that was ignored at the start of the program stays
  /// ignored.
  static func watch(_ signals: [Int32] = [SIGINT]) {
    Platform.admit(signals)
    for number in signals {
      let before = signal(number) { number in
        if Interrupts.wished.exchange(number, ordering: .relaxed) == 0 { return }
        // The first signal was not handled yet: this one ends the program as soon as the handler returns.
        _ = signal(number, SIG_DFL)
        _ = raise(number)
      }
      if unsafe unsafeBitCast(before, to: Int.self) == ignored { _ = signal(number, SIG_IGN) }
    }
  }

  /// Lets SIGINT end the program, even if a shell started it in the background with the signal ignored.
  static func heed() {
    Platform.admit([SIGINT])
    _ = signal(SIGINT, SIG_DFL)
  }

  /// From now on, these signals end the program again.
  static func unwatch(_ signals: [Int32] = [SIGINT]) {
    for number in signals {
      let before = signal(number, SIG_DFL)
      if unsafe unsafeBitCast(before, to: Int.self) == ignored { _ = signal(number, SIG_IGN) }
    }
  }

  private static var ignored: Int { unsafe unsafeBitCast(SIG_IGN, to: Int.self) }

  /// True if a signal came that is not handled yet.
  static var isWished: Bool { wished.load(ordering: .relaxed) != 0 }

  /// The signal since the last call; nil for none.
  static func pop() -> Int32? {
    if wished.load(ordering: .relaxed) == 0 { return nil }
    let number = wished.exchange(0, ordering: .relaxed)
    return number == 0 ? nil : number
  }
}
