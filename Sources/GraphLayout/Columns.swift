/// Computes all x coordinates, of all levels together, so that lines run straight across the borders of boxes.
struct Columns {
  let hierarchy: Hierarchy
  let levels: [LayeredLevel]
  let spacing: Spacing
  /// True if lines bend where that makes the page narrower, until it has the width of a page.
  let mayBend: Bool
  private var system: DifferenceSystem
  private let pageLeft: Int
  private let pageRight: Int
  private var boxLeft: [Int] = []
  private var boxRight: [Int] = []
  /// The variable of each line or stub, by level and node.
  private var lineVariable: [[Int]] = []
  /// The variable of each edge's end on a box, by box and edge.
  private var ends: [[Int: Int]]
  private let loopRoom: [Int]
  private(set) var result = Result()

  struct Result {
    var width = 0
    var left: [Int] = []
    var right: [Int] = []
    /// The x coordinate of each line or stub, by level and node.
    var line: [[Int]] = []
    /// The x coordinate of each edge's end on a box, by box and edge.
    var ends: [[Int: Int]] = []
  }

  static func find(
    _ hierarchy: Hierarchy, levels: [LayeredLevel], spacing: Spacing, mayBend: Bool
  ) throws(LayoutError) -> Result {
    var columns = Columns(hierarchy, levels: levels, spacing: spacing, mayBend: mayBend)
    columns.makeVariables()
    for level in levels.indices where !hierarchy.levels[level].children.isEmpty {
      columns.keepLayersApart(level)
      columns.placeEndsOnLeaves(level)
    }
    for level in levels.indices { columns.pullSegments(level) }
    try columns.solve()
    return columns.result
  }

  private init(_ hierarchy: Hierarchy, levels: [LayeredLevel], spacing: Spacing, mayBend: Bool) {
    (self.hierarchy, self.levels, self.spacing, self.mayBend) = (hierarchy, levels, spacing, mayBend)
    system = DifferenceSystem(mostSteps: hierarchy.graph.mostSteps)
    (pageLeft, pageRight) = (system.variable(), system.variable())
    ends = Array(repeating: [:], count: hierarchy.graph.boxes.count)
    loopRoom = hierarchy.graph.boxes.indices.map { Loops.width(of: $0, in: hierarchy, spacing: spacing) }
  }

  private mutating func makeVariables() {
    // No bend is as bad as a page that is too wide; for a narrower one none is needed.
    system.shorten(pageLeft, upper: pageRight, weight: mayBend ? 800 : 5)
    system.keep(pageLeft, upper: pageRight, atLeast: mayBend ? spacing.pageWidth : 0)
    for (box, shape) in hierarchy.graph.boxes.enumerated() {
      let (left, right) = (system.variable(), system.variable())
      boxLeft.append(left)
      boxRight.append(right)
      if hierarchy.isLeaf(box) {
        let least = max(shape.size.width, leafWidth(box))
        system.keep(left, upper: right, atLeast: least)
        // A box may grow a little if that makes lines straighter.
        system.keep(right, upper: left, atLeast: -least - (shape.outline == .circle ? 0 : spacing.boxes * 2))
        system.shorten(left, upper: right, weight: 3)
      } else {
        system.keep(left, upper: right, atLeast: shape.size.width)
        system.shorten(left, upper: right, weight: 1)
      }
    }
    for level in levels.indices {
      let runs = Runs(levels[level], mayBend: mayBend)
      let variables = (0..<runs.count).map { _ in system.variable() }
      lineVariable.append(
        levels[level].nodes.indices.map { node in
          if case .stub = levels[level].nodes[node].content { return system.variable() }
          return runs.run[node] < 0 ? -1 : variables[runs.run[node]]
        })
      guard let box = hierarchy.levels[level].box else { continue }
      for layer in levels[level].borderLayers {
        for node in layer {
          if let edge = levels[level].edge(of: node, in: hierarchy.levels[level]) {
            ends[box][edge] = lineVariable[level][node]
          }
        }
      }
    }
  }

  /// The width that the ends of lines need, on the side with more of them.
  private func leafWidth(_ box: Int) -> Int {
    guard hierarchy.graph.boxes[box].outline == .rectangle else { return 0 }
    let (around, child) = (levels[hierarchy.around(box)], hierarchy.indexInParent[box])
    let most = max(around.above[child].count, around.below[child].count)
    return 2 * spacing.corner + max(0, most - 1) * spacing.lines
  }

  private mutating func keepLayersApart(_ level: Int) {
    let layered = levels[level]
    let box = hierarchy.levels[level].box
    let (left, right) = (box.map { boxLeft[$0] } ?? pageLeft, box.map { boxRight[$0] } ?? pageRight)
    let inset = box == nil ? spacing.page : spacing.padding
    var known = Set<[Int]>()
    for (index, layer) in layered.layers.enumerated() {
      let isBorder = box != nil && (index == 0 || index == layered.last)
      var previous: Side?
      for (number, node) in layer.enumerated() {
        let sides = sides(of: node, in: level)
        // A node between others has a neighbor that keeps its distance.
        if isBorder || number == 0 {
          let start = isBorder ? borderInset(node, level: level, isTop: index == 0) : inset
          system.keep(left, upper: sides.left.variable, atLeast: start - sides.left.offset)
        }
        if isBorder || number == layer.count - 1 {
          system.keep(
            sides.right.variable, upper: right, atLeast: sides.right.offset + (isBorder ? spacing.corner : inset))
        }
        if let previous {
          let length = previous.offset + distance(previous, sides.left) - sides.left.offset
          let key = [previous.variable, sides.left.variable, length]
          if known.insert(key).inserted { system.keep(previous.variable, upper: sides.left.variable, atLeast: length) }
        }
        previous = sides.right
      }
    }
  }

