/// One transition while it is carried out: its targets, and the entries that it still owes (Semantics.md, rules 8 to 16).
package struct Transition: Sendable {
  package struct Target: Sendable {
    package let state: StateID
    /// This transition has entered it, or found it active with nothing below: it stays as it is from now on.
    package var isReached = false
  }

  /// One entry, or the actions of an `initial` or of a history state's default.
  package struct Step: Sendable {
    package enum Kind: Sendable {
      /// A state on the way to a target.
      case pass
      /// A target or a region: it is completed next.
      case arrive
      case initial
      case historyDefault
      /// Nothing is done: from here on a history target is what it was resolved to, and a target that was passed is reached.
      case resolve
    }

    package let kind: Kind
    package let state: StateID
    /// Document order: twice the state's index; actions come right after their state.
    let position: Int32

    /// Whether this only tells that the state which the step before has entered was a target.
    func isReached(by entry: Step) -> Bool {
      kind == .resolve && state == entry.state
    }

    /// Of entries at one state, what a history target stands for comes last: the others may have made it a target.
    func isBefore(_ other: Step) -> Bool {
      if position != other.position { return position < other.position }
      if (kind == .resolve) != (other.kind == .resolve) { return other.kind == .resolve }
      return state < other.state
    }
  }

  package internal(set) var targets: [Target] = []
  /// States below which everything is exited first, whatever the targets are (`reenter`).
  package internal(set) var reentryAncestors: [StateID] = []
  /// `root` itself is exited first.
  package internal(set) var exitsRoot = false
  /// States that this transition entered as targets or regions, in case they still have to be completed. One that was
  /// exited since owes nothing, even where it is active again.
  var arrived: [Activation] = []
  /// Parallel states that this transition entered: their regions have to be active.
  var parallels: [Activation] = []
  /// History states of active parents whose default this transition takes: their actions run when all exits are made.
  var defaults: [StateID] = []
  /// States whose `initial` this transition has taken: once in each stay.
  var initialsTaken: [Activation] = []
  /// The plan: what is exited next, in order; empty when nothing is in the way.
  package internal(set) var exits: [StateID] = []
  /// The plan: what is entered next, in order.
  package internal(set) var steps: [Step] = []

  /// What history targets of the plan stand for; what is active already is reached at once.
  var resolved: [(history: StateID, state: StateID, active: Activation?)] = []

  package init() {}

  package init(to targets: [StateID]) {
    self.targets = targets.map { Target(state: $0) }
  }

  mutating func removeAll() {
    targets.empty()
    reentryAncestors.empty()
    exitsRoot = false
    arrived.empty()
    parallels.empty()
    defaults.empty()
    initialsTaken.empty()
  }

  /// Notes the steps that were made, before the transition looks again: a nested `goToState` has changed the configuration.
  /// `entryCount`: of the machine, before the first of these steps.
  mutating func settle(_ count: Int, in chart: Chart, after entryCount: Int) {
    // Only the last of the steps was interfered with: the entries before it came one after the other.
    var serial = entryCount
    for step in steps[..<count] {
      switch step.kind {
      case .pass, .arrive:
        serial += 1
        let activation = Activation(state: step.state, serial: serial)
        if step.kind == .arrive { arrived.append(activation) }
        if chart.states[step.state.index].kind == .parallel { parallels.append(activation) }
      case .initial:
        if let completed = arrived.last(where: { $0.state == step.state }) { initialsTaken.append(completed) }
        targets += chart.targets(of: chart.initials[Int(chart.states[step.state.index].initial)]).map {
          Target(state: $0)
        }
      case .historyDefault:
        let initial = chart.initials[Int(chart.states[step.state.index].initial)]
        replace(step.state, with: chart.targets(of: initial))
      case .resolve:
        let stands = resolved.filter { $0.history == step.state }
        replace(step.state, with: stands.map(\.state))
        for active in stands.compactMap(\.active) {
          reach(active.state)
          arrived.append(active)
        }
      }
    }
    for step in steps[..<count] where step.kind == .arrive { reach(step.state) }
  }

  private mutating func reach(_ state: StateID) {
    for index in targets.indices where targets[index].state == state { targets[index].isReached = true }
  }

  /// Replaces a history target by what it stands for; handlers of two regions may have named it.
  mutating func replace(_ history: StateID, with states: [StateID]) {
    guard let index = targets.firstIndex(where: { $0.state == history && !$0.isReached }) else { return }
    reach(history)
    targets.insert(contentsOf: states.map { Target(state: $0) }, at: index + 1)
  }
}
