import CEL
import StateKitCore

/// Creates findings for behaviour that depends on an order.
final class RivalFindings {
  private let reporter: FindingReporter
  private let coverage: CoverageReport
  private var chart: Chart { reporter.chart }

  init(_ reporter: FindingReporter, coverage: CoverageReport) {
    self.reporter = reporter
    self.coverage = coverage
  }

  func all() -> [ExploreFinding] { hidden() + ties() + lostRaises() }

  /// A handler that is never selected is already reported.
  private func hidden() -> [ExploreFinding] {
    reporter.explorer.rivals.hidden.compactMap { found, moment in
      guard reporter.explorer.coverage.taken[found.handler] > 0 else { return nil }
      let handler = chart.handlers[found.handler]
      return ExploreFinding(
        .hidden, severity: .info,
        message: "\(guardText(found.handler)) is hidden: \(guardText(found.taken)) is true at the same time",
        span: handler.span, state: chart.path(handler.state), handler: coverage.shown(handler: found.handler),
        script: reporter.space.script(to: moment))
    }
  }

  private func guardText(_ handler: Int) -> String {
    DisplayText.quoted(chart.written(expression: chart.handlers[handler].condition))
  }

  private func lostRaises() -> [ExploreFinding] {
    let handlers = HandlersOfEvents(chart)
    var computing: Set<Int> = []
    return reporter.explorer.rivals.lost.compactMap { event, moment in
      let name = chart.text(of: event)
      let shown = DisplayText.name(name)
      let named = chart.actions.indices.filter { raises(event, action: chart.actions[$0]) }
      let found = named.isEmpty ? chart.actions.indices.filter { raises(aTextLike: name, $0) } : named
      let active = reporter.space.leaves(of: moment.state).flatMap { Array(chart.states.line(upFrom: $0)) }
      // A state that was active before the event, rather than another one that raises it, too.
      let action =
        found.first { action in reporter.owner(of: action).map { active.contains($0) } ?? false } ?? found.first
      let state = action.flatMap { reporter.owner(of: $0) }
      let takers = (chart.event(named: name.utf8Bytes.span).map { handlers.handlers(of: $0) } ?? []).map {
        coverage.shown(handler: $0)
      }
      // Of the names that an action computes, and that no state handles, one is enough: there may be as many as states.
      if named.isEmpty, takers.isEmpty, !computing.insert(action ?? -1).inserted { return nil }
      let raiser = state.map { ", raised in \(chart.shownReference($0))," } ?? ""
      let taking =
        takers.isEmpty
        ? "no state handles it"
        : "no active state takes it; its handlers: \(takers.prefix(3).joined(separator: ", "))"
      return ExploreFinding(
        .lostRaise, severity: .info, message: "\(shown)\(raiser) is lost: \(taking)",
        span: action.map { chart.actionSpans[$0] }, state: state.map { chart.path($0) },
        script: reporter.space.script(to: moment))
    }
  }

  private func raises(_ event: EventLabel, action: Action) -> Bool {
    guard case .raise(.event(let raised), _) = action else { return false }
    return chart.names.text(chart.eventNames[raised.index]).utf8.elementsEqual(chart.text(of: event).utf8)
  }

  /// True if an action raises an event whose name is computed, and this may be the name.
  private func raises(aTextLike name: String, _ action: Int) -> Bool {
    guard case .raise(.text(let text), _) = chart.actions[action] else { return false }
    return text.literals.allSatisfy { TextSearch.contains(Array(name.utf8), wanted: Array($0.utf8)) }
  }

  private func ties() -> [ExploreFinding] {
    reporter.explorer.rivals.ties.map { pair, moment in
      let (first, second) = (shown(pair.first), shown(pair.second))
      var finding = ExploreFinding(
        .tie, severity: .warning,
        message: "\(first) and \(second) are due at the same time, and their order matters",
        script: reporter.space.script(to: moment))
      if let rival = [pair.second, pair.first].first(where: { $0.timer.after != nil }),
        let (state, timer) = rival.timer.after
      {
        let chart = chart.relative(rival.chart)
        finding.chart = rival.chart
        finding.span = chart.timers[timer].candidates.indices.first.map { chart.handlers[$0].span }
        finding.state = chart.path(state)
      } else {
        reporter.locate(&finding, leaves: reporter.space.leaves(of: moment.state))
      }
      return finding
    }
  }

  private func shown(_ timer: FamilyTimer) -> String {
    let chart = chart.relative(timer.chart)
    let child = timer.path.isEmpty ? "" : " of " + timer.path.map { DisplayText.name($0) }.joined(separator: ": ")
    guard let (state, index) = timer.timer.after else {
      return "the delayed event \(timer.timer.sentEvent(in: chart).map { DisplayText.name($0) } ?? "")\(child)"
    }
    return chart.timers[index].shown(of: state, in: chart) + child
  }
}
