import StateKitCore
import StateKitFormat

/// Completion in an XState machine: keys by their position, targets in the notation of XState, and existing names.
package struct MachineSuggestions {
  private enum Role {
    case state, states, events, delays, transition, target, initial, action, condition, invoke, type, history, other
  }

  /// The text of the machine.
  private let document: ChartDocument

  /// Returns the proposals at an offset of a machine, which may be incomplete.
  package static func at(_ offset: Int, in document: ChartDocument) -> Suggestions {
    MachineSuggestions(document: document).suggestions(at: offset)
  }

  private func suggestions(at offset: Int) -> Suggestions {
    let tree = document.tree
    let nothing = Suggestions(span: SourceSpan(offset, end: offset))
    guard let node = tree.node(at: offset) else { return nothing }
    let found = tree.nodes[node]
    let isKey = found.hasKey && found.keySpan.touches(offset)
    if isKey, found.parent >= 0 {
      return keys(of: Int(found.parent), replacing: found.keySpan, hasColon: found.hasColon)
    }
    switch found.kind {
    case .object where offset > Int(found.span.start) && (!found.isClosed || offset < Int(found.span.end)):
      if let member = Suggestions.unfinished(of: node, before: offset, in: document) {
        return values(of: member, at: nothing.span)
      }
      return keys(of: node, replacing: nothing.span, hasColon: false)
    case .array where offset > Int(found.span.start) && (!found.isClosed || offset < Int(found.span.end)):
      return values(of: node, at: nothing.span)
    case .string, .word: return values(of: node, at: found.span)
    case .missing: return values(of: node, at: nothing.span)
    default: return nothing
    }
  }

  // MARK: Where it is

  private func key(of node: Int) -> String { StateFacts.key(of: node, in: document) }

  /// The role of a value, and the innermost state around it.
  private func role(of node: Int) -> (role: Role, state: Int) {
    var (role, state) = (Role.state, 0)
    for next in document.tree.line(to: node).dropFirst() {
      // An element of a list has the role of the list.
      if !document.tree.nodes[next].hasKey { continue }
      role = self.role(of: key(of: next), in: role)
      if role == .state { state = next }
    }
    return (role, state)
  }

  private func role(of key: String, in role: Role) -> Role {
    switch (role, key) {
    case (.state, "states"): .states
    case (.states, _): .state
    case (.state, "on"): .events
    case (.state, "after"): .delays
    case (.events, _), (.delays, _), (.state, "always"), (.state, "onDone"), (.invoke, "onDone"), (.invoke, "onError"),
      (.invoke, "onSnapshot"):
      .transition
    case (.state, "entry"), (.state, "exit"), (.state, "onEntry"), (.state, "onExit"), (.transition, "actions"),
      (.action, "type"):
      .action
    case (.transition, "target"), (.state, "target"): .target
    case (.transition, "guard"), (.transition, "cond"), (.condition, "type"): .condition
    case (.state, "initial"): .initial
    case (.state, "invoke"): .invoke
    case (.state, "type"): .type
    case (.state, "history"): .history
    default: .other
    }
  }

  /// The role of every value.
  private var roles: [Role] {
    var roles: [Role] = []
    for (index, node) in document.tree.nodes.enumerated() {
      let around = node.parent >= 0 ? roles[Int(node.parent)] : .state
      roles.append(node.hasKey ? role(of: key(of: index), in: around) : around)
    }
    return roles
  }

  /// The texts with a role, each once, without the one that is being typed.
  private func texts(_ role: Role) -> [String] {
    let texts = zip(document.tree.nodes, roles).filter { $0.kind == .string && $1 == role }
    return Self.distinct(texts.map { StringText(document.source.bytes, at: $0.0.span).text })
  }

  /// The keys of values with a role, each once.
  private func keys(in role: Role) -> [String] {
    let roles = roles
    let members = document.tree.nodes.indices.filter { index in
      let parent = Int(document.tree.nodes[index].parent)
      return parent >= 0 && roles[parent] == role && document.tree.nodes[index].hasKey
    }
    return Self.distinct(members.map { key(of: $0) })
  }

  private static func distinct(_ texts: [String]) -> [String] {
    texts.filter { !$0.isEmpty }.distinct { Array($0.utf8) }
  }

  // MARK: Proposals

  private func keys(of node: Int, replacing span: SourceSpan, hasColon: Bool) -> Suggestions {
    let others = document.tree.children(of: node).filter { document.tree.nodes[$0].keySpan != span }
    let known = Set(others.map { Array(key(of: $0).utf8) })
    let offered: [(String, Proposal.Kind, String)] =
      switch role(of: node).role {
      case .state:
        [
          "initial", "states", "on", "entry", "exit", "always", "after", "onDone", "invoke", "type", "history", "tags",
          "output", "description", "meta", "id", "context",
        ].map { ($0, .key, "key of a state") }
      case .transition:
        ["target", "guard", "actions", "reenter", "description"].map { ($0, .key, "key of a transition") }
      case .invoke: ["src", "id", "input", "onDone", "onError"].map { ($0, .key, "key of an invocation") }
      case .events: keys(in: .events).map { ($0, .event, "event") }
      default: []
      }
    var result = Suggestions(span: span)
    for (name, kind, detail) in offered where !known.contains(Array(name.utf8)) {
      let text = DisplayText.string(name)
      result.proposals.append(Proposal(label: name, kind: kind, detail: detail, text: hasColon ? text : text + ": "))
    }
    return result
  }

  private func values(of node: Int, at span: SourceSpan) -> Suggestions {
    let (role, state) = role(of: node)
    let offered: [(String, Proposal.Kind, String)] =
      switch role {
      case .transition, .target: targets(from: state)
      case .initial: children(of: state).map { (key(of: $0), .state, "state") }
      case .action: texts(.action).map { ($0, .function, "action") }
      case .condition: texts(.condition).map { ($0, .function, "guard") }
      case .type: ["atomic", "compound", "parallel", "final", "history"].map { ($0, .word, "type of a state") }
      case .history: ["shallow", "deep"].map { ($0, .word, "type of a history") }
      default: []
      }
    return Suggestions(
      proposals: offered.map { Proposal(label: $0, kind: $1, detail: $2, text: DisplayText.string($0)) }, span: span)
  }

  /// The states in a state, as members of its `states`.
  private func children(of state: Int) -> [Int] {
    guard let states = document.tree.children(of: state).first(where: { key(of: $0) == "states" }) else { return [] }
    return Array(document.tree.children(of: states))
  }

  /// States as targets of a transition of `state`: siblings by name, children after a dot, others by id.
  private func targets(from state: Int) -> [(String, Proposal.Kind, String)] {
    var found: [(String, Proposal.Kind, String)] = []
    let parent = Int(document.tree.nodes[state].parent)
    if state > 0, parent >= 0 {
      found += document.tree.children(of: parent).map { (key(of: $0), .state, "state beside this one") }
    }
    found += children(of: state).map { ("." + key(of: $0), .state, "state in this one") }
    var todo = [0]
    while let next = todo.popLast(), found.count < Self.most {
      todo += children(of: next).reversed()
      let id = document.tree.children(of: next).first { key(of: $0) == "id" && document.tree.nodes[$0].kind == .string }
      guard let id, next > 0 else { continue }
      found.append(
        ("#" + StringText(document.source.bytes, at: document.tree.nodes[id].span).text, .state, "state with this id"))
    }
    return found
  }

  /// The highest number of proposals; editors show fewer.
  private static let most = 1_000
}
