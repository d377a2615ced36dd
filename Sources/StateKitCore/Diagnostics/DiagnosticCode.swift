/// The stable codes of all diagnostics (CommandLine.md).
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
  case historyCircle = "history-circle"
  case emptyParallel = "empty-parallel"
  case targetsConflict = "targets-conflict"
  case reenterOutside = "reenter-outside"
  case badDelay = "bad-delay"
  case unknownAction = "unknown-action"
  case severalActions = "several-actions"
  case unreadableChart = "unreadable-chart"
  case invalidChild = "invalid-child"
  case unknownInput = "unknown-input"
  case duplicateChild = "duplicate-child"
  case endlessInvocation = "endless-invocation"
  case badContextName = "bad-context-name"
  case badGuardName = "bad-guard-name"
  case unknownGuard = "unknown-guard"
  case guardCircle = "guard-circle"
  case badEventType = "bad-event-type"
  case undeclaredEvent = "undeclared-event"
  case payloadMisfit = "payload-misfit"
  case unknownSend = "unknown-send"

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
  case lookAlike = "look-alike"
  case unreachableState = "unreachable-state"
  case deadEnd = "dead-end"
  case deadHandler = "dead-handler"
  case noEffect = "no-effect"
  case regionConflict = "region-conflict"
  case neverRecorded = "never-recorded"
  case endlessCycle = "endless-cycle"
  case timerCycle = "timer-cycle"
  case unknownChild = "unknown-child"
  case constantGuard = "constant-guard"
  case unhandledRaise = "unhandled-raise"
  case internalEvent = "internal-event"
  case unusedEvent = "unused-event"
  case literalBraces = "literal-braces"
  case unusedContext = "unused-context"
  case unusedGuard = "unused-guard"
  case unusedAllowance = "unused-allowance"

  // Charts of other tools
  case duplicateID = "duplicate-id"
  case missingInitial = "missing-initial"
  case unsupportedKey = "unsupported-key"
  case notWellFormed = "not-well-formed"
  case unsupportedElement = "unsupported-element"
  case unsupportedAttribute = "unsupported-attribute"
  case unsupportedDatamodel = "unsupported-datamodel"
  case unsupportedScript = "unsupported-script"
  case unsupportedCall = "unsupported-call"
  case assignmentInExpression = "assignment-in-expression"
  case brokenExpression = "broken-expression"
  case looseEquality = "loose-equality"
  case leftToHost = "left-to-host"
  case lostCode = "lost-code"
  case noXStateForm = "no-xstate-form"
  case noSCXMLForm = "no-scxml-form"
  case lostInConversion = "lost-in-conversion"
  case unusedKey = "unused-key"
  case otherVersion = "other-version"
  case xstate4Differs = "xstate4-differs"

  // Scripts
  case notGenerated = "not-generated"
  case badLine = "bad-line"
  case longLine = "long-line"
  case unknownCommand = "unknown-command"
  case unknownState = "unknown-state"
  case unhandledEvent = "unhandled-event"
  case unknownDelay = "unknown-delay"
  case unansweredGuard = "unanswered-guard"
  case unansweredDelay = "unanswered-delay"

  // Runs
  case expectationFailed = "expectation-failed"
  case programDiffers = "program-differs"
  case programFailed = "program-failed"
  case runError = "run-error"
  case brokenInvariant = "broken-invariant"
  case stateMisfit = "state-misfit"
  case damagedState = "damaged-state"
  case journalCorrupt = "journal-corrupt"
  case rejected = "rejected"
  case ignored = "ignored"
  case declined = "declined"

  // Exploring
  case unreachable = "unreachable"
  case neverTaken = "never-taken"
  case alwaysTrue = "always-true"
  case trap = "trap"
  case neverAgain = "never-again"
  case endless = "endless"
  case never = "never"
  case reached = "reached"
  case notReached = "not-reached"
  case avoidable = "avoidable"
  case noResponse = "no-response"
  case noWayHome = "no-way-home"
  case unsettled = "unsettled"
  case hidden = "hidden"
  case tie = "tie"
  case lostRaise = "lost-raise"
  case grows = "grows"

  /// True if one action of a translated file may correspond to several actions here: then the finding is reported once.
  package var isOfOneAction: Bool { self == .unhandledRaise }

  /// True for codes that the reader of JSON reports, before a chart is decoded.
  package var isOfJSON: Bool { self == .duplicateKey || self == .numberRange }

  /// True for codes of `explore` that `validate` does not report.
  package var isFoundByExploring: Bool {
    switch self {
    case .unreachable, .neverTaken, .alwaysTrue, .trap, .neverAgain, .endless, .never, .reached, .notReached,
      .avoidable,
      .noResponse, .noWayHome, .unsettled, .hidden, .tie, .lostRaise, .grows, .runError, .brokenInvariant:
      true
    default: false
    }
  }

  /// Warnings report probable mistakes; all other codes are errors.
  package var severity: Diagnostic.Severity {
    switch self {
    case .nearlyReserved, .dottedName, .lookAlike, .unreachableState, .deadHandler, .noEffect, .regionConflict,
      .neverRecorded,
      .endlessCycle, .timerCycle, .unknownChild, .constantGuard, .unhandledRaise, .unusedEvent, .literalBraces,
      .unusedContext,
      .unusedGuard,
      .unusedAllowance, .payloadMisfit, .unknownSend, .lostCode, .brokenExpression, .looseEquality, .leftToHost,
      .lostInConversion, .unusedKey,
      .otherVersion, .xstate4Differs,
      .unhandledEvent, .unansweredGuard, .unansweredDelay, .alwaysTrue, .trap, .tie, .grows:
      .warning
    case .deadEnd, .internalEvent, .neverAgain, .reached, .hidden, .lostRaise: .info
    case .emptyFile, .invalidEncoding, .invalidJSON, .duplicateKey, .numberRange, .tooDeep, .tooMany, .tooLarge,
      .missingRoot, .missingKey, .wrongType, .unknownKey, .misplacedKey, .emptyName, .longName, .duplicateEvent,
      .unknownTarget, .ambiguousTarget, .initialOutside, .historyMisplaced, .historyCircle, .emptyParallel,
      .targetsConflict, .reenterOutside, .badDelay, .unknownAction, .severalActions, .unreadableChart, .invalidChild,
      .unknownInput,
      .duplicateChild, .endlessInvocation, .badContextName, .badGuardName, .unknownGuard, .guardCircle, .badEventType,
      .undeclaredEvent, .expressionSyntax, .unknownName, .unknownFunction,
      .wrongArguments, .typeMismatch, .expressionLimit, .duplicateID, .missingInitial, .unsupportedKey,
      .notWellFormed, .unsupportedElement, .unsupportedAttribute, .unsupportedDatamodel, .unsupportedScript,
      .unsupportedCall, .assignmentInExpression, .noXStateForm, .noSCXMLForm, .notGenerated, .badLine, .longLine,
      .unknownCommand,
      .unknownState, .unknownDelay, .expectationFailed, .programDiffers, .programFailed, .runError, .brokenInvariant,
      .stateMisfit, .damagedState,
      .journalCorrupt,
      .rejected, .ignored, .declined, .unreachable, .neverTaken, .endless, .never, .notReached, .avoidable,
      .noResponse, .noWayHome, .unsettled:
      .error
    }
  }
}
