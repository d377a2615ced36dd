import CEL
import StateKitCore
import StateKitFormat

/// The lines of a host as lines of a script.
extension HostProcess {
  /// The error for a line that is not an event.
  static func misfit(_ line: [UInt8]) -> Diagnostic {
    let shown = DisplayText.cut(DisplayText.raw(String(decoding: line, as: UTF8.self)))
    return Diagnostic(.badLine, at: SourceSpan(0, end: 0), message: "the line of the host is not an event: \(shown)")
  }

  /// The error of a run if a line of the host reports one that no state handled. `outcome`: that of the line.
  static func problem(_ line: [UInt8], after outcome: Outcome?) -> ScriptRunner.Report? {
    // The line is read again only then: most lines are events that a state handles.
    guard outcome == .ignored || outcome == .declined, let reason = error(line) else { return nil }
    let message = "the host reports an error, and no state handles error.execution: \(DisplayText.quoted(reason))"
    return ScriptRunner.Report(
      origin: .none, diagnostic: Diagnostic(.runError, at: SourceSpan(0, end: 0), message: message))
  }

  /// The reason in a line of the host that reports an error; nil for another line.
  private static func error(_ line: [UInt8]) -> String? {
    guard case .map(let map)? = JSONText.value(of: line), map["event"] == nil,
      case .string(let reason)? = map["error"]
    else { return nil }
    return reason
  }

  /// The script line for a line of the host; nil if it is none.
  static func script(_ line: [UInt8]) -> String? {
    guard case .map(let map)? = JSONText.value(of: line) else { return nil }
    let data = map["data"].flatMap { $0.isNull ? nil : " " + $0.json } ?? ""
    if case .string(let event)? = map["event"] { return DisplayText.name(event) + data }
    if case .string(let reason)? = map["error"] { return "error.execution {\"message\":\(Value.string(reason).json)}" }
    for (key, isFailure) in [("done", false), ("failed", true)] {
      guard case .string(let work)? = map[key] else { continue }
      let event = DisplayText.name(ProgramRequest.event(endOf: work, isFailure: isFailure))
      var path = ""
      if case .list(let ids)? = map["to"] {
        for case .string(let id) in ids.elements { path += DisplayText.name(id) + ": " }
      }
      return path + event + data
    }
    return nil
  }
}
