/// Puts the boxes and the parts of the lines together on the page.
struct Assembly {
  let hierarchy: Hierarchy
  let levels: [LayeredLevel]
  let columns: Columns.Result
  let rows: Rows
  let spacing: Spacing
  private var boxes: [Rectangle]
  private var routes: [Route]
  /// The parts of each edge: the level that contains each part, and its points from top to bottom.
  private var parts: [[(level: Int, points: [Point])]]

  static func draw(
    _ hierarchy: Hierarchy, levels: [LayeredLevel], columns: Columns.Result, rows: Rows, spacing: Spacing
  )
    -> Drawing
  {
    var assembly = Assembly(hierarchy, levels: levels, columns: columns, rows: rows, spacing: spacing)
    for level in levels.indices { assembly.putBoxes(level) }
    for level in levels.indices { assembly.putLines(level) }
    assembly.join()
    return Drawing(
      size: Size(width: columns.width, height: rows.pageHeight), boxes: assembly.boxes, routes: assembly.routes)
  }

  private init(
    _ hierarchy: Hierarchy, levels: [LayeredLevel], columns: Columns.Result, rows: Rows, spacing: Spacing
  ) {
    self.hierarchy = hierarchy
    self.levels = levels
    self.columns = columns
    self.rows = rows
    self.spacing = spacing
    boxes = hierarchy.graph.boxes.map { _ in Rectangle(x: 0, y: 0, width: 0, height: 0) }
    routes = hierarchy.graph.edges.map { _ in Route(points: [], label: nil) }
    parts = hierarchy.graph.edges.map { _ in [] }
  }

  private func top(of level: Int) -> Int { hierarchy.levels[level].box.map { boxes[$0].y } ?? 0 }

  private mutating func putBoxes(_ level: Int) {
    let top = top(of: level)
    for (child, box) in hierarchy.levels[level].children.enumerated() {
      let layer = levels[level].nodes[child].layer
      let room = rows.layerHeight[level][layer]
      let height = rows.boxHeight[box]
      // Boxes with others in them begin at one height.
      let above = hierarchy.isLeaf(box) ? (room - height) / 2 : 0
      boxes[box] = Rectangle(
        x: columns.left[box], y: top + rows.layerTop[level][layer] + above,
        width: columns.right[box] - columns.left[box], height: height)
    }
  }

  private mutating func putLines(_ level: Int) {
    guard !rows.gaps[level].isEmpty else { return }
    let top = top(of: level)
    for (index, segment) in hierarchy.levels[level].segments.enumerated() {
      var stops = levels[level].lines[index]
      var points: [Point] = []
      if case .child(let child) = segment.upper {
        stops.insert(child, at: 0)
        points.append(end(of: segment.edge, on: hierarchy.levels[level].children[child], atTop: false))
      } else if let first = stops.first {
        points.append(Point(x: columns.line[level][first], y: top))
      }
      if case .child(let child) = segment.lower { stops.append(child) }
      for (one, other) in zip(stops, stops.dropFirst()) {
        points += bends(from: one, to: other, edge: segment.edge, in: level, top: top)
      }
      if case .child(let child) = segment.lower {
        points.append(end(of: segment.edge, on: hierarchy.levels[level].children[child], atTop: true))
      } else if let box = hierarchy.levels[level].box, let x = points.last?.x {
        points.append(Point(x: x, y: boxes[box].bottom))
      }
      parts[segment.edge].append((level, points))
      putLabel(of: index, in: level, top: top)
    }
  }

  /// The bends between two nodes of neighbouring layers, in the direction of the line.
  private func bends(from one: Int, to other: Int, edge: Int, in level: Int, top: Int) -> [Point] {
    let runsUp = levels[level].nodes[other].layer < levels[level].nodes[one].layer
    let (upper, lower) = runsUp ? (other, one) : (one, other)
    let gap = rows.gaps[level][levels[level].nodes[upper].layer]
    guard let line = gap.lines.firstIndex(where: { $0.upper == upper && $0.lower == lower && $0.edge == edge }) else {
      return []
    }
    var points: [Point] = []
    var x = gap.bends[line].upper
    for step in gap.tracks.steps[line] {
      let y = top + gap.firstTrack + step.track * spacing.lines
      points += [Point(x: x, y: y), Point(x: step.to, y: y)]
      x = step.to
    }
    return runsUp ? points.reversed() : points
  }

  private mutating func putLabel(of segment: Int, in level: Int, top: Int) {
    let edge = hierarchy.levels[level].segments[segment].edge
    guard let label = hierarchy.graph.edges[edge].label else { return }
    for line in levels[level].lines[segment] where levels[level].nodes[line].hasLabel {
      let layer = levels[level].nodes[line].layer
      routes[edge].labelIsLeft = levels[level].nodes[line].labelIsLeft
      routes[edge].label = Point(
        x: columns.line[level][line]
          + (levels[level].nodes[line].labelIsLeft ? -spacing.label - label.width : spacing.label),
        y: top + rows.layerTop[level][layer] + (rows.layerHeight[level][layer] - label.height) / 2)
    }
  }

  private func end(of edge: Int, on box: Int, atTop: Bool) -> Point {
    let x = columns.ends[box][edge] ?? 0
    let shape = boxes[box]
    var inset = 0
    if hierarchy.graph.boxes[box].outline == .circle {
      let radius = shape.width / 2
      let off = x - shape.x - radius
      inset = radius - squareRoot(radius * radius - off * off)
    }
    return Point(x: x, y: atTop ? shape.y + inset : shape.bottom - inset)
  }

  private func squareRoot(_ square: Int) -> Int {
    var root = 0
    while (root + 1) * (root + 1) <= square { root += 1 }
    return root
  }

  /// Joins the parts of each edge, from its source to its target, and leaves out points on the way.
  private mutating func join() {
    for edge in parts.indices {
      var points: [Point] = []
      for part in parts[edge].sorted(by: { ($0.points.first?.y ?? 0, $0.level) < ($1.points.first?.y ?? 0, $1.level) })
      {
        for point in part.points {
          if point == points.last { continue }
          if points.count >= 2 {
            let (before, last) = (points[points.count - 2], points[points.count - 1])
            let sameColumn = before.x == last.x && last.x == point.x
            let sameRow = before.y == last.y && last.y == point.y
            if sameColumn || sameRow { points.removeLast() }
          }
          points.append(point)
        }
      }
      routes[edge].points = hierarchy.pointsUp[edge] ? points.reversed() : points
    }
    for box in boxes.indices {
      for loop in Loops.routes(of: box, drawn: boxes[box], in: hierarchy, spacing: spacing) {
        routes[loop.edge] = loop.route
      }
    }
  }
}
