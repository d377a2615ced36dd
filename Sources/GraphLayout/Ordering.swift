/// Orders the nodes of all levels. A level's count of crossings includes those with the lines that its boxes and its border fix, so
/// that a better order of one level is a better order of the whole; rounds from the inside out and back pass on what was found.
struct Ordering {
  let hierarchy: Hierarchy
  private(set) var levels: [LayeredLevel]
  /// Of each level, the rank of an edge's end among those on the top or the bottom border.
  private var ranks: [[Int: Int]]

  /// Orders the layers of `levels`, one for each level of the hierarchy.
  static func order(_ hierarchy: Hierarchy, _ levels: [LayeredLevel], effort: Effort) -> [LayeredLevel] {
    var ordering = Ordering(
      hierarchy: hierarchy, levels: levels, ranks: Array(repeating: [:], count: hierarchy.levels.count))
    let filled = hierarchy.levels.indices.filter { !hierarchy.levels[$0].children.isEmpty }
    for level in filled.reversed() { ordering.improve(level, starts: effort.starts, sweeps: effort.sweeps) }
    for _ in 0..<effort.rounds {
      for level in filled { ordering.improve(level, starts: effort.laterStarts, sweeps: effort.sweeps) }
      for level in filled.reversed() { ordering.improve(level, starts: effort.laterStarts, sweeps: effort.sweeps) }
    }
    return ordering.levels
  }

  /// How long to look for a better order.
  struct Effort {
    let starts: Int
    let sweeps: Int
    let rounds: Int
    let laterStarts: Int
  }

  private mutating func improve(_ level: Int, starts: Int, sweeps: Int) {
    let arrangement = arrangement(of: level, outside: outside(of: level))
    levels[level].layers = LayerOrder.improve(arrangement, starts: starts, sweeps: sweeps).layers
    ranks[level] = [:]
    for layer in [levels[level].layers.first ?? [], levels[level].layers.last ?? []] {
      for (rank, node) in layer.enumerated() {
        if let edge = levels[level].edge(of: node, in: hierarchy.levels[level]) { ranks[level][edge] = rank }
      }
    }
  }

  private func arrangement(of level: Int, outside: [Int]) -> Arrangement {
    let layered = levels[level]
    let inner = layered.nodes.map { node -> Int? in
      guard case .child(let child) = node.content else { return nil }
      return hierarchy.levels[level].children[child] + 1
    }
    func slot(_ node: Int, _ edge: Int) -> Int { inner[node].flatMap { ranks[$0][edge] } ?? 0 }
    func links(_ from: [[LayeredLevel.Link]]) -> [[Arrangement.Link]] {
      from.indices.map { node in
        from[node].map {
          Arrangement.Link(node: $0.node, slot: slot($0.node, $0.edge), ownSlot: slot(node, $0.edge))
        }
      }
    }
    func slots(_ links: [[LayeredLevel.Link]], bottom: Bool) -> [Int] {
      links.indices.map { node in
        guard let inner = inner[node], !levels[inner].layers.isEmpty, !hierarchy.levels[inner].children.isEmpty else {
          return 1
        }
        return max(1, (bottom ? levels[inner].layers.last?.count : levels[inner].layers.first?.count) ?? 1)
      }
    }
    return Arrangement(
      layers: layered.layers, above: links(layered.above), below: links(layered.below),
      slotsAbove: slots(layered.above, bottom: false), slotsBelow: slots(layered.below, bottom: true), outside: outside)
  }

  /// Where the nodes on a level's border go on, as ends in the neighbouring layers of the level around it.
  private func outside(of level: Int) -> [Int] {
    var outside = Array(repeating: -1, count: levels[level].nodes.count)
    guard let box = hierarchy.levels[level].box else { return outside }
    let around = hierarchy.around(box)
    let child = hierarchy.indexInParent[box]
    let above = levels[around].above[child]
    let below = levels[around].below[child]
    if above.isEmpty && below.isEmpty { return outside }
    let outer = arrangement(of: around, outside: Array(repeating: -1, count: levels[around].nodes.count))
    var ends: [Int: Int] = [:]
    for (link, key) in zip(above, outer.above[child]) { ends[link.edge] = outer.keyAbove(key) }
    for (link, key) in zip(below, outer.below[child]) { ends[link.edge] = outer.keyBelow(key) }
    for layer in [levels[level].layers.first ?? [], levels[level].layers.last ?? []] {
      for node in layer {
        if let edge = levels[level].edge(of: node, in: hierarchy.levels[level]), let end = ends[edge] {
          outside[node] = end
        }
      }
    }
    return outside
  }
}
