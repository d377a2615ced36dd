// Longer than others: a table is read best in one piece.

/// A key in one kind of object: one row, from which the decoder's messages, the JSON Schema, `explain keys` and Charts.md
/// are made.
struct KeyEntry {
  let key: ChartKey
  let shape: ValueShape
  var isRequired = false
  /// What it is for, in one sentence.
  let help: String
  /// A whole chart, of two lines at most, that shows it.
  let example: String

  init(_ key: ChartKey, _ shape: ValueShape, isRequired: Bool = false, _ help: String, _ example: String) {
    self.key = key
    self.shape = shape
    self.isRequired = isRequired
    self.help = help
    self.example = example
  }
}

/// The objects that a chart file is made of, each with its keys: what the decoder admits, what messages suggest,
/// and what the JSON Schema, `explain keys` and Charts.md say.
enum ObjectKind: CaseIterable {
  case topLevel, state, handler, initial, invoke, hostGuard

  var entries: [KeyEntry] {
    switch self {
    case .topLevel: KeyTable.topLevel
    case .state: KeyTable.state
    case .handler: KeyTable.handler
    case .initial: KeyTable.initial
    case .invoke: KeyTable.invoke
    case .hostGuard: KeyTable.hostGuard
    }
  }

  var keys: [ChartKey] { entries.map(\.key) }
}

