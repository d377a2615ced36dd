import StateKitCore
import StateKitFormat
import StateKitSearch

/// Commands that only inspect the machine.
extension ReplCommand {
  static let looking = [
    view("state", help: "the deepest active states, by full path", show: ReplViews.leaves),
    view("tree", help: "the chart as an outline; active states are marked", show: ReplViews.tree),
    ReplCommand(
      "show", .state, help: "a picture of the chart, or of a state, with the active states marked",
      action: .look { machine, argument, _ throws(Complaint) in try ReplViews.picture(machine, argument: argument) }),
    view("context", help: "the data of the chart", show: ReplViews.context),
    view("events", help: "the events that would be handled now, and by which state", show: ReplViews.events),
    ReplCommand(
      "why", .event, help: "explains what an event would do, or which timers +5s fires; x: EVENT asks the child x",
      example: ":why pay {\"cents\": 5}",
      action: .look { machine, argument, source throws(Complaint) in
        do throws(ScriptParser.LineError) {
          if let clock = try ClockWhy.asking(argument.bytes, in: machine) { return clock.text() }
          return try FamilyWhy.asking(argument.bytes, machine: machine, source: source).text()
        } catch {
          throw Complaint(error, else: "this is not an event")
        }
      }),
    ReplCommand(
      "peek", .event, help: "what an event or +5s would do, without doing it", example: ":peek open",
      action: .act { session, argument throws(Complaint) in
        session.runner.peek(try argument.step(of: session.chart))
        session.writeLine("nothing has changed; in \(session.shownConfiguration)")
      }),
    // The timers of children are among the others, in the order in which they are due.
    ReplCommand(
      "timers", help: "the timers, and when they are due", action: .look { machine, _, _ in ReplViews.timers(machine) }),
  ]

  /// A command that shows lines about a machine, then those about its children.
  private static func view(_ name: String, help: String, show: @escaping @Sendable (Machine) -> String) -> ReplCommand {
    ReplCommand(name, help: help, action: .look { machine, _, _ in ReplViews.withChildren(machine, show: show) })
  }
}

extension ReplCommand.Argument {
  /// The event or the clock move.
  fileprivate func step(of chart: Chart) throws(Complaint) -> ScriptStep {
    let line = ScriptLine(file: SourceFile.standardInputName, number: 2, bytes: bytes)
    do throws(ScriptParser.LineError) {
      let step = try ScriptParser(chart).parse(line)
      switch step {
      case .event, .end, .advance: return step
      default: break
      }
    } catch {
      throw Complaint(error, else: "this is not an event")
    }
    throw Complaint(message: "this needs an event, with or without a payload, or +5s")
  }
}
