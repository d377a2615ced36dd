import CEL
package import StateKitCore
import StateKitFormat

/// One case of a log as a script: `run` does with it exactly what a replay does with the case.
package final class CaseScript {
  private let chart: Chart
  private let options: CaseReplay.Options
  /// Replays the case, if hidden events may belong to it.
  private let replay: CaseReplay?
  private let caseID: [UInt8]
  /// The lines before the first event.
  private let head: [String]
  private let output: any ByteOutput
  private let parser: ScriptParser
  private var out = ByteBuffer()
  private var last: Int64?
  /// The number of lines that are too long for a script.
  package private(set) var tooLong = 0
  /// The number of lines that are not events. The payloads and actions of other cases are not checked.
  package private(set) var badLines = 0
  /// True if the rest of a log was not read.
  package private(set) var isCutShort = false

  /// `head`: lines that make the run of the script begin as the replay does.
  package init(
    _ chart: Chart, caseID: String, options: CaseReplay.Options, head: [String] = [], output: any ByteOutput
  ) {
    (self.chart, self.options) = (chart, options)
    parser = ScriptParser(chart)
    replay = options.hidden.isEmpty ? nil : CaseReplay(chart, options: options)
    self.caseID = Array(caseID.utf8)
    self.head = (options.answers?.lines ?? []).map(\.text) + head
    self.output = output
  }

  /// True if the case has no event.
  package var isEmpty: Bool { last == nil }

  /// Reads a log and writes its lines, while `goesOn`.
  package func read(_ feed: LogFeed, hooks: LogReplay.Hooks, while goesOn: () -> Bool) throws {
    var line = 0
    do {
      try feed.forEach { batch in
        if !goesOn() { throw Stop() }
        var bad = batch.bad
        for record in batch.records where record.caseID.count == caseID.count {
          guard batch.bytes(of: record.caseID).elementsEqual(caseID) else { continue }
          if let why = append(record, batch: batch) { bad.append((record.line, why)) }
        }
        for (number, why) in bad.sorted(by: { $0.line < $1.line }) {
          hooks.badLine(LogReplay.shownLine(line + number), why)
        }
        badLines += bad.count
        if bad.contains(where: \.why.endsLog) { isCutShort = true }
        line += batch.lines
        out.withSpan { output.write($0) }
        out.removeAll()
      }
    } catch is Stop {}
  }

  private struct Stop: Error {}

  /// The hidden events that a replay assumes before an event.
  private func assumed(_ record: LogRecord, batch: LogBatch) -> HiddenSearch.Path {
    guard let replay else { return HiddenSearch.Path() }
    let records = batch.records
    batch.records = [record]
    replay.beginRound()
    replay.replay(batch, part: 0, of: 1, firstLine: 0)
    batch.records = records
    return replay.assumed
  }

  private func append(hidden events: [Int32]) {
    for index in events {
      DisplayText.appendName(chart.text(of: options.hidden[Int(index)].label), to: &out)
      out.append("\n")
    }
  }

  /// Returns why a line is not an event.
  private func append(_ record: LogRecord, batch: LogBatch) -> BadLine? {
    var payload = Value.null
    if record.payload.count > 0 {
      guard let value = JSONText.value(of: Array(batch.bytes(of: record.payload))) else { return .payload }
      payload = value
    }
    let hidden = assumed(record, batch: batch)
    if let why = replay?.bad.first?.why { return why }
    if last == nil { for line in head { out.append(line + "\n") } }
    append(hidden: hidden.early)
    if let last, last != LogTime.unknown, record.time > last {
      out.append("+")
      out.append(Delay.text(record.time - last))
      out.append("\n")
    }
    last = max(last ?? record.time, record.time)
    append(hidden: hidden.late)
    let start = out.count
    let name = Array(batch.bytes(of: record.event))
    let event = options.eventNames[name] ?? String(decoding: name, as: UTF8.self)
    if let end = parser.childEnd(named: event) {
      out.append(end.shown)
    } else {
      DisplayText.appendName(event, to: &out)
    }
    if !payload.isNull {
      out.append(" ")
      payload.appendJSON(to: &out)
    }
    if out.count - start > InputLimits.lineBytes { tooLong += 1 }
    out.append("\n")
    return nil
  }
}
