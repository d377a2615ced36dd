package import StateKitCore

/// Every key with a meaning in a chart file, once.
package enum ChartKey: Int32, CaseIterable, Sendable {
  // Keys of a state; any other key there is an event.
  case subStates, enterState, exitState, initial, type, history, target, always, after, onDone, on, output, invoke, tags
  case description, meta
  // Keys of the top level only.
  case root, name, schema, context, events, invariants, guards
  // Keys of handlers and actions.
  case `guard`, actions, reenter
  case call, data, log, assign, raise, send, delay, id, to, cancel, goToState, `if`, then, `else`, forEach, `as`, index
  case `do`
  // Keys of `invoke` and of `meta`.
  case chart, input, forward, allow
  // Keys of a host guard, and of host work.
  case host, src
  /// A key of `invoke`.
  case finalize
  // Keys of the top level.
  case bubbling, internalEvents

  package var text: String { Self.texts[Int(rawValue)] }

  /// In the order of the cases. Written out, because asking the runtime for the name of a case takes longer than
  /// reading a small chart.
  private static let texts = [
    "subStates", "enterState", "exitState", "initial", "type", "history", "target", "always", "after", "onDone", "on",
    "output", "invoke", "tags", "description", "meta", "root", "name", "$schema", "context", "events", "invariants",
    "guards",
    "guard", "actions", "reenter", "call", "data", "log", "assign", "raise", "send", "delay", "id", "to", "cancel",
    "goToState", "if", "then", "else", "forEach", "as", "index", "do", "chart", "input", "forward", "allow", "host",
    "src", "finalize", "bubbling", "internalEvents",
  ]

  /// A table in which the id of each key is its raw value.
  package static func names() -> NameTable {
    var names = NameTable()
    for key in allCases { _ = names.intern(key.text) }
    return names
  }

  package init?(_ name: NameID) {
    self.init(rawValue: name.rawValue)
  }

  /// The key of a state with this text.
  package static func inState(_ text: String) -> ChartKey? {
    let found = texts[...Int(meta.rawValue)].firstIndex { $0.utf8.elementsEqual(text.utf8) }
    return found.flatMap { ChartKey(rawValue: Int32($0)) }
  }

  struct Set: OptionSet {
    let rawValue: UInt64

    init(rawValue: UInt64) {
      self.rawValue = rawValue
    }

    init(_ keys: [ChartKey]) {
      rawValue = keys.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
    }

    init(_ key: ChartKey) {
      rawValue = 1 << UInt64(key.rawValue)
    }
  }

  package var isReservedInState: Bool {
    rawValue <= ChartKey.meta.rawValue
  }
}
