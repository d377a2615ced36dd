/// The reason why a graph is not drawn.
package enum LayoutError: Error {
  /// The drawing needs more lines through layers than allowed: one for each layer that an edge passes.
  case tooManyLines(Int)
  /// A search for layers, or for columns, takes more steps than `NestedGraph.mostSteps`.
  case tooManySteps
}

extension NestedGraph {
  /// Draws the graph in layers from top to bottom, and the children of each box separately. Boxes do not overlap.
  /// Lines are horizontal or vertical, cross no boxes but those around their ends, and do not cover one another.
  ///
  /// The layout is deterministic. Throws if all edges together pass more layers than `mostLines`.
  package func layout(_ spacing: Spacing, mostLines: Int = .max) throws(LayoutError) -> Drawing {
    var (best, lines) = try layout(spacing, style: LayoutStyle(), mostLines: mostLines)
    // A small drawing is good enough.
    if best.size.width * 3 < spacing.pageWidth * 2 || isLarge(lines: lines) { return best }
    for style in LayoutStyle.all.dropFirst() {
      let other = try layout(spacing, style: style, mostLines: .max).drawing
      if other.cost(spacing) < best.cost(spacing) { best = other }
    }
    return best
  }

  /// True if only one drawing is made of the graph, because another one would take long.
  private func isLarge(lines: Int) -> Bool { boxes.count + lines > LayoutStyle.mostTried }

  /// Draws the graph in one style. Returns the drawing with the number of lines through layers.
  package func layout(
    _ spacing: Spacing, style: LayoutStyle, mostLines: Int
  ) throws(LayoutError) -> (drawing: Drawing, lines: Int) {
    let hierarchy = Lifting.lift(self, style: style)
    var sizes = boxes.map(\.size)
    var layerings = hierarchy.levels.map { _ in Layering(layers: [], last: 0) }
    for (index, level) in hierarchy.levels.enumerated().reversed() where !level.children.isEmpty {
      let shaping = Shaping(level: level, graph: self, sizes: sizes, spacing: spacing, style: style)
      layerings[index] = shaping.shaped(try Layering.of(level, in: self))
      if let box = level.box { sizes[box] = shaping.size(layerings[index]) }
    }
    let lines = zip(hierarchy.levels, layerings).reduce(0) { $0 + $1.1.lines(of: $1.0) }
    if lines > mostLines { throw .tooManyLines(lines) }
    var levels = zip(hierarchy.levels, layerings).map { LayeredLevel($0, layering: $1) }
    let effort = Ordering.Effort(starts: 6, sweeps: 12, rounds: 2, laterStarts: 2, work: 16_000_000)
    levels = Ordering.order(hierarchy, levels: levels, effort: effort)
    for level in levels.indices { levels[level].chooseLabelSides(hierarchy.levels[level]) }
    let straight = try hierarchy.draw(levels, spacing: spacing, mayBend: false)
    if straight.size.width <= spacing.pageWidth || isLarge(lines: lines) { return (straight, lines) }
    let bent = try hierarchy.draw(levels, spacing: spacing, mayBend: true)
    return (bent.cost(spacing) < straight.cost(spacing) ? bent : straight, lines)
  }
}

extension Hierarchy {
  /// Draws levels whose order is known.
  fileprivate func draw(
    _ levels: [LayeredLevel], spacing: Spacing, mayBend: Bool
  ) throws(LayoutError) -> Drawing {
    let columns = try Columns.find(self, levels: levels, spacing: spacing, mayBend: mayBend)
    let rows = Rows.find(self, levels: levels, columns: columns, spacing: spacing)
    return Assembly.draw(self, levels: levels, columns: columns, rows: rows, spacing: spacing)
  }
}
