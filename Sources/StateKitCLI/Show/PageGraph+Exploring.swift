import StateKitCore
import StateKitFormat
import StateKitPictures
import StateKitSearch

extension PageGraph {
  /// More states make a page that nobody looks through; the bound is no time, so that a chart has the same page always.
  private static let mostStates = 500

  /// What the events of a chart lead to, as far as its first states tell; nil where there is nothing to try.
  init?(exploring chart: Chart, _ run: ScriptRunner.Options) {
    self.init()
    var options = Explorer.Options()
    options.limits = run.machine.limits
    options.bounds.states = Self.mostStates
    options.choice.answered = run.host.answers(for: chart)
    let space = Explorer.states(of: chart, options)
    isComplete = space.isComplete
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
      for (line, target) in space.lines(from: state) { arcs.append((state, target, line)) }
    }
    if arcs.isEmpty { return nil }
  }
}
