internal import StateKitCore

/// The actions, guards and sources that a family of charts requires from the embedding program.
struct HostNeeds: Sendable {
  private(set) var actions: [Name] = []
  private(set) var guards: [Name] = []
  private(set) var sources: [Name] = []

  init(_ chart: StateKitCore.Chart) {
    var actions = Once()
    var guards = Once()
    var sources = Once()
    for number in 0...(chart.family?.members.count ?? 0) {
      let relative = chart.relative(number)
      for action in relative.actions {
        if case .call(let name, _) = action { actions.add(relative.names.text(name)) }
      }
      for invocation in relative.invocations {
        if let source = invocation.source { sources.add(source) }
      }
      for declared in relative.guards where declared.hostIndex != nil { guards.add(declared.name) }
    }
    self.sources = sources.names
    self.actions = actions.names
    self.guards = guards.names
  }

  var names: (actions: [String], guards: [String], sources: [String]) {
    (actions.map(\.text), guards.map(\.text), sources.map(\.text))
  }
}

/// Unique names in order of first occurrence.
private struct Once {
  private(set) var names: [Name] = []
  private var known: Set<Name> = []

  mutating func add(_ text: String) {
    if known.insert(Name(text)).inserted { names.append(Name(text)) }
  }
}
