import StateKitCore
import StateKitFormat
import StateKitSearch
import StateKitTest

/// `explore --program`: tries every arc of the reachable graph in a program (Programs.md).
struct ProgramExploration {
  let loaded: LoadedChart
  let chartPath: String
  let options: Explorer.Options
  let pool: ProgramPool
  let host: HostLines
  let threads: Int
  /// The random walks: how many, their length, and their seed.
  let walks: (count: Int, length: Int, seed: UInt64)

  final class Result {
    var tour: ArcTour
    /// The arcs that were tried and agree.
    var agreeing = 0
    var starts = 0
    var walks = 0
    /// Why not all walks were tried.
    var whyNotAllWalks: String?
    /// Why not all of the tour was tried.
    var reason: String?
    /// Why the clock is not moved.
    let whyNoClock: String?
    var difference: Difference?

    init(tour: ArcTour, whyNoClock: String? = nil) {
      (self.tour, self.whyNoClock) = (tour, whyNoClock)
    }

    var isWhole: Bool { agreeing == tour.arcs && reason == nil }
  }

  /// A difference, with the shortest script that was found for it.
  struct Difference {
    let failure: TestFailure
    let lines: [String]
    /// The deepest active states before its last line.
    let states: [StateID]
  }

  /// The outcome of one script.
  private enum Outcome: Sendable {
    case agrees
    /// Not tried from a line on, with the reason.
    case stopped(after: Int, String)
    case differs(TestFailure)
  }

  private var chart: Chart { loaded.chart }

  /// `progress` gets the number of tried arcs.
  func run(_ tour: ArcTour, progress: (Int) -> Void) -> Result {
    var result = Result(tour: tour)
    if let reason = tryAll(result, progress: progress) {
      // The program has no clock: the rest of the graph is tried.
      result = Result(tour: tour.withoutClock(), whyNoClock: reason)
      _ = tryAll(result, progress: progress)
    }
    guard result.difference == nil, result.reason == nil, walks.count > 0 else { return result }
    walk(result)
    return result
  }

  /// Tries all runs of the tour. Returns the reason if the program cannot move the clock.
  private func tryAll(_ result: Result, progress: (Int) -> Void) -> String? {
    while true {
      let block = result.tour.next(threads * 4) { options.stop() != nil }
      if block.isEmpty {
        if result.agreeing < result.tour.arcs { result.reason = reasonToStop() }
        return nil
      }
      let tour = result.tour
      let outcomes = Workers.map(block.count, threads: threads) { index in outcome(of: tour.lines(of: block[index])) }
      for (run, outcome) in zip(block, outcomes) {
        result.starts += 1
        switch outcome {
        case .agrees: result.agreeing += run.count(ofFirst: run.arcs.count)
        case .stopped(_, let reason) where options.stop() == nil && result.whyNoClock == nil: return reason
        case .stopped(let line, let reason):
          result.agreeing += run.count(ofFirst: line)
          result.reason = reason
        case .differs(let failure):
          result.agreeing += run.count(ofFirst: max(0, failure.index))
          result.difference = shortest(failure, run: run, tour: tour)
          return nil
        }
      }
      progress(result.agreeing)
      if result.reason != nil { return nil }
      if result.agreeing < tour.arcs, let reason = reasonToStop() {
        result.reason = reason
        return nil
      }
    }
  }

  /// The reason for the end of the search; nil before the end.
  private func reasonToStop() -> String? {
    switch options.stop() {
    case nil: nil
    case .interrupt?: "a signal came"
    default: "the time is over"
    }
  }

  private func outcome(of lines: [String]) -> Outcome {
    let (runner, failure, tried) = Self.failure(of: steps(lines), in: self)
    if let failure { return .differs(failure) }
    return runner.map { .stopped(after: tried, $0) } ?? .agrees
  }

  /// Runs a script in a program of its own. Also returns why it was not followed to its end, and how far it was.
  private static func failure(
    of steps: [TestStep], in exploration: ProgramExploration
  ) -> (reason: String?, failure: TestFailure?, tried: Int) {
    let program = exploration.program()
    var runner = TestRunner(
      exploration.chart, needsRecord: true, options: exploration.runnerOptions, companion: program)
    // Errors of the chart are found without a program.
    runner.judgesMachine = false
    let failure = runner.failure(of: steps)
    return (runner.whyNotFollowed, failure, program.answers - 1)
  }

