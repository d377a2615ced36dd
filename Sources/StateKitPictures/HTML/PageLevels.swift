/// The drawings of a page. A large chart has several: the first is folded so far that it fits, the last has all states.
struct PageLevels {
  struct Level {
    /// The depth of the deepest states that it shows; nil for all.
    let depth: Int?
    let drawing: SVGDrawing

    /// Lengths are in tenths of the drawing's unit.
    var fits: Bool { max(drawing.width, drawing.height) <= 9_000 }
  }

  private(set) var levels: [Level] = []

  /// A chart with more states may be large.
  private static let fewStates = 30
  /// The most drawings between the first one and the whole.
  private static let mostBetween = 2

  init(_ picture: Picture) throws(PictureError) {
    let deepest = picture.states.reduce(0) { max($0, $1.depth) }
    if picture.states.count <= Self.fewStates || deepest < 2 || picture.options.depth != nil {
      levels = [Level(depth: nil, drawing: try SVGWriter.drawing(picture))]
      return
    }
    var whole: Level?
    do throws(PictureError) {
      whole = Level(depth: nil, drawing: try SVGWriter.drawing(picture))
    } catch {
      // A chart with too many arrows for one drawing still has folded ones.
    }
    if let whole, whole.fits {
      levels = [whole]
      return
    }
    try addFolded(picture, deepest: deepest)
    if let whole { levels.append(whole) }
  }

  /// Adds the deepest folded drawing that fits, else that of depth 1, and some deeper ones.
  private mutating func addFolded(_ picture: Picture, deepest: Int) throws(PictureError) {
    for depth in 1..<deepest {
      var options = picture.options
      options.depth = depth
      let drawing = try SVGWriter.drawing(try Picture(picture.chart, options: options))
      let level = Level(depth: depth, drawing: drawing)
      if level.fits, levels.count == 1 { levels.removeAll() }
      levels.append(level)
      if levels.count > Self.mostBetween { return }
    }
  }
}
