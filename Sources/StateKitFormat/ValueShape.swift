/// The allowed values of a key: the words of the JSON Schema, and of the messages for other values.
enum ValueShape {
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
    case .text: "a text"
    case .texts: "a list of texts"
    case .flag: "true or false"
    case .object: "an object"
    case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: " or ")
    case .expression: "an expression that gives a bool"
    case .listExpression: "an expression that gives a list"
    case .template: "a text, in which ${expression} is replaced"
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
