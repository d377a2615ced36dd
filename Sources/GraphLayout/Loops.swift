/// The lines from a box to itself, one below the other at its right side.
enum Loops {
  /// The width that the loops of a box need to its right.
  static func width(of box: Int, in hierarchy: Hierarchy, spacing: Spacing) -> Int {
    let loops = hierarchy.loops[box]
    guard !loops.isEmpty else { return 0 }
    let widest = loops.map { hierarchy.graph.edges[$0].label?.width ?? 0 }.max() ?? 0
    return spacing.loop + spacing.label + widest
  }

  /// The height that a box needs for its loops.
  static func height(of box: Int, in hierarchy: Hierarchy, spacing: Spacing) -> Int {
    let loops = hierarchy.loops[box]
    guard !loops.isEmpty else { return 0 }
    return loops.reduce(2 * spacing.corner - spacing.lines) {
      $0 + height(ofLoop: $1, in: hierarchy, spacing: spacing) + spacing.lines
    }
  }

  private static func height(ofLoop edge: Int, in hierarchy: Hierarchy, spacing: Spacing) -> Int {
    max(spacing.loop, hierarchy.graph.edges[edge].label?.height ?? 0)
  }

  /// The loops of a box that is drawn as `rectangle`.
  static func routes(of box: Int, drawn rectangle: Rectangle, in hierarchy: Hierarchy, spacing: Spacing) -> [(
    edge: Int, route: Route
  )] {
    var y = rectangle.y + spacing.corner
    return hierarchy.loops[box].map { edge in
      let bottom = y + height(ofLoop: edge, in: hierarchy, spacing: spacing)
      let x = rectangle.right + spacing.loop
      let points = [
        Point(x: rectangle.right, y: y), Point(x: x, y: y), Point(x: x, y: bottom),
        Point(x: rectangle.right, y: bottom),
      ]
      let label = hierarchy.graph.edges[edge].label.map { size in
        Point(x: x + spacing.label, y: (y + bottom - size.height) / 2)
      }
      y = bottom + spacing.lines
      return (edge, Route(points: points, label: label))
    }
  }
}
