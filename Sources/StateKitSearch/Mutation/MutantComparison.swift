import StateKitCore
import StateKitFormat
import StateKitTest

/// Looks for a script to which a chart and its mutant respond differently: compares their traces.
enum MutantComparison {
  /// The limits of pairs of states, and of lines of a script.
  private static let mostPairs = 400
  private static let deepest = 10
  private static let mostTries = 20_000
  /// The length of a delay that the host gives.
  private static let delay = "1s"

  /// The fate of a mutant that passes all tests. The script is a shortest one.
  static func fate(of mutant: Chart, original: Chart, limits: Limits, host: HostLines) -> MutantFate {
    let delays = openDelays(original, host: host)
    // Host delays could fire before all other timers, every time; so the search first runs without them.
    var found = difference(original, mutant: mutant, limits: limits, host: host)
    if let script = found.script { return .survived(telling: script) }
    if !delays.isEmpty {
      var host = host
      for name in delays { host.add("delay", name: name, text: delay) }
      let second = difference(original, mutant: mutant, limits: limits, host: host)
      if let script = second.script {
        return .survived(telling: delays.map { ":delay \(DisplayText.name($0)) = \(delay)" } + script)
      }
      found.depth = min(found.depth, second.depth)
      found.bound = found.bound ?? second.bound
      found.samples.formUnion(second.samples.union(.times))
    }
    return found.limitation.isEmpty ? .equivalent : .undecided(within: found.limitation)
  }

  private static func difference(
    _ original: Chart, mutant: Chart, limits: Limits, host: HostLines
  ) -> ChartDiff.Result {
    var options = ChartDiff.Options()
    options.sight = .trace
    options.bounds.depth = deepest
    options.bounds.memory = limits.memory.limit / 4
    options.effort.pairs = mostPairs
    options.effort.tries = mostTries
    options.effort.cost = 100 * limits.cost
    options.limits = limits.forSearching(macrosteps: 1_000)
    options.answered = (host.answers(for: original), host.answers(for: mutant))
    options.stop = { limits.isInterrupted() ? .interrupt : nil }
    var diff = ChartDiff(original, mutant, options: options)
    return diff.run()
  }

  /// The delays without an answer.
  private static func openDelays(_ chart: Chart, host: HostLines) -> [String] {
    let answers = host.answers(for: chart)
    return chart.hostDelays.filter { answers?.delay(named: $0) == nil }
  }
}
