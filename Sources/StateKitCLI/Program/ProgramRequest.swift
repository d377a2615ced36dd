import CEL
import StateKitCore
import StateKitFormat

/// A line to a program that follows a chart: one JSON object (Programs.md).
enum ProgramRequest {
  case start(chart: String, context: [(name: String, value: Value)])
  case event(String, data: Value?)
  /// Milliseconds.
  case advance(Int64)
  /// The answer of a host invocation. `path`: the ids of the children on the way to its machine.
  case workEnd(String, path: [String], isFailure: Bool, data: Value?)

  /// The line for a step of a script; nil for a step that a program is not told of.
  init?(_ step: ScriptStep, moved: Int64, in chart: Chart) {
    switch step {
    case .event(let event):
      let name = chart.text(of: event.label)
      if let end = Self.workEnd(name, in: chart) {
        self = .workEnd(end.work, path: [], isFailure: end.isFailure, data: event.data)
      } else {
        self = .event(name, data: event.data)
      }
    case .end(let end):
      let isFailure = end.event.utf8.starts(with: Self.failed.utf8)
      self = .workEnd(end.work, path: end.path, isFailure: isFailure, data: end.data)
    case .advance: self = .advance(moved)
    case .nothing, .expect, .set, .show, .host, .test, .chart: return nil
    }
  }

  private static let done = "done.invoke."
  private static let failed = "error.invoke."

  /// The host work that an event ends; nil for another event.
  private static func workEnd(_ event: String, in chart: Chart) -> (work: String, isFailure: Bool)? {
    for (prefix, isFailure) in [(done, false), (failed, true)] where event.utf8.starts(with: prefix.utf8) {
      let work = String(decoding: event.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
      let isHosted = chart.invocations.contains { $0.source != nil && $0.id.utf8.elementsEqual(work.utf8) }
      if isHosted { return (work, isFailure) }
      let meant = chart.invocations.filter { $0.source.map { $0.utf8.elementsEqual(work.utf8) } ?? false }
      if meant.count == 1 { return (meant[0].id, isFailure) }
    }
    return nil
  }

  /// The event that ends host work.
  static func event(endOf work: String, isFailure: Bool) -> String { (isFailure ? failed : done) + work }

  /// The bytes of the line without its end. `names` has the program's names.
  func line(_ names: ProgramNames) -> [UInt8] {
    var out = ByteBuffer()
    switch self {
    case .start(let chart, let context):
      out.append("{\"start\":{\"chart\":")
      DisplayText.appendQuoted(chart, to: &out)
      out.append(",\"context\":{")
      for (index, entry) in context.enumerated() {
        if index > 0 { out.append(",") }
        DisplayText.appendQuoted(entry.name, to: &out)
        out.append(":")
        entry.value.appendJSON(to: &out, upTo: ProcessLines.lineBytes)
      }
      out.append("}}")
    case .event(let name, let data):
      out.append("{\"event\":")
      DisplayText.appendQuoted(names.event(name), to: &out)
      Self.append(data, to: &out)
    case .advance(let milliseconds):
      out.append("{\"advance\":")
      out.append(decimal: milliseconds)
    case .workEnd(let work, let path, let isFailure, let data):
      out.append(isFailure ? "{\"failed\":" : "{\"done\":")
      DisplayText.appendQuoted(work, to: &out)
      if !path.isEmpty {
        out.append(",\"to\":")
        DisplayText.appendList(path, to: &out)
      }
      Self.append(data, to: &out)
    }
    out.append("}")
    return out.bytes
  }

  private static func append(_ data: Value?, to out: inout ByteBuffer) {
    guard let data, !data.isNull else { return }
    out.append(",\"data\":")
    data.appendJSON(to: &out, upTo: ProcessLines.lineBytes)
  }
}
