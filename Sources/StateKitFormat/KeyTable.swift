// Longer than others: a table is easiest to read in one piece.

/// A key of one kind of object. Its row is the source of the decoder's messages, the JSON Schema, `explain keys` and
/// Charts.md.
struct KeyEntry {
  let key: ChartKey
  let shape: ValueShape
  var isRequired = false
  /// The purpose, in one sentence.
  let help: String
  /// A complete chart of at most two lines as an example.
  let example: String

  init(_ key: ChartKey, shape: ValueShape, isRequired: Bool = false, help: String, example: String) {
    self.key = key
    self.shape = shape
    self.isRequired = isRequired
    self.help = help
    self.example = example
  }
}

/// The objects of a chart file, each with its keys: those that the decoder accepts, messages suggest, and the JSON
/// Schema, `explain keys` and Charts.md describe.
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

/// The verbs of actions, each with its additional keys.
package enum ActionVerb: CaseIterable, Sendable {
  case call, log, assign, raise, send, cancel, goToState, `if`, forEach

  package init?(_ key: ChartKey) {
    guard let verb = Self.allCases.first(where: { $0.key == key }) else { return nil }
    self = verb
  }

  /// The keys, with the verb's own key first.
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

  package var key: ChartKey { entries[0].key }

  var companions: ArraySlice<KeyEntry> { entries.dropFirst() }
}

