extension NestedGraph {
  /// Draws the graph in layers from top to bottom, each box with what is inside it on its own: boxes do not overlap, lines are level or
  /// upright, run through no box but those around their ends, and do not lie on one another. The same graph gives the same drawing.
  package func layout(_ spacing: Spacing) -> Drawing {
    let hierarchy = Lifting.lift(self)
    var levels = hierarchy.levels.map { level in
      level.children.isEmpty
        ? LayeredLevel(level, layering: Layering(layers: [], last: 0))
        : LayeredLevel(level, layering: Layering.of(level))
    }
    let effort = Ordering.Effort(starts: 6, sweeps: 12, rounds: 2, laterStarts: 2)
    levels = Ordering.order(hierarchy, levels, effort: effort)
    let columns = Columns.find(hierarchy, levels, spacing)
    let rows = Rows.find(hierarchy, levels, columns, spacing)
    return Assembly.draw(hierarchy, levels, columns, rows, spacing)
  }
}
