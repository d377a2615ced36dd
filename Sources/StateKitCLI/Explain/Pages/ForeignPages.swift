import StateKitCore

extension Explanation {
  /// Charts of XState and SCXML.
  static let foreign = [
    Explanation(
      .duplicateID, title: "two states have one id",
      meaning: "In XState and SCXML the target of a transition is an id, so each id must be unique in the chart.",
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
      fixed: .replacing(
        ##""opened": {"id": "first", "on": {"close": "#first"}}"##,
        with: ##""opened": {"on": {"close": "#first"}}"##)),
    Explanation(
      .missingInitial, title: "a state in XState has child states but no initial state",
      meaning: """
        XState refuses a machine with such a state. A statekit chart would rest on the state itself, without an active child \
        state, which differs from XState.
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
      .unsupportedKey, title: "a key of XState is not supported",
      meaning: """
        The key changes how the machine runs, and a statekit chart has no counterpart for it. Keys that only tools read are \
        left out without a message. The actions of an `initial` that XState does not always run have a warning.
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
        JSON cannot contain functions: a guard, an action or an assign that was a function is lost, or is an empty object. The chart \
        runs without it. Write a name instead: the embedding program answers it.
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
      fixed: .replacing("{}", with: #""hasPower""#)),
    Explanation(
      .unusedKey, title: "a part of a chart in another notation has no meaning",
      meaning: """
        The part is left out, and the chart runs without it: in XState an unknown or unused key; in SCXML
        an attribute or a value that the element does not have, and "autoforward" to host work, which
        takes no events.
        """,
      wrong: """
        {
          "id": "lamp",
          "initial": "off",
          "states": {"off": {"onn": {"press": "on"}, "on": {"press": "on"}}, "on": {"on": {"press": "off"}}}
        }
        """,
      fixed: .replacing(#"{"onn": {"press": "on"}, "on": {"press": "on"}}"#, with: #"{"on": {"press": "on"}}"#)),
    Explanation(
      .otherVersion, title: "a machine has keys of two versions of XState",
      meaning: """
        A machine with keys that only XState 4 has, and none that only XState 5 has, is read as XState 4. A machine with \
        both is read as XState 5. --from xstate4 or --from xstate5 sets the version.
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
      fixed: .replacing(#""onEntry""#, with: #""entry""#)),
    Explanation(
      .xstate4Differs, title: "a transition can differ from XState 4",
      meaning: """
        XState 4 first computes the states that are active after a transition. It exits the other states, and the source of most external \
        transitions; other regions keep their states. If `reenter` has the same effect, statekit uses it. This transition exits or \
        enters other states in statekit, or has a conflict that XState 4 does not have.
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
      .noXStateForm, title: "XState cannot express this",
      meaning: """
        A converted chart must run like the original. XState has no goToState, and exits and enters again the states that are \
        active on the way to a target. XState.md lists everything that it cannot express. With --lossy the machine is still \
        written, and every loss is listed.
        """,
      wrong: Example(
        chart: """
          {"root": {"initial": "a", "subStates": {"a": {"next": "b"}, "b": {"next": {"actions": {"goToState": "a"}}}}}}
          """, command: "convert --to xstate"),
      fixed: Example(chart: #"{"root": {"initial": "a", "subStates": {"a": {"next": "b"}, "b": {"next": "a"}}}}"#)),
    Explanation(
      .noSCXMLForm, title: "SCXML cannot express this",
      meaning: """
        A converted chart must run like the original. SCXML has no goToState, and exits and enters again the states that are \
        active on the way to a target. SCXML.md lists everything that it cannot express. With --lossy the document is still \
        written, and every loss is listed.
        """,
      wrong: Example(
        chart: """
          {"root": {"initial": "a", "subStates": {"a": {"next": {"actions": {"goToState": "b"}}}, "b": {"next": "a"}}}}
          """, command: "convert --to scxml"),
      fixed: Example(chart: #"{"root": {"initial": "a", "subStates": {"a": {"next": "b"}, "b": {"next": "a"}}}}"#)),
    Explanation(
      .notGenerated, title: "the language has no form for this part of the chart",
      meaning: """
        `generate` writes a program that does what the chart does. C has no heap here, so lists, maps that grow, texts that \
        are put together and child charts have no form. Generating.md lists what C can express.
        """,
      wrong: Example(
        chart: """
          {"context": {"names": []},
           "root": {"initial": "a", "subStates": {"a": {"add": {"target": "b", "actions": {"assign": {"names": "names + ['x']"}}}},
            "b": {"back": "a"}}}}
          """, command: "generate --language c -o door"),
      fixed: Example(
        chart: """
          {"context": {"count": 0},
           "root": {"initial": "a", "subStates": {"a": {"add": {"target": "b", "actions": {"assign": {"count": "count + 1"}}}},
            "b": {"back": "a"}}}}
          """)),
    Explanation(
      .lostInConversion, title: "the written chart differs from the original",
      meaning: """
        With --lossy, a part that the other notation cannot express is left out, or the nearest part is written. \
        The message tells which part. Without --lossy it is an error, no-xstate-form or no-scxml-form.
        """,
      wrong: Example(
        chart: """
          {"root": {"initial": "a", "subStates": {"a": {"next": "b"}, "b": {"next": {"actions": {"goToState": "a"}}}}}}
          """, command: "convert --to xstate --lossy"),
      fixed: Example(chart: #"{"root": {"initial": "a", "subStates": {"a": {"next": "b"}, "b": {"next": "a"}}}}"#)),
  ]
}
