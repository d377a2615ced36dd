import StateKitCore

/// Charts that share a name, because they send it to each other or because the host has it.
extension SharedNames {
  /// The charts in which a name of the chart `home` has one meaning. States and context belong to one chart. Actions and
  /// host guards belong to the embedding program, which has one name for each. Events are shared between charts if one
  /// forwards or sends them to the other.
  func linkedUnits(_ kind: NameKind, named name: String, in home: Int) -> [Int] {
    switch kind {
    case .state, .context: return [home]
    case .action: return Array(units.indices)
    case .guard:
      guard isHostGuard(name, in: home) else { return [home] }
      return units.indices.filter { $0 == home || isHostGuard(name, in: $0) }
    case .event: break
    }
    var linked: Set<Int> = [home]
    var todo = [home]
    let receivers = units.map { Receivers(of: name, from: $0.names) }
    while let unit = todo.popLast() {
      for edge in edgesOfUnit[unit].map({ edges[$0] }) {
        let other = edge.parent == unit ? edge.child : edge.parent
        if !linked.contains(other), carries(edge, receivers: receivers) {
          linked.insert(other)
          todo.append(other)
        }
      }
    }
    return linked.sorted()
  }

  private func isHostGuard(_ name: String, in unit: Int) -> Bool {
    let names = units[unit].names
    guard let thing = names.thing(.guard, named: name) else { return false }
    // A guard with a definition belongs to the chart.
    return names.definitions(of: thing).allSatisfy { definition in
      let tree = document(ofUnit: unit).tree
      let node = tree.node(at: Int(definition.span.start))
      return node.map { tree.nodes[$0].kind == .null } ?? true
    }
  }

  /// Those to whom a chart sends an event.
  private struct Receivers {
    private var all = false
    private var ids: Set<[UInt8]> = []

    init(of event: String, from names: NameIndex) {
      for message in names.messages where names.names[message.event].elementsEqual(event.utf8) {
        if let receiver = message.receiver { ids.insert(Array(receiver.utf8)) } else { all = true }
      }
    }

    func has(_ id: String) -> Bool { all || !ids.isEmpty && ids.contains(Array(id.utf8)) }
  }

  /// True if the event can pass along an invocation.
  private func carries(_ edge: Edge, receivers: [Receivers]) -> Bool {
    edge.link.forwards || receivers[edge.parent].has(edge.link.id) || receivers[edge.child].has("parent")
  }

  // MARK: Receivers

  /// The machines to which a chart sends an event, with the handlers of the event there. `child`: the id of a child; nil
  /// for the parent.
  func receivers(of event: Int, in home: Int) -> [(child: String?, unit: Int, handlers: [NameOccurrence])] {
    let name = units[home].names.names.text(units[home].names.things[event].name)
    let receivers = Receivers(of: name, from: units[home].names)
    var known: Set<Receiver> = []
    var found: [(child: String?, unit: Int, handlers: [NameOccurrence])] = []
    func add(_ child: String?, unit: Int) {
      // One state invokes a chart, and another state the same one.
      guard known.insert(Receiver(unit: unit, child: child.map { Array($0.utf8) })).inserted,
        let thing = units[unit].names.thing(.event, named: name)
      else { return }
      let handlers = units[unit].names.occurrences(of: thing).filter { $0.role == .handler }
      if !handlers.isEmpty { found.append((child, unit, handlers)) }
    }
    for edge in edgesOfUnit[home].map({ edges[$0] }) {
      if edge.parent == home, edge.link.forwards || receivers.has(edge.link.id) { add(edge.link.id, unit: edge.child) }
      if edge.child == home, receivers.has("parent") { add(nil, unit: edge.parent) }
    }
    return found
  }

  private struct Receiver: Hashable {
    let unit: Int
    /// The id of a child; nil for the parent.
    let child: [UInt8]?
  }
}
