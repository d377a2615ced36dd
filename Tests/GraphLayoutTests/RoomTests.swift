import Testing

@testable import GraphLayout

/// The room that a drawing takes, and where boxes and lines are in it.
@Suite struct RoomTests {
  private static let spacing = Spacing(line: 150)

  /// A box that contains others, and the boxes in it, by their sizes.
  private static func boxes(_ sizes: [Size]) -> [NestedGraph.Box] {
    let title = Size(width: 300, height: 250)
    return [NestedGraph.Box(parent: nil, size: title, title: title)]
      + sizes.map { NestedGraph.Box(parent: 0, size: $0) }
  }

  @Test(arguments: [300, 900, 2_000]) func `a box is above the middle of a wider one`(width: Int) throws {
    let sizes = [Size(width: width, height: 250), Size(width: 3_000, height: 250)]
    let graph = NestedGraph(boxes: Self.boxes(sizes), edges: [NestedGraph.Edge(source: 1, target: 2)])
    let boxes = try graph.layout(Self.spacing).boxes
    let (one, other) = (boxes[1].x + boxes[1].width / 2, boxes[2].x + boxes[2].width / 2)
    #expect(abs(one - other) <= 2)
  }

  /// The longest step that is made straight, and the value that a pull of 20 gets.
  @Test(arguments: [(75, 20), (10, 0)]) func `a short step is pulled straight`(step: Int, value: Int) throws {
    var system = DifferenceSystem(mostSteps: .max)
    let (origin, line, end, right) = (system.variable(), system.variable(), system.variable(), system.variable())
    system.fix(origin, line, at: 20)
    system.keep(origin, upper: end, atLeast: 0)
    system.keep(end, upper: right, atLeast: 100)
    system.shorten(origin, upper: right, weight: 5)
    system.pull(line, end, weight: 4)
    #expect(try system.solveEvenly(origin: origin, step: step, factor: 2)?[end] == value)
  }

  @Test(arguments: [1_200, 2_400]) func `a box without edges is beside others, with a height of its own`(height: Int)
    throws
  {
    let sizes = [Size(width: 900, height: height), Size(width: 900, height: 2_000)]
    let edge = NestedGraph.Edge(source: 0, target: 2, label: Size(width: 700, height: 140))
    let boxes = try NestedGraph(boxes: Self.boxes(sizes), edges: [edge]).layout(Self.spacing).boxes
    #expect(boxes[1].height == height && boxes[2].height == 2_000)
    #expect(boxes[1].y < boxes[2].bottom && boxes[2].y < boxes[1].bottom)
  }
}
