/// Puts the children of a level into layers, from top to bottom. Layer 0 is the top border with the title, the last
/// layer is the bottom border.
struct Layering {
  /// The layer of each child.
  var layers: [Int]
  /// The layer of the bottom border.
  var last: Int
  /// The column of each child. A level that would be tall puts parts of its layers side by side in columns.
  var columns: [Int]
  /// The layers above and below all columns, in which lines between columns turn.
  var turns: ClosedRange<Int>
  /// The layer of the label of each segment, if it is not the middle one.
  var labelLayers: [Int: Int] = [:]

  /// A level whose children have these layers, in one column.
  init(layers: [Int], last: Int) {
    self.layers = layers
    self.last = last
    columns = Array(repeating: 0, count: layers.count)
    turns = 0...max(0, last)
  }

  /// The layers between the ends of a segment, with those of the border that it reaches.
  func passed(_ segment: Segment) -> Range<Int> {
    let first = if case .child(let child) = segment.upper { layers[child] + 1 } else { 0 }
    let end = if case .child(let child) = segment.lower { layers[child] } else { last + 1 }
    return first..<max(first, end)
  }

  func labelLayer(_ segment: Segment, at index: Int) -> Int {
    if let layer = labelLayers[index] { return layer }
    let passed = passed(segment)
    return passed.lowerBound + max(passed.lowerBound == 0 ? 1 : 0, (passed.count - 1) / 2)
  }

  /// The number of line nodes for the segments of a level: one in each layer that a segment passes, and a few more
  /// for turns.
  func lines(of level: Level) -> Int {
    level.segments.reduce(0) { $0 + passed($1).count }
  }

  /// Returns layers with the least sum of distances; a segment with a label gets a free layer for it.
  static func of(_ level: Level, in graph: NestedGraph) throws(LayoutError) -> Layering {
    if level.children.isEmpty { return Layering(layers: [], last: 0) }
    var system = DifferenceSystem(mostSteps: graph.mostSteps)
    let top = system.variable()
    let children = level.children.map { box in
      graph.boxes[box].isBesideTitle && level.box != nil ? top : system.variable()
    }
    let bottom = system.variable()
    system.keep(top, upper: bottom, atLeast: 1)
    system.shorten(top, upper: bottom, weight: 1)
    for child in children where child != top {
      system.keep(top, upper: child, atLeast: 1)
      system.keep(child, upper: bottom, atLeast: 1)
      system.shorten(top, upper: child, weight: 1)
    }
    let one = 2 * (children.count + 1)
    for segment in level.segments {
      let upper = if case .child(let index) = segment.upper { children[index] } else { top }
      let lower = if case .child(let index) = segment.lower { children[index] } else { bottom }
      system.keep(upper, upper: lower, atLeast: segment.carriesLabel ? 2 : 1)
      system.shorten(upper, upper: lower, weight: one)
    }
    guard let found = try system.solve(origin: top) else { return Layering(layers: children.map { _ in 1 }, last: 2) }
    return Layering(layers: children.map { found[$0] }, last: found[bottom])
  }
}
