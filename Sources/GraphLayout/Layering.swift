/// Puts the children of a level into layers, from top to bottom: layer 0 is the top border with the title, the last one the bottom border.
struct Layering {
  /// The layer of each child.
  var layers: [Int]
  /// The layer of the bottom border.
  var last: Int

  /// Layers with the least sum of distances; a segment with a label leaves a layer free for it.
  static func of(_ level: Level) -> Layering {
    var system = DifferenceSystem()
    let top = system.variable()
    let children = level.children.map { _ in system.variable() }
    let bottom = system.variable()
    system.keep(top, bottom, atLeast: 1)
    system.shorten(top, bottom, weight: 1)
    for child in children {
      system.keep(top, child, atLeast: 1)
      system.keep(child, bottom, atLeast: 1)
      system.shorten(top, child, weight: 1)
    }
    let one = 2 * (children.count + 1)
    for segment in level.segments {
      let upper = if case .child(let index) = segment.upper { children[index] } else { top }
      let lower = if case .child(let index) = segment.lower { children[index] } else { bottom }
      system.keep(upper, lower, atLeast: segment.carriesLabel ? 2 : 1)
      system.shorten(upper, lower, weight: one)
    }
    let found = system.solve(origin: top) ?? Array(repeating: 1, count: children.count + 1) + [2]
    return Layering(layers: children.map { found[$0] }, last: found[bottom])
  }
}
