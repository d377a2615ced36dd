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

  /// An arc and what is known of it; indices are short, so that more of them are at hand.
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
    /// The arc to the parent, and whether it points up.
    var arc: Int32 = -1
    var pointsUp = false
    var depth: Int32 = 1
    /// The first of the nodes below, and the neighbours among those below the same node.
    var firstChild: Int32 = -1
    var next: Int32 = -1
    var previous: Int32 = -1
  }

  private var arcs: [Arc]
  private var nodes: [Node]
  private var potentials: [Int]
  private var nextArc = 0
  private let block: Int

  /// A tree in which each node hangs on an extra one.
  init(supply: [Int], arcs given: [FlowArc]) {
    let root = supply.count
    arcs = given.map {
      Arc(
        source: Int32($0.source), target: Int32($0.target), standing: .atZero, cost: $0.cost, capacity: $0.capacity,
        flow: 0)
    }
    nodes = Array(repeating: Node(parent: Int32(root)), count: root + 1)
    potentials = Array(repeating: 0, count: root + 1)
    var size = 16
    while 4 * size * size < given.count + root { size += 8 }
    block = size
    nodes[root].depth = 0
    nodes[root].parent = -1
    let dearest = given.reduce(0) { max($0, abs($1.cost)) }
    let extra = (dearest + 1) * (root + 1)
    for node in 0..<root {
      let isSource = supply[node] >= 0
      nodes[node].arc = Int32(arcs.count)
      nodes[node].pointsUp = isSource
      potentials[node] = isSource ? 0 : extra
      arcs.append(
        Arc(
          source: Int32(isSource ? node : root), target: Int32(isSource ? root : node), standing: .inTree,
          cost: isSource ? 0 : extra, capacity: FlowArc.unlimited, flow: abs(supply[node])))
      attach(node, to: root)
    }
  }

  func potential(of node: Int) -> Int { potentials[node] }

  /// Whether a flow of least cost was found; none is where costs fall without end.
  mutating func run() -> Bool {
    while let entering = arcToEnter() {
      guard pivot(entering) else { return false }
    }
    return true
  }

  /// The most promising of the next block of arcs with one that lowers the cost.
  private mutating func arcToEnter() -> Int? {
    var best = 0
    var found: Int?
    var left = block
    var index = nextArc
    for _ in 0..<arcs.count {
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

  /// Sends as much as fits around the cycle that an arc closes; whether there is a limit.
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
      let room = room(above: node, up: !nodes[node].pointsUp)
      if room < amount { (amount, leaving, leavesFirst) = (room, node, true) }
      node = Int(nodes[node].parent)
    }
    node = second
    while node != join {
      let room = room(above: node, up: nodes[node].pointsUp)
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
    let left = Int(nodes[leaving].arc)
    arcs[left].standing = arcs[left].flow == 0 ? .atZero : .atCapacity
    hang(leavesFirst ? first : second, upTo: leaving, on: leavesFirst ? second : first, by: entering)
    return true
  }

  /// By how much the flow on the arc above a node can grow, or shrink.
  private func room(above node: Int, up grows: Bool) -> Int {
    let arc = arcs[Int(nodes[node].arc)]
    if !grows { return arc.flow }
    return arc.capacity >= FlowArc.unlimited ? FlowArc.unlimited : arc.capacity - arc.flow
  }

  private func commonAncestor(_ first: Int, _ second: Int) -> Int {
    var (one, other) = (first, second)
    while one != other {
      if nodes[one].depth >= nodes[other].depth {
        one = Int(nodes[one].parent)
      } else {
        other = Int(nodes[other].parent)
      }
    }
    return one
  }

  /// Sends an amount up the tree.
  private mutating func push(_ amount: Int, from first: Int, to join: Int) {
    var node = first
    while node != join {
      arcs[Int(nodes[node].arc)].flow += nodes[node].pointsUp ? amount : -amount
      node = Int(nodes[node].parent)
    }
  }

  /// Turns the part of the tree from `top` down to `node` upside down, and hangs it by `arc` on `holder`.
  private mutating func hang(_ node: Int, upTo top: Int, on holder: Int, by arc: Int) {
    var (child, above, link) = (node, holder, arc)
    while true {
      let (oldParent, oldArc) = (Int(nodes[child].parent), Int(nodes[child].arc))
      detach(child)
      nodes[child].parent = Int32(above)
      nodes[child].arc = Int32(link)
      nodes[child].pointsUp = Int(arcs[link].source) == child
      attach(child, to: above)
      if child == top { break }
      (above, child, link) = (child, oldParent, oldArc)
    }
    let entered = arcs[arc]
    let reduced = entered.cost + potentials[Int(entered.source)] - potentials[Int(entered.target)]
    let change = Int(entered.source) == node ? -reduced : reduced
    nodes[node].depth = nodes[holder].depth + 1
    potentials[node] += change
    var current = node
    while true {
      if nodes[current].firstChild >= 0 {
        current = Int(nodes[current].firstChild)
      } else {
        while current != node && nodes[current].next < 0 { current = Int(nodes[current].parent) }
        if current == node { return }
        current = Int(nodes[current].next)
      }
      nodes[current].depth = nodes[Int(nodes[current].parent)].depth + 1
      potentials[current] += change
    }
  }

  private mutating func attach(_ node: Int, to above: Int) {
    let first = nodes[above].firstChild
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
