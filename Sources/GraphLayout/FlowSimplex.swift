/// An arc of a flow network. Its flow lies between 0 and its capacity.
struct FlowArc {
  let source: Int
  let target: Int
  let cost: Int
  let capacity: Int

  static let unlimited = Int.max / 4
}

/// Finds a flow of least cost by the network simplex method: a spanning tree, one arc in and one arc out at a time. The potentials of
/// the last tree are what a `DifferenceSystem` asks for.
struct FlowSimplex {
  private enum Standing {
    case atZero, inTree, atCapacity
  }

  private var arcs: [FlowArc]
  private var flow: [Int]
  private var standing: [Standing]
  private let root: Int
  /// Of each node: the node above it in the tree, the arc to it, whether the arc points up, and how deep the node is.
  private var parent: [Int]
  private var parentArc: [Int]
  private var pointsUp: [Bool]
  private var depth: [Int]
  /// Of each node: the first of those below it, and its neighbours among those below the same node; -1 for none.
  private var firstChild: [Int]
  private var next: [Int]
  private var previous: [Int]
  private var nextArc = 0
  private(set) var potential: [Int]

  /// A tree in which each node hangs on an extra one.
  init(supply: [Int], arcs given: [FlowArc]) {
    let count = supply.count
    root = count
    arcs = given
    flow = Array(repeating: 0, count: given.count)
    standing = Array(repeating: .atZero, count: given.count)
    parent = Array(repeating: root, count: count + 1)
    parentArc = Array(repeating: -1, count: count + 1)
    pointsUp = Array(repeating: false, count: count + 1)
    depth = Array(repeating: 1, count: count + 1)
    firstChild = Array(repeating: -1, count: count + 1)
    next = Array(repeating: -1, count: count + 1)
    previous = Array(repeating: -1, count: count + 1)
    potential = Array(repeating: 0, count: count + 1)
    depth[root] = 0
    parent[root] = -1
    let dearest = given.reduce(0) { max($0, abs($1.cost)) }
    let extra = (dearest + 1) * (count + 1)
    for node in 0..<count {
      let isSource = supply[node] >= 0
      parentArc[node] = arcs.count
      pointsUp[node] = isSource
      potential[node] = isSource ? 0 : extra
      arcs.append(
        FlowArc(
          source: isSource ? node : root, target: isSource ? root : node, cost: isSource ? 0 : extra,
          capacity: FlowArc.unlimited))
      flow.append(abs(supply[node]))
      standing.append(.inTree)
      attach(node, to: root)
    }
  }

  /// Whether a flow of least cost was found; none is where costs fall without end.
  mutating func run() -> Bool {
    while let entering = arcToEnter() {
      guard pivot(entering) else { return false }
    }
    return true
  }

  /// The most promising of the next block of arcs with one that lowers the cost.
  private mutating func arcToEnter() -> Int? {
    var block = 16
    while block * block < arcs.count { block += 8 }
    var best = 0
    var found: Int?
    var left = block
    var arc = nextArc
    for _ in 0..<arcs.count {
      let candidate = arcs[arc]
      let reduced = candidate.cost + potential[candidate.source] - potential[candidate.target]
      switch standing[arc] {
      case .atZero:
        if reduced < best { (best, found) = (reduced, arc) }
      case .atCapacity:
        if -reduced < best { (best, found) = (-reduced, arc) }
      case .inTree: break
      }
      arc += 1
      if arc == arcs.count { arc = 0 }
      left -= 1
      if left == 0 {
        if found != nil { break }
        left = block
      }
    }
    nextArc = arc
    return found
  }

  /// Sends as much as fits around the cycle that an arc closes; whether there is a limit.
  private mutating func pivot(_ entering: Int) -> Bool {
    let forward = standing[entering] == .atZero
    let first = forward ? arcs[entering].source : arcs[entering].target
    let second = forward ? arcs[entering].target : arcs[entering].source
    let join = commonAncestor(first, second)
    var amount = arcs[entering].capacity
    var leaving = -1
    var leavesFirst = true
    var node = first
    while node != join {
      let arc = parentArc[node]
      let room = pointsUp[node] ? flow[arc] : room(of: arc)
      if room < amount { (amount, leaving, leavesFirst) = (room, node, true) }
      node = parent[node]
    }
    node = second
    while node != join {
      let arc = parentArc[node]
      let room = pointsUp[node] ? room(of: arc) : flow[arc]
      if room <= amount { (amount, leaving, leavesFirst) = (room, node, false) }
      node = parent[node]
    }
    if amount >= FlowArc.unlimited { return false }
    if amount > 0 { push(amount, along: entering, forward: forward, from: first, to: second, join: join) }
    if leaving < 0 {
      standing[entering] = forward ? .atCapacity : .atZero
      return true
    }
    standing[entering] = .inTree
    let left = parentArc[leaving]
    standing[left] = flow[left] == 0 ? .atZero : .atCapacity
    hang(leavesFirst ? first : second, upTo: leaving, on: leavesFirst ? second : first, by: entering)
    return true
  }

  private func room(of arc: Int) -> Int {
    let capacity = arcs[arc].capacity
    return capacity >= FlowArc.unlimited ? FlowArc.unlimited : capacity - flow[arc]
  }

  private func commonAncestor(_ first: Int, _ second: Int) -> Int {
    var (one, other) = (first, second)
    while one != other {
      if depth[one] >= depth[other] { one = parent[one] } else { other = parent[other] }
    }
    return one
  }

  private mutating func push(_ amount: Int, along arc: Int, forward: Bool, from first: Int, to second: Int, join: Int) {
    flow[arc] += forward ? amount : -amount
    var node = first
    while node != join {
      flow[parentArc[node]] += pointsUp[node] ? -amount : amount
      node = parent[node]
    }
    node = second
    while node != join {
      flow[parentArc[node]] += pointsUp[node] ? amount : -amount
      node = parent[node]
    }
  }

  /// Turns the part of the tree from `top` down to `node` upside down, and hangs it by `arc` on `holder`.
  private mutating func hang(_ node: Int, upTo top: Int, on holder: Int, by arc: Int) {
    var (child, above, link) = (node, holder, arc)
    while true {
      let (oldParent, oldArc) = (parent[child], parentArc[child])
      detach(child)
      parent[child] = above
      parentArc[child] = link
      pointsUp[child] = arcs[link].source == child
      attach(child, to: above)
      if child == top { break }
      (above, child, link) = (child, oldParent, oldArc)
    }
    let reduced = arcs[arc].cost + potential[arcs[arc].source] - potential[arcs[arc].target]
    let change = arcs[arc].source == node ? -reduced : reduced
    depth[node] = depth[holder] + 1
    potential[node] += change
    var current = node
    while true {
      if firstChild[current] >= 0 {
        current = firstChild[current]
      } else {
        while current != node && next[current] < 0 { current = parent[current] }
        if current == node { return }
        current = next[current]
      }
      depth[current] = depth[parent[current]] + 1
      potential[current] += change
    }
  }

  private mutating func attach(_ node: Int, to above: Int) {
    let first = firstChild[above]
    next[node] = first
    previous[node] = -1
    if first >= 0 { previous[first] = node }
    firstChild[above] = node
  }

  private mutating func detach(_ node: Int) {
    let (before, after) = (previous[node], next[node])
    if before >= 0 { next[before] = after } else { firstChild[parent[node]] = after }
    if after >= 0 { previous[after] = before }
  }
}
