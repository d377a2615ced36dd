import CEL

/// Counting guards during the search for handlers.
extension HandlerSelector {
  /// Records later candidates that would be enabled too. A candidate without a guard is the default and does not count.
  func noteHidden(
    behind taken: Int, end: Int, configuration: borrowing Configuration, data: borrowing DataModel,
    coverage: Coverage
  ) {
    if chart.handlers[taken].condition < 0 || taken + 1 == end { return }
    // Evaluates them on a copy, so that nothing changes.
    var looking = copy data
    for index in taken + 1..<end {
      let condition = chart.handlers[index].condition
      if condition < 0 || coverage.isHidden(index, behind: taken) { continue }
      if case .holds = looking.verdict(condition, in: configuration) { coverage.hide(index, behind: taken) }
      if looking.meter.end != nil { return }
    }
  }

  /// Counts the results of the named guards in a condition.
  func countGuards(
    in condition: Int32, configuration: borrowing Configuration, data: borrowing DataModel,
    coverage: Coverage
  ) {
    let asked = chart.expressions[Int(condition)].program.guards
    if asked.isEmpty { return }
    // Evaluates them on a copy without a cost or a record.
    var looking = copy data
    looking.recorder = nil
    var takesMaps = false
    for name in asked {
      guard let entry = chart.namedGuard(name), entry.definition >= 0 else { continue }
      if entry.readsParameters(in: chart) {
        takesMaps = true
        continue
      }
      switch looking.verdict(entry.definition, in: configuration) {
      case .holds: coverage.count(entry.definition, holds: true)
      case .fails: coverage.count(entry.definition, holds: false)
      case .error: break
      }
    }
    guard takesMaps, let noting = coverage.noting(condition, in: chart) else { return }
    // Guards with a map have a result for each map.
    for note in looking.guardsNoted(by: noting, in: configuration) {
      let name = noting.program.guards[note.guardIndex]
      guard let entry = chart.namedGuard(name), entry.readsParameters(in: chart) else { continue }
      coverage.count(entry.definition, holds: note.holds)
    }
  }
}
