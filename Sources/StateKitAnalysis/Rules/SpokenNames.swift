import CEL
import StateKitCore

/// Host actions, host guards and events whose names look like code, texts that look like dates but are computed, and
/// comments that look like divisions. All are legal, and mean something other than they seem to.
enum SpokenNames {
  static let rule = Rule(explainedBy: [], restsOn: [], check: check)

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    // What the reader of SCXML leaves to the host has the name of its text, and was reported.
    let isNamed = if case .scxml = findings.notation { false } else { true }
    if isNamed, chart.hostActions == nil { checkActions(chart, findings: findings) }
    for entry in chart.guards where isNamed && entry.hostIndex != nil {
      guard let help = SpokenName.help(forGuard: entry.name) else { continue }
      findings.add(
        .lookAlike, at: entry.span, message: "\(DisplayText.quoted(entry.name)) is the whole name of a host guard",
        help: help)
    }
    if !chart.isClosed { checkEvents(subject, findings: findings) }
    checkDelays(chart, findings: findings)
    checkExpressions(chart, findings: findings)
  }

  private static func checkExpressions(_ chart: Chart, findings: Findings) {
    // Several expressions may have the same text.
    let distinct = chart.expressions.distinct
    let mayDivide = if case .file = findings.notation { true } else { false }
    func isSpoken(_ text: String) -> Bool { isDate(text) || mayDivide && text.utf8.contains(UInt8(ascii: "/")) }
    if !distinct.indices.contains(where: { isSpoken(distinct[$0].text) }) { return }
    for index in 0..<chart.expressions.count where isSpoken(chart.expressions[index].text) {
      let expression = chart.expressions[index]
      if isDate(expression.text) {
        findings.add(
          .lookAlike, at: expression.source.span, message: "this is a subtraction of numbers, not a date",
          help: "put a text in single quotes: \"'\(expression.text)'\"")
      } else if let (offset, name) = ExpressionShape.commentedOperand(of: Array(expression.text.utf8)),
        name.map({ $0 == "event" || chart.contextSlot(named: $0) != nil }) ?? true
      {
        findings.add(
          .lookAlike, at: expression.source.span(of: offset..<offset + 2),
          message: "// begins a comment: what is behind it is not read", help: "write / for a division")
      }
    }
  }

  private static func checkActions(_ chart: Chart, findings: Findings) {
    var isSeen = [Bool](repeating: false, count: chart.names.count)
    for (index, action) in chart.actions.enumerated() {
      guard case .call(let name, _) = action, !isSeen[name.index] else { continue }
      isSeen[name.index] = true
      let text = chart.names.text(name)
      // A text that is written like a transition is reported by the decoder.
      guard !text.hasPrefix("goToState"), let help = SpokenName.help(forAction: text) else { continue }
      findings.add(
        .lookAlike, at: chart.actionSpans[index],
        message: "\(DisplayText.quoted(text)) is the whole name of a host action",
        help: help)
    }
  }

  private static func checkEvents(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    var isSeen = [Bool](repeating: false, count: chart.eventNames.count)
    for binding in subject.spans.bindings {
      guard case .event(let event) = binding.trigger, !isSeen[event.index] else { continue }
      isSeen[event.index] = true
      let name = chart.eventNames[event.index]
      guard SpokenName.maySayMore(chart.names[name]) else { continue }
      let text = chart.names.text(name)
      guard let help = SpokenName.help(forEvent: text), text != SpokenName.onError || mayMeanError(binding, in: chart)
      else { continue }
      findings.add(
        .lookAlike, at: binding.span, message: "\(DisplayText.quoted(text)) is the whole name of an event", help: help)
    }
  }

  /// The decoder reports `onError` beside `invoke`. Other notations may have an event of this name.
  private static func mayMeanError(_ binding: ChartDraft.Binding, in chart: Chart) -> Bool {
    !chart.isTranslated && !chart.states[Int(binding.state)].hasInvoke
  }

  /// Checks delays that have the name of an event: the author probably meant an event after that delay.
  private static func checkDelays(_ chart: Chart, findings: Findings) {
    if chart.delayNames.isEmpty { return }
    let events = Set(chart.eventNames)
    for delay in chart.delayNames where chart.alphabet?[delay.name] != nil || events.contains(delay.name) {
      let name = chart.names.text(delay.name)
      findings.add(
        .lookAlike, at: delay.span,
        message: "\(DisplayText.quoted(name)) is an event, but is read as the name of a delay",
        help: "write its actions in its handler: \(DisplayText.string(name)): {\"actions\": …}")
    }
  }

  /// `2012-01-01`
  private static func isDate(_ text: String) -> Bool {
    if text.utf8.count != 10 { return false }
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [4, 2, 2] && parts.allSatisfy { $0.allSatisfy { 0x30...0x39 ~= $0 } }
  }
}
