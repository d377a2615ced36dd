import CEL
package import StateKitCore
import StateKitFormat

/// One case of a log as a script: `run` does with it exactly what a replay does with the case.
package final class CaseScript {
  private let chart: Chart
  private let caseID: [UInt8]
  private let output: any ByteOutput
  private var out = ByteBuffer()
  private var last: Int64?
  /// The number of lines that are too long for a script.
  package private(set) var tooLong = 0

  package init(_ chart: Chart, caseID: String, output: any ByteOutput) {
    self.chart = chart
    self.caseID = Array(caseID.utf8)
    self.output = output
  }

  /// True if the case has no event.
  package var isEmpty: Bool { last == nil }

  /// Reads a log and writes its lines, while `goesOn`.
  package func read(_ feed: LogFeed, while goesOn: () -> Bool) throws {
    do {
      try feed.forEach { batch in
        if !goesOn() { throw Stop() }
        for record in batch.records where record.caseID.count == caseID.count {
          if batch.bytes(of: record.caseID).elementsEqual(caseID) { append(record, batch: batch) }
        }
        out.withSpan { output.write($0) }
        out.removeAll()
      }
    } catch is Stop {}
  }

  private struct Stop: Error {}

  private func append(_ record: LogRecord, batch: LogBatch) {
    var payload = Value.null
    if record.payload.count > 0 {
      guard let value = JSONText.value(of: Array(batch.bytes(of: record.payload))) else { return }
      payload = value
    }
    if let last, record.time > last {
      out.append("+")
      out.append(Delay.text(record.time - last))
      out.append("\n")
    }
    last = max(last ?? record.time, record.time)
    let start = out.count
    DisplayText.appendName(String(decoding: batch.bytes(of: record.event), as: UTF8.self), to: &out)
    if !payload.isNull {
      out.append(" ")
      payload.appendJSON(to: &out)
    }
    if out.count - start > InputLimits.lineBytes { tooLong += 1 }
    out.append("\n")
  }
}
