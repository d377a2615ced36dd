import StateKitCore

/// The drawings of a page. A large chart is folded so far that it fits; the page has the content of each folded state,
/// and the whole chart.
struct PageDrawings {
  /// The drawing that the page shows first.
  let first: SVGDrawing
  /// The drawings of folded states with their content, by the states' indices in the picture.
  private(set) var parts: [(state: Int, drawing: SVGDrawing)] = []
  /// The drawing of all states; nil if it is the first one, or if it would be too large.
  private(set) var whole: SVGDrawing?

  /// A chart with more states may be large.
  private static let fewStates = 20
  /// The most bytes of a drawing of all states that is not the first one: packing takes many times as much memory.
  private static let mostBytes = 8 << 20
  /// The most levels of states in the first drawing.
  private static let mostLevels = 3

  init(_ picture: Picture) throws(PictureError) {
    let deepest = picture.states.reduce(0) { max($0, $1.depth) }
    if picture.states.count <= Self.fewStates || deepest < 2 || picture.options.depth != nil {
      first = try SVGWriter.drawing(picture)
      return
    }
    // A chart with too many arrows for one drawing still has folded ones.
    let whole = try? SVGWriter.drawing(picture)
    if let whole, whole.fits {
      first = whole
      return
    }
    self.whole = whole.flatMap { $0.text.utf8.count <= Self.mostBytes ? $0 : nil }
    var folded = try Self.folded(picture, depth: 1)
    for depth in 2..<max(2, min(deepest, Self.mostLevels + 1)) where folded.drawing.fits {
      let deeper = try Self.folded(picture, depth: depth)
      if !deeper.drawing.fits { break }
      folded = deeper
    }
    first = folded.drawing
    addParts(of: folded.picture, to: picture)
  }

  private static func folded(
    _ picture: Picture, depth: Int
  ) throws(PictureError) -> (picture: Picture, drawing: SVGDrawing) {
    let folded = try Picture(picture.chart, options: picture.options.folded(depth: depth))
    return (folded, try SVGWriter.drawing(folded))
  }

  /// Adds a drawing for each folded state of a picture, and for those that are folded in these drawings.
  private mutating func addParts(of folded: Picture, to picture: Picture) {
    var index = Array(repeating: -1, count: picture.chart.states.count)
    for (number, state) in picture.states.enumerated() { index[state.id.index] = number }
    var waiting = [folded]
    while let around = waiting.popLast() {
      for state in around.states where state.hiddenStates > 0 {
        guard let part = Self.part(state, of: picture) else { continue }
        parts.append((index[state.id.index], part.drawing))
        waiting.append(part.picture)
      }
    }
  }

  /// A state with its content, folded if that would be large.
  private static func part(_ state: PictureState, of picture: Picture) -> (picture: Picture, drawing: SVGDrawing)? {
    for depth in [nil, 1] where depth != nil || state.hiddenStates <= fewStates {
      var options = picture.options.folded(depth: depth)
      options.part = state.id
      options.isInside = true
      guard let part = try? Picture(picture.chart, options: options), let drawing = try? SVGWriter.drawing(part) else {
        continue
      }
      if drawing.fits || depth != nil { return (part, drawing) }
    }
    return nil
  }
}

extension PictureOptions {
  fileprivate func folded(depth: Int?) -> PictureOptions {
    var options = self
    options.depth = depth
    return options
  }
}

extension SVGDrawing {
  /// True if it fits on a screen. Lengths are in tenths of the drawing's unit.
  fileprivate var fits: Bool { max(width, height) <= 9_000 }
}
