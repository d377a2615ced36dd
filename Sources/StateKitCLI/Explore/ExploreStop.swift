import StateKitCore
import StateKitSearch

/// Stops an exploration early: by a time limit or a signal. It exists from the beginning of the exploration to its
/// end.
struct ExploreStop {
  /// Returns the reason to stop now; nil to continue.
  let condition: @Sendable () -> ExploreBounds.Kind?

  /// `timeLimit`: milliseconds from now; nil for no limit.
  init(timeLimit: Int64?) {
    Interrupts.watch(Platform.endings)
    let clock = WallClock()
    condition = {
      if Interrupts.isWished { return .interrupt }
      if let timeLimit, clock.elapsed > timeLimit { return .timeLimit }
      return nil
    }
  }

  /// The bytes that states may use: the requested amount, or less if the process has a memory limit. Tables are
  /// copied into larger ones as they grow, and searches in the states need as much memory again.
  static func memory(_ asked: Int) -> Int { Platform.memory.share(of: asked, growth: 6) }

  /// True if the exploration must stop, for any reason.
  var isDue: @Sendable () -> Bool { { [condition] in condition() != nil } }

  /// Restores the default effect of signals: they end the program.
  func end() {
    Interrupts.unwatch(Platform.endings)
  }
}
