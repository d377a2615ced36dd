extension Chart {
  /// Why an event is not let in: the chart has a closed alphabet (SPEC §1.1).
  package func rejection(of event: Event) -> String? {
    guard let alphabet else { return nil }
    let name: NameID
    switch event.label {
    case .known(let id): name = id
    case .other(let text):
      if isFree(text) { return nil }
      guard let id = names.find(text) else { return "the event is not declared" }
      name = id
    }
    guard let type = alphabet[name] else {
      return isFree(names.text(name)) ? nil : "the event is not declared"
    }
    return type.misfit(of: event.data)
  }

  /// `done.*` and `error.*` need no declaration.
  private func isFree(_ name: String) -> Bool {
    name.utf8.starts(with: "done.".utf8) || name.utf8.starts(with: "error.".utf8)
  }
}
