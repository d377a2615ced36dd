import StateKitCore
import StateKitFormat

/// Commands for the session as a whole, and those that are lines of a script.
extension ReplCommand {
  static let whole = [
    ReplCommand(
      "reset", help: "restarts the machine; marks on earlier branches stay",
      action: .act { session, _ in session.reset() }),
    ReplCommand(
      "help", .command, help: "shows this list, or the help for a command", example: ":help back",
      action: .act { session, argument throws(Complaint) in try session.help(argument.text) }),
    ReplCommand("quit", help: "ends the session, like Ctrl-D", action: .act { session, _ in session.isOver = true }),
  ]

  static let scriptLines = [
    ReplCommand(
      "expect", .expectation, help: "fails unless the expectation is met", example: ":expect only open",
      action: .script),
    ReplCommand("set", .assignment, help: "sets a value of the context", example: ":set total = 0", action: .script),
    ReplCommand("guard", .hostGuard, help: "answers a host guard", example: ":guard isHome = true", action: .script),
    ReplCommand(
      "delay", .hostDelay, help: "sets the length of a host delay", example: ":delay autoClose = 5s", action: .script),
    ReplCommand(
      "host", .answers, help: "lets the process of --host answer each action", example: ":host answers",
      action: .script),
    ReplCommand("test", .test, help: "starts a test on a fresh machine", example: ":test \"opens\"", action: .script),
    ReplCommand(
      "chart", .file, help: "names the chart of a script; does nothing in the REPL",
      example: ":chart door.json", action: .script),
  ]
}

extension ReplSession {
  fileprivate mutating func help(_ text: String) throws(Complaint) {
    let word = text.utf8.first == UInt8(ascii: ":") ? String(text.dropFirst()) : text
    if word.isEmpty {
      // Lines are broken here, for output of unknown width.
      let introduction = [
        "A line is an event, with or without a payload (open, pay {\"cents\": 5}); a move of the clock (+5s, +next,",
        "+idle); or a command, which may be shortened to a unique prefix:",
      ]
      let isTerminal = streams.output.columns != nil
      var text =
        isTerminal ? laidOut(introduction.joined(separator: " "), hanging: 0) : introduction.map { $0 + "\n" }.joined()
      // A narrow terminal has no room for two columns.
      let isNarrow = (streams.output.columns ?? 80) < 60
      for command in ReplCommand.all {
        if isNarrow {
          text += laidOut("  " + command.synopsis) + laidOut("      " + command.help, hanging: 6)
          continue
        }
        let margin = String(repeating: " ", count: max(1, 26 - command.synopsis.utf8.count))
        text += laidOut("  " + command.synopsis + margin + command.help, hanging: 28)
      }
      return writePages(text)
    }
    guard case .command(let command) = ReplCommand.match(word) else {
      throw Complaint(message: "no command is named \(DisplayText.quoted(":" + word)); :help lists them")
    }
    writeLine("\(command.synopsis): \(command.help)")
    writeLine("  for example  \(command.example)")
  }
}
