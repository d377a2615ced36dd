import StateKitCore
import StateKitFormat
import StateKitPictures
import StateKitSearch

extension PageGraph {
  /// The limits of states to try, in turn. A page with more states is not useful; fewer are tried if the texts are
  /// too long. The limits are not times, so that a chart always gives an equal page.
  private static let stateCounts = [500, 100, 20]
  /// The limit in bytes of the texts of all states and lines.
  private static let mostBytes = 150_000

  /// The first states of a chart and the effects of events in them. Nil if there is nothing to try, or the data are
  /// too large for a page.
  static func exploring(_ chart: Chart, run: ScriptRunner.Options) -> PageGraph? {
    var options = Explorer.Options()
    options.limits = run.machine.limits.forSearching(macrosteps: 1_000)
    options.limits.cost = min(options.limits.cost, 200_000)
    options.limits.memory = MemoryPool(limit: min(options.limits.memory.limit, mostBytes))
    options.bounds.memory = 64 << 20
    options.choice.answered = run.host.answers(for: chart)
    for count in stateCounts {
      options.bounds.states = count
      if let graph = PageGraph(Explorer.states(of: chart, options: options), of: chart) {
        return graph.arcs.isEmpty ? nil : graph
      }
    }
    return nil
  }

  /// Nil if its texts are too long.
  private init?(_ space: StateSpace, of chart: Chart) {
    self.init()
    isComplete = space.isComplete
    var bytes = 0
    for state in 0..<space.states {
      let parts = space.parts(of: state)
      let timers = parts.timers.map { timer in
        if let (state, index) = timer.after {
          let what = "after \(chart.timers[index].shownLength(in: chart)) in \(chart.shownReference(state))"
          return (timer.remaining, what)
        }
        return (timer.remaining, "send " + DisplayText.name(timer.sentEvent(in: chart) ?? ""))
      }
      nodes.append(Node(leaves: parts.leaves, values: parts.values, timers: timers, isFinished: parts.isFinished))
      bytes += parts.values.reduce(60) { $0 + $1.json.utf8.count + 10 }
      bytes += timers.reduce(0) { $0 + $1.1.utf8.count + 10 }
      for (line, target) in space.lines(from: state) {
        arcs.append((state, target, line))
        bytes += line.utf8.count + 12
      }
      if bytes > Self.mostBytes { return nil }
    }
  }
}
