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

  /// The error of a run for a line of the host that reports an error that no state handled, or that ends work that the
  /// chart does not have. An end that comes late is no error. `outcome`: that of the line.
  /// `chart`: nil in a session, which shows each end that is ignored.
  static func problem(_ line: [UInt8], after outcome: Outcome?, in chart: Chart? = nil) -> ScriptRunner.Report? {
    // The line is read again only then: most lines are events that a state handles.
    guard outcome == .ignored || outcome == .declined, let (verb, text, members) = message(line) else { return nil }
    let problem: String
    switch verb {
    case .event: return nil
    case .error:
      problem = "the host reports an error, and no state handles error.execution: \(DisplayText.quoted(text))"
    case .done, .failed:
      guard let chart else { return nil }
      let isKnown = chart.invocations.contains { $0.id.utf8.elementsEqual(text.utf8) }
      if outcome == .declined || isKnown || members["to"] != nil { return nil }
      problem = "the host ends \(DisplayText.quoted(text)), and the chart has no such work: \(work(of: chart))"
    }
    return ScriptRunner.Report(
      origin: .none, diagnostic: Diagnostic(.runError, at: SourceSpan(0, end: 0), message: problem))
  }

  /// The ids of the work that the host does for a chart, in words.
  private static func work(of chart: Chart) -> String {
    let ids = chart.invocations.filter { $0.source != nil }.map(\.id).distinct { Array($0.utf8) }
    let shown = ids.prefix(8).map { DisplayText.quoted($0) } + (ids.count > 8 ? ["…"] : [])
    return "it has " + (ids.isEmpty ? "none" : shown.joined(separator: ", "))
  }

  /// The key that says what a line of the host is.
  private enum Verb: String, CaseIterable {
    case event, error, done, failed

    /// The keys that the line may also have.
    var companions: [String] {
      switch self {
      case .event: ["data"]
      case .error: []
      case .done, .failed: ["data", "to"]
      }
    }
  }

  /// The verb of a line, its object, and all its members; nil if it is no message of a host.
  private static func message(_ line: [UInt8]) -> (verb: Verb, text: String, members: MapValue)? {
    guard case .map(let map)? = JSONText.value(of: line),
      let verb = Verb.allCases.first(where: { map[$0.rawValue] != nil }), case .string(let text)? = map[verb.rawValue]
    else { return nil }
    let keys = verb.companions + [verb.rawValue]
    let isKnown = map.entries.allSatisfy { entry in
      guard case .string(let key) = entry.key else { return false }
      return keys.contains { $0.utf8.elementsEqual(key.utf8) }
    }
    return isKnown ? (verb, text, map) : nil
  }

  /// The script line for a line of the host; nil if it is none.
  static func script(_ line: [UInt8]) -> String? {
    guard let (verb, text, members) = message(line) else { return nil }
    let data = members["data"].flatMap { $0.isNull ? nil : " " + $0.json } ?? ""
    switch verb {
    case .event: return DisplayText.name(text) + data
    case .error: return "error.execution {\"message\":\(Value.string(text).json)}"
    case .done, .failed:
      var path = ""
      if case .list(let ids)? = members["to"] {
        for case .string(let id) in ids.elements { path += DisplayText.name(id) + ": " }
      }
      return path + DisplayText.name(ProgramRequest.event(endOf: text, isFailure: verb == .failed)) + data
    }
  }

  /// The answer in a line that has nothing else: a bool to a guard, null to an action, or the reason for a failure as a
  /// text; nil for another line.
  static func answer(in line: [UInt8], toGuard isGuard: Bool) -> Value? {
    guard case .map(let map)? = JSONText.value(of: line), map.entries.count <= 1 else { return nil }
    if case .string? = map["error"] { return map["error"] }
    guard isGuard else { return map.entries.isEmpty || map["answer"] != nil ? .null : nil }
    if case .bool? = map["answer"] { return map["answer"] }
    return map["answer"] == nil ? nil : noBool
  }

  /// The answer to a guard whose line has no bool.
  static let noBool = Value.string("the answer of the host must be true or false")

  static func isEndOfWork(_ line: [UInt8]) -> Bool {
    let verb = message(line)?.verb
    return verb == .done || verb == .failed
  }
}
