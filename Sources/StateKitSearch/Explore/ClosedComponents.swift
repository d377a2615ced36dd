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
  /// True if the time limit or a signal ended the search, so that `others` is empty.
  private(set) var isCut = false

  /// The limit of rounds that search for states which lead back.
  private static let mostRounds = 20

  static func find(in explorer: inout Explorer) -> ClosedComponents {
    var found = ClosedComponents()
    let space = explorer.space
    var isEnd = [Bool](repeating: false, count: space.expanded)
    for state in explorer.deadEnds { isEnd[state] = true }
    if space.finished > 0 { for state in isEnd.indices where space.isFinished(state) { isEnd[state] = true } }
    found.ends = isEnd.indices.filter { isEnd[$0] }
    // A chart with `root` alone has no state that can be left for good.
    if explorer.chart.states.count == 1 || space.expanded == 0 { return found }
    var first = explorer.firstBehind
    guard space.bound?.kind != .interrupt, let open = Self.open(&explorer, isEnd: isEnd, first: &first),
      let closed = open.isEmpty ? [] : Self.closed(from: open, explorer: &explorer, isEnd: isEnd, first: first)
    else {
      found.isCut = true
      return found
    }
    found.others = closed.filter { $0.count < space.states }
    // Every state leads to a closed component.
    found.isWhole = space.isComplete && found.ends.isEmpty && found.others.isEmpty
    return found
  }

  /// The open states, in order: those not known to lead to an earlier state or to one that was not expanded. `first`:
  /// for each state, a state that it leads to; an open state is its own entry. Nil if the report must end before.
  private static func open(_ explorer: inout Explorer, isEnd: [Bool], first: inout [UInt32]) -> [Int]? {
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
        if explorer.options.endsReport() { return nil }
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

  /// The closed components that can be reached from open states; nil if the report must end before.
  private static func closed(
    from open: [Int], explorer: inout Explorer, isEnd: [Bool], first: [UInt32]
  ) -> [[Int]]? {
    // A state that leads back to the only start is not in a closed component, unless all states are.
    let isOnly = explorer.space.starts.count == 1
    var targets = PagedArray<UInt32>()
    var isLeft = [Bool](repeating: false, count: first.count)
    let components = Components(from: open, count: first.count) { state in
      explorer.collectTargets(of: state, into: &targets) { target in
        let isKept = target < first.count && !isEnd[target] && !(isOnly && leadsToStart(target, first: first))
        if !isKept { isLeft[state] = true }
        return isKept
      }
    } target: {
      Int(targets[$0])
    }
    if explorer.options.endsReport() { return nil }
    return components.closed.filter { component in !component.contains { isLeft[$0] } }
  }

  /// True if a state is known to lead to the very first state.
  private static func leadsToStart(_ state: Int, first: [UInt32]) -> Bool {
    var state = state
    while Int(first[state]) < state { state = Int(first[state]) }
    return state == 0
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
      let step = stepper.perform(input, codec: &space.codec)
      guard step.movesClock || step.isHandled && !step.isForbidden else { continue }
      if let target = space.table.find(stepper.after), !found(target) { return }
    }
  }

  /// Adds those targets of a state's arcs that `isKept` accepts, and returns their range; none if the time is over.
  fileprivate mutating func collectTargets(
    of state: Int, into targets: inout PagedArray<UInt32>, where isKept: (Int) -> Bool
  ) -> Range<Int> {
    let start = targets.count
    if options.endsReport() { return start..<start }
    findTargets(of: state) { target in
      if isKept(target) { targets.append(UInt32(target)) }
      return true
    }
    return start..<targets.count
  }

  /// Of these states of the chart, those that are never active again after they were left; nil if the time is over.
  mutating func leftForGood(_ states: [StateID]) -> [StateID]? {
    // The steps of all states are made again below.
    if states.isEmpty { return [] }
    var targets = PagedArray<UInt32>()
    var arcs = [Range<Int>](repeating: 0..<0, count: space.states)
    let components = Components(from: 0..<space.states, count: space.states) { state in
      arcs[state] = collectTargets(of: state, into: &targets) { _ in true }
      return arcs[state]
    } target: {
      Int(targets[$0])
    }
    if options.endsReport() { return nil }
    let leaves = (0..<space.states).map { space.leaves(of: $0) }
    var isCut = false
    let left = states.filter { wanted in
      isCut = isCut || options.endsReport()
      if isCut { return false }
      let isActive = leaves.map { $0.contains { chart.isWithin($0, ancestor: wanted) } }
      // Whether a state leads to one in which it is active; components that can be reached come first.
      var leads = isActive
      for component in components.all {
        let isLeading = component.contains { state in leads[state] || arcs[state].contains { leads[Int(targets[$0])] } }
        if isLeading { for state in component { leads[state] = true } }
      }
      return !isActive.indices.contains { state in
        isActive[state] && arcs[state].contains { !isActive[Int(targets[$0])] && leads[Int(targets[$0])] }
      }
    }
    return isCut ? nil : left
  }
}
