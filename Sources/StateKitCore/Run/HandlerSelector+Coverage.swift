import CEL

/// What is counted of guards while handlers are looked for.
extension HandlerSelector {
  /// Notes which of the candidates behind one that holds would hold, too; one without a guard is for all other cases.
  func noteHidden(
    behind taken: Int, end: Int, configuration: borrowing Configuration, data: borrowing DataModel,
    coverage: Coverage
  ) {
    if chart.handlers[taken].condition < 0 || taken + 1 == end { return }
    // It is looked at like the others, but leaves nothing behind.
    var looking = copy data
    for index in taken + 1..<end {
      let condition = chart.handlers[index].condition
      if condition < 0 || coverage.isHidden(index, behind: taken) { continue }
      if case .holds = looking.verdict(condition, in: configuration) { coverage.hide(index, behind: taken) }
      if looking.meter.end != nil { return }
    }
  }

  /// Counts what the named guards come to that a condition asks.
  func see(
    guardsIn condition: Int32, configuration: borrowing Configuration, data: borrowing DataModel,
    coverage: Coverage
  ) {
    let asked = chart.expressions[Int(condition)].program.guards
    if asked.isEmpty { return }
    // What is looked at costs nothing and leaves no trace.
    var looking = copy data
    looking.recorder = nil
    var takesMaps = false
    for entry in chart.guards where entry.definition >= 0 && asked.contains(where: { entry.isNamed($0) }) {
      if entry.readsParameters(in: chart) {
        takesMaps = true
        continue
      }
      switch looking.verdict(entry.definition, in: configuration) {
      case .holds: coverage.see(entry.definition, holds: true)
      case .fails: coverage.see(entry.definition, holds: false)
      case .error: break
      }
    }
    guard takesMaps, let noting = coverage.noting(condition, in: chart) else { return }
    // Those that take a map come to something for each map that they are asked with.
    for note in looking.guardsNoted(by: noting, in: configuration) {
      let name = noting.program.guards[note.guardIndex]
      guard let entry = chart.guards.first(where: { $0.isNamed(name) }), entry.readsParameters(in: chart) else {
        continue
      }
      coverage.see(entry.definition, holds: note.holds)
    }
  }
}
