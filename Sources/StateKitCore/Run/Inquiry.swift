import CEL

/// Why an event does what it does: every handler that is looked at, from the deepest active states up, and what becomes of it.
package struct Inquiry: Sendable {
  /// What becomes of a candidate.
  package enum Fate: Sendable {
    /// It is taken.
    case taken
    /// It is `null`: the event stops here.
    case forbids
    /// Its guard is false, or gave no bool.
    case declined(error: String?)
    /// A candidate before it is taken.
    case shadowed
    /// A deeper state has answered already, and this one is not asked.
    case notAsked
    /// It would be taken, but conflicts with this handler.
    case displaced(by: Int)
  }

  /// A handler that answers the event.
  package struct Candidate: Sendable {
    /// In `Chart.handlers`.
    package let handler: Int
    package internal(set) var fate: Fate
  }

  /// A state that is asked.
  package struct Asked: Sendable {
    package let state: StateID
    /// Empty where it has no handler for the event.
    package internal(set) var candidates: [Candidate]
  }

  /// For each active leaf, in document order, the states asked on the way up, as long as none was asked before.
  package private(set) var lines: [[Asked]] = []
  package private(set) var outcome: Outcome

  /// Asks a machine without changing it. `event` must be one that the machine lets in.
  package init(_ event: Event, of machine: Machine) {
    let chart = machine.chart
    var data = machine.data
    data.see(machine.seen(event))
    data.meter.beginLine()
    var selection = HandlerSelection()
    var selector = HandlerSelector(chart)
    guard let id = event.id, !machine.isFinished else {
      outcome = .ignored
      return
    }
    selector.select(.event(id), in: machine.configuration, history: machine.history, data: &data, into: &selection)
    outcome = selection.outcome
    let fates = Self.fates(in: selection)
    var asked: Set<StateID> = []
    var answered: [StateID] = []
    let leaves = machine.configuration.leaves
    for (index, leaf) in leaves.enumerated() {
      var line: [Asked] = []
      var isAnswered = false
      for state in chart.states.line(upFrom: leaf) {
        if chart.bubbling == .subtree {
          // The last leaf below a state asks it.
          if index + 1 < leaves.count, chart.isWithin(leaves[index + 1], ancestor: state) { break }
          isAnswered = isAnswered || answered.contains { chart.isWithin($0, ancestor: state) }
        }
        if !isAnswered, !asked.insert(state).inserted { break }
        var candidates: [Candidate] = []
        var isShadowed = false
        for handler in chart.candidateLists(of: state.index, for: id).flatMap(\.indices) {
          let fate = isAnswered ? .notAsked : isShadowed ? .shadowed : fates[Int32(handler)] ?? .shadowed
          candidates.append(Candidate(handler: handler, fate: fate))
          if !isAnswered, fate.isAnswer { isShadowed = true }
        }
        // Above the one that answered only those are named that have handlers, too.
        if !isAnswered || !candidates.isEmpty { line.append(Asked(state: state, candidates: candidates)) }
        if isShadowed { answered.append(state) }
        isAnswered = isAnswered || isShadowed
      }
      lines.append(line)
    }
  }

  /// What became of the handlers that were looked at.
  private static func fates(in selection: HandlerSelection) -> [Int32: Fate] {
    var fates: [Int32: Fate] = [:]
    for handler in selection.handlers { fates[handler] = .taken }
    for reason in selection.reasons {
      switch reason.refusal {
      case .forbids: fates[reason.handler] = .forbids
      case .declined: fates[reason.handler] = .declined(error: nil)
      case .failed(let failure): fates[reason.handler] = .declined(error: failure.message)
      case .displaced(let winner): fates[reason.handler] = .displaced(by: Int(winner))
      }
    }
    return fates
  }
}

extension Inquiry.Fate {
  /// Whether no other candidate is asked behind it.
  fileprivate var isAnswer: Bool {
    switch self {
    case .taken, .forbids, .displaced: true
    case .declined, .shadowed, .notAsked: false
    }
  }
}
