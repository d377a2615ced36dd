/// The order of one level's nodes while it is looked for, with what is fixed around it: the order in which lines end on the boxes in it,
/// and where those on its own border go on outside.
struct Arrangement {
  /// From a node to one in the next layer: which end of the other box, and which of its own.
  struct Link {
    let node: Int
    let slot: Int
    let ownSlot: Int
  }

  var layers: [[Int]]
  let above: [[Link]]
  let below: [[Link]]
  /// How many ends of lines a node has at its top and its bottom: 1 where their order is free.
  let slotsAbove: [Int]
  let slotsBelow: [Int]
  /// Where the border's nodes of the first and the last layer go on outside; -1 where that is not known.
  let outside: [Int]
  /// Of each node, the first of its ends among those of its layer.
  private(set) var top: [Int]
  private(set) var bottom: [Int]

  init(layers: [[Int]], above: [[Link]], below: [[Link]], slotsAbove: [Int], slotsBelow: [Int], outside: [Int]) {
    self.layers = layers
    self.above = above
    self.below = below
    self.slotsAbove = slotsAbove
    self.slotsBelow = slotsBelow
    self.outside = outside
    top = Array(repeating: 0, count: above.count)
    bottom = Array(repeating: 0, count: above.count)
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

  func keyAbove(_ link: Link) -> Int { bottom[link.node] + link.slot }
  func keyBelow(_ link: Link) -> Int { top[link.node] + link.slot }

  func crossings() -> Int {
    var sum = crossingsOutside(0)
    if layers.count > 1 { sum += crossingsOutside(layers.count - 1) }
    for layer in layers.indices.dropLast() { sum += crossings(below: layer) }
    return sum
  }

  /// Crossings between a layer and the next one.
  func crossings(below layer: Int) -> Int {
    var lower: [Int] = []
    var most = 0
    for node in layers[layer] where !below[node].isEmpty {
      let keys =
        slotsBelow[node] == 1
        ? below[node].map(keyBelow).sorted()
        : below[node].map { (own: $0.ownSlot, key: keyBelow($0)) }.sorted { ($0.own, $0.key) < ($1.own, $1.key) }.map(
          \.key)
      most = max(most, keys.max() ?? 0)
      lower += keys
    }
    return inversions(lower, most: most)
  }

  /// Crossings between the ends on the border and where they go on outside.
  private func crossingsOutside(_ layer: Int) -> Int {
    let keys = layers[layer].compactMap { outside[$0] >= 0 ? outside[$0] : nil }
    return inversions(keys, most: keys.max() ?? 0)
  }
}

/// How many pairs stand in the wrong order; counted with a tree of partial sums.
func inversions(_ keys: [Int], most: Int) -> Int {
  guard keys.count > 1 else { return 0 }
  var tree = Array(repeating: 0, count: most + 2)
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
