package import CEL

extension Chart {
  /// The reason why data do not fit a host action that `actions` declares; nil if they fit, or the chart declares no
  /// actions.
  package func misfit(of data: Value?, calling action: NameID) -> String? {
    hostActions?[action]?.misfit(of: data, called: "data")
  }
}

extension ChartBuilder {
  /// If `actions` is present, every called host action must be one of its names.
  mutating func checkHostActions() {
    data.hostActions = draft.hostActions
    // The names are not needed any more.
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

  /// Reports data of host actions that cannot fit the types in `actions`.
  func checkActionData() {
    guard let declared = data.hostActions else { return }
    for (index, action) in draft.actions.enumerated() {
      guard case .call(let name, let given) = action, let type = declared[name] else { continue }
      let span = draft.actionSpans[index]
      for reason in type.misfits(of: given, called: "data", in: data.expressions) {
        // A misspelt key may be the data, and data with an error have no type.
        if findings.all.contains(where: { isHiding($0, in: span) }) { break }
        findings.add(
          .payloadMisfit, at: given?.span(in: data.expressions) ?? span,
          message: "the data do not fit the action \(DisplayText.quoted(draft.names.text(name))): \(reason)",
          severity: .error, help: "the action is declared in \"actions\"")
      }
    }
  }

  private func isHiding(_ finding: Diagnostic, in span: SourceSpan) -> Bool {
    finding.severity == .error && finding.code != .payloadMisfit && isWithin(finding.span, span)
  }

  private func isWithin(_ inner: SourceSpan, _ outer: SourceSpan) -> Bool {
    outer.start <= inner.start && inner.end <= outer.end
  }
}
