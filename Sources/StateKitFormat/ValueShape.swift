/// The allowed values of a key: the words of the JSON Schema, and of the messages for other values. It decides the keys
/// inside, and the meaning of texts.
package enum ValueShape: Equatable, Sendable {
  case text
  case texts
  case flag
  case object
  case choice([String])
  /// An expression that returns a bool.
  case expression
  case listExpression
  /// An expression, an object that names a host guard, or a list of these.
  case condition
  /// A text with `${expression}` in it.
  case template
  /// Templates and texts that name something.
  case event
  case machine
  case actionName
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
  /// A file, or a chart.
  case chart
  case reentry
  case eventTypes
  case expressionsByName
  /// Names with expressions, or null.
  case guardsByName
  case meta

  /// The allowed values for people: the "value" of `explain keys`.
  var words: String {
    switch self {
    case .text, .actionName: "a text"
    case .texts: "a list of texts"
    case .flag: "true or false"
    case .object: "an object"
    case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: " or ")
    case .expression: "an expression that gives a bool"
    case .listExpression: "an expression that gives a list"
    case .template, .event, .machine: "a text, in which ${expression} is replaced"
    case .delay:
      "a duration: \"250ms\", \"5s\", \"1m30s\", \"2h\", or \"5000\" for milliseconds; ${expression} is replaced"
    case .data: "any JSON value, in which each string is an expression"
    case .dataByPath: "an object: path → value, in which each string is an expression"
    case .target: "a state"
    case .targets: "a state, or a list of states"
    case .initial: "a state, a list of states, or {\"target\", \"actions\"}"
    case .handler: "a handler"
    case .handlersByEvent: "an object: event → handler"
    case .handlersByDelay: "an object: duration → handler"
    case .actions: "an action, or a list of actions"
    case .state: "a state object"
    case .statesByName: "an object: name → state object"
    case .chart: "a text, or a chart"
    case .invoke: "an invoke object, or a list of them"
    case .reentry: "false, true, \"children\" or \"lca\""
    case .eventTypes: "an object: name → null, a type, or {field: type}"
    case .expressionsByName: "an object: name → expression"
    case .guardsByName: "an object: name → expression, or null"
    case .condition: "an expression, an object with host, or a list of these"
    case .meta: "an object, in which \"allow\" is {code: reason}"
    }
  }
}

/// The values inside.
extension ValueShape {
  /// The keys of an object.
  package var rows: [ReferenceSection.Row] { ChartReference.rows(entries) }

  private var entries: [KeyEntry] {
    switch self {
    case .chart: KeyTable.topLevel
    case .state: KeyTable.state
    case .handler: KeyTable.handler
    case .initial: KeyTable.initial
    case .actions: KeyTable.actions
    case .invoke: KeyTable.invoke
    case .condition: KeyTable.hostGuard
    default: []
    }
  }

  /// The value of a key of an object.
  package func member(_ name: String) -> ValueShape {
    if isData { return self }
    let entry = entries.first { $0.key.text == name }
    switch self {
    case .statesByName: return .state
    case .handlersByEvent, .handlersByDelay: return .handler
    case .state where entry == nil: return .handler
    // A history state and `initial` have a part of a handler.
    case .state where name == ChartKey.target.text, .initial: return ValueShape.handler.member(name)
    default: return entry?.shape ?? .object
    }
  }

  /// An element of a list.
  package var element: ValueShape {
    switch self {
    case .chart, .state, .statesByName, .handlersByEvent, .handlersByDelay: .object
    default: self
    }
  }

  /// True if every text inside is an expression.
  private var isData: Bool {
    switch self {
    case .expression, .listExpression, .expressionsByName, .guardsByName, .data, .dataByPath: true
    default: false
    }
  }

  /// True if a text is an expression as a whole.
  package var isExpression: Bool { isData || self == .condition }
}
