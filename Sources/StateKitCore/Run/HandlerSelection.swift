import CEL

/// What the active states make of an event: which handlers are taken, and why others are not (Semantics.md, rules 3 to 7).
package struct HandlerSelection: Sendable {
  /// Why a handler that was looked at is not taken.
  package enum Refusal: Sendable {
    /// It is `null`: the event stops here.
    case forbids
    /// Its guard is false.
    case declined
    /// Its guard gave no bool, which counts as false.
    case failed(DataModel.Failure)
    /// It would be taken, but conflicts with this handler, which is.
    case displaced(by: Int32)
  }

  /// A handler that was looked at, by its index in `Chart.handlers`.
  package struct Reason: Sendable {
    package let handler: Int32
    package let refusal: Refusal
  }

  /// The handlers that are taken, in the order in which they were chosen; indices in `Chart.handlers`.
  package fileprivate(set) var handlers: [Int32] = []
  /// Those that were looked at and are not taken, in the order in which they were asked.
  package fileprivate(set) var reasons: [Reason] = []
  /// A `null` stopped the event.
  private(set) var isForbidden = false
  /// A guard gave no bool.
  private(set) var hasFailures = false

  package init() {}

  /// How the event ends.
  package var outcome: Outcome {
    if !handlers.isEmpty || isForbidden { return .handled }
    return reasons.isEmpty ? .ignored : .declined
  }

  /// The `null` handlers that stopped the event.
  package var forbidding: [Int32] {
    if !isForbidden { return [] }
    return reasons.compactMap { if case .forbids = $0.refusal { $0.handler } else { nil } }
  }

  /// A handler was enabled and is not taken, because it conflicts with another one.
  var hasDisplaced: Bool {
    reasons.contains { if case .displaced = $0.refusal { true } else { false } }
  }

  /// What guards gave instead of a bool.
  var failures: [(handler: Int32, failure: DataModel.Failure)] {
    if !hasFailures { return [] }
    return reasons.compactMap { if case .failed(let failure) = $0.refusal { ($0.handler, failure) } else { nil } }
  }

  mutating func removeAll() {
    handlers.empty()
    if reasons.isEmpty { return }
    reasons.removeAll(keepingCapacity: true)
    isForbidden = false
    hasFailures = false
  }

  fileprivate mutating func refuse(_ handler: Int, _ refusal: Refusal) {
    reasons.append(Reason(handler: Int32(handler), refusal: refusal))
    switch refusal {
    case .forbids: isForbidden = true
    case .failed: hasFailures = true
    case .declined, .displaced: break
    }
  }
}

/// Looks for enabled handlers. Decides and changes nothing; keeps only its notes between calls.
package struct HandlerSelector {
  private let chart: Chart
  /// The round in which a state was last looked at: with several leaves, ancestors are looked at once.
  private var lookedAt: [Int32] = []
  private var round: Int32 = 0
  /// Counts what guards say.
  private let coverage: Coverage?

  package init(_ chart: Chart, coverage: Coverage? = nil) {
    self.chart = chart
    self.coverage = coverage
  }

  /// The handlers that are taken, conflicts resolved.
  package mutating func select(
    _ occasion: HandlerOccasion, in configuration: borrowing Configuration, _ history: borrowing HistoryStore,
    _ data: inout DataModel, into selection: inout HandlerSelection
  ) {
    selection.removeAll()
    let several = configuration.leaves.count > 1
    if several { beginRound() }
    for leaf in configuration.leaves {
      for owner in chart.bubbling(from: leaf, for: occasion) {
        if several {
          if lookedAt[owner.index] == round { break }
          lookedAt[owner.index] = round
        }
        if take(occasion, owner.index, configuration, &data, &selection) { break }
      }
    }
    if selection.handlers.count > 1 {
      let choice = HandlerConflicts(chart, copy history).resolve(selection.handlers, in: configuration)
      selection.handlers = choice.kept
      for (handler, winner) in choice.displaced { selection.refuse(Int(handler), .displaced(by: winner)) }
    }
  }

  /// The first enabled candidate of a timer (Charts.md, `after`).
  package func select(
    timer: Int32, in configuration: borrowing Configuration, _ data: inout DataModel,
    into selection: inout HandlerSelection
  ) {
    selection.removeAll()
    _ = take(chart.timers[Int(timer)].candidates, configuration, &data, &selection)
  }

  /// Whether the state has an enabled candidate, which is then noted.
  private func take(
    _ occasion: HandlerOccasion, _ state: Int, _ configuration: borrowing Configuration, _ data: inout DataModel,
    _ selection: inout HandlerSelection
  ) -> Bool {
    switch occasion {
    case .always:
      return take(chart.states[state].always, configuration, &data, &selection)
    case .event(let event):
      for candidates in chart.candidateLists(of: state, for: event) {
        if take(candidates, configuration, &data, &selection) { return true }
      }
      return false
    }
  }

  /// The first candidate whose guard holds.
  private func take(
    _ candidates: TableRange, _ configuration: borrowing Configuration, _ data: inout DataModel,
    _ selection: inout HandlerSelection
  ) -> Bool {
    for index in candidates.indices {
      let condition = chart.handlers[index].condition
      if condition >= 0 {
        let verdict = data.verdict(condition, in: configuration)
        if let coverage {
          if case .holds = verdict {
            coverage.see(condition, holds: true)
          } else {
            coverage.see(condition, holds: false)
          }
          see(guardsIn: condition, configuration, data, coverage)
        }
        switch verdict {
        case .holds: break
        case .fails:
          selection.refuse(index, .declined)
          continue
        case .error(let failure):
          selection.refuse(index, .failed(failure))
          // The line is over: nobody else is asked.
          if data.meter.end != nil { return true }
          continue
        }
      }
      if let coverage, coverage.notesHidden {
        noteHidden(behind: index, Int(candidates.indices.upperBound), configuration, data, coverage)
      }
      if chart.handlers[index].isForbidden {
        selection.refuse(index, .forbids)
      } else {
        selection.handlers.append(Int32(index))
      }
      return true
    }
    return false
  }

  /// Notes which of the candidates behind one that holds would hold, too; one without a guard is for all other cases.
  private func noteHidden(
    behind taken: Int, _ end: Int, _ configuration: borrowing Configuration, _ data: borrowing DataModel,
    _ coverage: Coverage
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
  private func see(
    guardsIn condition: Int32, _ configuration: borrowing Configuration, _ data: borrowing DataModel,
    _ coverage: Coverage
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
    guard takesMaps, let noting = coverage.noting(condition, chart) else { return }
    // Those that take a map come to something for each map that they are asked with.
    for note in looking.guardsNoted(by: noting, in: configuration) {
      let name = noting.program.guards[note.guardIndex]
      guard let entry = chart.guards.first(where: { $0.isNamed(name) }), entry.readsParameters(in: chart) else {
        continue
      }
      coverage.see(entry.definition, holds: note.holds)
    }
  }

  private mutating func beginRound() {
    if lookedAt.isEmpty { lookedAt = [Int32](repeating: 0, count: chart.states.count) }
    round &+= 1
  }
}
