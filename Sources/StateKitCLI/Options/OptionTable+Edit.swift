import StateKitEditor

/// The options of the commands that change files.
extension Option {
  static let layoutCheck = Option(
    "check", flag: \.editing.checks, help: "only list the files that would change",
    details:
      "Writes no file. The exit status is 1 if a file would change. Standard output has one name on each line. Use it in git hooks and CI."
  )
  static let editDiff = Option(
    "diff", flag: \.editing.showsDiff, help: "only show the changes, as a unified diff",
    details: "Writes no file. The exit status is 1 if a file would change. Apply the diff with patch or git apply -p0.")
  static let outputCheck = Option(
    "check", flag: \.editing.showsDiff, help: "write nothing; show what would change, as a diff",
    details: """
      The exit status is 1 if the file is not what would be written. Use it in CI. Apply the diff with patch or git apply -p0.
      """)
  static let nameKind = Option(
    "kind", optional: \.editing.kind, as: .word, help: "the kind of the thing to rename",
    details: "Needed if things of several kinds have the name. The message then lists the kinds.")
  static let fix = Option(
    "fix", flag: \.editing.fixes, help: "apply the certain suggestions, then validate",
    details: """
      A suggestion is certain for a word of another notation, such as cond for guard, and for a name of which one known name differs by a letter, case or separators. A fix \
      at whose place there would be another error is not applied.
      """)
  static let template = Option(
    "template", value: \.editing.template, as: .word, help: "the kind of chart to create",
    details: "Each template shows one feature of charts and has a script whose tests pass.")
  static let fixDiff = Option(
    "diff", flag: \.editing.showsDiff, help: "with --fix: only show the changes, as a unified diff",
    details:
      "Writes no file. The exit status is 1 if a file would change. The remaining findings go to standard error. Apply the diff with patch or git apply -p0."
  )
  static let stdinName = Option(
    "stdin-filename", optional: \.editing.stdinName, as: .file, help: "the file name of standard input",
    details: """
      The name tells whether \"-\" is a chart or a script, and appears in messages. The file is not read or written. Without \
      this option the content decides.
      """)
}
