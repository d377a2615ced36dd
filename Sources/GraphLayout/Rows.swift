/// Computes all y coordinates, from the inside out: the heights of layers, and the room for the bends between them.
struct Rows {
  let hierarchy: Hierarchy
  let levels: [LayeredLevel]
  let columns: Columns.Result
  let spacing: Spacing
  /// The top of each layer, measured from the top of its box, and its height, by level.
  private(set) var layerTop: [[Int]]
  private(set) var layerHeight: [[Int]]
  /// The tracks of the lines that start below each layer, and the height of the first track, by level.
  private(set) var gaps: [[Gap]]
  private(set) var boxHeight: [Int]
  private(set) var pageHeight = 0

  struct Gap {
    /// The upper and the lower node of each line.
    var lines: [(upper: Int, lower: Int, edge: Int)] = []
    var bends: [Tracks.Bend] = []
    var tracks = Tracks([], near: 0)
    var firstTrack = 0
    var height = 0
  }

  static func find(
    _ hierarchy: Hierarchy, levels: [LayeredLevel], columns: Columns.Result, spacing: Spacing
  ) -> Rows {
    var rows = Rows(hierarchy, levels: levels, columns: columns, spacing: spacing)
    for level in levels.indices.reversed() { rows.stack(level) }
    return rows
  }

  private init(_ hierarchy: Hierarchy, levels: [LayeredLevel], columns: Columns.Result, spacing: Spacing) {
    self.hierarchy = hierarchy
    self.levels = levels
    self.columns = columns
    self.spacing = spacing
    layerTop = Array(repeating: [], count: levels.count)
    layerHeight = layerTop
    gaps = Array(repeating: [], count: levels.count)
    boxHeight = hierarchy.graph.boxes.map(\.size.height)
  }

  /// The x coordinate at which a line leaves or reaches a node.
  func column(of node: Int, edge: Int, in level: Int) -> Int {
    guard case .child(let child) = levels[level].nodes[node].content else { return columns.line[level][node] }
    return columns.ends[hierarchy.levels[level].children[child]][edge] ?? 0
  }

  private mutating func stack(_ level: Int) {
    let box = hierarchy.levels[level].box
    guard !hierarchy.levels[level].children.isEmpty else {
      if let box { boxHeight[box] = max(boxHeight[box], Loops.height(of: box, in: hierarchy, spacing: spacing)) }
      return
    }
    let layered = levels[level]
    var y = box == nil ? spacing.page : 0
    for (index, layer) in layered.layers.enumerated() {
      var height = layer.map { self.height(of: $0, in: level) }.max() ?? 0
      if index == 0, let box { height = max(height, hierarchy.graph.boxes[box].title.height) }
      layerTop[level].append(y)
      layerHeight[level].append(height)
      y += height
      if index < layered.last {
        var gap = gap(below: index, in: level)
        gap.firstTrack += y
        y += gap.height
        gaps[level].append(gap)
      }
    }
    if let box {
      boxHeight[box] = max(y, boxHeight[box], Loops.height(of: box, in: hierarchy, spacing: spacing))
    } else {
      pageHeight = y + spacing.page
    }
  }

  private func height(of node: Int, in level: Int) -> Int {
    switch levels[level].nodes[node].content {
    case .child(let child): boxHeight[hierarchy.levels[level].children[child]]
    case .line(let segment):
      levels[level].nodes[node].hasLabel
        ? hierarchy.graph.edges[hierarchy.levels[level].segments[segment].edge].label?.height ?? 0 : 0
    case .stub: 0
    }
  }

  private func isChild(_ node: Int, in level: Int) -> Bool {
    if case .child = levels[level].nodes[node].content { true } else { false }
  }

  /// The lines between a layer and the next one, and the room that the lines need.
  private func gap(below layer: Int, in level: Int) -> Gap {
    let layered = levels[level]
    var gap = Gap()
    var (tipAbove, tipBelow) = (false, false)
    for upper in layered.layers[layer] {
      for link in layered.below[upper] {
        gap.lines.append((upper, link.node, link.edge))
        gap.bends.append(
          Tracks.Bend(
            upper: column(of: upper, edge: link.edge, in: level),
            lower: column(of: link.node, edge: link.edge, in: level)))
        let up = hierarchy.pointsUp[link.edge]
        if up && isChild(upper, in: level) { tipAbove = true }
        if !up && isChild(link.node, in: level) { tipBelow = true }
      }
    }
    gap.tracks = Tracks(gap.bends, near: spacing.lines * 3 / 4)
    let top = tipAbove ? spacing.arrow : margin(at: layer, in: level)
    let bottom = tipBelow ? spacing.arrow : margin(at: layer + 1, in: level)
    if gap.tracks.count > 0 {
      gap.firstTrack = top
      gap.height = top + bottom + (gap.tracks.count - 1) * spacing.lines
    } else if hierarchy.levels[level].box != nil && (layer == 0 || layer + 1 == layered.last) {
      gap.height = max(tipAbove || tipBelow ? spacing.arrow : 0, spacing.padding)
    } else {
      let hasBoxes =
        layered.layers[layer].contains { isChild($0, in: level) }
        && layered.layers[layer + 1].contains { isChild($0, in: level) }
      gap.height = max(tipAbove || tipBelow ? spacing.arrow : 0, hasBoxes ? spacing.boxes : spacing.label)
    }
    return gap
  }

  /// The distance that a bend keeps above or below it, next to a layer.
  private func margin(at layer: Int, in level: Int) -> Int {
    levels[level].layers[layer].contains { height(of: $0, in: level) > 0 } || layer == 0
      ? spacing.lineToBox : spacing.lines / 2
  }
}
