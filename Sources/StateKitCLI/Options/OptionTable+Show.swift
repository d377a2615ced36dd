extension Option {
  static let pictureFormat = Option(
    "format", optional: \.show.format,
    as: .word.defaulting(to: "by the ending of the file, else tree on a terminal, mermaid elsewhere"),
    help: "the format of the picture",
    details: """
      tree is an outline for people, mermaid is for Markdown pages, dot for Graphviz, plantuml for PlantUML. svg is a \
      picture, html a page with the picture and, with --script, a player of the run. The endings are .txt, .mmd, \
      .dot, .puml, .svg and .html.
      """)
  static let shownState = Option(
    "state", optional: \.show.state, as: .text("STATE"), help: "draw only this state and the states in it",
    details: "A transition out of the state is a line in the box of its source.")
  static let shownDepth = Option(
    "depth", optional: \.show.depth, as: .number(0...Int.max).defaulting(to: "no bound"), help: "fold deeper states",
    details: "0 draws one box. Arrows from and to folded states are drawn at their box, with the names of the events.")
  static let hidesActions = Option(
    "no-actions", flag: \.show.hidesActions, help: "omit actions, in boxes and at arrows")
  static let hidesGuards = Option("no-guards", flag: \.show.hidesGuards, help: "omit guards")
  static let details = Option(
    "details", flag: \.show.showsNotes, help: "show descriptions and tags in boxes",
    details: "Without this option they are in the tooltips of svg and html.")
  static let legend = Option(
    "legend", flag: \.show.hasLegend, help: "explain the signs below the drawing, in svg",
    details: "A page always has the legend.")
  static let playedScript = Option(
    "script", optional: \.show.script, as: .file, help: "run this script, and mark the active states",
    details: """
      The states and arrows on the path are marked, too. A page plays the run step by step, with exits, transitions, entries, the context and the timers. \
      Errors of the run are reported and make the exit status 1, but the picture is still written.
      """)
  static let shownCoverage = Option(
    "coverage", each: \.show.coverage, as: .text("SCRIPT|FOLDER", completes: .scripts),
    help: "run these tests, and mark what they cover",
    details: """
      A folder is searched for scripts, as test does; scripts of other charts are skipped. Errors in the \
      lines of a script are reported and make the exit status 1. More scripts and folders may follow the chart.
      """)
  static let ascii = Option(
    "ascii", flag: \.show.isASCII, help: "draw the tree in ASCII",
    details: """
      Without this option the first of LC_ALL, LC_CTYPE and LANG that is set tells whether the output is UTF-8. A \
      file is always UTF-8.
      """)
  static let forcePicture = Option(
    "force", flag: \.isForced, help: "let --output replace an existing file",
    details: """
      An SVG picture or a page that this command made is replaced without --force. The file is replaced as a whole, or \
      not at all. The chart and the scripts are never replaced.
      """)
}
