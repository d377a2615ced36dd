import StateKit

/// Every key that means something in a chart file, once.
package enum ChartKey: Int32, CaseIterable, Sendable {
  // Keys of a state; any other key there is an event.
  case subStates, enterState, exitState, initial, type, history, target, always, after, onDone, on, output, invoke, tags
  case description, meta
  // Keys of the top level only.
  case root, name, schema, context, events, invariants
  // Keys of handlers and actions.
  case `guard`, actions, reenter
  case call, data, log, assign, raise, send, delay, id, to, cancel, goToState, `if`, then, `else`, forEach, `as`, index
  case `do`

  /// The key as it is written.
  package var text: String {
    switch self {
    case .schema: "$schema"
    default: String(describing: self)
    }
  }

  /// A table in which each key has its raw value for a number.
  static func names() -> NameTable {
    var names = NameTable()
    for key in allCases { _ = names.intern(key.text) }
    return names
  }

  init?(_ name: NameID) {
    self.init(rawValue: name.rawValue)
  }

  static let ofTopLevel: [ChartKey] = [
    .name, .description, .schema, .meta, .context, .events, .invariants, .root,
  ]
  static let ofState: [ChartKey] = [
    .subStates, .enterState, .exitState, .initial, .type, .history, .target, .always, .after, .onDone, .on, .output,
    .invoke, .tags, .description, .meta,
  ]
  static let ofHandler: [ChartKey] = [.target, .guard, .actions, .reenter, .description]
  static let ofInitial: [ChartKey] = [.target, .actions]

  /// Whether the key is reserved in a state.
  var isReservedInState: Bool {
    rawValue <= ChartKey.meta.rawValue
  }
}

/// The verbs of actions, each with the keys that may stand beside it (SPEC §1.4).
enum ActionVerb: CaseIterable {
  case call, log, assign, raise, send, cancel, goToState, `if`, forEach

  var key: ChartKey {
    switch self {
    case .call: .call
    case .log: .log
    case .assign: .assign
    case .raise: .raise
    case .send: .send
    case .cancel: .cancel
    case .goToState: .goToState
    case .if: .if
    case .forEach: .forEach
    }
  }

  var companions: [ChartKey] {
    switch self {
    case .call, .raise: [.data]
    case .send: [.data, .delay, .id, .to]
    case .if: [.then, .else]
    case .forEach: [.as, .index, .do]
    case .log, .assign, .cancel, .goToState: []
    }
  }
}
