package import CEL

extension Chart {
  /// Why data do not fit a host action that `actions` declares; nil where they do, or where nothing is declared.
  package func misfit(of data: Value?, calling action: NameID) -> String? {
    hostActions?[action]?.misfit(of: data, called: "data")
  }
}

extension ChartBuilder {
  /// Where `actions` is present it is closed: every host action that is called must be one of its names.
  mutating func checkHostActions() {
    data.hostActions = draft.hostActions
    // Nobody reads them again.
    defer { draft.callNames = [] }
    guard let declared = draft.hostActions else { return }
    var nameSpans = draft.callNames[...]
    var known: [String]?
    for (index, action) in draft.actions.enumerated() {
      guard case .call(let name, _) = action else { continue }
      var span = draft.actionSpans[index]
      if let first = nameSpans.first, Int(first.action) == index {
        span = first.span
        nameSpans.removeFirst()
      }
      if declared[name] != nil { continue }
      let names =
        known ?? declared.keys.map { draft.names.text($0) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      known = names
      let text = draft.names.text(name)
      report(
        .unknownAction, at: span, message: "the action \(DisplayText.quoted(text)) is not declared in \"actions\"",
        fix: Suggestion.fix(for: text, among: names))
    }
  }
}
