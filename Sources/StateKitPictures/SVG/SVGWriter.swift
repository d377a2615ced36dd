import GraphLayout
import StateKitCore

/// A picture as SVG, with its size in tenths of the drawing's unit.
struct SVGDrawing {
  let text: String
  let width: Int
  let height: Int
}

/// Writes a picture as an SVG file (Pictures.md): all boxes, then all arrows with their labels, so that nothing
/// covers a text.
package struct SVGWriter {
  /// The first characters of every picture that this writes.
  package static let beginning = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" viewBox="

  private let drawn: DrawnPicture
  private var out = ""

  private var picture: Picture { drawn.picture }

  /// `hasLegend`: the drawing ends with an explanation of its signs.
  package static func text(_ picture: Picture, hasLegend: Bool = false) throws(PictureError) -> String {
    var writer = SVGWriter(drawn: try DrawnPicture.of(picture), hasLegend: hasLegend)
    return writer.write()
  }

  static func drawing(_ picture: Picture) throws(PictureError) -> SVGDrawing {
    var writer = SVGWriter(drawn: try DrawnPicture.of(picture), hasLegend: false)
    let size = writer.drawn.drawing.size
    return SVGDrawing(text: writer.write(), width: size.width, height: size.height)
  }

  private let hasLegend: Bool

  private init(drawn: DrawnPicture, hasLegend: Bool) {
    self.drawn = drawn
    self.hasLegend = hasLegend
  }

  private mutating func write() -> String {
    var size = drawn.drawing.size
    let legend = hasLegend ? SVGLegend(width: size.width) : nil
    if let legend { size = Size(width: max(size.width, legend.size.width), height: size.height + legend.size.height) }
    let (width, height) = (size.width.asTenths, size.height.asTenths)
    out = Self.beginning + "\"0 0 \(width) \(height)\""
    out += " width=\"\(width)\" height=\"\(height)\" font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\">\n"
    out += "<title>\(SVGText.escaped(picture.title))</title>\n<desc>\(SVGText.escaped(description))</desc>\n"
    out += "<style>\n\(SVGStyle.text)</style>\n"
    out += "<rect class=\"page\" width=\"\(width)\" height=\"\(height)\"/>\n"
    for state in picture.states.indices {
      write(state: state)
      writeDot(of: state)
    }
    for arrow in picture.arrows.indices { write(arrow: arrow) }
    if let legend { out += legend.elements(below: drawn.drawing.size.height) }
    out += "</svg>\n"
    return out
  }

  private var description: String {
    func count(_ number: Int, what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }
    let transitions = picture.arrows.reduce(0) { $0 + ($1.style == .handler || $1.style == .jump ? $1.rows.count : 0) }
    var text = picture.states.first?.notes.description.map { $0 + "\n" } ?? ""
    text += count(picture.states.count, what: "state") + ", " + count(transitions, what: "transition")
    let starts = picture.arrows.filter { $0.source == 0 && $0.style == .initial }.map { picture.states[$0.target].name }
    if !starts.isEmpty { text += ", starts in " + starts.joined(separator: ", ") }
    let active = picture.states.filter { $0.mark.isActive && $0.kind != .compound && $0.kind != .parallel }.map(\.name)
    if !active.isEmpty { text += "; active: " + active.joined(separator: ", ") }
    return text
  }

  // MARK: States

  private mutating func write(state index: Int) {
    let state = picture.states[index]
    let box = drawn.drawing.boxes[drawn.box[index]]
    let isOpen = picture.isOpen(index)
    let path = picture.path(index)
    var words = ["state"]
    if isOpen { words.append("group") }
    if picture.isRegion(index) { words.append("region") }
    words += Self.words(of: state.mark)
    out += "<g class=\"\(words.joined(separator: " "))\" id=\"s\(index)\" data-state=\"\(SVGText.escaped(path))\""
    out += " data-kind=\"\(state.kind.isHistory ? "history" : "\(state.kind)")\">"
    let tip = ([path] + state.noteLines).joined(separator: "\n") + Self.note(state.mark, did: "entered")
    out += "<title>\(SVGText.escaped(tip))</title>"
    if state.kind.isHistory {
      rectangle(box, inset: 0, radius: 12, class: "outline")
      name(drawn.names[index], x: box.x + box.width / 2, y: box.y + box.height / 2 + 42, anchor: .middle)
    } else {
      rectangle(box, inset: 0, radius: 8, class: "outline")
      if state.kind == .final { rectangle(box, inset: 30, radius: 6, class: "inner") }
      writeTexts(of: index, in: box, isOpen: isOpen)
      if state.mark.isActive {
        // On the round corner, which contains neither a text nor a dot.
        out += "<circle class=\"marker\" cx=\"\((box.right - 23).asTenths)\" cy=\"\((box.y + 23).asTenths)\" r=\"3\"/>"
      }
    }
    out += "</g>\n"
  }

  private mutating func writeTexts(of index: Int, in box: Rectangle, isOpen: Bool) {
    let lines = drawn.lines[index]
    if isOpen || !lines.isEmpty {
      name(drawn.names[index], x: box.x + DrawnPicture.inset, y: box.y + 170)
    } else {
      name(drawn.names[index], x: box.x + box.width / 2, y: box.y + box.height / 2 + 42, anchor: .middle)
    }
    guard !lines.isEmpty else { return }
    let rule = (box.y + DrawnPicture.nameHeight).asTenths
    let inset = picture.states[index].kind == .final ? 30 : 0
    // In an open state, lines enter beside the texts, and its dot may be there.
    let end = isOpen ? min(box.right, box.x + drawn.textWidth(of: index) + DrawnPicture.inset + 40) : box.right - inset
    out += "<path class=\"rule\" d=\"M\((box.x + inset).asTenths) \(rule)H\(end.asTenths)\"/>"
    for (number, line) in lines.enumerated() {
      text(
        line, x: box.x + DrawnPicture.inset,
        y: box.y + DrawnPicture.nameHeight + 120 + number * DrawnPicture.lineHeight)
    }
  }

  private mutating func writeDot(of index: Int) {
    guard let dot = drawn.dot[index] else { return }
    out += "<g class=\"state initial\" id=\"i\(index)\" data-state=\"\(SVGText.escaped(picture.path(index)))#initial\""
    out += " data-kind=\"initial\">"
    circle(drawn.drawing.boxes[dot])
    out += "</g>\n"
  }

  private mutating func rectangle(_ box: Rectangle, inset: Int, radius: Int, class name: String) {
    out += "<rect class=\"\(name)\" x=\"\((box.x + inset).asTenths)\" y=\"\((box.y + inset).asTenths)\""
    out +=
      " width=\"\((box.width - 2 * inset).asTenths)\" height=\"\((box.height - 2 * inset).asTenths)\" rx=\"\(radius)\"/>"
  }

  private mutating func circle(_ box: Rectangle) {
    out += "<circle class=\"outline\" cx=\"\((box.x + box.width / 2).asTenths)\""
    out += " cy=\"\((box.y + box.height / 2).asTenths)\" r=\"\((box.width / 2).asTenths)\"/>"
  }

  private enum Anchor: String {
    case start, middle
  }

  private mutating func name(_ text: String, x: Int, y: Int, anchor: Anchor = .start) {
    out += "<text class=\"name\" x=\"\(x.asTenths)\" y=\"\(y.asTenths)\""
    if anchor != .start { out += " text-anchor=\"\(anchor.rawValue)\"" }
    out += ">\(SVGText.escaped(text))</text>"
  }

  private mutating func text(_ line: LabelLine, x: Int, y: Int, endsAt end: Int? = nil) {
    if let sign = line.sign { out += SVGSign.elements(sign, x: x, y: y - 40) }
    out += SVGText.element(line, x: x, y: y, endsAt: end)
  }

  private static func words(of mark: PictureMark) -> [String] {
    var words: [String] = []
    if mark.isActive { words.append("active") }
    if mark.isOnPath { words.append("path") }
    if let count = mark.count { words.append(count == 0 ? "missed" : "covered") }
    return words
  }

  private static func note(_ mark: PictureMark, did verb: String) -> String {
    mark.note(verb).map { "\n" + $0 } ?? ""
  }

  // MARK: Arrows

  private mutating func write(arrow index: Int) {
    let arrow = picture.arrows[index]
    let route = drawn.drawing.routes[index]
    var words = ["transition"]
    switch arrow.style {
    case .initial: words.append("initially")
    case .history: words.append("default")
    case .jump: words.append("jump")
    case .handler: break
    }
    words += Self.words(of: arrow.mark)
    let source = picture.path(arrow.source) + (arrow.style == .initial ? "#initial" : "")
    let events = arrow.rows.map(\.event).joined(separator: "\n")
    out += "<g class=\"\(words.joined(separator: " "))\" id=\"t\(index)\" data-source=\"\(SVGText.escaped(source))\""
    out += " data-target=\"\(SVGText.escaped(picture.path(arrow.target)))\" data-event=\"\(SVGText.escaped(events))\">"
    let title =
      ([picture.reference(arrow.source) + " → " + picture.reference(arrow.target)] + arrow.rows.flatMap(\.tip))
      .joined(separator: "\n")
    out += "<title>\(SVGText.escaped(title + Self.note(arrow.mark, did: "taken")))</title>"
    out += "<path class=\"line\" d=\"\(SVGPath.line(route.points))\"/>"
    if let stub = drawn.stub[index] {
      let (label, target) = (drawn.drawing.boxes[stub], drawn.drawing.boxes[drawn.box[arrow.target]])
      let end = Point(x: target.x, y: target.y + min(target.height, DrawnPicture.nameHeight) / 2)
      out += "<path class=\"line\" d=\"\(SVGPath.line([Point(x: end.x - 50, y: end.y), end]))\"/>"
      out += "<path class=\"arrow\" d=\"\(SVGPath.smallTip(end))\"/>"
      write(label: index, x: label.x, y: label.y)
    } else {
      out += "<path class=\"arrow\" d=\"\(SVGPath.tip(route.points))\"/>"
    }
    // The handlers of a state around others begin at a bar, because an initial arrow begins inside, too.
    if arrow.style != .initial, picture.isOpen(arrow.source) {
      out += "<path class=\"arrow stub\" d=\"\(SVGPath.stub(route.points))\"/>"
    }
    if let label = route.label {
      write(label: index, x: label.x, y: label.y, isLeft: route.labelIsLeft)
    }
    out += "</g>\n"
  }

  private mutating func write(label index: Int, x left: Int, y top: Int, isLeft: Bool = false) {
    var y = top + 105
    for block in drawn.labels[index] {
      let width = block.map(\.width).max() ?? 0
      let x = isLeft ? left + drawn.labelWidths[index] - width : left
      for line in block {
        // The widest line ends at the arrow, whatever the font is.
        text(line, x: x, y: y, endsAt: isLeft && line.width == width ? x + width : nil)
        y += DrawnPicture.labelHeight
      }
    }
  }
}

extension PictureArrow.Row {
  /// Its lines in the tooltip of its arrow: the label, the chart's own words if they differ, and the description.
  fileprivate var tip: [String] {
    let isOther = !raw.isEmpty && !raw.utf8.elementsEqual(label.utf8)
    return [label, isOther ? "= " + raw : "", description ?? ""].filter { !$0.isEmpty }
  }
}
