import StateKitCore

/// All keys with a meaning in an XState machine.
enum XStateKey: String, CaseIterable {
  // States
  case id, key, initial, states, type, history, target, entry, exit, on, always, after, onDone, invoke, activities,
    output
  case data, tags, meta, description, context, parallel, onEntry, onExit, route
  // Keys for tools, or with a meaning only in code
  case version, types, schemas, schema, tsTypes, predictableActionArguments, preserveActionOrder, strict, options,
    delimiter
  case services, order, schemaVersion = "$schema"
  // Transitions and actions
  case guardKey = "guard", cond, inState = "in", actions, reenter, internalKey = "internal", event, delay, params
  case assignment, sendId, to, expr, label, value
  // Invocations
  case src, input, onError, onSnapshot, systemId, autoForward, autoForwardInFour = "autoforward"
  // Keys that XState itself writes in a transition
  case source, eventType

  /// The keys, each at the index of its id in `names()`.
  private static let all = Array(allCases)

  init?(_ name: NameID) {
    guard name.index >= 0, name.index < Self.all.count else { return nil }
    self = Self.all[name.index]
  }

  /// True if a key is probably `states`, misspelt.
  static func isNearStates(_ key: String) -> Bool {
    !Suggestion.nearest(to: key.lowercased(), among: ["states"]).isEmpty
  }

  /// The keys of implementations: they belong to the code of a machine, but are written beside its states.
  static let ofCode = ["actions", "guards", "actors", "delays", "services", "activities", "setup"]

  /// The keys that other names mean.
  static let meant: [String: XStateKey] = [
    "initialState": .initial, "startState": .initial, "defaultState": .initial, "start": .initial,
    "children": .states, "nodes": .states, "kind": .type, "transitions": .on, "events": .on, "timeout": .after,
    "onEnter": .entry, "enter": .entry, "onLeave": .exit, "leave": .exit, "eventless": .always,
    "condition": .guardKey, "when": .guardKey, "if": .guardKey, "guards": .guardKey, "to": .target, "next": .target,
    "goto": .target, "do": .actions, "effect": .actions, "external": .reenter,
    "source": .src, "service": .src, "actor": .src, "onFailure": .onError, "onSuccess": .onDone,
    "name": .type, "payload": .params, "args": .params,
  ]

  /// A table in which the id of each key is its index.
  static func names() -> NameTable {
    var names = NameTable()
    for key in allCases { _ = names.intern(key.rawValue) }
    return names
  }

  /// True for keys of a state that do not affect how it runs; they are dropped without a finding.
  var isForTools: Bool {
    switch self {
    case .version, .types, .schemas, .schema, .tsTypes, .predictableActionArguments, .preserveActionOrder, .strict,
      .options, .services, .order, .schemaVersion, .key, .id:
      true
    default: false
    }
  }

  /// True for keys with a meaning in a transition, or that XState writes there.
  var isTransitionKey: Bool {
    switch self {
    case .target, .actions, .guardKey, .cond, .inState, .reenter, .internalKey, .event, .delay, .description, .meta,
      .source, .eventType, .order, .type, .params:
      true
    default: false
    }
  }

  /// True for keys of a host action, and of a guard.
  var isCallKey: Bool { [.type, .params, .description, .meta].contains(self) }

  /// True for keys with a meaning in one of the actions that XState has itself.
  var isActionKey: Bool {
    switch self {
    case .event, .delay, .id, .to, .assignment, .sendId, .expr, .label, .value: true
    default: isCallKey
    }
  }

  /// True for keys with a meaning in an invocation, or that XState writes there.
  var isInvocationKey: Bool {
    switch self {
    case .id, .src, .type, .input, .data, .onDone, .onError, .onSnapshot, .systemId, .autoForward, .autoForwardInFour,
      .description, .meta, .params:
      true
    default: false
    }
  }

  /// True for keys with a meaning in a state.
  var isStateKey: Bool {
    switch self {
    case .initial, .states, .type, .history, .target, .entry, .exit, .on, .always, .after, .onDone, .invoke,
      .activities,
      .output, .data, .tags, .meta, .description, .context, .parallel, .onEntry, .onExit, .route, .delimiter:
      true
    default: isForTools
    }
  }
}
