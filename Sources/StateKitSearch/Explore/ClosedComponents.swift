import StateKitCore

/// The closed components of the graph of states: those that no arc leaves. In the end, a chart always reaches one of
/// them.
///
/// The arcs are not stored. Nearly always, the first successor of each state already shows that all states lead back
/// to the start.
struct ClosedComponents {
  /// States without successors: finished ones and dead ends, each a component.
  private(set) var ends: [Int] = []
  /// The other closed components, unless all states are one component.
  private(set) var others: [[Int]] = []
  /// True if all states are one component.
  private(set) var isWhole = false

  /// The limit of rounds that search for states which lead back.
  private static let mostRounds = 20

  /// `isComplete`: includes components in which all states of the chart that are ever active are active: these are no
  /// traps.
  static func find(in explorer: Explorer, isComplete: Bool) -> ClosedComponents {
    var explorer = explorer
    var found = ClosedComponents()
    let space = explorer.space
    var isEnd = [Bool](repeating: false, count: space.expanded)
    for state in explorer.deadEnds { isEnd[state] = true }
    if space.finished > 0 { for state in isEnd.indices where space.isFinished(state) { isEnd[state] = true } }
    found.ends = isEnd.indices.filter { isEnd[$0] }
    // A chart with `root` alone has no state that can be left for good.
    if explorer.chart.states.count == 1 || space.expanded == 0 || space.bound?.kind == .interrupt { return found }
    var first = explorer.firstBehind
    let open = Self.open(&explorer, isEnd: isEnd, first: &first)
    if open.isEmpty {
      found.isWhole = space.isComplete && found.ends.isEmpty && !explorer.options.endsReport()
      return found
    }
    let active = ActiveStates(space, in: 0..<space.states)
    for root in open where !found.isWhole {
      if explorer.options.endsReport() { return found }
      if let component = Self.component(
        of: root, explorer: &explorer, isEnd: isEnd, first: first, active: isComplete ? nil : active)
      {
        if component.count == space.states { found.isWhole = true } else { found.others.append(component) }
      }
    }
    return found
  }

  /// The open states, in order: those not known to lead to an earlier state or to one that was not expanded. `first`:
  /// for each state, a state that it leads to; an open state is its own entry.
  private static func open(_ explorer: inout Explorer, isEnd: [Bool], first: inout [UInt32]) -> [Int] {
    let expanded = explorer.space.expanded
    var open: [Int] = []
    // With several first states, the very first one need not be reachable.
    let isOnly = explorer.space.starts.count == 1
    for state in first.indices where (state > 0 || !isOnly) && !isEnd[state] {
      let target = Int(first[state])
      if target < state, !isEnd[target] { continue }
      first[state] = UInt32(state)
      open.append(state)
    }
    for _ in 0..<mostRounds where !open.isEmpty {
      let before = open.count
      // From the last state backwards: then the results of successors are nearly always known.
      for state in open.reversed() {
        if explorer.options.endsReport() { return [] }
        explorer.findTargets(of: state) { target in
          if target >= expanded {
            first[state] = 0
          } else if !isEnd[target] {
            // Follows known results back as far as possible.
            var back = target
            while back > state, Int(first[back]) < back { back = Int(first[back]) }
            first[state] = min(first[state], UInt32(back))
          }
          return Int(first[state]) >= state
        }
      }
      open.removeAll { Int(first[$0]) < $0 }
      if open.count == before { break }
    }
    return open
  }

