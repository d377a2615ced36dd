import CEL
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
    for (index, path, _) in pathsInBraces(of: chart) {
      let braces = "{\(path)}"
      findings.add(
        .literalBraces, at: chart.actionSpans[index],
        message: "the text shows \(DisplayText.quoted(braces)), not the value of \(DisplayText.quoted(path))",
        help: "write ${\(path)}")
    }
  }

  /// The context keys in braces in the texts of actions, alone or at the beginning of a path, with the indices of the
  /// actions and of the keys.
  static func pathsInBraces(of chart: Chart) -> [(action: Int, path: String, slot: Int)] {
    // Other notations have other texts.
    if chart.contextNames.isEmpty || chart.isTranslated { return [] }
    var found: [(action: Int, path: String, slot: Int)] = []
    for index in chart.actions.indices {
      for path in texts(of: chart.actions[index], in: chart).flatMap(wordsInBraces) {
        if let slot = Self.slot(of: path, in: chart) { found.append((index, path, slot)) }
      }
    }
    return found
  }

  /// The index of the context key that a text is, or with which it begins, as in `user.age` and `items[0]`.
  private static func slot(of path: String, in chart: Chart) -> Int? {
    if let slot = chart.contextSlot(named: path) { return slot }
    let name = path.utf8.prefix(while: ExpressionWords.isNameByte)
    let rest = path.utf8.dropFirst(name.count)
    guard rest.allSatisfy({ ExpressionWords.isNameByte($0) || ".[]".utf8.contains($0) }),
      rest.last != UInt8(ascii: ".")
    else { return nil }
    return chart.contextSlot(named: String(decoding: name, as: UTF8.self))
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
