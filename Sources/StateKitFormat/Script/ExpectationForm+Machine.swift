import StateKitCore

/// Expectations about the machine as a whole: its end, its timers, its possible events.
extension ExpectationForm {
  static let rest: [ExpectationForm] = [
    ExpectationForm(
      "done", help: "the machine is finished", example: "remove\n:expect done",
      reading: .nothing(
        Expectation { machine, _ in
          machine.isFinished ? nil : "not done; active: \(active(machine))"
        } tell: { machine, _ in
          ExpectationDetails(expected: ["done"], found: names(machine.configuration.leaves, in: machine))
        })),
    ExpectationForm(
      "timers none", help: "no timer runs", example: "open\nclose\n:expect timers none",
      reading: .nothing(
        Expectation { machine, _ in
          machine.hasTimer(in: nil) ? "there are timers" : nil
        } tell: { machine, _ in
          ExpectationDetails(expected: ["no timer"], found: due(machine))
        })),
    ExpectationForm(
      "timer", help: "a timer is due in exactly this time", example: "open\n+1s\n:expect timer 4s",
      reading: .delay { delay in
        Expectation { machine, _ in
          machine.hasTimer(in: delay) ? nil : "no timer is due in \(Delay.text(delay))"
        } tell: { machine, _ in
          ExpectationDetails(expected: ["in " + Delay.text(delay)], found: due(machine))
        }
      }),
    question(
      "can", help: "the event would be handled now, by a handler or by null; it is not sent",
      example: "open\n:expect can close", isWanted: true),
    question(
      "cannot", help: "the event would not be handled now: ignored, declined or rejected",
      example: "open\n:expect cannot open",
      isWanted: false),
  ]

  private static func question(_ word: String, help: String, example: String, isWanted: Bool) -> ExpectationForm {
    ExpectationForm(
      word, help: help, example: example,
      reading: .event { event in
        Expectation(refuses: isWanted ? nil : event) { machine, _ in
          let verdict = machine.verdict(on: event)
          if verdict.isHandled == isWanted { return nil }
          let name = DisplayText.name(machine.chart.text(of: event.label))
          return "\(name) would be \(verdict.text(in: machine))"
        } tell: { machine, _ in
          ExpectationDetails(
            expected: [isWanted ? "handled" : "not handled"], found: [machine.verdict(on: event).outcome.rawValue],
            reason: UnhandledReason(event, in: machine))
        }
      })
  }

  private static func due(_ machine: Machine) -> [String] {
    let times = machine.dueTimes
    return times.isEmpty ? ["no timer"] : times.prefix(10).map { "in " + Delay.text($0 - machine.time) }
  }
}
