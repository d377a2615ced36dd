/// The legend of a page: the shapes of a drawing, and the colours of the player.
enum PageLegend {
  static let text = """
    <h2>Legend</h2>
    \(SVGLegend.picture)<dl id="legend">
    \(rows)</dl>

    """

  private static let entries: [(drawing: String, what: String)] = [
    (box("active"), "active"),
    (box("entered"), "entered by this step"),
    (box("exited"), "exited by this step"),
    (
      "<path class=\"line taken\" d=\"M2 12H38\"/><path class=\"tip taken\" d=\"M46 12L38 8V16Z\"/>",
      "taken by this step; thin: can be taken now"
    ),
    (box("named"), "chosen or found"),
  ]

  private static func box(_ word: String) -> String {
    "<rect class=\"outline \(word)\" x=\"2\" y=\"2\" width=\"44\" height=\"20\" rx=\"6\"/>"
  }

  private static var rows: String {
    entries.map { drawing, what in
      "<dt><svg width=\"48\" height=\"24\" aria-hidden=\"true\">\(drawing)</svg></dt><dd>\(what)</dd>\n"
    }.joined()
  }
}
