import GraphLayout

/// Looks for what no drawing may have.
struct DrawingCheck {
  let graph: NestedGraph
  let drawing: Drawing

  /// Each in words; none in a good drawing.
  func findings() -> [String] {
    var found: [String] = []
    checkBoxes(&found)
    for edge in graph.edges.indices { check(edge, &found) }
    checkLinesOnOneAnother(&found)
    checkLabels(&found)
    return found
  }

  private func isAround(_ outer: Int, _ inner: Int) -> Bool {
    var box: Int? = inner
    while let current = box {
      if current == outer { return true }
      box = graph.boxes[current].parent
    }
    return false
  }

  private func overlap(_ one: Rectangle, _ other: Rectangle) -> Bool {
    one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom
  }

  private func contains(_ outer: Rectangle, _ inner: Rectangle) -> Bool {
    outer.x <= inner.x && outer.y <= inner.y && inner.right <= outer.right && inner.bottom <= outer.bottom
  }

  private func checkBoxes(_ found: inout [String]) {
    let page = Rectangle(x: 0, y: 0, width: drawing.size.width, height: drawing.size.height)
    var siblings: [Int?: [Int]] = [:]
    for (box, rectangle) in drawing.boxes.enumerated() {
      let shape = graph.boxes[box]
      if rectangle.width < shape.size.width || rectangle.height < shape.size.height {
        found.append("box \(box) is small")
      }
      let around = shape.parent.map { drawing.boxes[$0] } ?? page
      if !contains(around, rectangle) { found.append("box \(box) is outside") }
      for other in siblings[shape.parent] ?? [] where overlap(rectangle, drawing.boxes[other]) {
        found.append("boxes \(other) and \(box) overlap")
      }
      siblings[shape.parent, default: []].append(box)
    }
  }

  private func check(_ edge: Int, _ found: inout [String]) {
    let ends = graph.edges[edge]
    let points = drawing.routes[edge].points
    guard let first = points.first, let last = points.last, points.count > 1 else {
      found.append("edge \(edge) has no line")
      return
    }
    if !isOnOutline(first, ends.source) { found.append("edge \(edge) does not begin at its source") }
    if !isOnOutline(last, ends.target) { found.append("edge \(edge) does not end at its target") }
    if (drawing.routes[edge].label != nil) != (ends.label != nil) { found.append("edge \(edge) has no label") }
    for (one, other) in zip(points, points.dropFirst()) {
      if one.x != other.x && one.y != other.y { found.append("edge \(edge) is slanted") }
      for (box, rectangle) in drawing.boxes.enumerated() where touches(one, other, rectangle) {
        if !isAround(box, ends.source) && !isAround(box, ends.target) {
          found.append("edge \(edge) runs through \(box)")
        }
        let title = Rectangle(
          x: rectangle.x, y: rectangle.y, width: graph.boxes[box].title.width, height: graph.boxes[box].title.height)
        if touches(one, other, title) { found.append("edge \(edge) runs through the title of \(box)") }
      }
    }
  }

  private func isOnOutline(_ point: Point, _ box: Int) -> Bool {
    let rectangle = drawing.boxes[box]
    if graph.boxes[box].outline == .circle {
      let radius = rectangle.width / 2
      let (dx, dy) = (point.x - rectangle.x - radius, point.y - rectangle.y - radius)
      return abs(dx * dx + dy * dy - radius * radius) <= 20 * radius
    }
    let onSides = point.x == rectangle.x || point.x == rectangle.right
    let onEnds = point.y == rectangle.y || point.y == rectangle.bottom
    return (onSides && point.y >= rectangle.y && point.y <= rectangle.bottom)
      || (onEnds && point.x >= rectangle.x && point.x <= rectangle.right)
  }

  /// Whether a line has a part inside a box, not only on its outline.
  private func touches(_ one: Point, _ other: Point, _ box: Rectangle) -> Bool {
    max(one.x, other.x) > box.x && min(one.x, other.x) < box.right && max(one.y, other.y) > box.y
      && min(one.y, other.y) < box.bottom
  }

  private func checkLinesOnOneAnother(_ found: inout [String]) {
    var lines: [(edge: Int, one: Point, other: Point)] = []
    for (edge, route) in drawing.routes.enumerated() {
      for (one, other) in zip(route.points, route.points.dropFirst()) { lines.append((edge, one, other)) }
    }
    for (index, line) in lines.enumerated() {
      for earlier in lines[..<index] where earlier.edge != line.edge {
        let isUpright = line.one.x == line.other.x
        guard isUpright == (earlier.one.x == earlier.other.x) else { continue }
        let (a, b, c, d) =
          isUpright
          ? (line.one.y, line.other.y, earlier.one.y, earlier.other.y)
          : (line.one.x, line.other.x, earlier.one.x, earlier.other.x)
        let isNear = isUpright ? abs(line.one.x - earlier.one.x) <= 10 : abs(line.one.y - earlier.one.y) <= 10
        if isNear && min(max(a, b), max(c, d)) - max(min(a, b), min(c, d)) > 60 {
          found.append("edges \(earlier.edge) and \(line.edge) lie on one another \(line) \(earlier)")
        }
      }
    }
  }

  private func checkLabels(_ found: inout [String]) {
    var labels: [(edge: Int, box: Rectangle)] = []
    for (edge, route) in drawing.routes.enumerated() {
      guard let corner = route.label, let size = graph.edges[edge].label else { continue }
      labels.append((edge, Rectangle(x: corner.x, y: corner.y, width: size.width, height: size.height)))
    }
    for (index, label) in labels.enumerated() {
      for other in labels[..<index] where overlap(label.box, other.box) {
        found.append("the labels of edges \(other.edge) and \(label.edge) overlap")
      }
      for (box, rectangle) in drawing.boxes.enumerated() where overlap(label.box, rectangle) {
        if !contains(rectangle, label.box) || !graph.boxes.contains(where: { $0.parent == box }) {
          found.append("the label of edge \(label.edge) lies on box \(box)")
        }
      }
      for (edge, route) in drawing.routes.enumerated() {
        for (one, other) in zip(route.points, route.points.dropFirst()) where touches(one, other, label.box) {
          found.append("edge \(edge) runs through the label of edge \(label.edge)")
        }
      }
    }
  }
}
