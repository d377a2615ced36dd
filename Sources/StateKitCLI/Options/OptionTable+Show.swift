/// The options of `show`.
extension Option {
  static let pictureFormat = Option(
    optional: \.show.format, "format", .word, "the format of the picture",
    defaultText: "by the ending of the file, else tree on a terminal, mermaid elsewhere",
    details: """
      tree is an outline for people, mermaid is for Markdown pages, dot for Graphviz, plantuml for PlantUML. svg is a \
      picture, html a page with the picture and, with --script, a player of the run. The endings are .txt, .mmd, \
      .dot, .puml, .svg and .html.
      """)
  static let shownState = Option(
    optional: \.show.state, "state", .text("STATE"), "draw only this state and the states in it",
    details: "A transition out of the state is a line in the box of its source.")
  static let shownDepth = Option(
    optional: \.show.depth, "depth", .number(0...Int.max), "fold deeper states", defaultText: "no bound",
    details: "0 draws one box. Arrows from and to folded states are drawn at their box, with the names of the events.")
  static let hidesActions = Option(\.show.hidesActions, "no-actions", "omit actions, in boxes and at arrows")
  static let hidesGuards = Option(\.show.hidesGuards, "no-guards", "omit guards")
  static let details = Option(
    \.show.showsNotes, "details", "show descriptions and tags in boxes",
    details: "Without this option they are in the tooltips of svg and html.")
  static let legend = Option(
    \.show.hasLegend, "legend", "explain the signs below the drawing, in svg", details: "A page always has the legend.")
  static let playedScript = Option(
    optional: \.show.script, "script", .file, "run this script, and mark the active states",
    details: """
      The states and arrows on the path are marked, too. A page plays the run step by step, with exits, transitions, entries, the context and the timers. \
      Errors of the run are reported and make the exit status 1, but the picture is still written.
      """)
  static let shownCoverage = Option(
    each: \.show.coverage, "coverage", .text("SCRIPT|FOLDER", completes: .scripts),
    "run these tests, and mark what they cover",
    details: """
      A folder is searched for scripts, as test does; scripts of other charts are skipped. More scripts and folders may \
      follow the chart.
      """)
  static let ascii = Option(
    \.show.isASCII, "ascii", "draw the tree in ASCII",
    details: """
      Without this option the first of LC_ALL, LC_CTYPE and LANG that is set tells whether the output is UTF-8. A \
      file is always UTF-8.
      """)
  static let forcePicture = Option(
    \.isForced, "force", "let --output replace an existing file",
    details: """
      A picture or a page that this command made is replaced without --force. The file is replaced as a whole, or not at all. \
      The chart and the scripts are never replaced.
      """)
}
