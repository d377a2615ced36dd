/// The notation of a chart's author, in which suggestions are written.
package enum ChartNotation: Sendable {
  /// A chart file.
  case file
  /// A chart in Swift.
  case code

  /// How to declare a key of the context.
  func context(_ key: String) -> String {
    let name = DisplayText.quoted(key)
    return switch self {
    case .file: "\"context\": {\(name): …}"
    case .code: "Context(\(name), …)"
    }
  }

  /// How to declare a state as the initial state of its parent.
  package func initial(_ name: String) -> String {
    let name = DisplayText.quoted(name)
    return switch self {
    case .file: "give it \"initial\": \(name)"
    case .code: "write ChartState(\(name), initial: true)"
    }
  }

  /// How a handler that leads to its own state exits the state, or does nothing.
  package var reentry: String {
    switch self {
    case .file: "write \"reenter\": true to exit and enter it, or null to do nothing"
    case .code: "write reenter: .yes to exit and enter it, or Forbid to do nothing"
    }
  }

  /// How a handler exits everything below its own state and leads to another state.
  var reentryOutside: String {
    switch self {
    case .file: "write \"reenter\": true to exit the state itself, too, or omit \"reenter\""
    case .code: "write reenter: .yes to exit the state itself, too, or omit reenter"
    }
  }

  /// How to begin a handler of an event.
  package func handler(of event: String) -> String {
    let name = DisplayText.string(event)
    return switch self {
    case .file: "\(name): …"
    case .code: "On(\(name), …)"
    }
  }

  /// How to write a handler without an event.
  package var eventless: String {
    switch self {
    case .file: "write \"always\": \"STATE\""
    case .code: "write Always(to: \"STATE\")"
    }
  }

  /// A final state.
  package var final: String {
    switch self {
    case .file: "a sub-state of the type \"final\""
    case .code: "a Final as a sub-state"
    }
  }

  /// How to declare two actions with similar names; nil if actions cannot be declared.
  package var actions: String? {
    switch self {
    case .file: "if both exist, declare them in \"actions\" at the top level"
    case .code: nil
    }
  }
}
