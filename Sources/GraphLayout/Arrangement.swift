/// The order of one level's nodes during the search, with the facts that are fixed. These are the order in which
/// lines end on its boxes, and the positions outside at which lines that end on its own border continue.
struct Arrangement {
  /// The links of all nodes to the next layer on one side, sorted by node.
  struct Links {
    /// The number of line ends on this side of each node; 1 if their order is free.
    let ends: [Int]
    /// The index of the first link of each node, and the count of links at the end.
    private(set) var start = [0]
    private(set) var node: [Int] = []
    /// The slot of each link on the other box, and on its own box.
    private(set) var slot: [Int] = []
    private(set) var ownSlot: [Int] = []

    init(ends: [Int]) {
      self.ends = ends
    }

    mutating func add(_ other: Int, slot end: Int, ownSlot ownEnd: Int) {
      node.append(other)
      slot.append(end)
      ownSlot.append(ownEnd)
    }

    /// Ends the list of links of one node; links added from now on belong to the next node.
    mutating func close() { start.append(node.count) }

    func of(_ node: Int) -> Range<Int> { start[node]..<start[node + 1] }
  }

  var layers: [[Int]]
  let above: Links
  let below: Links
  /// Positions outside the border at which the border nodes of the first and last layer continue; -1 if unknown.
  let outside: [Int]
  /// The index of each node's first end among the ends of its layer.
  private(set) var top: [Int]
  private(set) var bottom: [Int]

  init(layers: [[Int]], above: Links, below: Links, outside: [Int]) {
    self.layers = layers
    self.above = above
    self.below = below
    self.outside = outside
    top = Array(repeating: 0, count: outside.count)
    bottom = Array(repeating: 0, count: outside.count)
    for layer in layers.indices { number(layer) }
  }

  /// Numbers the ends in a layer again after its order changed.
  mutating func number(_ layer: Int) {
    var (atTop, atBottom) = (0, 0)
    for node in layers[layer] {
      top[node] = atTop
      bottom[node] = atBottom
      atTop += above.ends[node]
      atBottom += below.ends[node]
    }
  }

  mutating func use(_ order: [[Int]]) {
    layers = order
    for layer in layers.indices { number(layer) }
  }

  func keyAbove(_ link: Int) -> Int { bottom[above.node[link]] + above.slot[link] }
  func keyBelow(_ link: Int) -> Int { top[below.node[link]] + below.slot[link] }

  /// The position outside at which a node on that border continues; nil for other nodes.
  func outside(of node: Int, in layer: Int, atTop: Bool) -> Int? {
    guard outside[node] >= 0, layer == (atTop ? 0 : layers.count - 1) else { return nil }
    return outside[node]
  }

  func crossings() -> Int {
    var counter = InversionCounter()
    var sum = crossingsOutside(0, counter: &counter)
    if layers.count > 1 { sum += crossingsOutside(layers.count - 1, counter: &counter) }
    for layer in layers.indices.dropLast() { sum += crossings(below: layer, counter: &counter) }
    return sum
  }

  /// Crossings between a layer and the next one.
  private func crossings(below layer: Int, counter: inout InversionCounter) -> Int {
    var ends: [(own: Int, key: Int)] = []
    for node in layers[layer] {
      let first = ends.count
      for link in below.of(node) { ends.append((bottom[node] + below.ownSlot[link], keyBelow(link))) }
      if ends.count > first + 1 { ends[first...].sort { ($0.own, $0.key) < ($1.own, $1.key) } }
    }
    return counter.count(ends.lazy.map(\.key))
  }

  /// The crossings between the ends on the border and their continuations outside.
  private func crossingsOutside(_ layer: Int, counter: inout InversionCounter) -> Int {
    counter.count(layers[layer].lazy.filter { outside[$0] >= 0 }.map { outside[$0] })
  }
}

/// Counts the inversions in a list, with a tree of partial sums.
struct InversionCounter {
  private var tree: [Int] = []

  mutating func count(_ keys: some Sequence<Int>) -> Int {
    var (most, length) = (0, 0)
    for key in keys {
      most = max(most, key)
      length += 1
    }
    if length < 2 { return 0 }
    tree.removeAll(keepingCapacity: true)
    tree.append(contentsOf: repeatElement(0, count: most + 2))
    var (sum, seen) = (0, 0)
    for key in keys {
      var smaller = 0
      var index = key + 1
      while index > 0 {
        smaller += tree[index]
        index -= index & -index
      }
      sum += seen - smaller
      seen += 1
      index = key + 1
      while index < tree.count {
        tree[index] += 1
        index += index & -index
      }
    }
    return sum
  }
}
