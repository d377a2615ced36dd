import StateKitEditor

/// The options of the commands that change files.
extension Option {
  static let layoutCheck = Option(
    \.editing.checks, "check", "write nothing: name the files that would change, and end with 1",
    details: "The names go to standard output, one a line. For hooks of git and for CI.")
  static let editDiff = Option(
    \.editing.showsDiff, "diff", "write nothing: show what would change as a unified diff, and end with 1",
    details: """
      The difference can be applied with patch or git apply -p0. Where nothing would change the exit status is 0.
      """)
  static let nameKind = Option(
    optional: \.editing.kind, "kind", .word, "what has the name, where several things have it",
    details: "Without the option a name that is one of several kinds is refused, and the message lists them.")
  static let fix = Option(
    \.editing.fixes, "fix", "write what messages surely suggest into the files, then validate them",
    details: """
      Certain is a word of another notation, such as cond for guard, and a name to which only one known name is nearest. What \
      would make an error more is left out.
      """)
  static let template = Option(
    \.editing.template, "template", .word, "what the chart begins as",
    details: "Each has a script whose tests pass, and shows one thing that charts do.")
  static let fixDiff = Option(
    \.editing.showsDiff, "diff", "with --fix: write nothing, show what would change as a unified diff, and end with 1",
    details:
      "What is left to report goes to the error stream then. The difference can be applied with patch or git apply -p0."
  )
  static let stdinName = Option(
    optional: \.editing.stdinName, "stdin-filename", .file, "the name of the file that standard input holds",
    details: """
      It says whether \"-\" is a chart or a script, and stands in messages; nothing is read from it or written to it. Without \
      the option the content decides.
      """)
}
