/// The notation of a chart's author, in which suggestions are written.
package enum ChartNotation: Equatable, Sendable {
  /// A chart file.
  case file
  /// A chart in Swift.
  case code
  /// A machine of XState.
  case xstate4, xstate5
  /// `isScript`: true if its expressions are ECMAScript.
  case scxml(isScript: Bool)

  /// How to declare a key of the context.
  func context(_ key: String) -> String {
    let name = DisplayText.quoted(key)
    return switch self {
    case .file, .xstate4, .xstate5: "\"context\": {\(name): …}"
    case .code: "Context(\(name), …)"
    case .scxml: "<data id=\(name) expr=\"…\"/>"
    }
  }

  /// How to declare a state as the initial state of its parent. `reference`: the shortest one to the state.
  package func initial(_ name: String, reference: String) -> String {
    let name = DisplayText.quoted(name)
    return switch self {
    case .file: "give it \"initial\": \(DisplayText.quoted(reference))"
    case .xstate4, .xstate5: "give it \"initial\": \(name)"
    case .code: "write ChartState(\(name), initial: true)"
    case .scxml: "give it initial=\(name)"
    }
  }

  /// How a handler that leads to its own state exits the state, or does nothing.
  package var reentry: String {
    switch self {
    case .file: "write \"reenter\": true to exit and enter it, or null to do nothing"
    case .code: "write reenter: .yes to exit and enter it, or Forbid to do nothing"
    case .xstate4: "write \"internal\": false to exit and enter it, or {} to do nothing"
    case .xstate5: "write \"reenter\": true to exit and enter it, or {} to do nothing"
    case .scxml: "write type=\"external\" to exit and enter it, or omit the target to do nothing"
    }
  }

  /// How a handler exits everything below its own state and leads to another state.
  var reentryOutside: String {
    switch self {
    case .file, .xstate5: "write \"reenter\": true to exit the state itself, too, or omit \"reenter\""
    case .code: "write reenter: .yes to exit the state itself, too, or omit reenter"
    case .xstate4: "write \"internal\": false to exit the state itself, too"
    case .scxml: "write type=\"external\" to exit the state itself, too"
    }
  }

  /// How to begin a handler of an event.
  package func handler(of event: String) -> String {
    let name = DisplayText.string(event)
    return switch self {
    case .file, .xstate4, .xstate5: "\(name): …"
    case .code: "On(\(name), …)"
    case .scxml: "<transition event=\(name)>"
    }
  }

  /// How to write a handler without an event.
  package var eventless: String {
    switch self {
    case .file, .xstate4, .xstate5: "write \"always\": \"STATE\""
    case .code: "write Always(to: \"STATE\")"
    case .scxml: "write <transition target=\"STATE\"/>"
    }
  }

  /// A final state.
  package var final: String {
    switch self {
    case .file, .xstate4, .xstate5: "a sub-state of the type \"final\""
    case .code: "a Final as a sub-state"
    case .scxml: "a <final> as a sub-state"
    }
  }

  /// How to declare two actions with similar names; nil if actions cannot be declared.
  package var actions: String? {
    switch self {
    case .file: "if both exist, declare them in \"actions\" at the top level"
    case .code, .xstate4, .xstate5, .scxml: nil
    }
  }
}
