/// Finds a flow of least cost by the network simplex method: a spanning tree, one arc in and one arc out at a time. The potentials of
/// the last tree are the solution of a `DifferenceSystem`.
struct FlowSimplex {
  private enum Standing {
    case atZero, inTree, atCapacity
  }

  /// An arc and its state in the search. Indices have 32 bits, so that more arcs fit in the processor's cache.
  private struct Arc {
    let source: Int32
    let target: Int32
    var standing: Standing
    let cost: Int
    let capacity: Int
    var flow: Int
  }

  /// A node's neighbours in the tree; -1 for none.
  private struct Node {
    var parent: Int32
    /// The first of the nodes below, and the neighbours among those below the same node.
    var firstChild: Int32 = -1
    var next: Int32 = -1
    var previous: Int32 = -1
  }

  /// The arc to a node's parent, and whether it points up; the number of nodes in the subtree.
  private struct Hold {
    var arc: Int32 = -1
    var pointsUp = false
    var size: Int32 = 1
  }

  private var arcs: [Arc]
  private var nodes: [Node]
  private var holds: [Hold]
  private var potentials: [Int]
  private var nextArc = 0
  private let block: Int
  /// The arcs and nodes that were looked at.
  private var steps = 0

  /// Creates a tree in which each node is a child of an extra one.
  init(supply: [Int], arcs given: [FlowArc]) {
    let root = supply.count
    arcs = given.map {
      Arc(
        source: Int32($0.source), target: Int32($0.target), standing: .atZero, cost: $0.cost, capacity: $0.capacity,
        flow: 0)
    }
    nodes = Array(repeating: Node(parent: -1), count: root + 1)
    holds = Array(repeating: Hold(), count: root + 1)
    potentials = Array(repeating: 0, count: root + 1)
    var size = 16
    while 4 * size * size < given.count + root { size += 8 }
    block = size
    holds[root].size = Int32(root + 1)
    let dearest = given.reduce(0) { max($0, abs($1.cost)) }
    let extra = (dearest + 1) * (root + 1)
    for node in 0..<root {
      let isSource = supply[node] >= 0
      holds[node].arc = Int32(arcs.count)
      holds[node].pointsUp = isSource
      potentials[node] = isSource ? 0 : extra
      arcs.append(
        Arc(
          source: Int32(isSource ? node : root), target: Int32(isSource ? root : node), standing: .inTree,
          cost: isSource ? 0 : extra, capacity: FlowArc.unlimited, flow: abs(supply[node])))
      attach(node, to: root)
    }
  }

  func potential(of node: Int) -> Int { potentials[node] }

  func flow(of arc: Int) -> Int { arcs[arc].flow }

  /// Finds a flow of least cost. Returns false if costs fall without end. Throws if that takes more steps than `most`.
  mutating func run(atMost most: Int) throws(LayoutError) -> Bool {
    while let entering = arcToEnter() {
      guard pivot(entering) else { return false }
      if steps > most { throw .tooManySteps }
    }
    return true
  }

  /// The best arc in the next block that has an arc which lowers the cost; nil if no arc does.
  private mutating func arcToEnter() -> Int? {
    var best = 0
    var found: Int?
    var left = block
    var index = nextArc
    for _ in 0..<arcs.count {
      steps += 1
      let arc = arcs[index]
      if arc.standing != .inTree {
        var reduced = arc.cost + potentials[Int(arc.source)] - potentials[Int(arc.target)]
        if arc.standing == .atCapacity { reduced = -reduced }
        if reduced < best { (best, found) = (reduced, index) }
      }
      index += 1
      if index == arcs.count { index = 0 }
      left -= 1
      if left == 0 {
        if found != nil { break }
        left = block
      }
    }
    nextArc = index
    return found
  }

