package enum ScriptReference {
  /// The chart of all examples.
  package static let chart = """
    {
      "events": {"open": null, "close": null, "lock": null, "unlock": "int", "ring": null, "answer": null,
                 "weigh": "int", "remove": null, "secured": null, "visit": null, "nap": null, "parcel": null},
      "context": {"locked": 0},
      "guards": {"isHome": null},
      "invariants": {"seldom": "locked < 4"},
      "root": {
        "initial": "closed",
        "ring": {"actions": {"send": "answer"}},
        "answer": null,
        "visit": {"guard": "isHome", "actions": {"send": "answer"}},
        "nap": {"actions": {"send": "ring", "delay": "rest"}},
        "weigh": {"actions": {"assign": {"locked": "10 / event.data"}}},
        "remove": "removed",
        "parcel": "delivery",
        "subStates": {
          "closed": {"open": "open", "lock": "locked"},
          "open": {"enterState": "lightOn", "exitState": "lightOff", "close": "closed", "after": {"5s": "closed"}},
          "locked": {
            "enterState": [
              {"assign": {"locked": "locked + 1"}}, {"log": "locked ${locked == 1 ? 'once' : 'again'}"}, {"raise": "secured"}
            ],
            "secured": null,
            "unlock": {"guard": "event.data == 11", "target": "closed"}
          },
          "delivery": {"invoke": {"id": "mail", "chart": {"root": {"invoke": {"src": "courier"}}}}},
          "removed": {"type": "final"}
        }
      }
    }

    """

  package static var sections: [ReferenceSection] {
    [
      ReferenceSection(
        title: "Lines",
        introduction:
          "One line is one step. A script and the REPL take the same lines. White space around a line has "
          + "no meaning.", rows: lines),
      ReferenceSection(
        title: "Expectations",
        introduction:
          "The expectations of :expect. \"The last line\" is the last event or, after a line that moved the clock, the "
          + "last timer that fired.",
        rows: ExpectationForm.all.map {
          ReferenceSection.Row(
            name: ":expect \($0.word)", value: $0.operand.rawValue, help: $0.help, example: $0.example)
        } + [
          ReferenceSection.Row(
            name: ":expect", value: "EXPRESSION", help: "the expression is true; it can use the context and isIn",
            example: "lock\n:expect locked == 1 && isIn('locked')")
        ]),
    ]
  }

  private static let lines = [
    row("EVENT", value: "", help: "sends the event", example: "open"),
    row("EVENT", value: "JSON", help: "sends the event with a payload", example: "lock\nunlock 11"),
    row(
      "\"EVENT\"", value: "JSON", help: "sends an event whose name is not one bare word, as a JSON string",
      example: "\"open\""),
    row(
      "{\"event\": NAME, \"data\": JSON}", value: "", help: "sends an event, written as an object, for programs",
      example: "{\"event\": \"unlock\", \"data\": 11}"),
    row(
      "CHILD: done.invoke.ID", value: "JSON",
      help: "ends work of the host for a child, with its result; error.invoke.ID makes it fail",
      example: "parcel\nmail: done.invoke.courier \"at the door\""),
    row(
      "+DURATION", value: "", help: "moves the clock, and fires the timers that are due: +250ms, +5s, +1m30s, +2h",
      example: "open\n+5s"),
    row("+next", value: "", help: "moves the clock to the next timer", example: "open\n+next"),
    row("+idle", value: "", help: "moves the clock until no timer is left", example: "open\n+idle"),
    row(
      "# TEXT", value: "", help: "a comment; an empty line is also a comment", example: "# The door is closed.\nopen"),
    row(":expect", value: "WHAT", help: "the script fails unless this holds", example: "open\n:expect only open"),
    row(":set", value: "PATH = EXPRESSION", help: "sets a value of the context", example: ":set locked = 4"),
    row(
      ":guard", value: "NAME = EXPRESSION",
      help:
        "answers a host guard from this line on; before the first event or clock line: from the start",
      example: ":guard isHome = locked == 0\nvisit"),
    row(
      ":delay", value: "NAME = DURATION",
      help: "sets the length of a host delay, from the same moment as :guard",
      example: ":delay rest = 5s\nnap\n+5s"),
    row(
      ":host", value: "answers | answered LIST",
      help: "the program of --host answers each action; or gives recorded answers of it, in order",
      example: ":host answers"),
    row("?", value: "EXPRESSION", help: "shows the value of an expression", example: "lock\n? locked * 2"),
    row(
      ":test", value: "\"NAME\"",
      help: "begins a test on a fresh machine; each test first runs the lines before the first :test",
      example: ":test \"opens\"\nopen"),
    row(
      ":chart", value: "FILE",
      help:
        "the chart of this script, relative to the script; it must be at or below the folder of the script or the start folder, "
        + "and further :chart lines must name the same file",
      example: ":chart door.json"),
  ]

  private static func row(_ name: String, value: String, help: String, example: String) -> ReferenceSection.Row {
    ReferenceSection.Row(name: name, value: value, help: help, example: example)
  }
}
