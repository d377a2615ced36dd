/// The distances that a layout keeps, in the unit of its graph.
package struct Spacing: Sendable {
  /// The height of a line of text.
  package var line: Int
  /// Between boxes side by side.
  package var boxes: Int
  /// Between parallel lines, and between the ends of lines on one side of a box.
  package var lines: Int
  /// Between a line and a box or a label that is not its own.
  package var lineToBox: Int
  /// Between a line and its own label.
  package var label: Int
  /// From the outline of a box to its content.
  package var padding: Int
  /// From the corner of a box to the first line that ends on it.
  package var corner: Int
  /// The distance between a box and the nearest bend, which the tip of an arrow needs.
  package var arrow: Int
  /// How far a line that returns to its own box extends from it.
  package var loop: Int
  /// Around the whole page.
  package var page: Int

  /// Creates the distances for a unit in which a line of text is `line` high.
  package init(line: Int) {
    self.line = line
    boxes = line * 4 / 3
    lines = line * 3 / 5
    lineToBox = line * 8 / 15
    label = line / 4
    padding = line * 2 / 3
    corner = line / 2
    arrow = line * 4 / 5
    loop = line * 4 / 5
    page = line * 2 / 3
  }
}
