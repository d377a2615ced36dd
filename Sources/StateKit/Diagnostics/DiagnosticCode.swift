/// The catalogue of everything that statekit finds fault with, by stable codes (SPEC §5).
package enum DiagnosticCode: String, CaseIterable, Sendable {
  // Any JSON text
  case emptyFile = "empty-file"
  case invalidEncoding = "invalid-encoding"
  case invalidJSON = "invalid-json"
  case duplicateKey = "duplicate-key"
  case numberRange = "number-range"
  case tooDeep = "too-deep"
  case tooMany = "too-many"
  case tooLarge = "too-large"

  // Charts
  case missingRoot = "missing-root"
  case missingKey = "missing-key"
  case wrongType = "wrong-type"
  case unknownKey = "unknown-key"
  case misplacedKey = "misplaced-key"
  case emptyName = "empty-name"
  case longName = "long-name"
  case duplicateEvent = "duplicate-event"
  case unknownTarget = "unknown-target"
  case ambiguousTarget = "ambiguous-target"
  case initialOutside = "initial-outside"
  case historyMisplaced = "history-misplaced"
  case emptyParallel = "empty-parallel"
  case targetsConflict = "targets-conflict"
  case badDelay = "bad-delay"
  case unknownAction = "unknown-action"
  case severalActions = "several-actions"
  case notYet = "not-yet"
  case badContextName = "bad-context-name"
  case badEventType = "bad-event-type"
  case undeclaredEvent = "undeclared-event"

  // Expressions
  case expressionSyntax = "expression-syntax"
  case unknownName = "unknown-name"
  case unknownFunction = "unknown-function"
  case wrongArguments = "wrong-arguments"
  case typeMismatch = "type-mismatch"
  case expressionLimit = "expression-limit"

  // Warnings on charts
  case nearlyReserved = "nearly-reserved"
  case dottedName = "dotted-name"

  // Scripts
  case badLine = "bad-line"
  case longLine = "long-line"
  case unknownCommand = "unknown-command"
  case unknownState = "unknown-state"
  case unhandledEvent = "unhandled-event"

  // Runs
  case expectationFailed = "expectation-failed"
  case runError = "run-error"
  case brokenInvariant = "broken-invariant"
  case rejected = "rejected"
  case ignored = "ignored"
  case declined = "declined"

  /// Warnings say what looks wrong; everything else is an error.
  package var severity: Diagnostic.Severity {
    switch self {
    case .nearlyReserved, .dottedName, .unhandledEvent: .warning
    default: .error
    }
  }
}
