package import StateKitCore

/// The result of a replay, for people and for programs.
package struct ReplayReport {
  private let summary: ReplaySummary

  package init(_ summary: ReplaySummary) {
    self.summary = summary
  }

  private static let mostShown = 10
  private static let root = Array("root.".utf8)
  /// The outcome of an event after which the log says another state.
  static let stateDiffers = "state-differs"
  /// The outcome of an event at which the log says other actions.
  static let didDiffers = "did-differs"

  /// The report as lines for people.
  package func text() -> ByteBuffer {
    var out = ByteBuffer()
    let outcomes = summary.outcomes
    func grouped(_ number: Int) -> String { DisplayText.grouped(number) }
    func counted(_ number: Int, _ noun: String) -> String { DisplayText.counted(number, noun: noun) }
    out.append("\(counted(summary.cases, "case")), \(counted(summary.events, "event"))")
    if summary.badLines > 0 { out.append(", \(counted(summary.badLines, "bad line"))") }
    out.append("\nhandled \(grouped(outcomes.handled)), ignored \(grouped(outcomes.ignored)), ")
    out.append("declined \(grouped(outcomes.declined)), rejected \(grouped(outcomes.rejected)); ")
    out.append("errors \(grouped(summary.errors))\n")
    out.append("fitness \(Self.rounded(outcomes.handled, whole: summary.events))\n")
    if summary.assumed > 0 { out.append("assumed \(counted(summary.assumed, "hidden event"))\n") }
    if summary.cases > 0 {
      out.append("at the end:\n")
      for (state, cases) in summary.endsInOrder.sorted(by: { $0.cases > $1.cases }) {
        out.append("  \(grouped(cases)) in ")
        DisplayText.appendRaw(state, to: &out)
        out.append("\n")
      }
    }
    let deviations = summary.deviationsInOrder
    if !deviations.isEmpty { out.append("deviations:\n") }
    for deviation in deviations.prefix(Self.mostShown) {
      out.append("  \(counted(deviation.count, "time")) ")
      DisplayText.appendName(String(decoding: deviation.event, as: UTF8.self), to: &out)
      if deviation.said.isEmpty {
        out.append(" was \(deviation.outcome.rawValue) in ")
      } else {
        out.append(": the log says ")
        DisplayText.appendRaw(deviation.said.span, to: &out)
        if deviation.did.isEmpty {
          out.append(", the chart is in ")
        } else {
          out.append(", the chart did ")
          DisplayText.appendRaw(deviation.did.span, to: &out)
          out.append(" and is in ")
        }
      }
      for (index, state) in deviation.configuration.enumerated() {
        if index > 0 { out.append(", ") }
        // The log says states without the root, too.
        let isBelowRoot = !deviation.said.isEmpty && state.starts(with: Self.root)
        DisplayText.appendRaw(Array(isBelowRoot ? state.dropFirst(Self.root.count) : state[...]).span, to: &out)
      }
      out.append("; for example the case ")
      DisplayText.appendRaw(deviation.example.span, to: &out)
      if !deviation.reason.isEmpty {
        out.append(": ")
        DisplayText.appendRaw(deviation.reason.span, to: &out)
      }
      out.append("\n")
    }
    if deviations.count > Self.mostShown {
      out.append("  and \(grouped(deviations.count - Self.mostShown)) more kinds\n")
    }
    append("states that no case entered", names: summary.unusedStates, to: &out)
    append("handlers that no case took", names: summary.unusedHandlers, to: &out)
    return out
  }

  private func append(_ title: String, names: [String], to out: inout ByteBuffer) {
    if names.isEmpty { return }
    out.append(title + ":\n")
    for name in names {
      out.append("  ")
      DisplayText.appendRaw(name, to: &out)
      out.append("\n")
    }
  }

  /// A fraction with four digits, rounded down: 1.0000 only for all of it.
  private static func rounded(_ part: Int, whole: Int) -> String {
    let parts = whole == 0 ? 10_000 : Int(Double(part) / Double(whole) * 10_000)
    let shown = part < whole ? min(parts, 9_999) : parts
    let digits = String(shown % 10_000)
    return "\(shown / 10_000)." + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }

  /// The report as one JSON object.
  package func json() -> ByteBuffer {
    var out = ByteBuffer()
    let outcomes = summary.outcomes
    out.append("{\"cases\": \(summary.cases), \"events\": \(summary.events),\n \"outcomes\": {")
    out.append("\"handled\": \(outcomes.handled), \"ignored\": \(outcomes.ignored), ")
    out.append(
      "\"declined\": \(outcomes.declined), \"rejected\": \(outcomes.rejected), \"errors\": \(summary.errors)},\n")
    out.append(" \"fitness\": \(summary.fitness),\n")
    if summary.assumed > 0 { out.append(" \"hidden\": \(summary.assumed),\n") }
    out.append(" \"states\": {")
    for (index, end) in summary.endsInOrder.enumerated() {
      if index > 0 { out.append(", ") }
      DisplayText.appendQuoted(end.state, to: &out)
      out.append(": \(end.cases)")
    }
    out.append("},\n \"deviations\": [")
    for (index, deviation) in summary.deviationsInOrder.enumerated() {
      out.append(index == 0 ? "\n  {\"event\": " : ",\n  {\"event\": ")
      Self.append(deviation, to: &out)
    }
    out.append("],\n \"unused\": {\"states\": ")
    DisplayText.appendList(summary.unusedStates, to: &out)
    out.append(", \"handlers\": ")
    DisplayText.appendList(summary.unusedHandlers, to: &out)
    out.append("},\n \"badLines\": \(summary.badLines)}\n")
    return out
  }

  /// Appends a deviation, from the value of `event` on.
  static func append(_ deviation: ReplaySummary.Deviation, to out: inout ByteBuffer) {
    DisplayText.appendQuoted(deviation.event.span, to: &out)
    out.append(", \"configuration\": ")
    DisplayText.appendList(deviation.configuration.map { String(decoding: $0, as: UTF8.self) }, to: &out)
    let outcome =
      !deviation.did.isEmpty ? Self.didDiffers : deviation.said.isEmpty ? deviation.outcome.rawValue : Self.stateDiffers
    out.append(", \"outcome\": \"\(outcome)\", \"count\": \(deviation.count), \"case\": ")
    DisplayText.appendQuoted(deviation.example.span, to: &out)
    if !deviation.reason.isEmpty {
      out.append(", \"reason\": ")
      DisplayText.appendQuoted(deviation.reason.span, to: &out)
    }
    if !deviation.said.isEmpty {
      out.append(deviation.did.isEmpty ? ", \"state\": " : ", \"did\": ")
      DisplayText.appendQuoted(deviation.said.span, to: &out)
    }
    if !deviation.did.isEmpty {
      out.append(", \"chart\": ")
      DisplayText.appendQuoted(deviation.did.span, to: &out)
    }
    out.append("}")
  }
}
