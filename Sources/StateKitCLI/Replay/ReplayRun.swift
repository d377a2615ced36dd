import StateKitCore
import StateKitReplay

/// A replay of logs, with its warnings and its progress.
struct ReplayRun {
  let chart: Chart
  let options: CaseReplay.Options
  let jobs: Int
  let logs: LogFiles
  let streams: Streams
  let showsProgress: Bool
  let showsWarnings: Bool
  /// Receives the lines of deviations; nil if they are not requested.
  let deviation: ((Span<UInt8>) -> Void)?

  private static let mostWarnings = InputLimits.messagesOfOneCode

  /// Replays all logs. Returns a status on failure. `spill`: a folder in which the logs are split first.
  func run(into summary: inout ReplaySummary, spill: String?, messenger: inout Messenger) -> ExitStatus? {
    if let spill { return run(into: &summary, partedIn: spill, messenger: &messenger) }
    let replay = LogReplay(chart, options: options, jobs: jobs, parallel: Self.parallel)
    if let status = read(&messenger, body: { try replay.read($0, log: $1, hooks: $2) }) { return status }
    replay.add(to: &summary)
    return nil
  }

  private static let parallel: LogReplay.Parallel = { count, job in
    _ = Workers.map(count, threads: count) { number in job(number) }
  }

  /// Splits the logs by their cases in a folder, then replays the parts.
  private func run(
    into summary: inout ReplaySummary, partedIn folder: String, messenger: inout Messenger
  ) -> ExitStatus? {
    do {
      let spill = try LogSpill(chart, options: options) { try ScratchFile(in: folder) }
      if let status = read(&messenger, body: { try spill.add($0, log: $1, hooks: $2) }) { return status }
      var hooks = LogReplay.Hooks()
      if let deviation { hooks.deviation = deviation }
      try spill.replay(into: &summary, threads: jobs, parallel: Self.parallel, hooks: hooks)
      return nil
    } catch {
      let reason = FileSave.reason(of: error)
      messenger.write("statekit: cannot split the log in \(FilePath.shown(folder)): \(reason)")
      return .unable
    }
  }

  /// Passes each log with its index to `body`. Returns a status on failure.
  private func read(
    _ messenger: inout Messenger, body: (LogFeed, Int, LogReplay.Hooks) throws -> Void
  ) -> ExitStatus? {
    let progress = ReplayProgress(streams.errors, size: showsProgress ? logs.size : nil, isShown: showsProgress)
    var warnings = 0
    var before = 0
    for (index, path) in logs.paths.enumerated() {
      let name = SourceFile.name(of: path)
      var shown: [String] = []
      let status = logs.read(path, blockSize: LogReplay.blockSize(jobs: jobs), messenger: &messenger) { feed in
        var hooks = LogReplay.Hooks()
        hooks.badLine = { line, why in
          warnings += 1
          let isShown = why.endsLog || showsWarnings && warnings <= Self.mostWarnings
          if isShown { shown.append("\(name):\(line): \(why.endsLog ? "error" : "warning"): \(why.text)") }
        }
        if let deviation { hooks.deviation = deviation }
        hooks.progress = { progress.show(events: $0, cases: $1, bytes: before + feed.bytes) }
        try body(feed, index, hooks)
        before += feed.bytes
      }
      progress.clear()
      if let status { return status }
      for line in shown { messenger.write(line) }
    }
    if showsWarnings, warnings > Self.mostWarnings {
      messenger.write("statekit: \(warnings - Self.mostWarnings) more bad lines not shown")
    }
    return nil
  }
}

extension ScratchFile: SpillFile {}
