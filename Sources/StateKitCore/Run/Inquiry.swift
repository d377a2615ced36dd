import CEL

/// The explanation of an event: every visited handler, from the deepest active states upwards, and its fate.
package struct Inquiry: Sendable {
  package enum Fate: Sendable {
    /// It is carried out.
    case taken
    /// It is `null`: the event stops in this state.
    case forbids
    /// Its guard is false, or has no bool value.
    case declined(error: String?)
    /// An earlier candidate is carried out.
    case shadowed
    /// A deeper state has a handler already, so this one is not searched.
    case notAsked
    /// It is enabled, but conflicts with this handler.
    case displaced(by: Int)
  }

  /// A candidate handler for the event.
  package struct Candidate: Sendable {
    /// The index in `Chart.handlers`.
    package let handler: Int
    package internal(set) var fate: Fate
  }

  /// A visited state.
  package struct Asked: Sendable {
    package let state: StateID
    /// Empty if it has no handler for the event.
    package internal(set) var candidates: [Candidate]
  }

  /// For each active leaf in document order, the states visited on the way up that were not visited before.
  package private(set) var lines: [[Asked]] = []
  package private(set) var outcome: Outcome

  /// Searches a machine without changing it. The machine must accept `event`.
  package init(_ event: Event, of machine: Machine) {
    let chart = machine.chart
    var data = machine.data
    let event = machine.seen(event)
    data.show(event)
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
          // The last leaf below a state searches it.
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
        // Above the state that has a handler, only states with handlers are listed.
        if !isAnswered || !candidates.isEmpty { line.append(Asked(state: state, candidates: candidates)) }
        if isShadowed { answered.append(state) }
        isAnswered = isAnswered || isShadowed
      }
      lines.append(line)
    }
  }

  /// The fates of the visited handlers.
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
  /// True if no later candidate is visited.
  fileprivate var isAnswer: Bool {
    switch self {
    case .taken, .forbids, .displaced: true
    case .declined, .shadowed, .notAsked: false
    }
  }
}
