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
      var space = Explorer.states(of: chart, options: options)
      if let graph = PageGraph(&space, of: chart, limits: options.limits) { return graph.arcs.isEmpty ? nil : graph }
    }
    return nil
  }

  /// Nil if its texts are too long.
  private init?(_ space: inout StateSpace, of chart: Chart, limits: Limits) {
    self.init()
    isComplete = space.isComplete
    var bytes = 0
    var steps = ArcSteps(of: chart, in: space, limits: limits)
    for state in 0..<space.states {
      let parts = space.parts(of: state)
      let own = parts.timers.map { FamilyTimer(path: [], chart: 0, timer: $0) }
      let timers = (own + parts.children.timers).map { ($0.timer.remaining, Self.text(of: $0, in: chart)) }
        .sorted { $0.0 < $1.0 }
      nodes.append(Node(leaves: parts.leaves, values: parts.values, timers: timers, isFinished: parts.isFinished))
      bytes += parts.values.reduce(60) { $0 + $1.json.utf8.count + 10 }
      bytes += timers.reduce(0) { $0 + $1.1.utf8.count + 10 }
      for arc in steps.arcs(from: state, in: &space) {
        arcs.append((state, arc.target, arc.line, arc.handlers))
        bytes += arc.line.utf8.count + 20
      }
      if bytes > Self.mostBytes { return nil }
    }
  }

  /// A description of a timer, with the names of the children on the path to it.
  private static func text(of timer: FamilyTimer, in chart: Chart) -> String {
    let own = chart.relative(timer.chart)
    let what =
      if let (state, index) = timer.timer.after {
        "after \(own.timers[index].shownLength(in: own)) in \(own.shownReference(state))"
      } else {
        "send " + DisplayText.name(timer.timer.sentEvent(in: own) ?? "")
      }
    return ChildLines.named(timer.path, text: what)
  }
}
