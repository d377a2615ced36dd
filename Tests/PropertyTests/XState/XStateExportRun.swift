import CEL
import StateKitCore
import StateKitFormat
import StateKitInterchange

/// A chart that is written for XState, without all that only statekit reads, run by XState's rules as the reader has them.
struct XStateExportRun {
  let chart: String
  /// The steps of a run, as JSON Lines.
  let steps: [String]
  /// Runs a machine with the same script, in the same way.
  let run: (_ machine: String) -> [String]?

  var outcome: ExportRun.Outcome {
    let source = SourceText(name: "c.json", bytes: Array(chart.utf8))
    let losses = Findings()
    let machine = ChartText.xstate(source, isLossy: false, findings: losses)
    if let reason = ExportRun.reason(losses) { return .refused(reason) }
    guard let stripped = StrippedMachine(machine) else {
      return .differs("no JSON:\n\(String(decoding: machine, as: UTF8.self))")
    }
    if steps.contains(where: { $0.contains("\"outcome\":\"rejected\"") }) { return .skipped("rejected") }
    guard let found = run(stripped.json) else { return .differs("it does not load:\n\(stripped.json)") }
    for (number, (theirs, ours)) in zip(found, steps).enumerated() {
      guard let theirs = Self.entries(theirs), let ours = Self.entries(ours) else { return .skipped("limit") }
      if theirs != ours {
        return .differs(
          """
          step \(number): statekit
            \(ours.joined(separator: "\n  "))
          XState
            \(theirs.joined(separator: "\n  "))
          \(stripped.json)
          """)
      }
    }
    return found.count == steps.count ? .same : .differs("\(found.count) steps, not \(steps.count)")
  }

  /// What a step does; nil where it runs into a limit.
  private static func entries(_ line: String) -> [String]? {
    guard case .map(let step)? = JSONText.value(of: Array(line.utf8)), case .list(let list)? = step["trace"] else {
      return []
    }
    var found: [String] = []
    for entry in list.elements {
      guard case .map(let map) = entry, case .string(let kind)? = map.entries.first?.key, let value = map[kind] else {
        continue
      }
      if kind == "error", Datum.cel(value).json.contains("limit") { return nil }
      guard ["enter", "exit", "do", "log", "assign", "raise", "send", "invoke", "stop"].contains(kind) else {
        continue
      }
      // A state that stands for resting on the one around it.
      if case .string(let path) = value, path.split(separator: ".").last?.hasPrefix("_rest") ?? false { continue }
      found.append("\(kind) \(Datum.cel(value).json)")
    }
    return found
  }
}
