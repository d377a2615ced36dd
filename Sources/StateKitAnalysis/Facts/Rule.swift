import StateKitCore

/// One thing that is looked for.
struct Rule: Sendable {
  /// The pages of the codes that it reports; none for a code that another rule explains.
  let pages: @Sendable () -> [Explanation]
  /// What must be known of the whole chart for the rule to be right.
  let restsOn: Damage
  let check: @Sendable (Subject, Findings) -> Void

  /// The pages are only made when somebody reads them.
  init(
    explainedBy pages: @autoclosure @escaping @Sendable () -> [Explanation], restsOn: Damage,
    check: @escaping @Sendable (Subject, Findings) -> Void
  ) {
    self.pages = pages
    self.restsOn = restsOn
    self.check = check
  }
}

/// What the errors of a chart make unsure.
struct Damage: OptionSet, Sendable {
  let rawValue: UInt8

  /// Where handlers, `initial` and `goToState` lead.
  static let targets = Damage(rawValue: 1)
  /// Which events are handled.
  static let handlers = Damage(rawValue: 2)
  /// What expressions read.
  static let expressions = Damage(rawValue: 4)
  /// Which events the chart declares.
  static let alphabet = Damage(rawValue: 8)

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  init(of findings: Findings) {
    self = []
    for code in DiagnosticCode.allCases where code.severity == .error && findings.has(code) {
      switch code {
      case .unknownTarget, .ambiguousTarget, .initialOutside, .historyMisplaced, .historyCircle, .emptyParallel,
        .targetsConflict:
        insert(.targets)
      case .missingKey, .unknownAction, .severalActions, .badDelay: formUnion([.targets, .handlers, .expressions])
      case .unknownKey: formUnion([.targets, .expressions])
      case .expressionSyntax, .unknownName, .unknownFunction, .wrongArguments, .typeMismatch, .expressionLimit,
        .badContextName, .badGuardName, .unknownGuard, .guardCircle:
        insert(.expressions)
      case .undeclaredEvent: insert(.alphabet)
      case .badEventType, .payloadMisfit, .unknownSend, .unreadableChart, .invalidChild, .unknownInput, .duplicateChild,
        .endlessInvocation:
        break
      default: formUnion([.targets, .handlers, .expressions, .alphabet])
      }
    }
  }
}
