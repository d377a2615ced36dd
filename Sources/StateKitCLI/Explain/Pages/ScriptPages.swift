import StateKitCore
import StateKitFormat

extension Explanation {
  /// Errors in scripts.
  static let scripts = [
    Explanation(
      .badLine, title: "a line of a script cannot be read",
      meaning: """
        A line is an event, with or without a payload, a move of the clock (+5s), a command (:expect, :set, :test, :chart, :guard,
        :delay, :host), a question (? EXPRESSION) or a comment (#). The message tells what is wrong.
        """,
      wrong: Example(chart: doors, script: "open\n:chart\n"),
      fixed: Example(chart: doors, script: "open\n:expect in open\n")),
    Explanation(
      .longLine, title: "a line of a script is longer than the limit",
      meaning: "A line has at most 1 MiB, including its payload.",
      wrong: Example(
        chart: doors, script: "open \"xxxxxx … 1,048,577 of them …\"",
        make: { Array("open \"".utf8) + [UInt8](repeating: 0x78, count: (1 << 20) + 1) + Array("\"\n".utf8) }),
      fixed: Example(chart: doors, script: "open \"xxxxxx\"\n")),
    Explanation(
      .unknownCommand, title: "no such command in a script",
      meaning: "Commands begin with a colon: :expect, :set, :test, :chart, :guard, :delay and :host.",
      wrong: Example(chart: doors, script: "open\n:expekt in open\n"),
      fixed: Example(chart: doors, script: "open\n:expect in open\n")),
    Explanation(
      .unknownState, title: "an expectation names an unknown state",
      meaning: """
        :expect in, not in, only, entered and exited name states like targets: by name, or by the shortest dotted path that
        is unique.
        """,
      wrong: Example(chart: doors, script: "open\n:expect in opne\n"),
      fixed: Example(chart: doors, script: "open\n:expect in open\n")),
    Explanation(
      .unhandledEvent, title: "a script sends an event that no state handles",
      meaning:
        "The event will be ignored in every state. Most likely its name is misspelt.",
      wrong: Example(chart: doors, script: "opne\n"),
      fixed: Example(chart: doors, script: "open\n")),
  ]

  /// A state file of a machine of `doors`.
  private static func state(
    _ path: String, in file: String = "states/opened.json", checksum: String? = nil
  ) -> (name: String, text: String) {
    let text = """
      {"version": 1, "fingerprint": "00000000000000000000000000000000", "steps": 2, "time": 0,
       "configuration": ["\(path)"], "context": {}, "event": {"name": "open", "type": "external"}, "timers": []}

      """
    if let checksum { return (file, text.dropLast(2) + ",\"checksum\":\"\(checksum)\"}\n") }
    return (file, String(decoding: StateFile.sealed(Array(text.utf8)), as: UTF8.self))
  }

  /// A program that knows one script.
  private static let doorProgram =
    "read -r line; echo '{\"in\": [\"closed\"]}'; read -r line; echo '{\"in\": [\"open\"]}'"

