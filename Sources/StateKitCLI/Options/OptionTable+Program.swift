/// The options about programs that follow a chart.
extension Option {
  static let program = Option(
    optional: \.program.command, "program", .text("CMD"), "also test this program: it must do what the chart does",
    details: """
      /bin/sh starts the command for each test, in the folder of the script. Each event and each move of the clock goes to it as a line of \
      JSON, and its answer is compared with what the chart did. Programs.md has the lines.
      """)
  static let programReuse = Option(
    \.program.isReused, "program-reuse", "let one process of the program run all tests",
    details: """
      The program is told to start again for each test. With several jobs or folders there is a process for each.
      """)
  static let programNames = Option(
    optional: \.program.map, "map", .file, "a file with the program's names of states, events, actions",
    details: """
      The file is JSON: {"states": {"PAID": "paid"}, "events": {"pay": "PAY"}, "actions": {"ON": "lightOn"}}. States and actions go \
      from the program's name to the chart's, events from the chart's to the program's.
      """)
  static let programTimeout = Option(
    \.program.timeout, "timeout", .delay, "the maximum time of an answer of the program",
    details: """
      A program that answers later fails the test. It is ended by SIGTERM, then by SIGKILL, with its process group.
      """
  )
}
