/// The order of one level's nodes while it is looked for, with what is fixed around it: the order in which lines end on the boxes in it,
/// and where those on its own border go on outside.
struct Arrangement {
  /// The links of all nodes to those in the next layer on one side, one node after the other.
  struct Links {
    /// Of each node, the first of its links; one more at the end.
    private(set) var start = [0]
    private(set) var node: [Int] = []
    /// Which end of the other box is meant, and which of its own.
    private(set) var slot: [Int] = []
    private(set) var ownSlot: [Int] = []

    mutating func add(_ other: Int, slot end: Int, ownSlot ownEnd: Int) {
      node.append(other)
      slot.append(end)
      ownSlot.append(ownEnd)
    }

    /// The links added since are those of the next node.
    mutating func close() { start.append(node.count) }

    func of(_ node: Int) -> Range<Int> { start[node]..<start[node + 1] }
  }

  var layers: [[Int]]
  let above: Links
  let below: Links
  /// How many ends of lines a node has at its top and its bottom: 1 where their order is free.
  let slotsAbove: [Int]
  let slotsBelow: [Int]
  /// Where the border's nodes of the first and the last layer go on outside; -1 where that is not known.
  let outside: [Int]
  /// Of each node, the first of its ends among those of its layer.
  private(set) var top: [Int]
  private(set) var bottom: [Int]

  init(layers: [[Int]], above: Links, below: Links, slotsAbove: [Int], slotsBelow: [Int], outside: [Int]) {
    self.layers = layers
    self.above = above
    self.below = below
    self.slotsAbove = slotsAbove
    self.slotsBelow = slotsBelow
    self.outside = outside
    top = Array(repeating: 0, count: outside.count)
    bottom = Array(repeating: 0, count: outside.count)
    for layer in layers.indices { number(layer) }
  }

  /// Counts the ends in a layer again after its order changed.
  mutating func number(_ layer: Int) {
    var (above, below) = (0, 0)
    for node in layers[layer] {
      top[node] = above
      bottom[node] = below
      above += slotsAbove[node]
      below += slotsBelow[node]
    }
  }

  mutating func use(_ order: [[Int]]) {
    layers = order
    for layer in layers.indices { number(layer) }
  }

  func keyAbove(_ link: Int) -> Int { bottom[above.node[link]] + above.slot[link] }
  func keyBelow(_ link: Int) -> Int { top[below.node[link]] + below.slot[link] }

  /// Where a node goes on outside, if it is on the border on that side.
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

  /// Crossings between the ends on the border and where they go on outside.
  private func crossingsOutside(_ layer: Int, counter: inout InversionCounter) -> Int {
    counter.count(layers[layer].lazy.filter { outside[$0] >= 0 }.map { outside[$0] })
  }
}

/// Counts how many pairs of a list stand in the wrong order, with a tree of partial sums.
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