  /// Errors of runs.
  static let runs = [
    Explanation(
      .expectationFailed, title: "an expectation of a script does not hold",
      meaning: """
        :expect checks the machine, or what the last event did. The message tells what was found instead. The script
        continues, and the exit status is 1.
        """,
      wrong: Example(chart: doors, script: "open\n:expect in closed\n", command: "run --quiet"),
      fixed: Example(chart: doors, script: "open\n:expect in open\n", command: "run --quiet")),
    Explanation(
      .programDiffers, title: "a program does not do what the chart does",
      meaning: """
        With --program, each event of a test also goes to a program, and its answer is compared with what the chart did. Here they
        differ after this line. Either the program or the chart is wrong.
        """,
      wrong: Example(chart: doors, script: "open\n", command: "test --quiet --chart")
        .following("while read -r line; do echo '{\"in\": [\"closed\"]}'; done"),
      fixed: Example(chart: doors, script: "open\n", command: "test --quiet --chart").following(doorProgram)),
    Explanation(
      .programFailed, title: "a program does not answer as it must",
      meaning: """
        A tested program answers each line with one JSON object on one line, within --timeout. Here it ended, was late, wrote
        something else, or wrote a line without a request. The last lines of its standard error follow.
        """,
      wrong: Example(chart: doors, script: "open\n", command: "test --quiet --chart").following("read -r line; exit 3"),
      fixed: Example(chart: doors, script: "open\n", command: "test --quiet --chart").following(doorProgram)),
    Explanation(
      .runError, title: "an error in a run that no state handled",
      meaning: """
        A division by zero, a missing key, a value of the wrong type, or a limit that was reached. Errors of expressions
        raise the event error.execution, which a state can handle. :expect error keeps the exit status 0 if the error is
        expected.
        """,
      wrong: Example(
        chart: """
          {
            "context": {"total": 10, "people": 0},
            "root": {"share": {"actions": {"log": "${total / people} each"}}}
          }
          """, script: "share\n", command: "run --quiet"),
      fixed: .replacing(
        #""share": {"actions": {"log": "${total / people} each"}}"#,
        with: #""share": {"guard": "people > 0", "actions": {"log": "${total / people} each"}}"#)),
    Explanation(
      .stateMisfit, title: "a state file does not fit the chart",
      meaning: """
        The machine in the file is in a state that the chart does not have, or its context has a value that the chart has no
        key for. A changed chart that still fits resumes without a message. A new key of the context gets its first value.
        """,
      wrong: Example(
        chart: doors, command: "run --quiet --from-state states/opened.json", children: [state("root.opened")]),
      fixed: Example(
        chart: doors, command: "run --quiet --from-state states/opened.json", children: [state("root.open")])),
    Explanation(
      .damagedState, title: "a state file is damaged, or is not a state file",
      meaning: """
        A state file ends with a checksum of its content. Here the checksum does not match: a disk, a transfer or an editor
        has changed the file, or it is another file. Use a copy, or run the script again. For another chart do not
        edit the file: use --migrate.
        """,
      wrong: Example(
        chart: doors, command: "run --quiet --from-state states/edited.json",
        children: [state("root.open", in: "states/edited.json", checksum: "0123456789abcdef")]),
      fixed: Example(
        chart: doors, command: "run --quiet --from-state states/whole.json",
        children: [state("root.open", in: "states/whole.json")])),
    Explanation(
      .journalCorrupt, title: "a journal is damaged, or is not a journal",
      meaning: """
        Each line of a journal has checksums, and here one does not match. An incomplete last line is normal after a crash and is
        removed without this error: here bytes were changed, or it is another file. Nothing is run or written, and
        the exit status is 2. Name another file, or use a copy of the journal. The message has the offset in the file.
        """,
      wrong: Example(
        chart: doors, script: "open\nclose\n", command: "run --quiet --journal journals/doors.journal",
        children: [(name: "journals/doors.journal", text: "open\n")]),
      fixed: Example(chart: doors, script: "open\nclose\n", command: "run --quiet --journal journals/new.journal")),
    Explanation(
      .brokenInvariant, title: "an invariant of the chart does not hold",
      meaning: """
        "invariants" must be true after every macrostep. The chart continues; the trace shows the steps before.
        """,
      wrong: Example(
        chart: """
          {
            "context": {"balance": 5},
            "invariants": {"never in debt": "balance >= 0"},
            "root": {"pay": {"actions": {"assign": {"balance": "balance - 10"}}}}
          }
          """, script: "pay\n", command: "run --quiet"),
      fixed: .replacing(
        #""pay": {"actions": {"assign": {"balance": "balance - 10"}}}"#,
        with: #""pay": {"guard": "balance >= 10", "actions": {"assign": {"balance": "balance - 10"}}}"#)),
    Explanation(
      .rejected, title: "an event is not declared, or its payload has the wrong type",
      meaning: """
        The chart declares its events. It does not declare this event, or declares another payload. If that is what the
        script tests, write :expect rejected in the next line: the exit status stays 0.
        """,
      wrong: Example(
        chart: """
          {"events": {"coin": "int"}, "root": {"coin": {"actions": "count"}}}
          """, script: "coin \"ten\"\n", command: "run --quiet"),
      fixed: Example(
        chart: """
          {"events": {"coin": "int"}, "root": {"coin": {"actions": "count"}}}
          """, script: "coin 10\n", command: "run --quiet")),
    Explanation(
      .ignored, title: "with --strict: an event was ignored",
      meaning: "No active state has a handler for the event. Only --strict makes it an error.",
      wrong: Example(chart: doors, script: "close\n", command: "run --quiet --strict"),
      fixed: Example(chart: doors, script: "open\nclose\n", command: "run --quiet --strict")),
    Explanation(
      .declined, title: "with --strict: every guard of an event was false",
      meaning: "Handlers were found, but all their guards were false. Only --strict makes it an error.",
      wrong: Example(chart: turnstile, script: "push\n", command: "run --quiet --strict"),
      fixed: Example(chart: turnstile, script: "coin\npush\n", command: "run --quiet --strict")),
  ]

  private static let turnstile = """
    {
      "context": {"money": 0},
      "root": {
        "coin": {"actions": {"assign": {"money": "money + 1"}}},
        "push": {"guard": "money > 0", "actions": "turn"}
      }
    }
    """
}
