import StateKitCore

/// A text with the name of a context key in braces, as other notations write the value.
enum LiteralBraces {
  static let rule = Rule(explainedBy: [page], restsOn: [], check: check)

  static let page = Explanation(
    .literalBraces, title: "a text has the name of a key in braces, not its value",
    meaning: """
      A text shows the value of an expression in `${…}`. Braces without a dollar sign are printed unchanged.
      """,
    wrong: """
      {
        "context": {"tries": 0},
        "root": {"try": {"actions": [{"assign": {"tries": "tries + 1"}}, {"log": "try {tries}"}]}}
      }
      """,
    fixed: .replacing("try {tries}", with: "try ${tries}"))

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    for (index, name) in keysInBraces(of: chart) {
      let braces = "{\(name)}"
      findings.add(
        .literalBraces, at: chart.actionSpans[index],
        message: "the text shows \(DisplayText.quoted(braces)), not the value of \(DisplayText.quoted(name))",
        help: "write ${\(name)}")
    }
  }

  /// The context keys in braces in the texts of actions, with the indices of the actions.
  static func keysInBraces(of chart: Chart) -> [(action: Int, name: String)] {
    // Other notations have other texts.
    if chart.contextNames.isEmpty || chart.isTranslated { return [] }
    return chart.actions.indices.flatMap { index in
      texts(of: chart.actions[index], in: chart).flatMap(wordsInBraces)
        .filter { chart.contextSlot(named: $0) != nil }.map { (index, $0) }
    }
  }

  private static func texts(of action: Action, in chart: Chart) -> [String] {
    switch action {
    case .log(let text), .raise(.text(let text), _), .send(.text(let text), _, _, _, _): text.literals
    case .raise(.event(let event), _), .send(.event(let event), _, _, _, _):
      [chart.names.text(chart.eventNames[event.index])]
    case .call, .assign, .cancel, .goTo, .unless, .skip, .block, .forEach: []
    }
  }

  private static func wordsInBraces(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false).dropFirst().compactMap { part in
      part.firstIndex(of: UInt8(ascii: "}")).map { String(decoding: part[..<$0], as: UTF8.self) }
    }
  }
}
