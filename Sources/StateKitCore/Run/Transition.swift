/// One transition in progress: its targets, and its pending entries (Semantics.md, rules 8 to 16).
package struct Transition: Sendable {
  package struct Target: Sendable {
    package let state: StateID
    /// True if this transition entered it, or found it active without active children: from then on it is not changed.
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
      /// No effect: from here on a history target is replaced by its resolved states, and a target on the way counts as
      /// reached.
      case resolve
    }

    package let kind: Kind
    package let state: StateID
    /// The position in document order: twice the state's index; actions come directly after their state.
    let position: Int32

    /// True if this step only marks the state that the previous step entered as a target.
    func isReached(by entry: Step) -> Bool {
      kind == .resolve && state == entry.state
    }

    /// Of steps at one state, a resolved history target comes last, because the others may have made it a target. The
    /// defaults of histories come after the `initial` of their parent, in the order in which they lead on to each other.
    func isBefore(_ other: Step) -> Bool {
      if position != other.position { return position < other.position }
      if (kind == .resolve) != (other.kind == .resolve) { return other.kind == .resolve }
      return kind == .initial && other.kind == .historyDefault
    }
  }

  package internal(set) var targets: [Target] = []
  /// States below which everything is exited first, regardless of the targets (`reenter`).
  package internal(set) var reentryAncestors: [StateID] = []
  /// True if `root` itself is exited first.
  package internal(set) var exitsRoot = false
  /// States that this transition entered as targets or regions, and that may have to be completed. A state that was
  /// exited since need not be completed, even if it is active again.
  var arrived: [Activation] = []
  /// Parallel states that this transition entered: their regions must become active.
  var parallels: [Activation] = []
  /// History states of active parents whose default this transition takes: their actions run after all exits.
  var defaults: [StateID] = []
  /// States whose `initial` this transition has taken: once in each stay.
  var initialsTaken: [Activation] = []
  /// The plan: the next exits in order; empty if no state has to be exited.
  package internal(set) var exits: [StateID] = []
  /// The plan: the next entries in order.
  package internal(set) var steps: [Step] = []

  /// The states to which history targets of the plan resolve; active ones are reached at once.
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

  /// Records the completed steps, before the transition is planned again after a nested `goToState`. `entryCount`: the
  /// machine's count before the first of these steps.
  mutating func settle(_ count: Int, in chart: Chart, after entryCount: Int) {
    // Only the last of the steps was interrupted: the entries before it were consecutive.
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

  /// Replaces a history target by the states to which it resolves; handlers of two regions may have named it.
  mutating func replace(_ history: StateID, with states: [StateID]) {
    guard let index = targets.firstIndex(where: { $0.state == history && !$0.isReached }) else { return }
    reach(history)
    targets.insert(contentsOf: states.map { Target(state: $0) }, at: index + 1)
  }
}
