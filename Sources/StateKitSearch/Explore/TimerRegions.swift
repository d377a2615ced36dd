import StateKitCore

/// For each timer of a chart, the region that contains all its effects, if that is easy to show. Two timers of
/// different regions have equal results in either order.
struct TimerRegions {
  /// The regions by the indices of `Chart.timers`.
  private let regions: [StateID?]
  private let chart: Chart

  init(_ chart: Chart) {
    self.chart = chart
    // An `always` handler may look at all regions.
    guard chart.states.indices.allSatisfy({ chart.states[$0].always.isEmpty }) else {
      regions = chart.timers.map { _ in nil }
      return
    }
    var isPlain: [StateID: Bool] = [:]
    regions = chart.timers.map { timer in
      guard let first = timer.candidates.indices.first else { return nil }
      let owner = chart.handlers[first].state
      for region in chart.states.line(upFrom: owner) where Self.isRegion(region, in: chart) && region != owner {
        guard Self.staysIn(region, timer: timer, in: chart) else { continue }
        let known = isPlain[region] ?? Self.isPlain(region, in: chart)
        isPlain[region] = known
        return known ? region : nil
      }
      return nil
    }
  }

  /// True if two timers are certain to have equal results in either order.
  func areIndependent(_ one: PendingTimer, _ other: PendingTimer) -> Bool {
    guard let one = one.after, let other = other.after, let region = regions[one.timer],
      let another = regions[other.timer]
    else { return false }
    return !chart.isWithin(region, ancestor: another) && !chart.isWithin(another, ancestor: region)
  }

  private static func isRegion(_ state: StateID, in chart: Chart) -> Bool {
    chart.parent(of: state).map { chart.states[$0.index].kind == .parallel } ?? false
  }

  private static func staysIn(_ region: StateID, timer: AfterTimer, in chart: Chart) -> Bool {
    timer.candidates.indices.allSatisfy { candidate in
      chart.handlers[candidate].targets.indices.allSatisfy { target in
        chart.targets[target] != region && chart.isWithin(chart.targets[target], ancestor: region)
      }
    }
  }

  /// True if no effect of a timer in a region is seen outside it, or looks outside it.
  private static func isPlain(_ region: StateID, in chart: Chart) -> Bool {
    (region.index..<Int(chart.states[region.index].end)).allSatisfy { index in
      let state = chart.states[index]
      let isStill = state.kind != .final && !state.kind.isHistory && !state.hasInvoke
      var lists = [state.enterActions, state.exitActions]
      if state.initial >= 0 { lists.append(chart.initials[Int(state.initial)].actions) }
      for timer in state.timers.indices {
        for candidate in chart.timers[timer].candidates.indices {
          if chart.handlers[candidate].condition >= 0 { return false }
          lists.append(chart.handlers[candidate].actions)
        }
      }
      return isStill && lists.allSatisfy { list in list.indices.allSatisfy { isSeenOnly(chart.actions[$0]) } }
    }
  }

  /// True if an action is only visible to observers, changes nothing, and cannot fail.
  private static func isSeenOnly(_ action: Action) -> Bool {
    switch action {
    case .call(_, let data): data == nil
    case .log(let text): text.literal != nil
    case .assign, .raise, .send, .cancel, .goTo, .unless, .skip, .block, .forEach: false
    }
  }
}