  /// Sends as much flow as fits around the cycle that an arc closes. Returns false if the amount has no limit.
  private mutating func pivot(_ entering: Int) -> Bool {
    let forward = arcs[entering].standing == .atZero
    let first = Int(forward ? arcs[entering].source : arcs[entering].target)
    let second = Int(forward ? arcs[entering].target : arcs[entering].source)
    let join = commonAncestor(first, second)
    var amount = arcs[entering].capacity
    var leaving = -1
    var leavesFirst = true
    var node = first
    while node != join {
      steps += 1
      let room = room(above: node, up: !holds[node].pointsUp)
      if room < amount { (amount, leaving, leavesFirst) = (room, node, true) }
      node = Int(nodes[node].parent)
    }
    node = second
    while node != join {
      steps += 1
      let room = room(above: node, up: holds[node].pointsUp)
      if room <= amount { (amount, leaving, leavesFirst) = (room, node, false) }
      node = Int(nodes[node].parent)
    }
    if amount >= FlowArc.unlimited { return false }
    if amount > 0 {
      arcs[entering].flow += forward ? amount : -amount
      push(-amount, from: first, to: join)
      push(amount, from: second, to: join)
    }
    if leaving < 0 {
      arcs[entering].standing = forward ? .atCapacity : .atZero
      return true
    }
    arcs[entering].standing = .inTree
    let left = Int(holds[leaving].arc)
    arcs[left].standing = arcs[left].flow == 0 ? .atZero : .atCapacity
    resize(above: leaving, on: leavesFirst ? second : first, upTo: join)
    hang(leavesFirst ? first : second, upTo: leaving, on: leavesFirst ? second : first, by: entering)
    return true
  }

  /// The amount by which the flow on the arc above a node can grow, or shrink.
  private func room(above node: Int, up grows: Bool) -> Int {
    let arc = arcs[Int(holds[node].arc)]
    if !grows { return arc.flow }
    return arc.capacity >= FlowArc.unlimited ? FlowArc.unlimited : arc.capacity - arc.flow
  }

  private func commonAncestor(_ first: Int, _ second: Int) -> Int {
    var (one, other) = (first, second)
    while one != other {
      if holds[one].size < holds[other].size { one = Int(nodes[one].parent) } else { other = Int(nodes[other].parent) }
    }
    return one
  }

  /// Sends an amount up the tree.
  private mutating func push(_ amount: Int, from first: Int, to join: Int) {
    var node = first
    while node != join {
      arcs[Int(holds[node].arc)].flow += holds[node].pointsUp ? amount : -amount
      node = Int(nodes[node].parent)
    }
  }

  /// Moves the count of the subtree at `node` from its old ancestors to its new ones, up to their common ancestor.
  private mutating func resize(above node: Int, on holder: Int, upTo join: Int) {
    let moved = holds[node].size
    var current = Int(nodes[node].parent)
    while current != join {
      holds[current].size -= moved
      current = Int(nodes[current].parent)
    }
    current = holder
    while current != join {
      holds[current].size += moved
      current = Int(nodes[current].parent)
    }
  }

  /// Reverses the path of the tree from `top` down to `node`, and attaches `node` to `holder` by `arc`.
  private mutating func hang(_ node: Int, upTo top: Int, on holder: Int, by arc: Int) {
    let moved = holds[top].size
    var (child, above, link) = (node, holder, arc)
    var below: Int32 = 0
    while true {
      let (oldParent, old) = (Int(nodes[child].parent), holds[child])
      detach(child)
      holds[child].size = moved - below
      holds[child].arc = Int32(link)
      holds[child].pointsUp = Int(arcs[link].source) == child
      attach(child, to: above)
      if child == top { break }
      below = old.size
      (above, child, link) = (child, oldParent, Int(old.arc))
    }
    let entered = arcs[arc]
    let reduced = entered.cost + potentials[Int(entered.source)] - potentials[Int(entered.target)]
    let change = Int(entered.source) == node ? -reduced : reduced
    // Only differences count, so the smaller part is changed.
    if 2 * Int(moved) <= nodes.count { shift(node, by: change) } else { shift(nodes.count - 1, by: -change, but: node) }
  }

  /// Changes the potentials of a node and of all below it.
  private mutating func shift(_ top: Int, by change: Int, but left: Int = -1) {
    potentials[top] += change
    var current = top
    while true {
      if nodes[current].firstChild >= 0, current != left {
        current = Int(nodes[current].firstChild)
      } else {
        while current != top && nodes[current].next < 0 { current = Int(nodes[current].parent) }
        if current == top { return }
        current = Int(nodes[current].next)
      }
      steps += 1
      if current != left { potentials[current] += change }
    }
  }

  private mutating func attach(_ node: Int, to above: Int) {
    let first = nodes[above].firstChild
    nodes[node].parent = Int32(above)
    nodes[node].next = first
    nodes[node].previous = -1
    if first >= 0 { nodes[Int(first)].previous = Int32(node) }
    nodes[above].firstChild = Int32(node)
  }

  private mutating func detach(_ node: Int) {
    let (before, after) = (nodes[node].previous, nodes[node].next)
    if before >= 0 { nodes[Int(before)].next = after } else { nodes[Int(nodes[node].parent)].firstChild = after }
    if after >= 0 { nodes[Int(after)].previous = before }
  }
}
