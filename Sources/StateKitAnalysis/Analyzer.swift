package import StateKitCore

/// Looks for legal but probably unintended parts of a chart. Runs each rule in turn, on facts that are computed once.
package enum Analyzer {
  /// All rules, in the order of the documentation. No message of a rule depends on an earlier rule.
  static let rules: [Rule] = [
    PayloadMisfit.rule, UnknownSend.rule, LookAlike.rule, SimilarActions.rule, SpokenNames.rule, ComparedEvents.rule,
    TypeField.rule, UnreachableState.rule, DeadEnd.rule,
    DeadHandler.rule, DeadHandler.ruleOfTargets, NoEffect.rule,
    RegionConflict.rule, NeverRecorded.rule, EndlessCycle.rule, UnknownChild.rule, UnknownEnd.rule,
    ConstantGuard.rule, UnhandledRaise.rule,
    UnusedEvent.rule, InternalEvent.rule, LiteralBraces.rule, UnusedContext.rule, UnusedGuard.rule,
  ]

  /// The explanation pages of all codes that the rules report.
  package static var pages: [Explanation] { rules.flatMap { $0.pages() } + [UnusedAllowance.page] }

  /// Adds findings about the chart, and about the charts that are written inside it, to `findings`. Leaves out rules that
  /// errors in the chart could mislead: one cause gives one message.
  ///
  /// `readElsewhere` are the slots of the context that are read outside the chart, by its scripts.
  package static func analyze(
    _ located: LocatedChart, findings: Findings, readElsewhere: Set<Int> = []
  ) {
    let inner = findings.takeInner()
    let damage = Damage(of: findings)
    // The reader of another notation reports the errors of all charts of a file in one list.
    let shared = located.translation == nil ? [] : damage
    let innerDamage = inner.map { Damage(of: $0.findings).union(shared) }
    // The innermost charts first, so that the charts around them may suppress their findings.
    for (index, chart) in inner.enumerated().reversed() {
      if index < located.inner.count, let located = located.inner[index] {
        run(on: located, findings: chart.findings, damage: innerDamage[index], readNames: findings.readNames)
      }
      findings.merge(chart)
    }
    run(on: located, findings: findings, damage: damage, readNames: findings.readNames, readElsewhere: readElsewhere)
  }

  private static func run(
    on located: LocatedChart, findings: Findings, damage: Damage, readNames: [String], readElsewhere: Set<Int> = []
  ) {
    let slots = readNames.compactMap { located.chart.contextSlot(named: $0) }
    let subject = Subject(located, readElsewhere: readElsewhere.union(slots))
    for rule in rules where rule.restsOn.isDisjoint(with: damage) { rule.check(subject, findings) }
    if damage.isEmpty { UnusedAllowance.check(subject, findings: findings) }
  }
}
