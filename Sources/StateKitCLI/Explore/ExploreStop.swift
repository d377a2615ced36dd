import StateKitCore
import StateKitSearch

/// What ends an exploring before its end: a time limit, a signal. Made at its beginning, ended when it is over.
struct ExploreStop {
  /// Why to stop now.
  let condition: @Sendable () -> ExploreBounds.Kind?

  /// `timeLimit`: milliseconds from now on; nil for no bound.
  init(timeLimit: Int64?) {
    Interrupts.watch(Platform.endings)
    let clock = WallClock()
    condition = {
      if Interrupts.isWished { return .interrupt }
      if let timeLimit, clock.elapsed > timeLimit { return .timeLimit }
      return nil
    }
  }

  /// Bytes that states may take: what was asked for, less where whoever started the program has bounded it. Tables are copied
  /// into larger ones as they grow, and what is looked for in the states takes as much again.
  static func memory(_ asked: Int) -> Int { Platform.memory.share(of: asked, growth: 6) }

  /// Whether to stop now, whatever for.
  var isDue: @Sendable () -> Bool { { [condition] in condition() != nil } }

  /// From now on signals end the program again.
  func end() {
    Interrupts.unwatch(Platform.endings)
  }
}
