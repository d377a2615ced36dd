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

  /// Replays all logs. `spill`: a folder in which the logs are split first.
  func run(into summary: inout ReplaySummary, spill: String?, messenger: Messenger) throws(CommandEnd) {
    let seen: UInt64
    if let spill {
      seen = try run(into: &summary, partedIn: spill, messenger: messenger)
    } else {
      let replay = LogReplay(chart, options: options, jobs: jobs, parallel: Self.parallel)
      seen = try read(messenger) { try replay.read($0, log: $1, hooks: $2) }
      replay.add(to: &summary)
    }
    summary.absent = logs.fields.absent(from: seen, compared: summary.compared)
  }

  private static let parallel: LogReplay.Parallel = { count, job in
    _ = Workers.map(count, threads: count) { number in job(number) }
  }

  /// Splits the logs by their cases in a folder, then replays the parts. Returns what `read` does.
  private func run(
    into summary: inout ReplaySummary, partedIn folder: String, messenger: Messenger
  ) throws(CommandEnd) -> UInt64 {
    do {
      let spill = try LogSpill(chart, options: options) { try ScratchFile(in: folder) }
      let seen = try read(messenger) { try spill.add($0, log: $1, hooks: $2) }
      var hooks = LogReplay.Hooks()
      if let deviation { hooks.deviation = deviation }
      try spill.replay(into: &summary, threads: jobs, parallel: Self.parallel, hooks: hooks)
      return seen
    } catch let end as CommandEnd {
      throw end
    } catch {
      throw CommandEnd("cannot split the log in \(FilePath.shown(folder)): \(FileSave.reason(of: error))")
    }
  }

  /// Passes each log with its index to `body`. Returns the fields of payloads that the events have, as bits.
  func read(
    _ messenger: Messenger, body: (LogFeed, Int, LogReplay.Hooks) throws -> Void
  ) throws(CommandEnd) -> UInt64 {
    let progress = ProgressLine(streams.errors, isShown: showsProgress)
    let size = showsProgress ? logs.size : nil
    var warnings = 0
    var before = 0
    var seen: UInt64 = 0
    var times = EventTimes()
    for (index, path) in logs.paths.enumerated() {
      let name = SourceFile.name(of: path)
      var shown: [String] = []
      let reading = Result { () throws(CommandEnd) in
        try logs.read(path, blockSize: LogReplay.blockSize(jobs: jobs)) { feed in
          var hooks = LogReplay.Hooks()
          hooks.badLine = { line, why in
            warnings += 1
            let isShown = why.endsLog || showsWarnings && warnings <= Self.mostWarnings
            if isShown { shown.append("\(name):\(line): \(why.endsLog ? "error" : "warning"): \(why.text)") }
          }
          if let deviation { hooks.deviation = deviation }
          hooks.progress = { events, cases in
            progress.show {
              ReplayProgress.text(events: events, cases: cases, bytes: before + feed.bytes, of: size, after: $0)
            }
          }
          try body(feed, index, hooks)
          before += feed.bytes
          seen |= feed.seen
          times.add(feed.times)
        }
      }
      progress.clear()
      try reading.get()
      for line in shown { messenger.write(line) }
    }
    if showsWarnings, warnings > Self.mostWarnings {
      messenger.write("statekit: \(warnings - Self.mostWarnings) more bad lines not shown")
    }
    // Other logs may have the times, so that the order of the logs does not matter.
    if showsWarnings, let warning = times.warning { messenger.write("statekit: warning: \(warning)") }
    return seen
  }
}

extension ScratchFile: SpillFile {}
