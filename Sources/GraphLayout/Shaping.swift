/// Changes the layers of a level so that its shape is neither very wide nor very tall. Parts without edges between
/// them are put in rows, and a long stack of layers is split into columns. Sizes are only estimates here.
struct Shaping {
  let level: Level
  let graph: NestedGraph
  /// Estimated sizes of the boxes inside.
  let sizes: [Size]
  let spacing: Spacing
  let style: LayoutStyle

  func shaped(_ layering: Layering) -> Layering {
    var shaped = layering
    packRows(&shaped)
    settleFree(&shaped)
    if let widest = style.widestLayer { splitLayers(&shaped, widest: spacing.pageWidth * widest / 100) }
    wrapColumns(&shaped)
    if style.spreadsLabels { spreadLabels(&shaped) }
    return shaped
  }

  /// The estimated size of the level's box.
  func size(_ layering: Layering) -> Size {
    let extents = extents(layering)
    let title = level.box.map { graph.boxes[$0].title } ?? Size(width: 0, height: 0)
    let least = level.box.map { graph.boxes[$0].size } ?? title
    let inset = 2 * spacing.padding
    return Size(
      width: max(least.width, inset + (extents.map(\.width).max() ?? 0)),
      height: max(least.height, inset + title.height + extents.reduce(0) { $0 + $1.height }))
  }

  /// For each layer, its width, and its height with the gap below; without the labels of some segments.
  func extents(_ layering: Layering, without isLeftOut: [Bool] = []) -> [Size] {
    var extents = Array(repeating: Size(width: 0, height: spacing.line), count: layering.last + 1)
    for (child, box) in level.children.enumerated() {
      let layer = layering.layers[child]
      extents[layer].width += sizes[box].width + spacing.boxes
      extents[layer].height = max(extents[layer].height, sizes[box].height + spacing.line)
    }
    for (index, segment) in level.segments.enumerated() {
      let upper = if case .child(let child) = segment.upper { layering.layers[child] } else { 0 }
      let lower = if case .child(let child) = segment.lower { layering.layers[child] } else { layering.last }
      if upper + 1 >= lower { continue }
      for layer in upper + 1..<lower { extents[layer].width += spacing.lines }
      guard segment.carriesLabel, let label = graph.edges[segment.edge].label else { continue }
      if !isLeftOut.isEmpty, isLeftOut[index] { continue }
      let middle = layering.labelLayer(segment, at: index)
      extents[middle].width += label.width
      extents[middle].height = max(extents[middle].height, label.height + spacing.line)
    }
    return extents
  }

  // MARK: Rows

  /// Puts the parts of a wide level into rows.
  private func packRows(_ layering: inout Layering) {
    let parts = parts(layering)
    guard parts.count > 1 else { return }
    let total = parts.reduce(0) { $0 + $1.width }
    var best = (cost: Int.max, row: [Int]())
    for count in 1...parts.count {
      var rows = [0]
      var (width, widest, row, tallest, height) = (0, 0, 0, 0, 0)
      for part in parts {
        if width > 0, width + part.width / 2 > total / count {
          row += 1
          height += tallest
          (width, tallest) = (0, 0)
        }
        width += part.width
        widest = max(widest, width)
        tallest = max(tallest, part.height)
        rows.append(row)
      }
      height += tallest + spacing.line * 2
      // The distance of the shape from the ratio 5 to 3, in either direction.
      let cost = max(widest * 300 / (height * 5), height * 500 / (widest * 3))
      if cost < best.cost { best = (cost, Array(rows.dropFirst())) }
    }
    put(parts, in: best.row, layering: &layering)
  }

  private func put(_ parts: [Part], in rows: [Int], layering: inout Layering) {
    var (start, next, row) = (1, 1, 0)
    for (index, part) in parts.enumerated() {
      if rows[index] != row { (start, row) = (next, rows[index]) }
      for child in part.children where layering.layers[child] > 0 {
        layering.layers[child] += start - 1
        next = max(next, layering.layers[child] + 1)
      }
      next = max(next, start + part.span)
    }
    layering.last = max(layering.last, next)
    layering.turns = 0...layering.last
  }

  private struct Part {
    var children: [Int]
    var span = 1
    var width = 0
    var height = 0
  }