  private func program() -> TestedProgram {
    TestedProgram(pool, chartPath: chartPath, folder: FilePath.folder(of: chartPath)) { reasonToStop() }
  }

  private var runnerOptions: ScriptRunner.Options {
    var options = ScriptRunner.Options()
    options.machine.limits = self.options.limits
    // The program is asked no more before the time is over.
    options.machine.limits.isInterrupted = { Interrupts.isWished }
    options.host = host
    return options
  }

  private func steps(_ lines: [String]) -> [TestStep] {
    let parser = ScriptParser(chart)
    var known: [[UInt8]: ScriptStep] = [:]
    return lines.enumerated().compactMap { index, text in
      let bytes = Array(text.utf8)
      let line = ScriptLine(file: FilePath.shown(chartPath), number: index + 1, bytes: bytes)
      guard let step = known[bytes] ?? (try? parser.parse(line)) else { return nil }
      known[bytes] = step
      return TestStep(step: step, line: line)
    }
  }

  // MARK: The shortest script

  /// The shortest script that shows the difference: a shortest way to an arc that differs, or else the run, shrunk.
  private func shortest(_ failure: TestFailure, run: ArcTour.Run, tour: ArcTour) -> Difference {
    if failure.index < 0 { return Difference(failure: failure, lines: [], states: []) }
    var best: (lines: [String], failure: TestFailure)?
    let arc = run.arcs[min(failure.index, run.arcs.count - 1)]
    let direct = tour.script(to: arc.state, input: arc.input)
    if let found = differs(direct) {
      best = (Array(direct.prefix(max(0, found.index + 1))), found)
    } else {
      best = shrunk(failure)
    }
    var most = best?.lines.count ?? .max
    tour.forEachArc { state, input, length in
      if length >= most || options.endsReport() { return false }
      let lines = tour.script(to: state, input: input)
      guard let found = differs(lines) else { return true }
      best = (Array(lines.prefix(max(0, found.index + 1))), found)
      most = length
      return false
    }
    return difference(best?.failure ?? failure, lines: best?.lines ?? tour.lines(of: run))
  }

  private func shrunk(_ failure: TestFailure) -> (lines: [String], failure: TestFailure)? {
    var shrinker = Shrinker(
      chart, needsRecord: true, limits: WallClock.limits(options.limits, seconds: 30), host: host, companion: program())
    shrinker.judgesMachine = false
    let lines = shrinker.shrink(failure).map { String(decoding: $0.line.bytes, as: UTF8.self) }
    return differs(lines).map { (lines, $0) } ?? (lines, failure)
  }

  private func differs(_ lines: [String]) -> TestFailure? { Self.failure(of: steps(lines), in: self).failure }

  private func difference(_ failure: TestFailure, lines: [String]) -> Difference {
    var machine = Machine(chart, limits: options.limits, sink: NoTrace())
    machine.play(Array(lines.dropLast()), answers: options.choice.answered)
    return Difference(failure: failure, lines: lines, states: machine.configuration.leaves)
  }

  // MARK: Walks

  private func walk(_ result: Result) {
    var random = RandomWalks(result.tour.space, chart: chart, options: options, seed: walks.seed)
    while result.walks < walks.count, options.stop() == nil {
      var block: [[String]] = []
      while block.count < min(threads * 4, walks.count - result.walks),
        let lines = random.next(length: walks.length, movesClock: result.whyNoClock == nil)
      { block.append(lines) }
      let outcomes = Workers.map(block.count, threads: threads) { [block] index in outcome(of: block[index]) }
      for outcome in outcomes {
        if case .stopped = outcome, let reason = reasonToStop() {
          result.whyNotAllWalks = reason
          return
        }
        result.walks += 1
        guard case .differs(let failure) = outcome else { continue }
        let (lines, found) = shrunk(failure) ?? ([], failure)
        result.difference = difference(found, lines: lines)
        return
      }
    }
    if result.walks < walks.count { result.whyNotAllWalks = reasonToStop() }
  }
}
