/// The options about programs that follow a chart.
extension Option {
  static let program = Option(
    "program", optional: \.program.command, as: .text("CMD"),
    help: "also test this program: it must do what the chart does",
    details: """
      /bin/sh starts the command for each test, in the folder of the script. Each event and each move of the clock goes to it as a line of \
      JSON, and its answer is compared with what the chart did. Programs.md has the lines.
      """)
  static let host = Option(
    "host", optional: \.program.host, as: .text("CMD"), help: "let this process do the work of the host",
    details: """
      /bin/sh starts the command once. Host actions, host guards and host work go to it as lines of JSON, and it sends events as such lines. \
      With --realtime its events are taken while the next line is awaited. Programs.md has the lines.
      """)
  static let hostTimeout = Option(
    "timeout", value: \.program.timeout, as: .delay, help: "the maximum time of an answer of the host",
    details: "A guard without an answer counts as false, and an action as failed.")
  static let exploredProgram = Option(
    "program", optional: \.program.command, as: .text("CMD"), help: "try every arc of the graph in this program",
    details: """
      An arc is an input that is handled, or that moves the clock. The program is run through few long scripts. The first difference is \
      shown with a shortest script, which test --program repeats and --script DIR keeps. Programs.md has the lines.
      """)
  static let walks = Option(
    "walks", value: \.program.walks, as: .number(0...1_000_000), help: "also try so many random scripts in the program",
    details: "They prefer inputs that were not tried yet. A script that shows a difference is shortened.")
  static let walkLength = Option(
    "length", value: \.program.walkLength, as: .number(1...1_000_000), help: "the length of a random script in lines")
  static let walkSeed = Option(
    "seed", value: \.seed, as: .number(1...Int.max), help: "the seed of the random scripts",
    details: "The same seed gives the same scripts on every computer.")
  static let programJobs = Option(
    "jobs", optional: \.jobs, as: .number(1...1_024).defaulting(to: "one for each processor"),
    help: "how many programs run at the same time",
    details: "Each runs a script of its own. The result is the same for every number.")
  static let programReuse = Option(
    "program-reuse", flag: \.program.isReused, help: "let one process of the program run all tests",
    details:
      "The program is told to start again for each test. With several jobs or folders there is a process for each.")
  static let programNames = Option(
    "map", optional: \.program.map, as: .file, help: "a file with the program's names of states, events, actions",
    details: """
      The file is JSON: {"states": {"PAID": "paid"}, "events": {"pay": "PAY"}, "actions": {"ON": "lightOn"}}. States and actions go \
      from the program's name to the chart's, events from the chart's to the program's.
      """)
  static let programTimeout = Option(
    "timeout", value: \.program.timeout, as: .delay, help: "the maximum time of an answer of the program",
    details:
      "A program that answers later fails the test. It is ended by SIGTERM, then by SIGKILL, with its process group.")
}
