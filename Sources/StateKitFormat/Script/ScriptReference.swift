/// A form of `:expect`: one row, from which the parser's messages, `explain script` and Scripts.md are made.
package struct ExpectationForm: Sendable {
  /// What may stand behind the word of a form.
  package enum Operand: String, Sendable {
    case nothing = ""
    case states = "A, B"
    case actions = "NAME, …"
    case events = "EVENT, …"
    case text = "\"TEXT\""
    case delay = "5s"
    case event = "EVENT [JSON]"
  }

  package let word: String
  package let operand: Operand
  let help: String
  /// Lines of a script for `ScriptReference.chart`.
  let example: String

  init(_ word: String, _ operand: Operand, _ help: String, _ example: String) {
    self.word = word
    self.operand = operand
    self.help = help
    self.example = example
  }

  package static let all = [
    ExpectationForm(
      "in", .states, "all of these states are active; x: A asks for a state of the child x", "open\n:expect in open"),
    ExpectationForm("not in", .states, "none of these states is active", "open\n:expect not in closed, locked"),
    ExpectationForm("only", .states, "exactly these are the deepest active states", "open\n:expect only open"),
    ExpectationForm("handled", .nothing, "the last event had a handler", "open\n:expect handled"),
    ExpectationForm("ignored", .nothing, "no active state had a handler for the last event", "close\n:expect ignored"),
    ExpectationForm(
      "declined", .nothing, "there were handlers for the last event, and all their guards were false",
      "lock\nunlock 4\n:expect declined"),
    ExpectationForm(
      "rejected", .nothing,
      "the last event is not declared in events, or its payload has another type; the exit status stays 0",
      "unlock \"four\"\n:expect rejected"),
    ExpectationForm(
      "error", .nothing, "there was an error that no state took; the exit status stays 0", "weigh 0\n:expect error"),
    ExpectationForm("entered", .states, "the last line entered these states", "open\n:expect entered open"),
    ExpectationForm("exited", .states, "the last line exited these states", "open\n:expect exited closed"),
    ExpectationForm("did", .actions, "the last line did these host actions", "open\n:expect did lightOn"),
    ExpectationForm("raised", .events, "the last line raised these events", "lock\n:expect raised secured"),
    ExpectationForm("sent", .events, "the last line sent these events", "ring\n:expect sent answer"),
    ExpectationForm("logged", .text, "the last line logged this text", "lock\n:expect logged \"locked once\""),
    ExpectationForm("done", .nothing, "the machine is finished", "remove\n:expect done"),
    ExpectationForm("timers none", .nothing, "no timer runs", "open\nclose\n:expect timers none"),
    ExpectationForm("timer", .delay, "a timer is due in exactly this time", "open\n+1s\n:expect timer 4s"),
    ExpectationForm(
      "can", .event, "the event would be handled now, by a handler or by null; nothing happens",
      "open\n:expect can close"),
    ExpectationForm(
      "cannot", .event, "the event would not be handled now: ignored, declined or rejected",
      "open\n:expect cannot open"),
  ]

  /// The forms in one line, for messages.
  static let list = all.map { $0.word == "timer" ? "timer 5s" : $0.word }.joined(separator: ", ")
}

/// The reference of scripts.
package enum ScriptReference {
  /// The chart of all examples.
  package static let chart = """
    {
      "events": {"open": null, "close": null, "lock": null, "unlock": "int", "ring": null, "answer": null,
                 "weigh": "int", "remove": null, "secured": null},
      "context": {"locked": 0},
      "root": {
        "initial": "closed",
        "ring": {"actions": {"send": "answer"}},
        "answer": null,
        "weigh": {"actions": {"assign": {"locked": "10 / event.data"}}},
        "remove": "removed",
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
          "One line is one step. A script and the REPL take the same lines. White space around a line counts "
          + "for nothing.", rows: lines),
      ReferenceSection(
        title: "Expectations",
        introduction:
          "What :expect checks. \"The last line\" is the last event, or after a line that moved the clock, the "
          + "last timer that fired.",
        rows: ExpectationForm.all.map {
          ReferenceSection.Row(
            name: ":expect \($0.word)", value: $0.operand.rawValue, help: $0.help, example: $0.example)
        } + [
          ReferenceSection.Row(
            name: ":expect", value: "EXPRESSION", help: "this expression is true; it sees the context and isIn",
            example: "lock\n:expect locked == 1 && isIn('locked')")
        ]),
    ]
  }

  private static let lines = [
    row("EVENT", "", "sends the event", "open"),
    row("EVENT", "JSON", "sends the event with a payload", "lock\nunlock 11"),
    row("\"EVENT\"", "JSON", "the same; a name that is not one bare word is a JSON string", "\"open\""),
    row(
      "{\"event\": NAME, \"data\": JSON}", "", "the same as an object, for programs",
      "{\"event\": \"unlock\", \"data\": 11}"),
    row("+DURATION", "", "moves the clock, and fires what is due on the way: +250ms, +5s, +1m30s, +2h", "open\n+5s"),
    row("+next", "", "moves the clock to the next timer", "open\n+next"),
    row("+idle", "", "moves the clock until no timer is left", "open\n+idle"),
    row("# TEXT", "", "a comment; an empty line is one too", "# The door is closed.\nopen"),
    row(":expect", "WHAT", "the script fails unless this holds", "open\n:expect only open"),
    row(":set", "PATH = EXPRESSION", "sets data of the context", ":set locked = 4"),
    row("?", "EXPRESSION", "shows the value of an expression", "lock\n? locked * 2"),
    row(
      ":test", "\"NAME\"",
      "begins a test on a fresh machine; the lines before the first one are run first in each test",
      ":test \"opens\"\nopen"),
    row(":chart", "FILE", "the chart that this script is for, relative to the script", ":chart door.json"),
  ]

  private static func row(_ name: String, _ value: String, _ help: String, _ example: String) -> ReferenceSection.Row {
    ReferenceSection.Row(name: name, value: value, help: help, example: example)
  }
}
