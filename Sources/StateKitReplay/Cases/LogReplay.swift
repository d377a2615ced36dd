package import StateKitCore

/// Replays logs of many cases, batch by batch. As many threads as there are replays read and take each batch.
package final class LogReplay {
  /// Runs numbered jobs, in parallel if there are several, and returns when all are done.
  package typealias Parallel = @Sendable (_ count: Int, _ job: @escaping @Sendable (Int) -> Void) -> Void

  /// The callbacks during a replay.
  package struct Hooks {
    /// Called for a line that is not an event, with its number from 1.
    package var badLine: (Int, BadLine) -> Void = { _, _ in }
    /// Called with the JSON line of a deviation.
    package var deviation: (Span<UInt8>) -> Void = { _ in }
    /// Called after each batch, with the counts of events and cases.
    package var progress: (_ events: Int, _ cases: Int) -> Void = { _, _ in }

    package init() {}
  }

  private let replays: [CaseReplay]
  private let batches: [LogBatch]
  private let parallel: Parallel
  private var badLines = 0
  private var isCutShort = false

  /// `jobs`: the number of threads.
  package init(_ chart: Chart, options: CaseReplay.Options, jobs: Int, parallel: @escaping Parallel) {
    replays = (0..<jobs).map { _ in CaseReplay(chart, options: options) }
    batches = (0..<jobs).map { _ in LogBatch() }
    self.parallel = parallel
  }

  /// The bytes of a batch for a number of threads.
  package static func blockSize(jobs: Int) -> Int { jobs == 1 ? 256 << 10 : 1 << 20 }

  /// Line numbers cover all logs: the bits above these hold the index of the log.
  static let lineBits = 44

  /// The number of a line in its log, from 1.
  static func shownLine(_ line: Int) -> Int { line & (1 << lineBits - 1) + 1 }

  /// Replays a log to its end. `log`: its index among the logs.
  package func read(_ feed: LogFeed, log: Int, hooks: Hooks) throws {
    var line = log << Self.lineBits
    while true {
      var used = 0
      while used < batches.count, try feed.fill(batches[used]) { used += 1 }
      try feed.checkColumns()
      if used == 0 { return try feed.checkFields() }
      let (batches, replays) = (self.batches, self.replays)
      if let scan = feed.lineScanner { run(used) { scan(batches[$0]) } }
      var firstLines: [Int] = []
      for batch in batches[..<used] {
        feed.note(batch)
        firstLines.append(line)
        line += batch.lines
      }
      let lines = firstLines
      run(replays.count) { part in
        replays[part].beginRound()
        for (index, first) in lines.enumerated() {
          replays[part].replay(batches[index], part: part, of: replays.count, firstLine: first)
        }
      }
      report(firstLines, hooks: hooks)
    }
  }

  private func run(_ count: Int, job: @escaping @Sendable (Int) -> Void) {
    if count == 1 { job(0) } else { parallel(count, job) }
  }

  /// Reports bad lines and deviations, in the order of the lines.
  private func report(_ firstLines: [Int], hooks: Hooks) {
    var bad: [(line: Int, why: BadLine)] = []
    for (batch, first) in zip(batches, firstLines) { bad += batch.bad.map { (first + $0.line, $0.why) } }
    for replay in replays { bad += replay.bad }
    badLines += bad.count
    if bad.contains(where: \.why.endsLog) { isCutShort = true }
    for (line, why) in bad.sorted(by: { $0.line < $1.line }) { hooks.badLine(Self.shownLine(line), why) }
    var deviations: [(line: Int, replay: Int, range: Range<Int>)] = []
    for (index, replay) in replays.enumerated() {
      deviations += replay.deviationLines.map { ($0.line, index, $0.range) }
    }
    if replays.count > 1 { deviations.sort { $0.line < $1.line } }
    for deviation in deviations { replays[deviation.replay].deviationBytes(deviation.range, body: hooks.deviation) }
    hooks.progress(replays.reduce(0) { $0 + $1.taken }, replays.reduce(0) { $0 + $1.caseCount })
  }

  /// Adds the results of all replays.
  package func add(to summary: inout ReplaySummary) {
    for replay in replays { replay.add(to: &summary) }
    summary.badLines += badLines
    if isCutShort { summary.isCutShort = true }
  }
}