/// The verbs of actions, each with the keys that may stand beside it.
package enum ActionVerb: CaseIterable, Sendable {
  case call, log, assign, raise, send, cancel, goToState, `if`, forEach

  /// The verb of a key.
  package init?(_ key: ChartKey) {
    switch key {
    case .call: self = .call
    case .log: self = .log
    case .assign: self = .assign
    case .raise: self = .raise
    case .send: self = .send
    case .cancel: self = .cancel
    case .goToState: self = .goToState
    case .if: self = .if
    case .forEach: self = .forEach
    default: return nil
    }
  }

  /// The verb's own key first.
  var entries: [KeyEntry] {
    switch self {
    case .call: KeyTable.call
    case .log: KeyTable.log
    case .assign: KeyTable.assign
    case .raise: KeyTable.raise
    case .send: KeyTable.send
    case .cancel: KeyTable.cancel
    case .goToState: KeyTable.goToState
    case .if: KeyTable.if
    case .forEach: KeyTable.forEach
    }
  }

  package var key: ChartKey {
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

  /// The keys beside the verb's own.
  var companions: ArraySlice<KeyEntry> { entries.dropFirst() }
}

/// Every key of a chart file with its meaning and an example.
enum KeyTable {
  static let topLevel = [
    KeyEntry(
      .root, .state, isRequired: true, "The root state: active as long as the chart runs.",
      #"{"root": {"switch": {"actions": "toggle"}}}"#),
    KeyEntry(
      .schema, .text, "The JSON Schema of this file, for editors.",
      #"{"$schema": "chart.schema.json", "root": {}}"#),
    KeyEntry(.name, .text, "The name of the chart, for people.", #"{"name": "front door", "root": {}}"#),
    KeyEntry(
      .description, .text, "What the chart is about, for people.",
      #"{"description": "Opens and closes.", "root": {}}"#),
    KeyEntry(
      .meta, .meta, "For tools; \"allow\" suppresses findings in the whole chart, each code with a reason.",
      #"""
      {"meta": {"allow": {"dead-end": "a chart of one way"}},
       "root": {"initial": "a", "subStates": {"a": {"go": "b"}, "b": {}}}}
      """#),
    KeyEntry(
      .context, .object,
      "The data of the chart: keys and their first values. Only actions change them: to enter root again does not set them back.",
      #"{"context": {"count": 0}, "root": {"add": {"actions": {"assign": {"count": "count + 1"}}}}}"#),
    KeyEntry(
      .events, .eventTypes,
      "The events that may come, each with its payload. Where it is present, an event that it does not name is an error.",
      #"""
      {"events": {"stop": null, "level": "int", "add": {"sku": "string", "count": "int?"}},
       "root": {"stop": null, "level": {"guard": "event.data > 3"}, "add": {"actions": "pack"}}}
      """#),
    KeyEntry(
      .actions, .eventTypes,
      "The host actions, each with its data. Where it is present, an action that it does not name is an error.",
      #"""
      {"actions": {"beep": null, "show": {"text": "string"}},
       "root": {"ring": {"actions": ["beep", {"call": "show", "data": {"text": "'hello'"}}]}}}
      """#),
    KeyEntry(
      .guards, .guardsByName,
      """
      Conditions with names, for every expression. With null for one the embedding program answers. A guard may be asked with \
      a map, "canPay({'limit': 3})", which its expression sees as params.
      """,
      #"""
      {"context": {"cents": 0}, "guards": {"canPay": "cents >= 5 * params.items"},
       "root": {"pay": {"guard": "canPay({'items': 2})", "actions": {"assign": {"cents": "cents - 10"}}}}}
      """#),
    KeyEntry(
      .bubbling, .choice(["leaf", "subtree"]),
      """
      Which states are asked for a handler of an event. Leaf (the default): each active leaf, then its ancestors. Subtree, as in \
      XState: a parallel state and its ancestors are asked only where no region below has an enabled handler or null.
      """,
      #"""
      {"bubbling": "subtree", "context": {"n": 0}, "root": {"type": "parallel", "stop": {"actions": "beep"},
        "subStates": {"a": {"stop": {"guard": "n < 3", "actions": {"assign": {"n": "n + 1"}}}}, "b": {}}}}
      """#),
    KeyEntry(
      .invariants, .expressionsByName, "What must hold after every macrostep, by name.",
      #"""
      {"context": {"credit": 0}, "invariants": {"no debt": "credit >= 0"},
       "root": {"pay": {"actions": {"assign": {"credit": "credit - 1"}}}}}
      """#),
  ]

  static let state = [
    KeyEntry(
      .subStates, .statesByName, "The child states, in document order.",
      #"{"root": {"initial": "off", "subStates": {"off": {"press": "on"}, "on": {"press": "off"}}}}"#),
    KeyEntry(
      .enterState, .actions, "What is done when the state is entered.", #"{"root": {"enterState": ["hello", "ring"]}}"#),
    KeyEntry(
      .exitState, .actions, "What is done when the state is exited.",
      #"""
      {"root": {"initial": "lit", "subStates": {
        "lit": {"exitState": "lightOff", "press": "dark"}, "dark": {"press": "lit"}}}}
      """#),
    KeyEntry(
      .initial, .initial,
      "The state to enter when a compound state is entered without a deeper target. Without it the machine rests on the "
        + "compound state itself.",
      #"{"root": {"initial": "a", "subStates": {"b": {"flip": "a"}, "a": {"flip": "b"}}}}"#),
    KeyEntry(
      .type, .choice(["parallel", "final", "history"]),
      "Parallel: all children are active together. Final: its parent is done when it is entered. History: stands for the "
        + "states that were active when its parent was last exited. Without a type a state is compound or atomic, by having "
        + "subStates or not.",
      #"""
      {"root": {"type": "parallel", "subStates": {"tv": {"initial": "off", "subStates": {
        "off": {"press": "on"}, "on": {"type": "final"}}}, "lamp": {}}}}
      """#),
    KeyEntry(
      .history, .choice(["shallow", "deep"]),
      "On a history state. Shallow (the default) restores the child that was active, deep the deepest states.",
      #"""
      {"root": {"initial": "on", "subStates": {"off": {"flip": "last"},
        "on": {"flip": "off", "initial": "a", "subStates": {"a": {"n": "b"}, "b": {"n": "a"}, "last": {"type": "history", "history": "deep"}}}}}}
      """#),
    KeyEntry(
      .target, .initial, "On a history state: where to go while nothing is recorded.",
      #"""
      {"root": {"initial": "off", "subStates": {"off": {"flip": "last"},
        "on": {"flip": "off", "subStates": {"a": {"n": "b"}, "b": {"n": "a"}, "last": {"type": "history", "target": "b"}}}}}}
      """#),
    KeyEntry(
      .always, .handler, "A handler that is taken without an event, as soon as its guard holds.",
      #"""
      {"context": {"n": 0}, "root": {"initial": "few", "subStates": {"many": {"reset": "few"},
        "few": {"always": {"guard": "n > 2", "target": "many"}, "add": {"actions": {"assign": {"n": "n + 1"}}}}}}}
      """#),
    KeyEntry(
      .after, .handlersByDelay,
      "Timers: each starts when the state is entered, also when it is entered again, fires once, and ends when it is exited. A key is a duration, or a name for one that the host gives.",
      #"{"root": {"initial": "red", "subStates": {"red": {"after": {"30s": "green"}}, "green": {"after": {"25s": "red"}}}}}"#
    ),
    KeyEntry(
      .onDone, .handler,
      "A handler that is taken when a final child of this compound state is entered, or when all regions of this parallel "
        + "state are done.",
      #"""
      {"root": {"initial": "work", "subStates": {"rest": {}, "work": {"onDone": "rest", "initial": "busy",
        "subStates": {"busy": {"end": "ready"}, "ready": {"type": "final"}}}}}}
      """#),
    KeyEntry(
      .on, .handlersByEvent, "Handlers by event, for event names that are reserved keys.",
      #"{"root": {"on": {"target": {"actions": "aim"}, "history": {"actions": "list"}}}}"#),
    KeyEntry(
      .output, .data, "On a final state: the data of the done event.",
      #"""
      {"context": {"sum": 3}, "root": {"initial": "add", "onDone": {"actions": {"log": "${event.data}"}},
        "subStates": {"add": {"end": "total"}, "total": {"type": "final", "output": {"sum": "sum"}}}}}
      """#),
    KeyEntry(
      .invoke, .invoke, "Child charts that run, or work that the host does, as long as the state is active.",
      #"{"root": {"invoke": {"chart": "child.json", "id": "worker"}, "done.invoke.worker": {"actions": "celebrate"}}}"#),
    KeyEntry(.tags, .texts, "For people and tools.", #"{"root": {"tags": ["slow", "paid"]}}"#),
    KeyEntry(.description, .text, "What the state is, for people.", #"{"root": {"description": "The only one."}}"#),
    KeyEntry(
      .meta, .meta, "For tools; \"allow\" suppresses findings in this state and below, each code with a reason.",
      #"""
      {"root": {"initial": "a", "subStates": {"a": {"go": "b"},
        "b": {"meta": {"allow": {"dead-end": "nothing comes after b"}}}}}}
      """#),
  ]

  static let handler = [
    KeyEntry(
      .target, .targets, "The state to go to, or several that are active together. Without it no state is exited.",
      #"{"root": {"initial": "a", "subStates": {"a": {"go": {"target": "b"}}, "b": {"go": "a"}}}}"#),
    KeyEntry(
      .guard, .condition,
      """
      The handler is taken only where this holds: an expression, or an object that names a guard of the host. Of a list all \
      must hold.
      """,
      #"{"context": {"n": 0}, "root": {"add": {"guard": "n < 3", "actions": {"assign": {"n": "n + 1"}}}}}"#),
    KeyEntry(
      .actions, .actions, "What is done between the exits and the entries.",
      #"{"root": {"open": {"actions": ["squeak", {"log": "it opens"}]}}}"#),
    KeyEntry(
      .reenter, .reentry,
      """
      true exits and enters the handler's own state too, "children" all that is below it, "lca" all that is below the \
      least common ancestor of its state and targets; false is the default.
      """,
      #"{"root": {"initial": "a", "subStates": {"a": {"enterState": "ring", "again": {"reenter": true}}}}}"#),
    KeyEntry(
      .description, .text, "What the handler is for, for people.",
      #"{"root": {"open": {"description": "Nothing to do.", "actions": "squeak"}}}"#),
  ]

  static let initial = [
    KeyEntry(
      .target, .targets, isRequired: true, "The state to go to, or several that are active together.",
      #"{"root": {"initial": {"target": "a"}, "subStates": {"a": {}}}}"#),
    KeyEntry(
      .actions, .actions, "What is done before that state is entered.",
      #"{"root": {"initial": {"target": "a", "actions": "prepare"}, "subStates": {"a": {}}}}"#),
  ]

  static let hostGuard = [
    KeyEntry(
      .host, .text, isRequired: true, "The name of a guard that \"guards\" declares as null.",
      #"{"guards": {"is ready?": null}, "root": {"go": {"guard": {"host": "is ready?"}, "actions": "start"}}}"#),
    KeyEntry(
      .data, .data, "The parameters that the host sees: an object whose texts are expressions.",
      #"""
      {"context": {"n": 3}, "guards": {"is free?": null},
       "root": {"go": {"guard": {"host": "is free?", "data": {"seats": "n"}}, "actions": "book"}}}
      """#),
  ]

  static let invoke = [
    KeyEntry(
      .chart, .chart,
      "The file of the child chart, relative to this one, or the chart itself: then it needs an \"id\".",
      #"{"root": {"invoke": {"chart": "child.json"}}}"#),
    KeyEntry(
      .src, .text, "Instead of chart: what the host is to do as long as the state is active.",
      #"""
      {"root": {"initial": "loading", "subStates": {"ready": {},
        "loading": {"invoke": {"src": "fetchUser", "id": "user"}, "done.invoke.user": "ready"}}}}
      """#),
    KeyEntry(
      .id, .text,
      "The name of the child in \"to\" and in done.invoke; without it the name of its file, or of what the host does.",
      #"{"root": {"invoke": {"chart": "child.json", "id": "x"}, "done.invoke.x": {"actions": "celebrate"}}}"#),
    KeyEntry(
      .input, .data, "First values of the child's context, or data for the host.",
      #"{"context": {"n": 2}, "root": {"invoke": {"chart": "child.json", "input": {"size": "n * 2"}}}}"#),
    KeyEntry(
      .forward, .flag, "Whether every external event goes on to the child.",
      #"{"root": {"invoke": {"chart": "child.json", "forward": true}}}"#),
    KeyEntry(
      .finalize, .actions, "What is done with each event that comes from it, before a handler is chosen.",
      #"""
      {"context": {"n": 0}, "root": {"invoke": {"chart": "child.json", "finalize": {"assign": {"n": "event.data"}}},
        "sounded": {"guard": "n > 3", "actions": "dive"}}}
      """#),
  ]

  private static let data = KeyEntry(
    .data, .data, "The payload.",
    #"{"context": {"n": 1}, "root": {"ask": {"actions": {"call": "say", "data": {"count": "n"}}}}}"#)

  static let call = [
    KeyEntry(
      .call, .text, isRequired: true,
      "An action of the embedding program; the name alone, \"say\", is the short form for one without data.",
      #"{"context": {"n": 1}, "root": {"ask": {"actions": [{"call": "say", "data": "n"}, "bow"]}}}"#),
    data,
  ]
  static let log = [
    KeyEntry(
      .log, .template, isRequired: true, "Writes a line to the trace.",
      #"{"context": {"n": 1}, "root": {"ask": {"actions": {"log": "n is ${n}"}}}}"#)
  ]
  static let assign = [
    KeyEntry(
      .assign, .dataByPath, isRequired: true, "Sets context, one path after the other.",
      #"""
      {"context": {"n": 1, "who": {}},
       "root": {"set": {"actions": [{"assign": {"n": "n + 1", "who.name": "'Ann'"}}, {"log": "${who.name}"}]}}}
      """#
    )
  ]
  static let raise = [
    KeyEntry(
      .raise, .template, isRequired: true, "Puts an event in the internal queue: it is taken up in this macrostep.",
      #"{"root": {"go": {"actions": {"raise": "went", "data": 3}}, "went": {"actions": {"log": "${event.data}"}}}}"#),
    KeyEntry(
      .data, .data, "The payload.",
      #"{"root": {"go": {"actions": {"raise": "went", "data": {"by": "'car'"}}}, "went": {"guard": "event.data.by == 'car'"}}}"#
    ),
  ]
  static let send = [
    KeyEntry(
      .send, .template, isRequired: true, "Puts an event in the external queue: it is taken up after this macrostep.",
      #"{"root": {"go": {"actions": {"send": "tick"}}, "tick": {"actions": "tock"}}}"#),
    KeyEntry(
      .data, .data, "The payload.",
      #"{"root": {"go": {"actions": {"send": "tick", "data": [1, 2]}}, "tick": {"actions": {"log": "${event.data[0]}"}}}}"#
    ),
    KeyEntry(
      .delay, .delay, "How long it waits before it is queued: a duration, or a name for one that the host gives.",
      #"{"root": {"go": {"actions": {"send": "tick", "delay": "5s"}}, "tick": {"actions": "tock"}}}"#),
    KeyEntry(
      .id, .template, "A name for \"cancel\".",
      #"""
      {"root": {"go": {"actions": {"send": "tick", "delay": "5s", "id": "t"}}, "tick": {"actions": "tock"},
        "stop": {"actions": {"cancel": "t"}}}}
      """#),
    KeyEntry(
      .to, .template, "The id of a child chart, or \"parent\".",
      #"{"root": {"invoke": {"chart": "child.json", "id": "x"}, "go": {"actions": {"send": "work", "to": "x"}}}}"#),
  ]
  static let cancel = [
    KeyEntry(
      .cancel, .template, isRequired: true, "Drops the delayed sends that have this id.",
      #"""
      {"root": {"go": {"actions": {"send": "tick", "delay": "5s", "id": "t"}}, "tick": {"actions": "tock"},
        "stop": {"actions": {"cancel": "t"}}}}
      """#)
  ]
  static let goToState = [
    KeyEntry(
      .goToState, .target, isRequired: true, "Goes to a state at once; the actions after it go on afterwards.",
      #"{"root": {"enterState": {"goToState": "b"}, "subStates": {"a": {"go": "b"}, "b": {"go": "a"}}}}"#)
  ]
  static let `if` = [
    KeyEntry(
      .if, .expression, isRequired: true, "Decides between \"then\" and \"else\".",
      #"{"context": {"n": 1}, "root": {"ask": {"actions": {"if": "n > 0", "then": "some"}}}}"#),
    KeyEntry(
      .then, .actions, isRequired: true, "What is done where it holds.",
      #"{"context": {"n": 1}, "root": {"ask": {"actions": {"if": "n > 0", "then": ["some", "more"]}}}}"#),
    KeyEntry(
      .else, .actions, "What is done where it does not hold.",
      #"{"context": {"n": 1}, "root": {"ask": {"actions": {"if": "n > 0", "then": "some", "else": "none"}}}}"#),
  ]
  static let forEach = [
    KeyEntry(
      .forEach, .listExpression, isRequired: true, "The actions are done for each element of the list.",
      #"{"context": {"l": [1, 2]}, "root": {"go": {"actions": {"forEach": "l", "do": {"log": "${item}"}}}}}"#),
    KeyEntry(
      .as, .text, "The name of the element in \"do\"; \"item\" is the default.",
      #"{"context": {"l": [1, 2]}, "root": {"go": {"actions": {"forEach": "l", "as": "x", "do": {"log": "${x}"}}}}}"#),
    KeyEntry(
      .index, .text, "A name for the index, which counts from 0.",
      #"{"context": {"l": [1, 2]}, "root": {"go": {"actions": {"forEach": "l", "index": "i", "do": {"log": "${i}"}}}}}"#
    ),
    KeyEntry(
      .do, .actions, isRequired: true, "What is done for each element.",
      #"{"context": {"l": [1, 2]}, "root": {"go": {"actions": {"forEach": "l", "do": ["beep", "wait"]}}}}"#),
  ]
}
