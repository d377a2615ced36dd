/// The positions of the boxes and edges of a `NestedGraph`, in its unit; the origin is the page's top left corner.
package struct Drawing: Hashable, Sendable {
  package var size: Size
  /// The rectangle of each box of the graph.
  package var boxes: [Rectangle]
  /// The route of each edge of the graph.
  package var routes: [Route]
}

package struct Point: Hashable, Sendable {
  package var x: Int
  package var y: Int

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

package struct Rectangle: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var right: Int { x + width }
  package var bottom: Int { y + height }
}

/// The line of an edge, from the outline of its source to the outline of its target. Each part is horizontal or
/// vertical.
package struct Route: Hashable, Sendable {
  package var points: [Point]
  /// The top left corner of the label; nil without one.
  package var label: Point?
  package var labelIsLeft = false
}
