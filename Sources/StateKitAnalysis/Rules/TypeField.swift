import StateKitCore

/// A declared payload with one field, `type`, which nothing reads: probably its value is meant as the payload's type.
enum TypeField {
  static let rule = Rule(explainedBy: [], restsOn: [.expressions], check: check)

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    let found = subject.spans.declared.compactMap { event, span in
      chart.alphabet?[event]?.typeInField.map { (event: event, span: span, type: $0) }
    }
    if found.isEmpty { return }
    if chart.expressions.distinct.contains(where: { $0.text.utf8.includes("type".utf8) }) { return }
    for (event, span, type) in found {
      let name = chart.names.text(event)
      findings.add(
        .lookAlike, at: span, message: "the payload of \(DisplayText.quoted(name)) is a map with the field \"type\"",
        help: type.help(asPayloadOf: name))
    }
  }
}
