/// A way to lay out a graph. Several are tried, and the best drawing is kept.
package struct LayoutStyle: Sendable {
  /// True if the label of an edge out of a box around its source is inside that box.
  var labelsAreInside = false
  /// The widest layer that is not split, in percent of a page; nil splits none.
  var widestLayer: Int?

  /// Puts labels of long lines into layers with more room than the middle one.
  var spreadsLabels = false

  package static let all = [(nil, false), (83, false), (83, true), (50, true)].flatMap { widest, spreads in
    [false, true].map { LayoutStyle(labelsAreInside: $0, widestLayer: widest, spreadsLabels: spreads) }
  }

  /// The largest graph that is laid out in several styles: its boxes, and its lines through layers.
  static let mostTried = 1_000
}

extension Spacing {
  /// The width of a page: a wider drawing is hard to read.
  package var pageWidth: Int { line * 60 }
}

extension Drawing {
  /// A measure of the room that the drawing takes: its area, more if it is wider than a page, or very long.
  package func cost(_ spacing: Spacing) -> Double {
    let (width, height) = (Double(max(1, size.width)), Double(max(1, size.height)))
    let page = Double(spacing.pageWidth)
    let length = max(1, max(width / height, height / width) / 2.5)
    return width * height * max(1, width / page) * length
  }
}
