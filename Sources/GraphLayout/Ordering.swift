/// Orders the nodes of all levels. A level's count of crossings includes lines that its boxes and its border fix. So
/// a better order of one level is a better order of the whole. Rounds from the inside out and back pass results
/// between levels.
struct Ordering {
  let hierarchy: Hierarchy
  private(set) var levels: [LayeredLevel]
  /// For each level, the rank of an edge's end among the ends on the top or bottom border.
  private var ranks: [[Int: Int]]
  /// For each ordered level, the index of each node's first end among the ends of its layer.
  private var tops: [[Int]]
  private var bottoms: [[Int]]

  /// Orders the layers of `levels`, one for each level of the hierarchy.
  static func order(_ hierarchy: Hierarchy, levels: [LayeredLevel], effort: Effort) -> [LayeredLevel] {
    let none: [[Int]] = Array(repeating: [], count: hierarchy.levels.count)
    var ordering = Ordering(
      hierarchy: hierarchy, levels: levels, ranks: Array(repeating: [:], count: hierarchy.levels.count), tops: none,
      bottoms: none)
    let filled = hierarchy.levels.indices.filter { !hierarchy.levels[$0].children.isEmpty }
    let links = levels.map { 1 + $0.below.reduce(0) { $0 + $1.count } }
    let sum = links.reduce(1, +)
    func work(_ level: Int, of total: Int) -> Int { total / sum * links[level] + total % sum * links[level] / sum }
    func improve(_ level: Int) {
      ordering.improve(
        level, starts: effort.laterStarts, sweeps: effort.sweeps, mostWork: work(level, of: effort.work / 10))
    }
    for level in filled.reversed() {
      ordering.improve(
        level, starts: effort.starts, sweeps: effort.sweeps, mostWork: work(level, of: effort.work / 10 * 6))
    }
    for _ in 0..<effort.rounds {
      for level in filled { improve(level) }
      for level in filled.reversed() { improve(level) }
    }
    return ordering.levels
  }

  /// How long the search for a better order lasts.
  struct Effort {
    let starts: Int
    let sweeps: Int
    let rounds: Int
    let laterStarts: Int
    /// The links that are looked at, in all levels together. Each level gets its share.
    let work: Int
  }

  private mutating func improve(_ level: Int, starts: Int, sweeps: Int, mostWork: Int) {
    var arrangement = arrangement(of: level, outside: outside(of: level))
    arrangement.use(LayerOrder.improve(arrangement, starts: starts, sweeps: sweeps, mostWork: mostWork))
    levels[level].layers = arrangement.layers
    tops[level] = arrangement.top
    bottoms[level] = arrangement.bottom
    ranks[level] = [:]
    for layer in levels[level].borderLayers {
      for (rank, node) in layer.enumerated() {
        if let edge = levels[level].edge(of: node, in: hierarchy.levels[level]) { ranks[level][edge] = rank }
      }
    }
  }

  private func arrangement(of level: Int, outside: [Int]) -> Arrangement {
    let layered = levels[level]
    let inner = layered.nodes.map { node -> Int? in
      guard case .child(let child) = node.content else { return nil }
      return hierarchy.inside(hierarchy.levels[level].children[child])
    }
    func slot(_ node: Int, edge: Int) -> Int { inner[node].flatMap { ranks[$0][edge] } ?? 0 }
    func links(_ from: [[LayeredLevel.Link]], atBottom: Bool) -> Arrangement.Links {
      var links = Arrangement.Links(ends: ends(atBottom: atBottom))
      for node in from.indices {
        for link in from[node] {
          links.add(link.node, slot: slot(link.node, edge: link.edge), ownSlot: slot(node, edge: link.edge))
        }
        links.close()
      }
      return links
    }
    func ends(atBottom: Bool) -> [Int] {
      inner.map { level in
        guard let level, !hierarchy.levels[level].children.isEmpty else { return 1 }
        return max(1, (atBottom ? levels[level].layers.last?.count : levels[level].layers.first?.count) ?? 1)
      }
    }
    return Arrangement(
      layers: layered.layers, above: links(layered.above, atBottom: false),
      below: links(layered.below, atBottom: true), outside: outside)
  }

  /// The positions of the border nodes' continuations, as ends in the neighbouring layers of the level around it.
  private func outside(of level: Int) -> [Int] {
    var outside = Array(repeating: -1, count: levels[level].nodes.count)
    guard let box = hierarchy.levels[level].box else { return outside }
    let around = hierarchy.around(box)
    let child = hierarchy.indexInParent[box]
    if tops[around].isEmpty { return outside }
    var ends: [Int: Int] = [:]
    for link in levels[around].above[child] { ends[link.edge] = bottoms[around][link.node] + slot(link, in: around) }
    for link in levels[around].below[child] { ends[link.edge] = tops[around][link.node] + slot(link, in: around) }
    for layer in levels[level].borderLayers {
      for node in layer {
        if let edge = levels[level].edge(of: node, in: hierarchy.levels[level]), let end = ends[edge] {
          outside[node] = end
        }
      }
    }
    return outside
  }

  /// The rank of a link's other end among those of its box.
  private func slot(_ link: LayeredLevel.Link, in level: Int) -> Int {
    guard case .child(let child) = levels[level].nodes[link.node].content else { return 0 }
    return ranks[hierarchy.inside(hierarchy.levels[level].children[child])][link.edge] ?? 0
  }
}
