/// Cuts each edge where it crosses the border of a box. The level of the least common ancestor of its ends has the
/// part with the label, unless the style puts it inside a box. The directions there decide on which side of a box the edge leaves and enters.
struct Lifting {
  private(set) var hierarchy: Hierarchy
  private var depth: [Int]
  private let style: LayoutStyle
  /// For each edge between different boxes, the two ends of its main part: a child of the level, or nil for its
  /// border.
  private var mains: [Main?]

  private struct Main {
    let level: Int
    let tail: Int?
    let head: Int?
  }

  static func lift(_ graph: NestedGraph, style: LayoutStyle) -> Hierarchy {
    var lifting = Lifting(graph, style: style)
    lifting.findMains()
    lifting.turnEdges()
    lifting.cut()
    return lifting.hierarchy
  }

  private init(_ graph: NestedGraph, style: LayoutStyle) {
    self.style = style
    var levels = [Level(box: nil)]
    var index: [Int] = []
    var depth: [Int] = []
    for (box, shape) in graph.boxes.enumerated() {
      let around = shape.parent.map { $0 + 1 } ?? 0
      index.append(levels[around].children.count)
      levels[around].children.append(box)
      levels.append(Level(box: box))
      depth.append(shape.parent.map { depth[$0] + 1 } ?? 0)
    }
    hierarchy = Hierarchy(
      graph: graph, levels: levels, indexInParent: index, loops: Array(repeating: [], count: graph.boxes.count),
      pointsUp: Array(repeating: false, count: graph.edges.count))
    self.depth = depth
    mains = []
  }

  private mutating func findMains() {
    for (edge, ends) in hierarchy.graph.edges.enumerated() {
      if ends.source == ends.target {
        hierarchy.loops[ends.source].append(edge)
        mains.append(nil)
        continue
      }
      var (tail, head): (Int?, Int?) = (nil, nil)
      var (one, other): (Int?, Int?) = (ends.source, ends.target)
      while one != other {
        let (oneDepth, otherDepth) = (one.map { depth[$0] } ?? -1, other.map { depth[$0] } ?? -1)
        if oneDepth >= otherDepth { (tail, one) = (one, one.flatMap { hierarchy.graph.boxes[$0].parent }) }
        if otherDepth >= oneDepth { (head, other) = (other, other.flatMap { hierarchy.graph.boxes[$0].parent }) }
      }
      mains.append(Main(level: one.map { $0 + 1 } ?? 0, tail: tail, head: head))
    }
  }

  private mutating func turnEdges() {
    var arrows: [[(edge: Int, tail: Int, head: Int)]] = Array(repeating: [], count: hierarchy.levels.count)
    for (edge, main) in mains.enumerated() {
      guard let main, let tail = main.tail, let head = main.head else { continue }
      arrows[main.level].append((edge, hierarchy.indexInParent[tail], hierarchy.indexInParent[head]))
    }
    for (level, list) in arrows.enumerated() where !list.isEmpty {
      let back = backwardArrows(list.map { ($0.tail, $0.head) }, count: hierarchy.levels[level].children.count)
      for (arrow, isBack) in zip(list, back) { hierarchy.pointsUp[arrow.edge] = isBack }
    }
  }

  private mutating func cut() {
    for (edge, main) in mains.enumerated() {
      guard let main else { continue }
      let ends = hierarchy.graph.edges[edge]
      let up = hierarchy.pointsUp[edge]
      add(edge, to: main.level, tail: main.tail, head: main.head, carriesLabel: ends.label != nil && !isInside(edge))
      if let tail = main.tail {
        if !hierarchy.isLeaf(ends.source) {
          hierarchy.levels[hierarchy.inside(ends.source)].stubs.append(Stub(edge: edge, isAtTop: up))
        }
        follow(from: ends.source, to: tail) { lifting, child in
          lifting.add(
            edge, to: lifting.hierarchy.around(child), tail: child, head: nil,
            carriesLabel: ends.label != nil && child == ends.source && lifting.isInside(edge))
        }
      }
      if let head = main.head {
        if !hierarchy.isLeaf(ends.target) {
          hierarchy.levels[hierarchy.inside(ends.target)].stubs.append(Stub(edge: edge, isAtTop: !up))
        }
        follow(from: ends.target, to: head) { lifting, child in
          lifting.add(edge, to: lifting.hierarchy.around(child), tail: nil, head: child, carriesLabel: false)
        }
      }
    }
  }

  /// True if the label of an edge is in the level of its source, inside the box that the edge leaves.
  private func isInside(_ edge: Int) -> Bool {
    guard style.labelsAreInside, let tail = mains[edge]?.tail else { return false }
    return tail != hierarchy.graph.edges[edge].source
  }

  /// Calls `each` with the boxes from `inner` outwards, up to the direct child of `outer`.
  private mutating func follow(from inner: Int, to outer: Int, each: (inout Lifting, Int) -> Void) {
    var box = inner
    while box != outer {
      each(&self, box)
      guard let parent = hierarchy.graph.boxes[box].parent else { return }
      box = parent
    }
  }

  private mutating func add(_ edge: Int, to level: Int, tail: Int?, head: Int?, carriesLabel: Bool) {
    let tailEnd = tail.map { Segment.End.child(hierarchy.indexInParent[$0]) } ?? .border
    let headEnd = head.map { Segment.End.child(hierarchy.indexInParent[$0]) } ?? .border
    let up = hierarchy.pointsUp[edge]
    hierarchy.levels[level].segments.append(
      Segment(edge: edge, upper: up ? headEnd : tailEnd, lower: up ? tailEnd : headEnd, carriesLabel: carriesLabel))
  }
}
