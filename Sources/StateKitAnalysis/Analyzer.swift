package import StateKitCore

/// Looks for what is legal in a chart and hardly meant: every rule in turn, on facts that are worked out once.
package enum Analyzer {
  /// Every rule, in the order of the documentation; a message of a later one never depends on an earlier one.
  static let rules: [Rule] = [
    PayloadMisfit.rule, UnknownSend.rule, LookAlike.rule, UnreachableState.rule, DeadEnd.rule, DeadHandler.rule,
    RegionConflict.rule, NeverRecorded.rule, EndlessCycle.rule, UnknownChild.rule, ConstantGuard.rule,
    UnhandledRaise.rule,
    UnusedEvent.rule, UnusedContext.rule,
  ]

  /// Adds to `findings` what is odd about the chart. Where the chart has errors, rules that these could mislead are left
  /// out: one mistake gives one message.
  package static func analyze(_ located: LocatedChart, _ findings: Findings) {
    let damage = Damage(of: findings)
    let subject = Subject(located)
    for rule in rules where rule.restsOn.isDisjoint(with: damage) { rule.check(subject, findings) }
    if damage.isEmpty { UnusedAllowance.check(findings) }
  }
}

/// One thing that is looked for.
struct Rule: Sendable {
  /// What must be known of the whole chart for the rule to be right.
  let restsOn: Damage
  let check: @Sendable (Subject, Findings) -> Void
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
      case .unknownTarget, .ambiguousTarget, .initialOutside, .historyMisplaced, .emptyParallel, .targetsConflict:
        insert(.targets)
      case .missingKey, .unknownAction, .severalActions, .badDelay: formUnion([.targets, .handlers, .expressions])
      case .unknownKey: formUnion([.targets, .expressions])
      case .expressionSyntax, .unknownName, .unknownFunction, .wrongArguments, .typeMismatch, .expressionLimit,
        .badContextName:
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
