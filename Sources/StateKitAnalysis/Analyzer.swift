package import StateKitCore

/// Looks for what is legal in a chart and probably not intended: every rule in turn, on facts that are worked out once.
package enum Analyzer {
  /// Every rule, in the order of the documentation; a message of a later one never depends on an earlier one.
  static let rules: [Rule] = [
    PayloadMisfit.rule, UnknownSend.rule, LookAlike.rule, SimilarActions.rule, SpokenNames.rule, UnreachableState.rule,
    DeadEnd.rule,
    DeadHandler.rule, NoEffect.rule,
    RegionConflict.rule, NeverRecorded.rule, EndlessCycle.rule, UnknownChild.rule, ConstantGuard.rule,
    UnhandledRaise.rule,
    UnusedEvent.rule, UnusedContext.rule, UnusedGuard.rule,
  ]

  /// The pages of all codes that the rules report.
  package static var pages: [Explanation] { rules.flatMap { $0.pages() } + [UnusedAllowance.page] }

  /// Adds to `findings` what is odd about the chart. Where the chart has errors, rules that these could mislead are left
  /// out: one cause gives one message.
  ///
  /// `readElsewhere` are the slots of the context that others than the chart read: its scripts.
  package static func analyze(
    _ located: LocatedChart, findings: Findings, readElsewhere: Set<Int> = []
  ) {
    let damage = Damage(of: findings)
    let subject = Subject(located, readElsewhere: readElsewhere)
    for rule in rules where rule.restsOn.isDisjoint(with: damage) { rule.check(subject, findings) }
    if damage.isEmpty { UnusedAllowance.check(subject, findings: findings) }
  }
}
