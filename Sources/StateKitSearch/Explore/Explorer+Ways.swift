package import StateKitCore

extension Explorer {
  /// Bounds of explorations for reports that only show scripts beside other facts.
  private static func boundsOfWays(in chart: Chart) -> ExploreBounds {
    var bounds = ExploreBounds()
    bounds.depth = 24
    // A step takes as long as there are handlers to look at.
    bounds.states = min(100_000, 2_000_000 / max(1, chart.handlers.count))
    bounds.memory = 64 << 20
    return bounds
  }

  /// Larger charts are not explored for such reports.
  private static let mostHandlers = 5_000

  /// For each handler that a script can reach within narrow bounds, the lines of a shortest one, in the given order.
  /// `limits` apply to what is run; an interrupt that they report ends the exploration.
  package static func ways(
    to handlers: [Int], of chart: Chart, limits: Limits = Limits(), answers: HostAnswers? = nil
  ) -> [(handler: Int, lines: [String])] {
    guard !handlers.isEmpty, chart.handlers.count <= mostHandlers else { return [] }
    var options = Options()
    options.triesTies = false
    options.bounds = boundsOfWays(in: chart)
    options.bounds.memory = min(options.bounds.memory, limits.memory.limit / 4)
    options.limits = limits.forSearching(macrosteps: 1_000)
    options.choice.answered = answers
    options.stop = { limits.isInterrupted() ? .interrupt : nil }
    let wanted = Set(handlers)
    var ways: [Int: (state: Int, input: Int?)] = [:]
    let explorer = explored(chart, options: options, begin: { ways = [:] }) { visit in
      for handler in visit.coverage.recentlyTaken where ways[handler] == nil && wanted.contains(handler) {
        ways[handler] = (visit.state, visit.input)
      }
      return ways.count < wanted.count
    }
    return handlers.compactMap { handler in
      ways[handler].map { way in
        (handler, explorer.space.script(to: way.state, then: way.input.map { [$0] } ?? []))
      }
    }
  }
}
