internal import StateKitCore

/// The actions, guards, sources and delays that a family of charts requires from the embedding program.
struct HostNeeds: Sendable {
  let actions: NameList
  let guards: NameList
  let sources: NameList
  let delays: NameList

  init(_ chart: Chart) {
    var actions = NameList()
    var guards = NameList()
    var sources = NameList()
    var delays = NameList()
    for number in 0...(chart.family?.members.count ?? 0) {
      let relative = chart.relative(number)
      for action in relative.actions {
        if case .call(let name, _) = action { actions.add(relative.names.text(name)) }
      }
      for invocation in relative.invocations {
        if let source = invocation.source { sources.add(source) }
      }
      for declared in relative.guards where declared.hostIndex != nil { guards.add(declared.name) }
      for delay in relative.hostDelays { delays.add(delay) }
    }
    self.actions = actions
    self.guards = guards
    self.sources = sources
    self.delays = delays
  }
}

/// Unique names in order of first occurrence, with their indices.
struct NameList: Sendable {
  private(set) var names: [String] = []
  private var indices: [Name: Int] = [:]

  /// The index of a name; nil for an unknown name.
  func index(of name: String) -> Int? { indices[Name(name)] }

  /// The index of a name; throws if the name is unknown.
  func index(of name: String, kind: UnknownName.Kind) throws(UnknownName) -> Int {
    if let index = index(of: name) { return index }
    throw UnknownName(kind, name: name, among: names)
  }

  fileprivate mutating func add(_ text: String) {
    if indices[Name(text)] != nil { return }
    indices[Name(text)] = names.count
    names.append(text)
  }
}
