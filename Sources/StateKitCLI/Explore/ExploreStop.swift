import StateKitCore
import StateKitSearch

/// Stops an exploration early: by a time limit or a signal. It exists from the beginning of the exploration to its
/// end.
struct ExploreStop {
  /// Returns the reason to stop the search now; nil to continue.
  let condition: @Sendable () -> ExploreBounds.Kind?
  /// True if the report must end now, too.
  let endsReport: @Sendable () -> Bool

  /// `timeLimit`: milliseconds since the start of the clock. The search gets four fifths of it, the report the rest.
  init(timeLimit: Int64, since clock: WallClock) {
    Interrupts.watch(Platform.endings)
    let end = timeLimit / 5 * 4 + timeLimit % 5
    condition = {
      if Interrupts.isWished { return .interrupt }
      return clock.elapsed > end ? .timeLimit : nil
    }
    endsReport = { clock.elapsed > timeLimit }
  }

  /// The bytes that states may use: the requested amount, or less if the process has a memory limit. Tables are
  /// copied into larger ones as they grow, and searches in the states need as much memory again.
  static func memory(_ asked: Int) -> Int { Platform.memory.share(of: asked, growth: 6) }

  /// True if a step must stop, for any reason.
  var isDue: @Sendable () -> Bool { { [endsReport] in Interrupts.isWished || endsReport() } }

  /// Restores the default effect of signals: they end the program.
  func end() { Interrupts.unwatch(Platform.endings) }
}
