import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ctrl-C while something runs: not the end of the program, but a wish to stop at the next border.
enum Interrupts {
  private static let isWished = Atomic<Bool>(false)

  /// From now on Ctrl-C is a wish.
  static func watch() {
    isWished.store(false, ordering: .relaxed)
    _ = signal(SIGINT) { _ in Interrupts.isWished.store(true, ordering: .relaxed) }
  }

  /// From now on Ctrl-C ends the program again.
  static func unwatch() {
    _ = signal(SIGINT, SIG_DFL)
  }

  /// Whether there was a wish since this was asked last.
  static func take() -> Bool {
    isWished.exchange(false, ordering: .relaxed)
  }
}