  /// The connected parts of the level, in the order of their first children.
  private func parts(_ layering: Layering) -> [Part] {
    var group = Array(level.children.indices)
    func root(_ child: Int) -> Int {
      var child = child
      while group[child] != child { child = group[child] }
      return child
    }
    for segment in level.segments {
      guard case .child(let upper) = segment.upper, case .child(let lower) = segment.lower else { continue }
      let (one, other) = (root(upper), root(lower))
      group[max(one, other)] = min(one, other)
    }
    var index: [Int: Int] = [:]
    var parts: [Part] = []
    for child in level.children.indices {
      let root = root(child)
      if let known = index[root] {
        parts[known].children.append(child)
      } else {
        index[root] = parts.count
        parts.append(Part(children: [child]))
      }
    }
    for part in parts.indices { measure(&parts[part], layering: layering) }
    return parts
  }

  private func measure(_ part: inout Part, layering: Layering) {
    let standing = part.children.filter { layering.layers[$0] > 0 }
    part.span = standing.map { layering.layers[$0] }.max() ?? 1
    var rows = Array(repeating: Size(width: 0, height: 2 * spacing.line), count: max(1, part.span))
    for child in standing {
      let (row, size) = (layering.layers[child] - 1, sizes[level.children[child]])
      rows[row].width += size.width + spacing.boxes
      rows[row].height = max(rows[row].height, size.height + spacing.line)
    }
    part.width = rows.map(\.width).max() ?? 0
    part.height = rows.reduce(0) { $0 + $1.height }
  }

  /// Moves children without edges to the layers in which the level needs the least room, the largest ones first.
  private func settleFree(_ layering: inout Layering) {
    var isFree = layering.layers.map { $0 > 0 }
    for segment in level.segments {
      for case .child(let child) in [segment.upper, segment.lower] { isFree[child] = false }
    }
    let free = level.children.indices.filter { isFree[$0] }
    guard layering.last > 2, free.count * layering.last * (level.children.count + level.segments.count) < 1_000_000
    else { return }
    func room(_ child: Int) -> Int { sizes[level.children[child]].width * sizes[level.children[child]].height }
    for child in free.sorted(by: { (room($1), $0) < (room($0), $1) }) {
      var best = (room: area(layering), layer: layering.layers[child])
      for layer in 1..<layering.last {
        layering.layers[child] = layer
        let other = area(layering)
        if other < best.room { best = (other, layer) }
      }
      layering.layers[child] = best.layer
    }
  }

  /// The estimated area of the level's box.
  private func area(_ layering: Layering) -> Int {
    let size = size(layering)
    return size.width * size.height
  }

  // MARK: Columns

  /// Splits a tall level into columns at places where few lines are cut.
  private func wrapColumns(_ layering: inout Layering) {
    let extents = extents(layering)
    let (width, height) = (extents.map(\.width).max() ?? 0, extents.reduce(0) { $0 + $1.height })
    guard width > 0, height > 3 * width, layering.last > 12 else { return }
    var count = 2
    while height > count * count * width * 3 / 2 { count += 1 }
    let cuts = cuts(layering, columns: count)
    guard !cuts.isEmpty else { return }
    var highest = 0
    for (child, layer) in layering.layers.enumerated() where layer > 0 {
      let column = cuts.count { $0 < layer }
      layering.columns[child] = column
      layering.layers[child] = layer - (column == 0 ? 0 : cuts[column - 1]) + 1
      highest = max(highest, layering.layers[child])
    }
    // The layers are others now.
    layering.labelLayers = [:]
    layering.turns = 1...highest + 2
    layering.last = highest + 3
  }

  /// The last layers of all columns but the last one; empty if too many lines would be cut.
  private func cuts(_ layering: Layering, columns: Int) -> [Int] {
    var across = Array(repeating: 0, count: layering.last + 1)
    for segment in level.segments {
      guard case .child(let upper) = segment.upper, case .child(let lower) = segment.lower else { continue }
      let (first, end) = (layering.layers[upper], layering.layers[lower])
      for layer in first..<max(first, end) { across[layer] += 1 }
    }
    let hasChild = (0...layering.last).map { layer in layering.layers.contains(layer) }
    var cuts: [Int] = []
    for column in 1..<columns {
      let wished = layering.last * column / columns
      let slack = layering.last / columns / 3
      var best: Int?
      for layer in max((cuts.last ?? 0) + 2, wished - slack)...max((cuts.last ?? 0) + 2, wished + slack)
      where layer < layering.last - 1 && hasChild[layer] {
        if best.map({ across[layer] < across[$0] }) ?? true { best = layer }
      }
      guard let best, across[best] <= 3 else { return [] }
      cuts.append(best)
    }
    return cuts
  }
}
