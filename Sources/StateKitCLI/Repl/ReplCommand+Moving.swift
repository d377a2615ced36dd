import CEL
import StateKitCore
import StateKitFormat

/// Commands that move in the session's history.
extension ReplCommand {
  static let moving = [
    ReplCommand(
      "back", .count, help: "undoes the last line, or the last N lines", example: ":back 2",
      action: .act { session, argument throws(Complaint) in try session.move(argument, isBack: true) }),
    ReplCommand(
      "forward", .count, help: "redoes a line, or N lines, along the newest branch",
      action: .act { session, argument throws(Complaint) in try session.move(argument, isBack: false) }),
    ReplCommand(
      "mark", .mark, help: "names this moment", example: ":mark \"before paying\"",
      action: .act { session, argument throws(Complaint) in
        guard let name = argument.name else { throw Complaint(message: ":mark needs a name") }
        session.timeline.mark(name)
      }),
    ReplCommand(
      "goto", .mark, help: "goes to a marked moment, on any branch", example: ":goto \"before paying\"",
      action: .act { session, argument throws(Complaint) in
        guard let name = argument.name else { throw Complaint(message: ":goto needs the name of a mark") }
        guard session.timeline.go(to: name) else {
          let help = Suggestion.help(for: name, among: session.timeline.markNames).map { ", \($0)" } ?? ""
          throw Complaint(message: "no mark is named \(DisplayText.quoted(name))\(help)")
        }
        session.arrive()
      }),
    ReplCommand(
      "marks", help: "lists the marked moments",
      action: .act { session, _ in
        for mark in session.timeline.allMarks {
          session.writeLine(
            "  \(DisplayText.name(mark.name)): after \(DisplayText.counted(mark.depth, noun: "line"))\(mark.isHere ? ", here" : "")"
          )
        }
      }),
    ReplCommand(
      "history", help: "lists the lines that led here",
      action: .act { session, _ in
        for (number, line) in session.timeline.lastLines(50) {
          session.writeLine("  \(number)  " + String(decoding: line, as: UTF8.self))
        }
      }),
  ]
}

extension ReplSession {
  fileprivate mutating func move(_ argument: ReplCommand.Argument, isBack: Bool) throws(Complaint) {
    guard let count = argument.isEmpty ? 1 : Int(argument.text), count > 0 else {
      throw Complaint(message: "expected a number of lines, 1 or more")
    }
    let made = isBack ? timeline.back(count) : timeline.forward(count)
    if made < count {
      let isStart = isBack && timeline.now.parent < 0 && !timeline.now.lines.isEmpty
      let why = isStart ? "the earlier ones belong to the start" : "there are no more"
      writeLine("  only \(made) of \(DisplayText.counted(count, noun: "line")): \(why)")
    }
    arrive()
  }

  /// Sets the machine to the current moment.
  mutating func arrive() {
    runner.restore(timeline.now.state)
    hasGoneBack = true
    writeLine("  => \(machine.configuration.leaves.map { chart.shownReference($0) }.joined(separator: ", "))")
    showWatches()
  }
}