  /// The closed component whose first state is given; nil if an arc leaves it. With `active`, also nil if all these
  /// states are active in it.
  private static func component(
    of root: Int, explorer: inout Explorer, isEnd: [Bool], first: [UInt32], active: ActiveStates?
  ) -> [Int]? {
    var states = [root]
    var known: Set<Int> = [root]
    var seen = ActiveStates(explorer.space, in: CollectionOfOne(root))
    var next = 0
    while next < states.count {
      if let active, seen.count == active.count { return nil }
      if explorer.options.endsReport() { return nil }
      let state = states[next]
      next += 1
      var isClosed = true
      explorer.findTargets(of: state) { target in
        if known.contains(target) { return true }
        isClosed = target < first.count && !isEnd[target] && leadsBack(target, to: root, first: first)
        if isClosed {
          known.insert(target)
          states.append(target)
        }
        return isClosed
      }
      if !isClosed { return nil }
      if active != nil { seen.add(state, space: explorer.space) }
    }
    return states.sorted()
  }

  /// True if a state is known to lead to `root` without passing an earlier state.
  private static func leadsBack(_ state: Int, to root: Int, first: [UInt32]) -> Bool {
    var state = state
    while state > root, Int(first[state]) < state { state = Int(first[state]) }
    return state == root
  }
}

/// The states of the chart that are active in some states of a space, between two inputs.
struct ActiveStates {
  /// By the fields of compound states, the numbers of the children that were active.
  private var children: [[Bool]]
  /// The active states that fields do not show.
  private var irregular: Set<StateID> = []
  /// The number of children seen.
  private(set) var count = 0
  private var fields: [UInt32]

  init(_ space: StateSpace, in states: some Sequence<Int>) {
    fields = [UInt32](repeating: 0, count: space.codec.roles.count)
    children = space.codec.roles.prefix(space.codec.firstRecord).map { role in
      guard case .child(let state) = role else { return [] }
      return [Bool](repeating: false, count: space.codec.children[state.index].count + 1)
    }
    for state in states { add(state, space: space) }
  }

  mutating func add(_ state: Int, space: StateSpace) {
    space.table.values(state, into: &fields)
    if fields[space.codec.irregularField] > 0 {
      for leaf in space.codec.leaves(of: fields) {
        for ancestor in space.codec.chart.states.line(upFrom: leaf) where irregular.insert(ancestor).inserted {
          count += 1
        }
      }
      return
    }
    for field in children.indices where fields[field] > 0 && !children[field].isEmpty {
      if children[field][Int(fields[field])] { continue }
      children[field][Int(fields[field])] = true
      count += 1
    }
  }

  /// The flags by the indices of the chart's states.
  func flags(_ codec: StateCodec) -> [Bool] {
    var isActive = [Bool](repeating: false, count: codec.chart.states.count)
    for index in isActive.indices {
      let state = StateID(index)
      guard let parent = codec.chart.parent(of: state) else {
        isActive[index] = true
        continue
      }
      let field = codec.childField[parent.index]
      // The regions of a parallel state are active with it.
      let isChild = field < 0 || children[field][Int(codec.childNumber[index])]
      isActive[index] = isActive[parent.index] && isChild && codec.childNumber[index] > 0 || irregular.contains(state)
    }
    return isActive
  }
}

extension Explorer {
  /// Passes the targets of a state's arcs to `found`, until it returns that this is enough.
  mutating func findTargets(of state: Int, found: (Int) -> Bool) {
    stepper.enter(state, space: &space)
    if stepper.isFinished { return }
    var words = [UInt64](repeating: 0, count: space.table.width)
    for input in inputs(in: state) {
      switch stepper.isTried(input, codec: &space.codec) {
      case .no: continue
      case .answer:
        if let fields = answered(input), let target = space.table.find(fields), !found(target) { return }
        continue
      case .yes: break
      }
      if let flags = stepper.replay(input, into: &words, at: 0, codec: &space.codec) {
        if !flags.contains(.movesClock), !flags.contains(.handled) || flags.contains(.forbidden) { continue }
        if !flags.contains(.writes) {
          if !found(state) { return }
        } else if let target = space.table.find(words, at: 0), !found(target) {
          return
        }
        continue
      }
      let step = stepper.take(input, codec: &space.codec)
      guard step.movesClock || step.isHandled && !step.isForbidden else { continue }
      if let target = space.table.find(stepper.after), !found(target) { return }
    }
  }
}