/// Every key of a chart file with its meaning and an example.
enum KeyTable {
  static let topLevel = [
    KeyEntry(
      .root, shape: .state, isRequired: true, help: "The root state: it is active while the chart runs.",
      example: #"{"root": {"switch": {"actions": "toggle"}}}"#),
    KeyEntry(
      .schema, shape: .text, help: "The JSON Schema of this file, for editors.",
      example: #"{"$schema": "chart.schema.json", "root": {}}"#),
    KeyEntry(
      .name, shape: .text, help: "The name of the chart, for people.", example: #"{"name": "front door", "root": {}}"#),
    KeyEntry(
      .description, shape: .text, help: "A description of the chart, for people.",
      example: #"{"description": "Opens and closes.", "root": {}}"#),
    KeyEntry(
      .meta, shape: .meta,
      help: "Data for tools. Its key \"allow\" suppresses findings in the whole chart: each code with a reason.",
      example: #"""
        {"meta": {"allow": {"dead-end": "a chart of one way"}},
         "root": {"initial": "a", "subStates": {"a": {"go": "b"}, "b": {}}}}
        """#),
    KeyEntry(
      .context, shape: .object,
      help:
        "The data of the chart: keys and their first values. Only actions change the values: entering root again does not reset them.",
      example: #"{"context": {"count": 0}, "root": {"add": {"actions": {"assign": {"count": "count + 1"}}}}}"#),
    KeyEntry(
      .events, shape: .eventTypes,
      help:
        "The events of the chart, each with its payload. If the key is present, an event that it does not declare is an error.",
      example: #"""
        {"events": {"stop": null, "level": "int", "add": {"sku": "string", "count": "int?"}},
         "root": {"stop": null, "level": {"guard": "event.data > 3"}, "add": {"actions": "pack"}}}
        """#),
    KeyEntry(
      .internalEvents, shape: .eventTypes,
      help: "The events that only the chart raises or sends, each with its payload. From outside they are rejected.",
      example: #"""
        {"internalEvents": {"full": null},
         "root": {"add": {"actions": {"raise": "full"}}, "full": {"actions": "close"}}}
        """#),
    KeyEntry(
      .actions, shape: .eventTypes,
      help:
        "The host actions, each with its data. If the key is present, an action that it does not declare is an error.",
      example: #"""
        {"actions": {"beep": null, "show": {"text": "string"}},
         "root": {"ring": {"actions": ["beep", {"call": "show", "data": {"text": "'hello'"}}]}}}
        """#),
    KeyEntry(
      .guards, shape: .guardsByName,
      help: """
        Named conditions for expressions. If the value is null, the embedding program answers. A guard can take \
        a map, "canPay({'limit': 3})": its expression reads it as params.
        """,
      example: #"""
        {"context": {"cents": 0}, "guards": {"canPay": "cents >= 5 * params.items"},
         "root": {"pay": {"guard": "canPay({'items': 2})", "actions": {"assign": {"cents": "cents - 10"}}}}}
        """#),
    KeyEntry(
      .bubbling, shape: .choice(["leaf", "subtree"]),
      help: """
        The states that are asked for a handler of an event. "leaf" (the default): each active leaf, then its ancestors. "subtree", as in \
        XState: a parallel state and its ancestors are asked only if no region below has an enabled handler or null.
        """,
      example: #"""
        {"bubbling": "subtree", "context": {"n": 0}, "root": {"type": "parallel", "stop": {"actions": "beep"},
          "subStates": {"a": {"stop": {"guard": "n < 3", "actions": {"assign": {"n": "n + 1"}}}}, "b": {}}}}
        """#),
    KeyEntry(
      .invariants, shape: .expressionsByName, help: "Named conditions that must be true after every macrostep.",
      example: #"""
        {"context": {"credit": 0}, "invariants": {"no debt": "credit >= 0"},
         "root": {"pay": {"actions": {"assign": {"credit": "credit - 1"}}}}}
        """#),
  ]

  static let state = [
    KeyEntry(
      .subStates, shape: .statesByName, help: "The child states, in document order.",
      example: #"{"root": {"initial": "off", "subStates": {"off": {"press": "on"}, "on": {"press": "off"}}}}"#),
    KeyEntry(
      .enterState, shape: .actions, help: "Actions that run when the state is entered.",
      example: #"{"root": {"enterState": ["hello", "ring"]}}"#),
    KeyEntry(
      .exitState, shape: .actions, help: "Actions that run when the state is exited.",
      example: #"""
        {"root": {"initial": "lit", "subStates": {
          "lit": {"exitState": "lightOff", "press": "dark"}, "dark": {"press": "lit"}}}}
        """#),
    KeyEntry(
      .initial, shape: .initial,
      help:
        "The state to enter when a compound state is entered without a deeper target. Without this key the machine rests on the "
        + "compound state itself.",
      example: #"{"root": {"initial": "a", "subStates": {"b": {"flip": "a"}, "a": {"flip": "b"}}}}"#),
    KeyEntry(
      .type, shape: .choice(["parallel", "final", "history"]),
      help:
        "Parallel: all children are active together. Final: entering the state makes its parent done. History: a target that restores the "
        + "states that were active when its parent was last exited. Without a type, a state with subStates is compound, another one "
        + "is atomic.",
      example: #"""
        {"root": {"type": "parallel", "subStates": {"tv": {"initial": "off", "subStates": {
          "off": {"press": "on"}, "on": {"type": "final"}}}, "lamp": {}}}}
        """#),
    KeyEntry(
      .history, shape: .choice(["shallow", "deep"]),
      help: "Only on a history state. Shallow (the default) restores the active child, deep the deepest active states.",
      example: #"""
        {"root": {"initial": "on", "subStates": {"off": {"flip": "last"},
          "on": {"flip": "off", "initial": "a", "subStates": {"a": {"n": "b"}, "b": {"n": "a"}, "last": {"type": "history", "history": "deep"}}}}}}
        """#),
    KeyEntry(
      .target, shape: .initial, help: "Only on a history state: the target while nothing is recorded.",
      example: #"""
        {"root": {"initial": "off", "subStates": {"off": {"flip": "last"},
          "on": {"flip": "off", "subStates": {"a": {"n": "b"}, "b": {"n": "a"}, "last": {"type": "history", "target": "b"}}}}}}
        """#),
    KeyEntry(
      .always, shape: .handler, help: "A handler that is taken without an event, as soon as its guard is true.",
      example: #"""
        {"context": {"n": 0}, "root": {"initial": "few", "subStates": {"many": {"reset": "few"},
          "few": {"always": {"guard": "n > 2", "target": "many"}, "add": {"actions": {"assign": {"n": "n + 1"}}}}}}}
        """#),
    KeyEntry(
      .after, shape: .handlersByDelay,
      help:
        "Timers. Each starts whenever the state is entered, fires once, and ends when the state is exited. A key is a duration, or the name of a delay that the host gives.",
      example:
        #"{"root": {"initial": "red", "subStates": {"red": {"after": {"30s": "green"}}, "green": {"after": {"25s": "red"}}}}}"#
    ),
    KeyEntry(
      .onDone, shape: .handler,
      help:
        "A handler that is taken when a final child of this compound state is entered, or when all regions of this parallel "
        + "state are done.",
      example: #"""
        {"root": {"initial": "work", "subStates": {"rest": {}, "work": {"onDone": "rest", "initial": "busy",
          "subStates": {"busy": {"end": "ready"}, "ready": {"type": "final"}}}}}}
        """#),
    KeyEntry(
      .on, shape: .handlersByEvent, help: "Handlers by event, for events whose names are reserved keys.",
      example: #"{"root": {"on": {"target": {"actions": "aim"}, "history": {"actions": "list"}}}}"#),
    KeyEntry(
      .output, shape: .data, help: "Only on a final state: the data of the done event.",
      example: #"""
        {"context": {"sum": 3}, "root": {"initial": "add", "onDone": {"actions": {"log": "${event.data}"}},
          "subStates": {"add": {"end": "total"}, "total": {"type": "final", "output": {"sum": "sum"}}}}}
        """#),
    KeyEntry(
      .invoke, shape: .invoke,
      help: "Child charts, or work of the host, that run while the state is active.",
      example:
        #"{"root": {"invoke": {"chart": "child.json", "id": "worker"}, "done.invoke.worker": {"actions": "celebrate"}}}"#
    ),
    KeyEntry(
      .tags, shape: .texts, help: "Labels for people and tools.", example: #"{"root": {"tags": ["slow", "paid"]}}"#),
    KeyEntry(
      .description, shape: .text, help: "A description of the state, for people.",
      example: #"{"root": {"description": "The only one."}}"#),
    KeyEntry(
      .meta, shape: .meta,
      help: "Data for tools. Its key \"allow\" suppresses findings in this state and below: each code with a reason.",
      example: #"""
        {"root": {"initial": "a", "subStates": {"a": {"go": "b"},
          "b": {"meta": {"allow": {"dead-end": "nothing comes after b"}}}}}}
        """#),
  ]

  static let handler = [
    KeyEntry(
      .target, shape: .targets,
      help: "The target state, or several states that can be active together. Without this key no state is exited.",
      example: #"{"root": {"initial": "a", "subStates": {"a": {"go": {"target": "b"}}, "b": {"go": "a"}}}}"#),
    KeyEntry(
      .guard, shape: .condition,
      help: """
        The handler is taken only if this is true: an expression, or an object that names a host guard. In a list, all \
        must be true.
        """,
      example: #"{"context": {"n": 0}, "root": {"add": {"guard": "n < 3", "actions": {"assign": {"n": "n + 1"}}}}}"#),
    KeyEntry(
      .actions, shape: .actions, help: "Actions that run between the exits and the entries.",
      example: #"{"root": {"open": {"actions": ["squeak", {"log": "it opens"}]}}}"#),
    KeyEntry(
      .reenter, shape: .reentry,
      help: """
        true exits and enters the handler's own state too, "children" all states below it, "lca" all states below the \
        least common ancestor of its state and targets; false is the default.
        """,
      example: #"{"root": {"initial": "a", "subStates": {"a": {"enterState": "ring", "again": {"reenter": true}}}}}"#),
    KeyEntry(
      .description, shape: .text, help: "A description of the handler, for people.",
      example: #"{"root": {"open": {"description": "Nothing to do.", "actions": "squeak"}}}"#),
  ]

  static let initial = [
    KeyEntry(
      .target, shape: .targets, isRequired: true,
      help: "The target state, or several states that can be active together.",
      example: #"{"root": {"initial": {"target": "a"}, "subStates": {"a": {}}}}"#),
    KeyEntry(
      .actions, shape: .actions, help: "Actions that run before the target is entered.",
      example: #"{"root": {"initial": {"target": "a", "actions": "prepare"}, "subStates": {"a": {}}}}"#),
  ]

  static let hostGuard = [
    KeyEntry(
      .host, shape: .text, isRequired: true, help: "The name of a guard that \"guards\" declares as null.",
      example: #"{"guards": {"is ready?": null}, "root": {"go": {"guard": {"host": "is ready?"}, "actions": "start"}}}"#
    ),
    KeyEntry(
      .data, shape: .data, help: "The parameters for the host: an object whose texts are expressions.",
      example: #"""
        {"context": {"n": 3}, "guards": {"is free?": null},
         "root": {"go": {"guard": {"host": "is free?", "data": {"seats": "n"}}, "actions": "book"}}}
        """#),
  ]

  static let invoke = [
    KeyEntry(
      .chart, shape: .chart,
      help: "The file of the child chart, relative to this file, or the chart itself, which then needs an \"id\".",
      example: #"{"root": {"invoke": {"chart": "child.json"}}}"#),
    KeyEntry(
      .src, shape: .text, help: "Instead of chart: the name of the work that the host does while the state is active.",
      example: #"""
        {"root": {"initial": "loading", "subStates": {"ready": {},
          "loading": {"invoke": {"src": "fetchUser", "id": "user"}, "done.invoke.user": "ready"}}}}
        """#),
    KeyEntry(
      .id, shape: .text,
      help:
        "The name of the child in \"to\" and in done.invoke. The default is the name of its file, or \"src\".",
      example: #"{"root": {"invoke": {"chart": "child.json", "id": "x"}, "done.invoke.x": {"actions": "celebrate"}}}"#),
    KeyEntry(
      .input, shape: .data, help: "First values for the context of the child, or data for the host.",
      example: #"{"context": {"n": 2}, "root": {"invoke": {"chart": "child.json", "input": {"size": "n * 2"}}}}"#),
    KeyEntry(
      .forward, shape: .flag, help: "True if the child also receives every external event.",
      example: #"{"root": {"invoke": {"chart": "child.json", "forward": true}}}"#),
    KeyEntry(
      .finalize, shape: .actions, help: "Actions that run for each event from the child, before a handler is chosen.",
      example: #"""
        {"context": {"n": 0}, "root": {"invoke": {"chart": "child.json", "finalize": {"assign": {"n": "event.data"}}},
          "sounded": {"guard": "n > 3", "actions": "dive"}}}
        """#),
  ]

  static let actions = ActionVerb.allCases.flatMap(\.entries)

  private static let data = KeyEntry(
    .data, shape: .data, help: "The payload.",
    example: #"{"context": {"n": 1}, "root": {"ask": {"actions": {"call": "say", "data": {"count": "n"}}}}}"#)

  static let call = [
    KeyEntry(
      .call, shape: .actionName, isRequired: true,
      help: "Calls an action of the embedding program. Without data, write the name alone: \"say\".",
      example: #"{"context": {"n": 1}, "root": {"ask": {"actions": [{"call": "say", "data": "n"}, "bow"]}}}"#),
    data,
  ]
  static let log = [
    KeyEntry(
      .log, shape: .template, isRequired: true, help: "Writes a line to the trace.",
      example: #"{"context": {"n": 1}, "root": {"ask": {"actions": {"log": "n is ${n}"}}}}"#)
  ]
  static let assign = [
    KeyEntry(
      .assign, shape: .dataByPath, isRequired: true, help: "Sets values of the context, in order.",
      example: #"""
        {"context": {"n": 1, "who": {}},
         "root": {"set": {"actions": [{"assign": {"n": "n + 1", "who.name": "'Ann'"}}, {"log": "${who.name}"}]}}}
        """#
    )
  ]
  static let raise = [
    KeyEntry(
      .raise, shape: .event, isRequired: true,
      help: "Puts an event into the internal queue: it is handled in this macrostep.",
      example:
        #"{"root": {"go": {"actions": {"raise": "went", "data": 3}}, "went": {"actions": {"log": "${event.data}"}}}}"#),
    KeyEntry(
      .data, shape: .data, help: "The payload.",
      example:
        #"{"root": {"go": {"actions": {"raise": "went", "data": {"by": "'car'"}}}, "went": {"guard": "event.data.by == 'car'"}}}"#
    ),
  ]
  static let send = [
    KeyEntry(
      .send, shape: .event, isRequired: true,
      help: "Puts an event into the external queue: it is handled after this macrostep.",
      example: #"{"root": {"go": {"actions": {"send": "tick"}}, "tick": {"actions": "tock"}}}"#),
    KeyEntry(
      .data, shape: .data, help: "The payload.",
      example:
        #"{"root": {"go": {"actions": {"send": "tick", "data": [1, 2]}}, "tick": {"actions": {"log": "${event.data[0]}"}}}}"#
    ),
    KeyEntry(
      .delay, shape: .delay,
      help: "The time before the event is queued: a duration, or the name of a delay that the host gives.",
      example: #"{"root": {"go": {"actions": {"send": "tick", "delay": "5s"}}, "tick": {"actions": "tock"}}}"#),
    KeyEntry(
      .id, shape: .template, help: "A name for \"cancel\".",
      example: #"""
        {"root": {"go": {"actions": {"send": "tick", "delay": "5s", "id": "t"}}, "tick": {"actions": "tock"},
          "stop": {"actions": {"cancel": "t"}}}}
        """#),
    KeyEntry(
      .to, shape: .machine, help: "The id of a child chart, or \"parent\".",
      example:
        #"{"root": {"invoke": {"chart": "child.json", "id": "x"}, "go": {"actions": {"send": "work", "to": "x"}}}}"#),
  ]
  static let cancel = [
    KeyEntry(
      .cancel, shape: .template, isRequired: true, help: "Drops the delayed sends that have this id.",
      example: #"""
        {"root": {"go": {"actions": {"send": "tick", "delay": "5s", "id": "t"}}, "tick": {"actions": "tock"},
          "stop": {"actions": {"cancel": "t"}}}}
        """#)
  ]
  static let goToState = [
    KeyEntry(
      .goToState, shape: .target, isRequired: true,
      help: "Goes to a state at once; then the following actions run.",
      example: #"{"root": {"enterState": {"goToState": "b"}, "subStates": {"a": {"go": "b"}, "b": {"go": "a"}}}}"#)
  ]
  static let `if` = [
    KeyEntry(
      .if, shape: .expression, isRequired: true, help: "Decides between \"then\" and \"else\".",
      example: #"{"context": {"n": 1}, "root": {"ask": {"actions": {"if": "n > 0", "then": "some"}}}}"#),
    KeyEntry(
      .then, shape: .actions, isRequired: true, help: "Actions that run if the condition is true.",
      example: #"{"context": {"n": 1}, "root": {"ask": {"actions": {"if": "n > 0", "then": ["some", "more"]}}}}"#),
    KeyEntry(
      .else, shape: .actions, help: "Actions that run if the condition is false.",
      example: #"{"context": {"n": 1}, "root": {"ask": {"actions": {"if": "n > 0", "then": "some", "else": "none"}}}}"#),
  ]
  static let forEach = [
    KeyEntry(
      .forEach, shape: .listExpression, isRequired: true,
      help: "Runs the actions of \"do\" for each element of the list.",
      example: #"{"context": {"l": [1, 2]}, "root": {"go": {"actions": {"forEach": "l", "do": {"log": "${item}"}}}}}"#),
    KeyEntry(
      .as, shape: .text, help: "The name of the element in \"do\"; \"item\" is the default.",
      example:
        #"{"context": {"l": [1, 2]}, "root": {"go": {"actions": {"forEach": "l", "as": "x", "do": {"log": "${x}"}}}}}"#),
    KeyEntry(
      .index, shape: .text, help: "A name for the index, which counts from 0.",
      example:
        #"{"context": {"l": [1, 2]}, "root": {"go": {"actions": {"forEach": "l", "index": "i", "do": {"log": "${i}"}}}}}"#
    ),
    KeyEntry(
      .do, shape: .actions, isRequired: true, help: "Actions that run for each element.",
      example: #"{"context": {"l": [1, 2]}, "root": {"go": {"actions": {"forEach": "l", "do": ["beep", "wait"]}}}}"#),
  ]
}
