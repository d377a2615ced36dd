/// What may stand behind a key: the words of the JSON Schema, and of the messages where it is something else.
enum ValueShape {
  case text
  case texts
  case flag
  case object
  case choice([String])
  case expression
  /// A text with `${expression}` in it.
  case template
  case delay
  /// A JSON value whose texts are expressions.
  case data
  case dataByPath
  case target
  case targets
  case initial
  case handler
  case handlersByEvent
  case handlersByDelay
  case actions
  case state
  case statesByName
  case invoke
  case reentry
  case eventTypes
  case expressionsByName
  case meta
}

/// A key in one kind of object.
struct KeyEntry {
  let key: ChartKey
  let shape: ValueShape
  var isRequired = false
  /// What it is for, in one sentence for the help of editors.
  let help: String

  init(_ key: ChartKey, _ shape: ValueShape, isRequired: Bool = false, _ help: String) {
    self.key = key
    self.shape = shape
    self.isRequired = isRequired
    self.help = help
  }
}

/// The objects that a chart file is made of, each with its keys (SPEC §1): what the decoder admits, what messages suggest
/// and what the JSON Schema says.
enum ObjectKind {
  case topLevel, state, handler, initial, invoke

  var entries: [KeyEntry] {
    switch self {
    case .topLevel: KeyTable.topLevel
    case .state: KeyTable.state
    case .handler: KeyTable.handler
    case .initial: KeyTable.initial
    case .invoke: KeyTable.invoke
    }
  }

  var keys: [ChartKey] { entries.map(\.key) }
}

/// The verbs of actions, each with the keys that may stand beside it (SPEC §1.4).
enum ActionVerb: CaseIterable {
  case call, log, assign, raise, send, cancel, goToState, `if`, forEach

  /// The verb of a key.
  init?(_ key: ChartKey) {
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

  /// The keys beside the verb's own.
  var companions: ArraySlice<KeyEntry> { entries.dropFirst() }
}

/// Every key of a chart file with its meaning.
enum KeyTable {
  private static let description = KeyEntry(.description, .text, "For people.")
  private static let meta = KeyEntry(
    .meta, .meta, "For people and tools; \"allow\" names findings that are meant, each with the reason.")

  static let topLevel = [
    KeyEntry(.schema, .text, "The JSON Schema of this file, for editors."),
    KeyEntry(.name, .text, "The name of the chart, for people."),
    description, meta,
    KeyEntry(.context, .object, "The data of the chart: keys and their first values."),
    KeyEntry(
      .events, .eventTypes,
      "What may come, each event with its payload: null, a type or an object of types. What it does not name is an error."
    ),
    KeyEntry(.invariants, .expressionsByName, "What must hold after every macrostep."),
    KeyEntry(.root, .state, isRequired: true, "The root state: active as long as the chart runs."),
  ]

  static let state = [
    KeyEntry(.subStates, .statesByName, "The states below this one, in document order."),
    KeyEntry(.enterState, .actions, "What is done when the state is entered."),
    KeyEntry(.exitState, .actions, "What is done when the state is exited."),
    KeyEntry(
      .initial, .initial,
      "Where to go when the state is entered without a deeper target; without it, it rests on itself."),
    KeyEntry(
      .type, .choice(["parallel", "final", "history"]),
      "Without a type a state is compound or atomic, by having sub-states or not."),
    KeyEntry(.history, .choice(["shallow", "deep"]), "Of a history state: what it goes back to. Shallow is usual."),
    KeyEntry(.target, .initial, "Of a history state: where to go while nothing is recorded."),
    KeyEntry(.always, .handler, "Taken without an event, as soon as its guard holds."),
    KeyEntry(.after, .handlersByDelay, "Timers that start on entry and end on exit: delays and their handlers."),
    KeyEntry(.onDone, .handler, "Taken when a final sub-state is entered, or when all regions are done."),
    KeyEntry(.on, .handlersByEvent, "Handlers of events whose names a reserved key shadows."),
    KeyEntry(.output, .data, "Of a final state: what its done event carries."),
    KeyEntry(.invoke, .invoke, "Child charts that live as long as the state is active."),
    KeyEntry(.tags, .texts, "For people and tools."),
    description, meta,
  ]

  static let handler = [
    KeyEntry(.target, .targets, "The state to go to, or several that are active together."),
    KeyEntry(.guard, .expression, "The handler is taken only where this holds."),
    KeyEntry(.actions, .actions, "What is done on the way, between exits and entries."),
    KeyEntry(
      .reenter, .reentry,
      "true exits and enters the handler's own state too, \"children\" what is below it; false is usual."),
    description,
  ]

  static let initial = [
    KeyEntry(.target, .targets, isRequired: true, "The state to go to."),
    KeyEntry(.actions, .actions, "What is done on the way."),
  ]

  static let invoke = [
    KeyEntry(.chart, .text, isRequired: true, "The file of the child chart, relative to this one."),
    KeyEntry(.id, .text, "What the child is called in \"to\" and in done.invoke."),
    KeyEntry(.input, .data, "First values of the child's context."),
    KeyEntry(.forward, .flag, "Whether every external event goes on to the child."),
  ]

  private static let data = KeyEntry(.data, .data, "The payload: texts in it are expressions.")

  static let call = [
    KeyEntry(.call, .text, isRequired: true, "An action of the embedding program."), data,
  ]
  static let log = [
    KeyEntry(.log, .template, isRequired: true, "A line in the trace; ${expression} in it is replaced.")
  ]
  static let assign = [
    KeyEntry(.assign, .dataByPath, isRequired: true, "Sets context: paths and their new values, in order.")
  ]
  static let raise = [
    KeyEntry(.raise, .template, isRequired: true, "An internal event, taken before any external one."), data,
  ]
  static let send = [
    KeyEntry(.send, .template, isRequired: true, "An external event, taken after this macrostep or later."), data,
    KeyEntry(.delay, .delay, "When it comes: \"250ms\", \"5s\", \"1m30s\", \"2h\", or \"5000\" for milliseconds."),
    KeyEntry(.id, .template, "A name for \"cancel\"."),
    KeyEntry(.to, .template, "The id of a child chart, or \"parent\"."),
  ]
  static let cancel = [
    KeyEntry(.cancel, .template, isRequired: true, "Drops the delayed sends with this id.")
  ]
  static let goToState = [
    KeyEntry(.goToState, .target, isRequired: true, "Goes to this state now; the actions behind it go on afterwards.")
  ]
  static let `if` = [
    KeyEntry(.if, .expression, isRequired: true, "Decides between \"then\" and \"else\"."),
    KeyEntry(.then, .actions, isRequired: true, "What is done where it holds."),
    KeyEntry(.else, .actions, "What is done where it does not hold."),
  ]
  static let forEach = [
    KeyEntry(.forEach, .expression, isRequired: true, "A list: the actions are done for each of its items."),
    KeyEntry(.as, .text, "The name of the item; \"item\" is usual."),
    KeyEntry(.index, .text, "A name for the index, from 0."),
    KeyEntry(.do, .actions, isRequired: true, "What is done for each item."),
  ]
}