  /// One side of a node in a layer: `offset` to the right of a variable.
  private struct Side {
    let variable: Int
    let offset: Int
    let isLine: Bool
  }

  private func sides(of node: Int, in level: Int) -> (left: Side, right: Side) {
    let content = levels[level].nodes[node].content
    let variable = lineVariable[level][node]
    switch content {
    case .child(let child):
      let box = hierarchy.levels[level].children[child]
      return (
        Side(variable: boxLeft[box], offset: 0, isLine: false),
        Side(variable: boxRight[box], offset: loopRoom[box], isLine: false)
      )
    case .line(let segment):
      let width = labelWidth(of: node, segment: segment, in: level)
      let isLeft = levels[level].nodes[node].labelIsLeft
      return (
        Side(variable: variable, offset: isLeft ? -width : 0, isLine: !isLeft || width == 0),
        Side(variable: variable, offset: isLeft ? 0 : width, isLine: isLeft || width == 0)
      )
    case .stub:
      let side = Side(variable: variable, offset: 0, isLine: true)
      return (side, side)
    }
  }

  /// The width of the label beside a line; 0 without a label.
  private func labelWidth(of node: Int, segment: Int, in level: Int) -> Int {
    guard levels[level].nodes[node].hasLabel else { return 0 }
    return spacing.label + (hierarchy.graph.edges[hierarchy.levels[level].segments[segment].edge].label?.width ?? 0)
  }

  private func distance(_ left: Side, _ right: Side) -> Int {
    left.isLine && right.isLine ? spacing.lines : left.isLine || right.isLine ? spacing.lineToBox : spacing.boxes
  }

  /// The least distance between a line on the border and the corner. At the top, lines stay clear of the title.
  private func borderInset(_ node: Int, level: Int, isTop: Bool) -> Int {
    guard isTop, let box = hierarchy.levels[level].box else { return spacing.corner }
    if case .stub = levels[level].nodes[node].content { return spacing.corner }
    return max(spacing.corner, hierarchy.graph.boxes[box].title.width + spacing.lineToBox)
  }

  /// Places the ends of lines on boxes without children: in the order of their other ends, within the side of the
  /// box.
  private mutating func placeEndsOnLeaves(_ level: Int) {
    let layered = levels[level]
    var order = Array(repeating: 0, count: layered.nodes.count)
    for layer in layered.layers {
      for (index, node) in layer.enumerated() { order[node] = index }
    }
    for (child, box) in hierarchy.levels[level].children.enumerated() where hierarchy.isLeaf(box) {
      for links in [layered.above[child], layered.below[child]] {
        let sorted = links.sorted { (order[$0.node], rank($0, in: level)) < (order[$1.node], rank($1, in: level)) }
        endLines(sorted.map(\.edge), on: box)
      }
    }
  }

  /// Of two lines from one box to another, the one whose end there is further left.
  private func rank(_ link: LayeredLevel.Link, in level: Int) -> Int {
    guard case .child(let child) = levels[level].nodes[link.node].content else { return 0 }
    let inner = hierarchy.inside(hierarchy.levels[level].children[child])
    for layer in levels[inner].borderLayers {
      for (index, node) in layer.enumerated()
      where levels[inner].edge(of: node, in: hierarchy.levels[inner]) == link.edge {
        return index
      }
    }
    return link.edge
  }

  private mutating func endLines(_ edges: [Int], on box: Int) {
    let shape = hierarchy.graph.boxes[box]
    var previous: Int?
    for (index, edge) in edges.enumerated() {
      let end = system.variable()
      ends[box][edge] = end
      if shape.outline == .circle {
        let step = edges.count < 2 ? 0 : min(spacing.lines, shape.size.width / 2 / (edges.count - 1))
        system.fix(boxLeft[box], end, at: shape.size.width / 2 + step * (2 * index - edges.count + 1) / 2)
        continue
      }
      system.keep(boxLeft[box], upper: end, atLeast: spacing.corner)
      system.keep(end, upper: boxRight[box], atLeast: spacing.corner)
      if let previous { system.keep(previous, upper: end, atLeast: spacing.lines) }
      previous = end
    }
  }

  /// Pulls the parts of each segment together, so that the segment has few bends.
  private mutating func pullSegments(_ level: Int) {
    for (index, segment) in hierarchy.levels[level].segments.enumerated() {
      let lines = levels[level].lines[index].map { lineVariable[level][$0] }
      let ends = [segment.upper, segment.lower].map { end($0, of: segment.edge, in: level) }
      if let upper = ends[0], let next = lines.first ?? ends[1] { system.pull(upper, next, weight: 4) }
      for (one, other) in zip(lines, lines.dropFirst()) where one != other {
        system.pull(one, other, weight: mayBend ? 8 : 4)
      }
      if let lower = ends[1], let last = lines.last { system.pull(last, lower, weight: 4) }
    }
  }

  private func end(_ end: Segment.End, of edge: Int, in level: Int) -> Int? {
    guard case .child(let child) = end else { return nil }
    return ends[hierarchy.levels[level].children[child]][edge]
  }

  private mutating func solve() throws(LayoutError) {
    // Among many bends, even longer steps are straightened.
    let (step, factor) = mayBend ? (spacing.line * 2, 11) : (spacing.line / 2, 2)
    guard let found = try system.solveEvenly(origin: pageLeft, step: step, factor: factor) else { return }
    result.width = found[pageRight]
    result.left = boxLeft.map { found[$0] }
    result.right = boxRight.map { found[$0] }
    result.line = lineVariable.map { $0.map { $0 < 0 ? 0 : found[$0] } }
    result.ends = ends.map { $0.mapValues { found[$0] } }
  }
}
