import StateKitCore
import StateKitFormat

/// An explanation of the current effect of an event.
struct WhyReport {
  private let chart: Chart
  private let source: SourceText
  private let event: Event
  private let inquiry: Inquiry?
  /// The reason why the event is rejected; nil if it is not.
  private let rejection: String?
  private let isFinished: Bool
  let outcome: Outcome
  /// For each handler, the values of its guard's parts.
  private var values: [Int: [(text: String, value: String)]] = [:]

  /// `children`: the outcomes in the children that receive the event. `rejection`: why it is rejected, if that is not due
  /// to the machine.
  init(
    _ event: Event, of machine: Machine, in source: SourceText, children: [Outcome] = [], rejection: String? = nil
  ) {
    chart = machine.chart
    self.source = source
    self.event = event
    isFinished = machine.isFinished
    self.rejection = machine.isFinished ? nil : rejection ?? machine.rejection(of: event)
    inquiry = self.rejection == nil ? Inquiry(event, of: machine) : nil
    outcome = inquiry.map { children.reduce($0.outcome) { $0.better($1) } } ?? .rejected
    var seeing = machine.seeing(event)
    for line in inquiry?.lines ?? [] {
      for asked in line {
        for candidate in asked.candidates where chart.handlers[candidate.handler].condition >= 0 {
          switch candidate.fate {
          case .shadowed, .notAsked: continue
          case .taken, .forbids, .declined, .displaced: break
          }
          let guardExpression = chart.expressions[Int(chart.handlers[candidate.handler].condition)]
          values[candidate.handler] = ExpressionValues.of(guardExpression, in: &seeing)
        }
      }
    }
  }

  private var eventName: String { chart.text(of: event.label) }

  // MARK: Text

  func text() -> String {
    var out = ByteBuffer()
    let lines = LineIndex(source)
    DisplayText.appendRaw("\(DisplayText.name(eventName)) would be \(outcome.rawValue)", to: &out)
    if let rejection { DisplayText.appendRaw(": \(rejection)", to: &out) }
    if isFinished { out.append(": the machine is done") }
    out.append("\n")
    for line in inquiry?.lines ?? [] {
      for asked in line {
        DisplayText.appendRaw("  \(chart.shownReference(asked.state)): ", to: &out)
        if asked.candidates.isEmpty { out.append("has no handler\n") }
        for (index, candidate) in asked.candidates.enumerated() {
          if index > 0 { out.append("    then: ") }
          append(candidate, lines: lines, to: &out)
        }
      }
    }
    if outcome == .ignored, !isFinished { appendOthers(to: &out) }
    return out.text
  }

  private func append(_ candidate: Inquiry.Candidate, lines: LineIndex, to out: inout ByteBuffer) {
    let handler = chart.handlers[candidate.handler]
    let position = lines.position(of: Int(handler.span.start))
    var text = words(of: handler)
    switch candidate.fate {
    case .taken: text += ", taken"
    case .forbids: text = "null stops the event here"
    case .declined(nil): text += ", not taken: \(guardText(handler)) is false"
    case .declined(let error?): text += ", not taken: \(guardText(handler)): \(error)"
    case .notAsked: text += ", not asked: a state below has a handler"
    case .shadowed: text += ", not asked: the candidate before it is taken"
    case .displaced(let winner):
      let other = chart.handlers[winner]
      text += ", conflicts with the handler in \(chart.shownReference(other.state))"
      text +=
        chart.isWithin(other.state, ancestor: handler.state) ? ", which is deeper" : ", which is first in the file"
    }
    if case .taken = candidate.fate, handler.condition >= 0 { text += ": \(guardText(handler)) is true" }
    DisplayText.appendLine("\(text) (\(position.line):\(position.column))", to: &out)
    for (part, value) in values[candidate.handler] ?? [] {
      DisplayText.appendLine("      \(part) = \(value)", to: &out)
    }
  }

  private func guardText(_ handler: EventHandler) -> String {
    chart.written(expression: handler.condition)
  }

  /// The effect of a handler, as a phrase.
  private func words(of handler: EventHandler) -> String {
    if handler.isForbidden { return "null" }
    let targets = handler.targets.indices.map { chart.shownReference(chart.targets[$0]) }
    if targets.isEmpty { return handler.reentry == .none ? "without a target" : "reenters" }
    return "to " + targets.joined(separator: ", ")
  }

  /// Appends the states that handle the event, if no active state does.
  private func appendOthers(to out: inout ByteBuffer) {
    let states = chart.statesReceiving(event)
    if states.isEmpty {
      out.append("  no state handles it")
      if let help = chart.helpForUnhandled(eventName) {
        DisplayText.appendRaw(", \(help)", to: &out)
      }
      out.append("\n")
      return
    }
    let shown = states.prefix(10).map { chart.shown($0) }.joined(separator: ", ")
    let more = states.count > 10 ? " and \(states.count - 10) more" : ""
    DisplayText.appendLine("  handled in states that are not active: \(shown)\(more)", to: &out)
  }

  // MARK: JSON

  func appendMembers(to out: inout ByteBuffer) {
    out.append(string: "event", value: eventName)
    out.append(string: "outcome", value: outcome.rawValue)
    if let rejection { out.append(string: "rejected", value: rejection) }
    let lines = LineIndex(source)
    let states = (inquiry?.lines ?? []).flatMap { $0 }
    out.append(objects: "asked", of: states, line: "\n  ", end: "\n") { asked, out in
      out.append(string: "state", value: chart.path(asked.state))
      out.append(objects: "handlers", of: asked.candidates) { candidate, out in
        let handler = chart.handlers[candidate.handler]
        let position = lines.position(of: Int(handler.span.start))
        out.append(string: "fate", value: candidate.fate.word)
        out.append(number: "line", value: position.line)
        out.append(number: "column", value: position.column)
        if handler.condition >= 0 { out.append(string: "guard", value: guardText(handler)) }
        out.append(object: "values") { out in
          for entry in values[candidate.handler] ?? [] { out.append(string: entry.text, value: entry.value) }
        }
      }
    }
    out.append(texts: "elsewhere", value: chart.statesHandling(event).prefix(100).map { chart.path($0) })
  }
}

extension Inquiry.Fate {
  /// The outcome as one word.
  var word: String {
    switch self {
    case .taken: "taken"
    case .forbids: "forbids"
    case .declined: "declined"
    case .shadowed: "shadowed"
    case .notAsked: "not-asked"
    case .displaced: "displaced"
    }
  }
}
