/// The options of `show`.
extension Option {
  static let pictureFormat = Option(
    optional: \.show.format, "format", .word, "how the picture is written",
    defaultText: "what the file's ending says, else tree on a terminal, mermaid elsewhere",
    details: """
      tree is an outline for people, mermaid is for pages of code hosts, dot for Graphviz, plantuml for PlantUML. svg is a \
      picture by itself, html a page with the picture and, with --script, a player of the run. The endings are .txt, .mmd, \
      .dot, .puml, .svg and .html.
      """)
  static let shownState = Option(
    optional: \.show.state, "state", .text("STATE"), "draw this state and what is in it",
    details: "What leads out of it stands as a line in the box that it leads from.")
  static let shownDepth = Option(
    optional: \.show.depth, "depth", .number(0...Int.max), "fold what is deeper than this", defaultText: "no bound",
    details: """
      0 is one box. Arrows from and to what is folded are drawn at the box that it is in, with the names of the events.
      """)
  static let hidesActions = Option(
    \.show.hidesActions, "no-actions", "leave out actions, in boxes and at arrows")
  static let hidesGuards = Option(\.show.hidesGuards, "no-guards", "leave out guards")
  static let playedScript = Option(
    optional: \.show.script, "script", .file,
    "run this script, and mark what is active then and the path that led there",
    details: """
      In a page the run can be played: every step with what was left, taken and entered, with the context and the timers. \
      Errors of the run are shown as run shows them, and make the exit status 1; the picture is written all the same.
      """)
  static let shownCoverage = Option(
    each: \.show.coverage, "coverage", .text("SCRIPT|FOLDER"),
    "run these tests, and mark what they touched and what not",
    details: """
      A folder is searched for scripts as test does; those of other charts are left out. More scripts and folders may \
      stand behind the chart.
      """)
  static let ascii = Option(
    \.show.isASCII, "ascii", "draw the tree in ASCII",
    details: """
      Without the option LC_ALL, LC_CTYPE and LANG say whether the output understands UTF-8: the first of them that is set. A \
      file is in UTF-8.
      """)
  static let forcePicture = Option(
    \.isForced, "force", "let --output replace a file that exists",
    details: """
      A drawing or a page that this command has made before is replaced without it. The file is replaced as a whole, or stays \
      as it was. The chart and the scripts never are.
      """)
}
