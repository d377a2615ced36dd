/// Layers that are split because they would be wider than a page.
extension Shaping {
  /// A label or a child in a layer.
  private enum Item {
    case label(segment: Int, width: Int)
    case child(Int, width: Int)

    var width: Int {
      switch self {
      case .label(_, let width), .child(_, let width): width
      }
    }

    var isLabel: Bool { if case .label = self { true } else { false } }
  }

  /// Splits wide layers: labels stay above the boxes, or the second half of the boxes goes below the first.
  func splitLayers(_ layering: inout Layering, widest: Int) {
    var layer = 1
    var splits = 0
    while layer < layering.last, splits <= level.children.count {
      let moved = extents(layering)[layer].width > widest ? surplus(of: layer, in: layering, widest: widest) : []
      if moved.isEmpty {
        layer += 1
      } else {
        split(layer, moving: moved, layering: &layering)
        splits += 1
      }
    }
  }

  /// The items that a split of a layer moves below the others; none if a split is no help.
  private func surplus(of layer: Int, in layering: Layering, widest: Int) -> [Item] {
    let items = items(in: layer, layering: layering)
    let sum = items.reduce(0) { $0 + $1.width }
    guard items.count > 1, sum * 2 > widest else { return [] }
    let boxes = items.filter { !$0.isLabel }
    let ofBoxes = boxes.reduce(0) { $0 + $1.width }
    if !boxes.isEmpty, (sum - ofBoxes) * 5 >= sum { return boxes }
    guard boxes.count > 1 else { return [] }
    var (moved, width) = ([Item](), 0)
    for box in boxes.reversed() where width + box.width / 2 <= ofBoxes / 2 {
      width += box.width
      moved.append(box)
    }
    return moved
  }

  private func items(in layer: Int, layering: Layering) -> [Item] {
    var items: [Item] = []
    for (child, box) in level.children.enumerated() where layering.layers[child] == layer {
      items.append(.child(child, width: sizes[box].width + spacing.boxes))
    }
    for (index, segment) in level.segments.enumerated() where segment.carriesLabel {
      guard layering.labelLayer(segment, at: index) == layer, let label = graph.edges[segment.edge].label else {
        continue
      }
      items.append(.label(segment: index, width: label.width))
    }
    return items
  }

  /// Moves some items of a layer to a new layer below it.
  private func split(_ layer: Int, moving items: [Item], layering: inout Layering) {
    var labels = layering.labelLayers
    for (index, segment) in level.segments.enumerated() where segment.carriesLabel {
      let old = layering.labelLayer(segment, at: index)
      labels[index] = old > layer ? old + 1 : old
    }
    for child in layering.layers.indices where layering.layers[child] > layer { layering.layers[child] += 1 }
    for item in items {
      switch item {
      case .child(let child, _): layering.layers[child] = layer + 1
      case .label(let segment, _): labels[segment] = layer + 1
      }
    }
    layering.labelLayers = labels
    layering.last += 1
    layering.turns = 0...layering.last
  }
}

/// Labels on lines through several layers.
extension Shaping {
  /// Puts labels, the widest first, into those layers of their lines in which the level stays narrow.
  func spreadLabels(_ layering: inout Layering) {
    if layering.columns.contains(where: { $0 > 0 }) { return }
    var isFree = Array(repeating: false, count: level.segments.count)
    for (index, segment) in level.segments.enumerated() {
      isFree[index] = segment.carriesLabel && layering.passed(segment).count > 1
    }
    let all = extents(layering)
    var extents = extents(layering, without: isFree)
    func label(_ segment: Int) -> Size { graph.edges[level.segments[segment].edge].label ?? Size(width: 0, height: 0) }
    var layers = layering.labelLayers
    let free = level.segments.indices.filter { isFree[$0] }
    for segment in free.sorted(by: { (label($1).width, $0) < (label($0).width, $1) }) {
      let size = label(segment)
      var best = layering.labelLayer(level.segments[segment], at: segment)
      for layer in layering.passed(level.segments[segment]) where 0 < layer && layer < layering.last {
        if extents[layer].width < extents[best].width { best = layer }
      }
      layers[segment] = best
      extents[best].width += size.width
      extents[best].height = max(extents[best].height, size.height + spacing.line)
    }
    func room(_ extents: [Size]) -> Int { (extents.map(\.width).max() ?? 0) * extents.reduce(0) { $0 + $1.height } }
    if room(extents) < room(all) { layering.labelLayers = layers }
  }
}
