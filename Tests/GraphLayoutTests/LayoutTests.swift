import GraphLayout
import TestSupport
import Testing

/// What holds of every drawing, on random graphs: boxes inside boxes, edges across their borders, labels, loops.
@Suite struct LayoutTests {
  private static let spacing = Spacing(line: 150)

  /// A graph with about `count` boxes.
  private static func graph(seed: UInt64, count: Int, edges: Int) -> NestedGraph {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var parents: [Int?] = [nil]
    var holders = [0]
    while parents.count < count {
      parents.append(holders[below(holders.count)])
      if below(4) == 0 { holders.append(parents.count - 1) }
    }
    let isHolder = parents.indices.map { index in parents.contains(index) }
    let boxes = parents.enumerated().map { index, parent in
      let isCircle = !isHolder[index] && below(8) == 0
      let size = isCircle ? Size(width: 240, height: 240) : Size(width: 300 + below(900), height: 260 + 150 * below(3))
      return NestedGraph.Box(
        parent: parent, outline: isCircle ? .circle : .rectangle, size: size,
        title: isHolder[index] ? Size(width: size.width - 90, height: size.height) : Size(width: 0, height: 0))
    }
    let ends = (0..<edges).map { _ in
      let source = below(boxes.count)
      let target = below(boxes.count)
      // Circles have no edges to themselves.
      return NestedGraph.Edge(
        source: source, target: source == target && boxes[source].outline == .circle ? 0 : target,
        label: below(3) == 0 ? nil : Size(width: 200 + below(1000), height: 140 * (1 + below(3))))
    }
    return NestedGraph(boxes: boxes, edges: ends)
  }

  @Test(arguments: 1...Extent.count(4, long: 12))
  func keepsItsRules(seed: Int) throws {
    let graph = Self.graph(seed: UInt64(seed), count: 2 + seed % 30, edges: seed * 7 % 50)
    let drawing = try graph.layout(Self.spacing)
    let check = DrawingCheck(graph: graph, drawing: drawing)
    #expect(check.findings() == [])
    // Straight lines would make four of the drawings wider, up to half as wide again.
    #expect(drawing.size.width <= Self.spacing.pageWidth)
    #expect(try graph.layout(Self.spacing) == drawing)
    let style = LayoutStyle.all[seed % LayoutStyle.all.count]
    let styled = try graph.layout(Self.spacing, style: style, mostLines: .max).drawing
    #expect(DrawingCheck(graph: graph, drawing: styled).findings() == [])
  }

  @Test func drawsNothing() throws {
    let drawing = try NestedGraph(boxes: [], edges: []).layout(Self.spacing)
    #expect(drawing.boxes.isEmpty && drawing.routes.isEmpty)
  }

  /// Boxes in boxes to any depth, without recursion.
  @Test func drawsDeepBoxes() throws {
    let edges = [NestedGraph.Edge(source: 0, target: 499), NestedGraph.Edge(source: 499, target: 3)]
    let graph = NestedGraph(boxes: Self.nested(500), edges: edges)
    let drawing = try graph.layout(Self.spacing)
    #expect(DrawingCheck(graph: graph, drawing: drawing).findings() == [])
  }

  /// Boxes of which each contains the next one.
  private static func nested(_ count: Int) -> [NestedGraph.Box] {
    (0..<count).map { index in
      NestedGraph.Box(
        parent: index == 0 ? nil : index - 1, size: Size(width: 300, height: 260), title: Size(width: 200, height: 260))
    }
  }

  @Test func `a layout that takes too many steps is refused`() {
    let edges = (1..<20).map { NestedGraph.Edge(source: $0, target: 0) }
    let error = #expect(throws: LayoutError.self) {
      try NestedGraph(boxes: Self.nested(20), edges: edges, mostSteps: 10_000).layout(Self.spacing)
    }
    #expect(error.map { "\($0)" } == "tooManySteps")
  }
}
