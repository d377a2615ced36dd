package import StateKitCore

/// A temporary file for a part of a log, written once and read again.
package protocol SpillFile: AnyObject {
  func write(_ bytes: Span<UInt8>) throws
  /// Goes back to the beginning.
  func rewind() throws
  /// Reads up to `count` bytes and appends them. Returns false at the end.
  func read(_ count: Int, into bytes: inout [UInt8]) throws -> Bool
}

/// Replays logs whose cases do not fit in memory together. It splits the events by case into files, and replays one
/// file after the other.
package final class LogSpill {
  /// The number of files; so many times more cases fit in memory.
  package static let parts = 64
  private static let bufferSize = 64 << 10
  private static let blockSize = 256 << 10

  private struct Part {
    let events: any SpillFile
    let deviations: (any SpillFile)?
    var buffer: [UInt8] = []
  }

  private let chart: Chart
  private let options: CaseReplay.Options
  private var parts: [Part] = []
  private var badLines = 0
  private var isCutShort = false
  private var events = 0

  /// `makeFile` creates an empty file.
  package init(_ chart: Chart, options: CaseReplay.Options, makeFile: () throws -> any SpillFile) throws {
    self.chart = chart
    self.options = options
    for _ in 0..<Self.parts {
      parts.append(Part(events: try makeFile(), deviations: options.writesDeviations ? try makeFile() : nil))
    }
  }

  // MARK: Splitting

  /// Writes the events of a log to the files of their cases. `log`: its index among the logs.
  package func add(_ feed: LogFeed, log: Int, hooks: LogReplay.Hooks) throws {
    var line = log << LogReplay.lineBits
    try feed.forEach { batch in
      for (number, why) in batch.bad { hooks.badLine(LogReplay.shownLine(line + number), why) }
      badLines += batch.bad.count
      if batch.bad.contains(where: \.why.endsLog) { isCutShort = true }
      for record in batch.records { try add(record, batch: batch, line: line) }
      events += batch.records.count
      line += batch.lines
      hooks.progress(events, 0)
    }
  }

  private func add(_ record: LogRecord, batch: LogBatch, line: Int) throws {
    let part = CaseReplay.part(record.hash, parts: Self.parts)
    var record = record
    record.line += line
    SpillRecord.append(record, batch: batch, to: &parts[part].buffer)
    if parts[part].buffer.count < Self.bufferSize { return }
    try flush(part)
  }

  private func flush(_ part: Int) throws {
    var bytes: [UInt8] = []
    swap(&bytes, &parts[part].buffer)
    try parts[part].events.write(bytes.span)
    bytes.removeAll(keepingCapacity: true)
    swap(&bytes, &parts[part].buffer)
  }

  // MARK: Replaying

  /// Replays the parts, `threads` of them at a time, and adds their results.
  package func replay(
    into summary: inout ReplaySummary, threads: Int, parallel: LogReplay.Parallel, hooks: LogReplay.Hooks
  ) throws {
    var cases = 0
    var taken = 0
    for first in stride(from: 0, to: parts.count, by: threads) {
      let last = min(first + threads, parts.count)
      let works = try (first..<last).map { index in
        try flush(index)
        parts[index].buffer = []
        try parts[index].events.rewind()
        return SpillWork(
          CaseReplay(chart, options: options), events: parts[index].events, deviations: parts[index].deviations)
      }
      if works.count == 1 { works[0].run() } else { parallel(works.count) { works[$0].run() } }
      for work in works {
        if let failure = work.failure { throw failure }
        work.replay.add(to: &summary)
        for (line, why) in work.bad { hooks.badLine(LogReplay.shownLine(line), why) }
        badLines += work.bad.count
        cases += work.replay.caseCount
        taken += work.replay.taken
      }
      hooks.progress(taken, cases)
    }
    summary.badLines += badLines
    if isCutShort { summary.isCutShort = true }
    if options.writesDeviations { try reportDeviations(hooks) }
  }

  /// Reports the deviations of all parts, in the order of the log's lines.
  private func reportDeviations(_ hooks: LogReplay.Hooks) throws {
    var readers = try parts.compactMap { part in try part.deviations.map { try SpillLines($0) } }
    while true {
      var next: Int?
      for index in readers.indices {
        guard let line = readers[index].line else { continue }
        if next.flatMap({ readers[$0].line }).map({ line < $0 }) ?? true { next = index }
      }
      guard let next else { return }
      let text = readers[next].text
      hooks.deviation(text.span)
      try readers[next].advance()
    }
  }

  /// The replay of one part.
  private final class SpillWork: @unchecked Sendable {
    let replay: CaseReplay
    private(set) var bad: [(line: Int, why: BadLine)] = []
    private(set) var failure: (any Error)?
    private let events: any SpillFile
    private let deviations: (any SpillFile)?

    init(_ replay: CaseReplay, events: any SpillFile, deviations: (any SpillFile)?) {
      self.replay = replay
      self.events = events
      self.deviations = deviations
    }

    func run() {
      do {
        try readAll()
      } catch {
        failure = error
      }
    }

    private func readAll() throws {
      let batch = LogBatch()
      var rest: [UInt8] = []
      var hasEnded = false
      while !hasEnded {
        batch.text.removeAll(keepingCapacity: true)
        batch.text.append(contentsOf: rest)
        while !hasEnded, batch.text.count < LogSpill.blockSize {
          if try !events.read(LogSpill.blockSize, into: &batch.text) { hasEnded = true }
        }
        let end = SpillRecord.read(batch)
        rest = Array(batch.text[end...])
        replay.beginRound()
        replay.replay(batch, part: 0, of: 1, firstLine: 0)
        bad += replay.bad
        try writeDeviations()
        // A record that is longer than a block is read whole.
        if end == 0, !rest.isEmpty, !hasEnded {
          while rest.count < SpillRecord.length(of: rest), try events.read(LogSpill.blockSize, into: &rest) {}
        }
      }
    }

    private func writeDeviations() throws {
      guard let deviations else { return }
      var out: [UInt8] = []
      for (line, range) in replay.deviationLines {
        replay.deviationBytes(range) { SpillLines.append(line, text: $0, to: &out) }
      }
      try deviations.write(out.span)
    }
  }
}
