import StateKitCore

/// A check for one kind of mistake.
struct Rule: Sendable {
  /// The pages of the codes that it reports; empty if another rule explains its code.
  let pages: @Sendable () -> [Explanation]
  /// The parts of the chart that must be free of errors for the rule to be right.
  let restsOn: Damage
  let check: @Sendable (Subject, Findings) -> Void

  /// Creates a rule. The pages are only built on demand.
  init(
    explainedBy pages: @autoclosure @escaping @Sendable () -> [Explanation], restsOn: Damage,
    check: @escaping @Sendable (Subject, Findings) -> Void
  ) {
    self.pages = pages
    self.restsOn = restsOn
    self.check = check
  }
}

/// The facts about a chart that its errors make unreliable.
struct Damage: OptionSet, Sendable {
  let rawValue: UInt8

  /// The targets of handlers, `initial` and `goToState`.
  static let targets = Damage(rawValue: 1)
  /// The handled events.
  static let handlers = Damage(rawValue: 2)
  /// The names that expressions read.
  static let expressions = Damage(rawValue: 4)
  /// The events that the chart declares.
  static let alphabet = Damage(rawValue: 8)
  /// The data that actions carry.
  static let actionData = Damage(rawValue: 16)
  /// The parts that keys name: invocations, guards, actions, the kinds of states.
  static let keys = Damage(rawValue: 32)

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  init(of findings: Findings) {
    self = []
    for code in DiagnosticCode.allCases where code.severity == .error && findings.has(code, severity: .error) {
      switch code {
      case .unknownTarget, .ambiguousTarget, .initialOutside, .historyMisplaced, .historyCircle, .emptyParallel,
        .targetsConflict, .reenterOutside:
        insert(.targets)
      case .badDelay: formUnion([.targets, .handlers, .expressions])
      case .unknownAction: formUnion([.targets, .handlers, .expressions, .keys])
      case .missingKey, .severalActions: formUnion([.targets, .handlers, .expressions, .actionData, .keys])
      case .unknownKey: formUnion([.targets, .expressions, .actionData, .keys])
      case .expressionSyntax, .unknownName, .unknownFunction, .wrongArguments, .typeMismatch, .expressionLimit,
        .badContextName, .badGuardName, .unknownGuard, .guardCircle:
        insert(.expressions)
      case .undeclaredEvent: insert(.alphabet)
      case .badEventType, .payloadMisfit, .unknownSend, .unreadableChart, .invalidChild, .unknownInput, .duplicateChild,
        .endlessInvocation:
        break
      default: formUnion([.targets, .handlers, .expressions, .alphabet, .actionData, .keys])
      }
    }
  }
}
