import StateKitCore

/// A `cancel` of an id that no `send` has.
enum UnknownSend {
  static let rule = Rule(restsOn: .handlers, check: check)

  private static func check(_ subject: Subject, _ findings: Findings) {
    let chart = subject.chart
    var ids: Set<[UInt8]> = []
    var known: [String] = []
    for case .send(_, _, _, let id?, _) in chart.actions {
      // An id that is put together can be any.
      guard let literal = id.literal else { return }
      if ids.insert(Array(literal.utf8)).inserted { known.append(literal) }
    }
    for (index, action) in chart.actions.enumerated() {
      guard case .cancel(let text) = action, let id = text.literal, !ids.contains(Array(id.utf8)) else { continue }
      let list = known.isEmpty ? "no send has an id" : "known are " + known.prefix(8).joined(separator: ", ")
      findings.add(
        .unknownSend, at: chart.actionSpans[index], "no send has the id \(DisplayText.quoted(id))",
        help: Suggestion.help(for: id, among: known) ?? list)
    }
  }
}
