import StateKitCore
package import StateKitFormat

/// The role of a value of a chart file, from the keys around it. It decides the allowed contents and the meaning of
/// strings (Charts.md).
package enum ObjectRole: Equatable, Sendable {
  case topLevel
  case state
  /// The states of a state by their names.
  case states
  case handler
  /// Handlers by their delays, or by their events.
  case delays
  case handlers
  case initial
  case actions
  case guardCondition
  case invoke
  /// An expression, or data with expressions in it.
  case data
  case expressions
  case eventTypes
  case context
  case stateReference
  case event
  case actionName
  case stateType
  case historyType
  case template
  case child
  /// A value without known names or keys.
  case other

  /// Returns the role of a value, from the roles of the values around it.
  package static func of(_ node: Int, in document: ChartDocument) -> ObjectRole {
    let line = document.tree.line(to: node)
    var role = ObjectRole.topLevel
    for node in line.dropFirst() { role = role.part(node, in: document) }
    return role
  }

  /// Returns the role of a member or an element of a value with this role.
  private func part(_ node: Int, in document: ChartDocument) -> ObjectRole {
    let tree = document.tree
    let isMember = tree.nodes[node].hasKey
    if !isMember {
      // An element of a list has the role of the list.
      switch self {
      case .state, .topLevel, .states, .delays, .handlers: return .other
      default: return self
      }
    }
    let key = StringText(document.source.bytes, at: tree.nodes[node].keySpan).text
    return member(ChartKey.allCases.first { $0.text.utf8.elementsEqual(key.utf8) })
  }

  /// The role of a key's value; nil for an unknown key.
  package func member(_ key: ChartKey?) -> ObjectRole {
    switch self {
    case .topLevel:
      switch key {
      case .root: .state
      case .context: .context
      case .events, .internalEvents: .eventTypes
      case .guards, .invariants: .expressions
      default: .other
      }
    case .state:
      switch key {
      case .subStates: .states
      case .enterState, .exitState: .actions
      case .initial: .initial
      case .target: .stateReference
      case .always, .onDone: .handler
      case .after: .delays
      case .on: .handlers
      case .output: .data
      case .invoke: .invoke
      case .type: .stateType
      case .history: .historyType
      case .some(let key) where key.isReservedInState: .other
      default: .handler
      }
    case .states: .state
    case .delays, .handlers: .handler
    case .handler, .initial:
      switch key {
      case .target: .stateReference
      case .actions: .actions
      case .guard: .guardCondition
      default: .other
      }
    case .actions:
      switch key {
      case .call: .actionName
      case .raise, .send: .event
      case .goToState: .stateReference
      case .if, .forEach: .expressions
      case .then, .else, .do: .actions
      case .assign, .data: .data
      case .log, .delay, .cancel: .template
      case .to: .child
      default: .other
      }
    case .guardCondition: key == .data ? .data : .other
    case .invoke:
      switch key {
      case .input: .data
      case .chart: .topLevel
      case .finalize: .actions
      default: .other
      }
    case .data, .expressions: self
    case .eventTypes, .context, .stateReference, .event, .actionName, .stateType, .historyType, .template, .child,
      .other:
      .other
    }
  }

  /// True if a string in this role is an expression as a whole.
  package var isExpression: Bool {
    switch self {
    case .guardCondition, .data, .expressions: true
    default: false
    }
  }
}
