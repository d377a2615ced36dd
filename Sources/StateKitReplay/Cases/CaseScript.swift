import CEL
package import StateKitCore
import StateKitFormat

/// One case of a log as a script: `run` does with it exactly what a replay does with the case.
package final class CaseScript {
  private let chart: Chart
  private let caseID: [UInt8]
  private var out = ByteBuffer()
  private var last: Int64?

  package init(_ chart: Chart, caseID: String) {
    self.chart = chart
    self.caseID = Array(caseID.utf8)
  }

  /// The lines of the script; nil if the case has no event.
  package var bytes: [UInt8]? { last == nil ? nil : out.bytes }

  /// Reads a log.
  package func read(_ feed: LogFeed) throws {
    try feed.forEach { batch in
      for record in batch.records where record.caseID.count == caseID.count {
        if batch.bytes(of: record.caseID).elementsEqual(caseID) { append(record, batch: batch) }
      }
    }
  }

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
    DisplayText.appendName(String(decoding: batch.bytes(of: record.event), as: UTF8.self), to: &out)
    if !payload.isNull {
      out.append(" ")
      payload.appendJSON(to: &out)
    }
    out.append("\n")
  }
}
