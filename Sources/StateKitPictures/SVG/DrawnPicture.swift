import GraphLayout
import StateKitCore

/// A picture with the lines of its texts and the positions of all parts. Lengths are tenths of the drawing's unit.
struct DrawnPicture {
  let picture: Picture
  /// For each state, its name and the lines below it, as drawn.
  private(set) var names: [String] = []
  private(set) var lines: [[LabelLine]] = []
  /// For each arrow, the lines of each row of its label.
  private(set) var labels: [[[LabelLine]]] = []
  private(set) var labelWidths: [Int] = []
  /// For each arrow that is a stub, the box of its label, which has the name of its target.
  private(set) var stub: [Int?] = []
  /// For each state, the index of its box, and of the dot from which its initial arrow starts.
  private(set) var box: [Int] = []
  private(set) var dot: [Int?] = []
  let drawing: Drawing

  static let nameSize = 12
  static let lineHeight = 150
  static let labelHeight = 140
  static let inset = 90
  static let nameHeight = 250

  private static let spacing = Spacing(line: lineHeight)

  /// Draws a picture with stubs, unless they take much more room than lines, as in many states inside one another. If
  /// it is as wide as a page, shorter lines of labels may help.
  static func of(_ picture: Picture) throws(PictureError) -> DrawnPicture {
    let stubs = stubs(picture)
    var drawn = try DrawnPicture(picture, stubs: stubs, labels: .wide)
    if stubs.count > mostCompared { return drawn }
    if stubs.contains(true), let plain = try? DrawnPicture(picture, stubs: stubs.map { _ in false }, labels: .wide),
      plain.area * 3 < drawn.area * 2
    {
      drawn = plain
    }
    guard drawn.drawing.size.width >= spacing.pageWidth else { return drawn }
    let narrow = try DrawnPicture(picture, stubs: drawn.stub.map { $0 != nil }, labels: .narrow)
    return narrow.drawing.cost(spacing) < drawn.drawing.cost(spacing) ? narrow : drawn
  }

  private var area: Int { drawing.size.width / 10 * (drawing.size.height / 10) }

  private init(_ picture: Picture, stubs: [Bool], labels style: LabelLines.Style) throws(PictureError) {
    func atArrow(_ label: PictureLabel) -> [LabelLine] {
      LabelLines.wrapped(label, widest: style.atArrow, most: style.mostLines)
    }
    self.picture = picture
    var hasDot = Array(repeating: false, count: picture.states.count)
    for arrow in picture.arrows where arrow.style == .initial { hasDot[arrow.source] = true }
    var boxes: [NestedGraph.Box] = []
    for (index, state) in picture.states.enumerated() {
      let parent: Int? = if let around = state.parent { box[around] } else { nil }
      names.append(LabelLines.single(DisplayText.raw(picture.heading(index))))
      lines.append(state.lines.flatMap { LabelLines.wrapped($0.label, widest: style.inBox, most: style.mostLines) })
      box.append(boxes.count)
      boxes.append(Self.shape(of: index, in: picture, name: names[index], lines: lines[index], parent: parent))
      dot.append(nil)
      if hasDot[index] {
        dot[index] = boxes.count
        boxes.append(
          NestedGraph.Box(
            parent: box[index], outline: .circle, size: Size(width: 120, height: 120), isBesideTitle: true))
      }
    }
    var edges: [NestedGraph.Edge] = []
    for (arrow, isStub) in zip(picture.arrows, stubs) {
      var rows = arrow.rows.map { atArrow($0.content) }.filter { !$0.isEmpty }
      if isStub {
        rows.append(atArrow(PictureLabel().adding(.plain, text: "→ " + picture.reference(arrow.target))))
      }
      let width = rows.joined().map(\.width).max() ?? 0
      let size = Size(width: width, height: rows.joined().count * Self.labelHeight)
      labels.append(rows)
      labelWidths.append(width)
      stub.append(isStub ? boxes.count : nil)
      if isStub, let around = picture.states[arrow.source].parent {
        edges.append(NestedGraph.Edge(source: box[arrow.source], target: boxes.count))
        boxes.append(NestedGraph.Box(parent: box[around], size: size))
        continue
      }
      let source = arrow.style == .initial ? dot[arrow.source] ?? box[arrow.source] : box[arrow.source]
      edges.append(NestedGraph.Edge(source: source, target: box[arrow.target], label: rows.isEmpty ? nil : size))
    }
    do throws(LayoutError) {
      let graph = NestedGraph(boxes: boxes, edges: edges, mostSteps: InputLimits.layoutSteps)
      drawing = try graph.layout(Self.spacing, mostLines: InputLimits.drawnLines)
    } catch {
      switch error {
      // Lines through layers: an arrow has one for each layer that it passes.
      case .tooManyLines(let count):
        throw PictureError(count: count, what: "parts of arrows", limit: InputLimits.drawnLines)
      case .tooManySteps: throw PictureError(mostSteps: InputLimits.layoutSteps)
      }
    }
  }

  /// More arrows than this into one state are stubs with its name.
  private static let mostArrows = 6
  /// With more arrows, a drawing with stubs is not compared with one without.
  private static let mostCompared = 500

  /// True for each arrow that is drawn as a stub at its source. Arrows from states around other sources are no stubs:
  /// their lines are short.
  private static func stubs(_ picture: Picture) -> [Bool] {
    var counts = Array(repeating: 0, count: picture.states.count)
    /// For each target, the last source so far: sources come in the reverse of document order.
    var sources = counts
    let canBeStub = picture.arrows.reversed().map { arrow in
      guard arrow.style == .handler || arrow.style == .jump else { return false }
      let inside = arrow.source..<picture.states[arrow.source].end
      let isAround = inside.contains(arrow.target) || inside.dropFirst().contains(sources[arrow.target])
      sources[arrow.target] = arrow.source
      if !isAround { counts[arrow.target] += 1 }
      return !isAround
    }
    return zip(picture.arrows, canBeStub.reversed()).map { $1 && counts[$0.target] > mostArrows }
  }

  /// The width of the widest text of a state: its name or a line.
  func textWidth(of state: Int) -> Int { Self.widest(names[state], lines: lines[state]) }

  private static func widest(_ name: String, lines: [LabelLine]) -> Int {
    lines.reduce((TextWidth.of(name, isBold: true) * nameSize + 99) / 100) { max($0, $1.width) }
  }

  private static func shape(
    of state: Int, in picture: Picture, name: String, lines: [LabelLine], parent: Int?
  ) -> NestedGraph.Box {
    let widest = widest(name, lines: lines)
    if picture.states[state].kind.isHistory {
      return NestedGraph.Box(parent: parent, size: Size(width: widest + 2 * inset, height: 240))
    }
    let height = nameHeight + (lines.isEmpty ? 0 : 40 + lines.count * lineHeight)
    return NestedGraph.Box(
      parent: parent, size: Size(width: max(400, widest + 2 * inset), height: height),
      title: picture.isOpen(state) ? Size(width: widest + inset, height: height) : Size(width: 0, height: 0))
  }
}
