// Made by `make texts` from the files in Texts; change those.

enum TemplatesTexts {
  static let parallelEvents = #"""
    :test "the regions are active together"
    :expect only stopped, loud
    play
    :expect only playing, loud
    mute
    :expect only playing, muted
    :expect did showMuted, silence
    stop
    :expect only stopped, muted

    """#

  static let parallel = #"""
    {
      "root": {"type": "parallel", "subStates": {
        "playback": {"initial": "stopped", "subStates": {
          "stopped": {"play": "playing"},
          "playing": {"stop": "stopped", "mute": {"actions": "showMuted"}}}},
        "sound": {"initial": "loud", "subStates": {
          "loud": {"mute": "muted"},
          "muted": {"enterState": "silence", "mute": "loud"}}}}}
    }

    """#

  static let timerEvents = #"""
    :test "timers lead from light to light"
    +30s
    :expect only yellow
    +3s
    :expect only red
    +1s
    :expect did sound
    +19s
    :expect only green

    :test "a request comes first"
    request
    :expect only yellow
    :expect timer 3s

    """#

  static let timer = #"""
    {
      "root": {"initial": "green", "subStates": {
        "green": {"after": {"30s": "yellow"}, "request": "yellow"},
        "yellow": {"after": {"3s": "red"}},
        "red": {"enterState": {"send": "beep", "delay": "1s", "id": "beep"}, "exitState": {"cancel": "beep"},
          "beep": {"actions": "sound"}, "after": {"20s": "green"}}}}
    }

    """#

  static let toggleEvents = #"""
    :test "toggles"
    :expect only off
    toggle
    :expect only on
    :expect did lightOn
    toggle
    :expect only off

    """#

  static let toggle = #"""
    {
      "root": {"initial": "off", "subStates": {
        "off": {"toggle": "on"},
        "on": {"enterState": "lightOn", "exitState": "lightOff", "toggle": "off"}}}
    }

    """#

  static let wizardEvents = #"""
    :test "a name is needed"
    next
    next
    :expect declined
    setName "Ann"
    next
    :expect in summary
    finish
    :expect done

    :test "resumes at the last page"
    next
    pause
    :expect only paused
    resume
    :expect in details
    back
    :expect in welcome

    """#

  static let wizard = #"""
    {
      "context": {"name": ""},
      "events": {"next": null, "back": null, "setName": "string", "pause": null, "resume": null, "finish": null},
      "root": {"initial": "pages", "subStates": {
        "pages": {
          "initial": "welcome", "pause": "paused",
          "subStates": {
            "welcome": {"next": "details"},
            "details": {
              "back": "welcome",
              "setName": {"actions": {"assign": {"name": "event.data"}}},
              "next": {"guard": "name != ''", "target": "summary"}},
            "summary": {"back": "details", "finish": "finished"},
            "page": {"type": "history"}}},
        "paused": {"resume": "page"},
        "finished": {"type": "final"}}}
    }

    """#

  static let workerEvents = #"""
    :test "the work is done in three steps"
    start
    :expect in working
    :expect in worker: busy
    tick
    tick
    tick
    :expect only idle
    :expect result == 3

    :test "the work can be cancelled"
    start
    tick
    cancel
    :expect only idle
    :expect result == 0

    """#

  static let worker = #"""
    {
      "context": {"result": 0},
      "root": {"initial": "idle", "subStates": {
        "idle": {"start": "working"},
        "working": {
          "invoke": {"id": "worker", "chart": {
            "context": {"steps": 0},
            "root": {"initial": "busy", "subStates": {
              "busy": {
                "tick": [
                  {"guard": "steps == 2", "target": "finished"},
                  {"actions": {"assign": {"steps": "steps + 1"}}}]},
              "finished": {"type": "final", "output": {"steps": "steps + 1"}}}}}},
          "tick": {"actions": {"send": "tick", "to": "worker"}},
          "cancel": "idle",
          "done.invoke.worker": {"target": "idle", "actions": [
            {"assign": {"result": "event.data.steps"}}, {"log": "done in ${result} steps"}]}}}}
    }

    """#

  static let workflowEvents = #"""
    :test "an empty order is not submitted"
    submit
    :expect declined

    :test "a rejected order is a draft again"
    add
    submit
    :expect did notifyReviewer
    reject {"why":"too late"}
    :expect only draft
    :expect items == 1

    :test "an approved order is done"
    add
    add
    remove
    submit
    approve
    :expect done

    """#

  static let workflow = #"""
    {
      "context": {"items": 0},
      "events": {"add": null, "remove": null, "submit": null, "approve": null, "reject": {"why": "string"}},
      "guards": {"hasItems": "items > 0"},
      "root": {"initial": "draft", "subStates": {
        "draft": {
          "add": {"actions": {"assign": {"items": "items + 1"}}},
          "remove": {"guard": "hasItems", "actions": {"assign": {"items": "items - 1"}}},
          "submit": {"guard": "hasItems", "target": "review"}},
        "review": {
          "enterState": "notifyReviewer",
          "approve": "done",
          "reject": {"target": "draft", "actions": {"log": "rejected: ${event.data.why}"}}},
        "done": {"type": "final"}}}
    }

    """#
}
