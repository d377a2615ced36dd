import StateKitCore

extension Explanation {
  /// Charts of XState and SCXML.
  static let foreign = [
    Explanation(
      .duplicateID, title: "two states have one id",
      meaning: """
        XState and SCXML name the targets of transitions by ids, so an id names one state of the whole chart.
        """,
      wrong: """
        {
          "id": "door",
          "initial": "closed",
          "states": {
            "closed": {"id": "first", "on": {"open": "opened"}},
            "opened": {"id": "first", "on": {"close": "#first"}}
          }
        }

        """,
      fixed: """
        {
          "id": "door",
          "initial": "closed",
          "states": {
            "closed": {"id": "first", "on": {"open": "opened"}},
            "opened": {"on": {"close": "#first"}}
          }
        }

        """),
    Explanation(
      .missingInitial, title: "a state of XState has states and no initial one",
      meaning: """
        XState refuses a machine with such a state. A chart of statekit would rest on the state itself, without an active state \
        in it, which is not what the machine's own tool does.
        """,
      wrong: """
        {"id": "door", "states": {"closed": {"on": {"open": "opened"}}, "opened": {"on": {"close": "closed"}}}}

        """,
      fixed: """
        {
          "id": "door",
          "initial": "closed",
          "states": {"closed": {"on": {"open": "opened"}}, "opened": {"on": {"close": "closed"}}}
        }

        """),
    Explanation(
      .unsupportedKey, title: "a key of XState cannot be said here",
      meaning: """
        The key changes how the machine runs, and a chart of statekit has no counterpart for it. Keys that only tools read are \
        left out without a message.
        """,
      wrong: """
        {"id": "door", "initial": "closed", "delimiter": "/", "states": {"closed": {"on": {"open": "opened"}}, "opened": {}}}

        """,
      fixed: """
        {
          "id": "door",
          "initial": "closed",
          "states": {"closed": {"on": {"open": "opened"}}, "opened": {"on": {"close": "closed"}}}
        }

        """),
    Explanation(
      .lostCode, title: "a function was lost when a machine was written as JSON",
      meaning: """
        JSON holds no functions: of a guard, an action or an assign that was one, nothing is left, or an empty object. The chart \
        runs without it. A name in its place is answered by the program that runs the chart.
        """,
      wrong: """
        {
          "id": "lamp",
          "initial": "off",
          "states": {
            "off": {"on": {"press": {"target": "on", "guard": {}}}},
            "on": {"on": {"press": "off"}}
          }
        }

        """,
      fixed: """
        {
          "id": "lamp",
          "initial": "off",
          "states": {
            "off": {"on": {"press": {"target": "on", "guard": "hasPower"}}},
            "on": {"on": {"press": "off"}}
          }
        }

        """),
    Explanation(
      .unusedKey, title: "something in a chart of another notation means nothing here",
      meaning: """
        It is left out, and the chart runs without it: a key that XState does not know, or one that is never looked at; in SCXML,
        an attribute that the element does not have or a value that it does not take, and "autoforward" to work of the host, which
        takes no events.
        """,
      wrong: """
        {
          "id": "lamp",
          "initial": "off",
          "states": {"off": {"onn": {"press": "on"}, "on": {"press": "on"}}, "on": {"on": {"press": "off"}}}
        }

        """,
      fixed: """
        {
          "id": "lamp",
          "initial": "off",
          "states": {"off": {"on": {"press": "on"}}, "on": {"on": {"press": "off"}}}
        }

        """),
    Explanation(
      .otherVersion, title: "a machine has words of two versions of XState",
      meaning: """
        A machine is read as one of XState 4 where it has words that only version 4 has, and none that only version 5 has; with \
        both it is read as one of version 5. --from xstate4 or xstate5 says which one it is.
        """,
      wrong: """
        {
          "id": "lamp",
          "initial": "off",
          "states": {
            "off": {"on": {"press": {"target": "on", "guard": "hasPower"}}},
            "on": {"onEntry": "glow", "on": {"press": "off"}}
          }
        }

        """,
      fixed: """
        {
          "id": "lamp",
          "initial": "off",
          "states": {
            "off": {"on": {"press": {"target": "on", "guard": "hasPower"}}},
            "on": {"entry": "glow", "on": {"press": "off"}}
          }
        }

        """),
    Explanation(
      .xstate4Differs, title: "a transition can do otherwise than in XState 4",
      meaning: """
        Version 4 plans which states are active after a transition. It exits those that are not, and the source of most external \
        transitions; other regions keep their states. Where `reenter` says the same, the transition is read so. This one exits or \
        enters other states here, or takes part in a conflict that version 4 does not have.
        """,
      wrong: """
        {
          "id": "player",
          "type": "parallel",
          "on": {"mute": "#player.sound.off"},
          "states": {
            "sound": {"initial": "on", "states": {"on": {"onEntry": "play"}, "off": {"on": {"play": "on"}}}},
            "picture": {"initial": "small", "states": {"small": {"on": {"grow": "large"}}, "large": {"on": {"shrink": "small"}}}}
          }
        }

        """,
      fixed: """
        {
          "id": "player",
          "type": "parallel",
          "states": {
            "sound": {"initial": "on", "on": {"mute": ".off"}, "states": {"on": {"onEntry": "play"}, "off": {"on": {"play": "on"}}}},
            "picture": {"initial": "small", "states": {"small": {"on": {"grow": "large"}}, "large": {"on": {"shrink": "small"}}}}
          }
        }

        """),
    Explanation(
      .noXStateForm, title: "XState cannot say this",
      meaning: """
        A chart that is converted runs as it did, or is not written. XState has no goToState, and leaves and enters again what is \
        active on the way to a target; XState.md lists all that it cannot say. With --lossy the machine is written all the \
        same, and every loss is listed.
        """,
      wrong: Example(
        chart: """
          {"root": {"initial": "a", "subStates": {"a": {"next": "b"}, "b": {"next": {"actions": {"goToState": "a"}}}}}}

          """, command: "convert --to xstate"),
      fixed: Example(
        chart: """
          {"root": {"initial": "a", "subStates": {"a": {"next": "b"}, "b": {"next": "a"}}}}

          """)),
    Explanation(
      .noSCXMLForm, title: "SCXML cannot say this",
      meaning: """
        A chart that is converted runs as it did, or is not written. SCXML has no goToState, and leaves and enters again what is \
        active on the way to a target; SCXML.md lists all that it cannot say. With --lossy the document is written all \
        the same, and every loss is listed.
        """,
      wrong: Example(
        chart: """
          {"root": {"initial": "a", "subStates": {"a": {"next": {"actions": {"goToState": "b"}}}, "b": {"next": "a"}}}}

          """, command: "convert --to scxml"),
      fixed: Example(
        chart: """
          {"root": {"initial": "a", "subStates": {"a": {"next": "b"}, "b": {"next": "a"}}}}

          """)),
    Explanation(
      .lostInConversion, title: "what is written is not the same chart",
      meaning: """
        --lossy was given: what the other notation cannot say is left out, or what comes next to it is written in its place. \
        The message tells which; without --lossy it is an error, no-xstate-form or no-scxml-form.
        """,
      wrong: Example(
        chart: """
          {"root": {"initial": "a", "subStates": {"a": {"next": "b"}, "b": {"next": {"actions": {"goToState": "a"}}}}}}

          """, command: "convert --to xstate --lossy"),
      fixed: Example(
        chart: """
          {"root": {"initial": "a", "subStates": {"a": {"next": "b"}, "b": {"next": "a"}}}}

          """)),
  ]
}
