import GraphLayout

/// The explanation of the signs of a drawing, in columns. Lengths are tenths of the drawing's unit.
struct SVGLegend {
  private static let column = 1_900
  private static let row = 220
  private static let lead = 100

  private let columns: Int

  /// `width`: of the drawing above it.
  init(width: Int) {
    columns = max(1, min(Self.entries.count, (width - Self.lead) / Self.column))
  }

  var size: Size {
    let rows = (Self.entries.count + columns - 1) / columns
    return Size(width: Self.lead + columns * Self.column, height: rows * Self.row + Self.lead)
  }

  /// The legend as a picture of its own.
  static let picture: String = {
    let legend = SVGLegend(width: lead + 2 * column)
    let (width, height) = (legend.size.width.asTenths, legend.size.height.asTenths)
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" aria-label=\"Legend\" viewBox=\"0 0 "
      + "\(width) \(height)\" width=\"\(width)\" height=\"\(height)\" "
      + "font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\">" + legend.elements(below: 0) + "</svg>\n"
  }()

  func elements(below top: Int) -> String {
    var out = "<g class=\"legend\">"
    for (number, entry) in Self.entries.enumerated() {
      let x = Self.lead + number % columns * Self.column
      let y = top + Self.row / 2 + number / columns * Self.row
      out += entry.mark.elements(x: x, y: y)
      let text = PictureLabel().adding(.plain, text: entry.text)
      for line in LabelLines.unbroken(text) { out += SVGText.element(line, x: x + entry.mark.width, y: y + 40) }
    }
    return out + "</g>\n"
  }

  private static let entries: [(mark: Mark, text: String)] = [
    (.start, "the first state"), (.final, "final state"), (.region, "region: all are active"),
    (.history, "history; H* deep"), (.stub, "from any state inside"), (.jump, "goToState in an action"),
    (.short, "short arrow to state s"), (.ends, "end of short arrows"),
    (.label, ""), (.sign(.entry), "on entry"), (.sign(.exit), "on exit"), (.sign(.timer), "timer"),
    (.sign(.invocation), "invocation"), (.sign(.always), "always: without an event"),
  ]

  /// The drawing of an entry.
  private enum Mark {
    case start, final, region, history, stub, jump, short, ends, label
    case sign(PictureLabel.Sign)

    /// The distance from it to the text.
    var width: Int {
      switch self {
      case .start, .final, .region, .history, .stub, .jump, .short, .ends: 400
      case .label, .sign: 200
      }
    }

    func elements(x: Int, y: Int) -> String {
      func line(_ from: Int, to: Int, class name: String = "line") -> String {
        "<path class=\"\(name)\" d=\"M\((x + from).asTenths) \(y.asTenths)H\((x + to).asTenths)\"/>"
      }
      func tip(_ end: Int) -> String {
        "<path class=\"arrow\" d=\""
          + SVGPath.tip([Point(x: x + end - 100, y: y), Point(x: x + end, y: y)]) + "\"/>"
      }
      func box(_ inset: Int, left: Int = 0, radius: Int, class name: String) -> String {
        "<rect class=\"\(name)\" x=\"\((x + left + inset).asTenths)\" y=\"\((y - 80 + inset).asTenths)\" width=\""
          + "\((300 - left - 2 * inset).asTenths)\" height=\"\((160 - 2 * inset).asTenths)\" rx=\"\(radius)\"/>"
      }
      switch self {
      case .start:
        return "<circle class=\"arrow\" cx=\"\((x + 60).asTenths)\" cy=\"\(y.asTenths)\" r=\"6\"/>" + line(60, to: 250)
          + tip(300)
      case .final: return box(0, radius: 6, class: "outline") + box(30, radius: 4, class: "inner")
      case .region: return "<g class=\"region\">" + box(0, radius: 6, class: "outline") + "</g>"
      case .history:
        return box(0, radius: 8, class: "outline")
          + "<text class=\"name\" x=\"\((x + 150).asTenths)\" y=\"\((y + 42).asTenths)\" text-anchor=\"middle\">H</text>"
      case .stub:
        return "<path class=\"arrow\" d=\"" + SVGPath.stub([Point(x: x, y: y), Point(x: x + 100, y: y)]) + "\"/>"
          + line(0, to: 250) + tip(300)
      case .jump: return "<g class=\"jump\">" + line(0, to: 250) + "</g>" + tip(300)
      case .short:
        return line(0, to: 100) + "<text x=\"\((x + 120).asTenths)\" y=\"\((y + 40).asTenths)\">→ s</text>"
      case .ends:
        return box(0, left: 100, radius: 6, class: "outline") + line(50, to: 100) + "<path class=\"arrow\" d=\""
          + SVGPath.smallTip(Point(x: x + 100, y: y)) + "\"/>"
      case .label:
        let label = PictureLabel().adding(.event, text: "event").adding(.condition, text: "[guard]").adding(
          .actions, text: "/ actions")
        return LabelLines.unbroken(label).map { SVGText.element($0, x: x, y: y + 40) }.joined()
      case .sign(let sign): return SVGSign.elements(sign, x: x, y: y)
      }
    }
  }
}
