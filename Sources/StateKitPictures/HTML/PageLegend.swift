/// The legend of a page: the shapes of a drawing, and the colours of the player.
enum PageLegend {
  static let text = """
    <h2>Legend</h2>
    <dl id="legend">
    \(rows)</dl>

    """

  private static let entries: [(drawing: String, what: String)] = [
    (
      """
      <circle class="dot" cx="10" cy="12" r="6"/><path class="line" d="M16 12H30"/><path class="tip" d="M36 12L29 8V16Z"/>
      """, "the state that is entered first"
    ),
    (box("") + "<rect class=\"inner\" x=\"5\" y=\"5\" width=\"38\" height=\"14\" rx=\"4\"/>", "a final state"),
    (
      "<circle class=\"outline\" cx=\"24\" cy=\"12\" r=\"10\"/><text x=\"24\" y=\"16\" text-anchor=\"middle\">H*</text>",
      "history: <b>H</b> of a state, <b>H*</b> of all states in it"
    ),
    (box("region"), "a region of a parallel state"),
    (
      "<path class=\"line\" d=\"M2 12H38\"/><path class=\"tip\" d=\"M46 12L38 8V16Z\"/>",
      "a transition: <b>event</b> [guard] / actions; without an event, it is taken at once"
    ),
    (
      "<path class=\"line jump\" d=\"M2 12H38\"/><path class=\"tip\" d=\"M46 12L38 8V16Z\"/>",
      "<b>goToState</b> in an action"
    ),
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
