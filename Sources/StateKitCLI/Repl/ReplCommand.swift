import StateKitCore

/// The commands of the REPL beside what a script line can be.
enum ReplCommand: String, CaseIterable {
  case state, tree, context, events, why, peek, timers, back, forward, mark, goto, marks, history, save, load, reload
  case watch, unwatch, `break`, unbreak, step, `continue`, reset, help, quit
  // Lines of a script.
  case expect, set, test, chart

  /// Whether a script may say it, too.
  var isOfScript: Bool {
    switch self {
    case .expect, .set, .test, .chart: true
    default: false
    }
  }

  /// What a command takes.
  enum Argument {
    case nothing, event, mark, command, file, expression, expectation
    /// Where a run stops: `on STATE|EVENT [if EXPRESSION]`.
    case stop
    /// `PATH = EXPRESSION`
    case assignment
  }

  /// What may be typed behind it.
  var argument: Argument {
    switch self {
    case .why, .peek: .event
    case .goto, .mark: .mark
    case .help: .command
    case .save, .load, .chart: .file
    case .watch: .expression
    case .expect: .expectation
    case .break: .stop
    case .set: .assignment
    case .state, .tree, .context, .events, .timers, .back, .forward, .marks, .history, .reload, .unwatch, .unbreak,
      .step,
      .continue, .reset, .quit, .test:
      .nothing
    }
  }

  var synopsis: String {
    switch self {
    case .why, .peek: ":\(rawValue) EVENT [PAYLOAD]"
    case .back, .forward: ":\(rawValue) [N]"
    case .mark, .goto: ":\(rawValue) NAME"
    case .save: ":save FILE [all]"
    case .load: ":load FILE"
    case .watch: ":watch [EXPRESSION]"
    case .unwatch: ":unwatch"
    case .break: ":break on STATE|EVENT [if EXPRESSION]"
    case .step: ":step"
    case .help: ":help [COMMAND]"
    case .expect: ":expect WHAT"
    case .set: ":set PATH = EXPRESSION"
    case .test: ":test \"NAME\""
    case .chart: ":chart FILE"
    default: ":\(rawValue)"
    }
  }

  /// One line for the list, and an example.
  var help: (text: String, example: String) {
    switch self {
    case .state: ("the deepest active states, by full path", ":state")
    case .tree: ("the chart as an outline; active states are marked", ":tree")
    case .context: ("the data of the chart", ":context")
    case .events: ("what would be handled now, and by which state", ":events")
    case .why: ("why an event would do what it would do; x: EVENT asks the child x", ":why pay {\"cents\": 5}")
    case .peek: ("what an event would do; nothing is done", ":peek open")
    case .timers: ("what is due, and when", ":timers")
    case .back: ("undo: back to before the last line, or the last N", ":back 2")
    case .forward: ("redo: forward again along the newest branch", ":forward")
    case .mark: ("gives this moment a name", ":mark \"before paying\"")
    case .goto: ("goes to a marked moment, on this branch or another", ":goto \"before paying\"")
    case .marks: ("lists the marked moments", ":marks")
    case .history: ("the lines that led here", ":history")
    case .save:
      (
        "writes the lines so far as a script with expectations; with all, every branch as a test",
        ":save door.events.txt"
      )
    case .load: ("runs the lines of a script", ":load door.events.txt")
    case .reload: ("reads the chart again and runs the same lines on it", ":reload")
    case .watch: ("shows an expression after every line", ":watch size(items)")
    case .unwatch: ("removes all watches", ":unwatch")
    case .break: ("stops where a state is entered or an event taken up; alone it lists", ":break on open if tries > 2")
    case .unbreak: ("removes all breaks", ":unbreak")
    case .step: ("the next line runs microstep by microstep; there: one microstep", ":step")
    case .continue: ("runs on from where it stopped", ":continue")
    case .reset: ("starts again; marks on earlier branches stay", ":reset")
    case .help: ("this list, or more about a command", ":help back")
    case .quit: ("ends, as Ctrl-D does", ":quit")
    case .expect: ("fails unless it holds", ":expect only open")
    case .set: ("sets data", ":set total = 0")
    case .test: ("starts a test on a fresh machine", ":test \"opens\"")
    case .chart: ("names the chart of a script; here it does nothing", ":chart door.json")
    }
  }

  /// What a word may stand for.
  enum Match {
    case command(ReplCommand)
    case ambiguous([ReplCommand])
    case unknown
  }

  /// A whole name, or a beginning that only one name has.
  static func match(_ word: String) -> Match {
    if let whole = ReplCommand(rawValue: word) { return .command(whole) }
    let found = allCases.filter { !word.isEmpty && $0.rawValue.utf8.starts(with: word.utf8) }
    switch found.count {
    case 0: return .unknown
    case 1: return .command(found[0])
    default: return .ambiguous(found)
    }
  }
}
