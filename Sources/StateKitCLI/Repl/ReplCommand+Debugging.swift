import CEL
import StateKitCore
import StateKitFormat

/// Commands that watch expressions, and those that stop a run between its microsteps.
extension ReplCommand {
  static let watching = [
    ReplCommand(
      "watch", .expression, help: "shows an expression after every line", example: ":watch size(items)",
      action: .act { session, argument throws(Complaint) in try session.watch(argument) }),
    ReplCommand("unwatch", help: "removes all watches", action: .act { session, _ in session.watches.removeAll() }),
  ]

  static let breaking = [
    ReplCommand(
      "break", .stop, help: "stops when a state is entered or an event is handled; alone: lists the breaks",
      example: ":break on open if tries > 2",
      action: .act { session, argument throws(Complaint) in try session.addBreak(argument) }),
    ReplCommand(
      "unbreak", help: "removes all breaks", action: .act { session, _ in session.debugger.breaks.removeAll() }),
    ReplCommand(
      "step", help: "runs the next line microstep by microstep; when stopped: runs one microstep",
      action: .continueRun(isStepping: true) { session in
        session.debugger.isStepping = true
        session.writeLine("the next line runs step by step")
      }),
    ReplCommand(
      "continue", help: "continues a stopped run",
      action: .continueRun(isStepping: false) { _ throws(Complaint) in
        throw Complaint(
          message: "no run is stopped; :break on STATE stops the next run there, :step runs the next line in steps")
      }
    ).short("cont"),
  ]
}

extension ReplSession {
  fileprivate mutating func watch(_ argument: ReplCommand.Argument) throws(Complaint) {
    if argument.isEmpty { return showWatches() }
    do throws(ScriptParser.LineError) {
      let expression = try parser.expression(argument.bytes)
      watches.append((argument.text, expression))
      showWatches()
    } catch {
      throw Complaint(error, else: "this is not an expression")
    }
  }

  /// `on STATE|EVENT [if EXPRESSION]`
  fileprivate mutating func addBreak(_ argument: ReplCommand.Argument) throws(Complaint) {
    var words = argument.text
    if words.isEmpty {
      for stop in debugger.breaks { writeLine("  on \(stop.text)") }
      if debugger.breaks.isEmpty { writeLine("  no breaks") }
      return
    }
    if words.hasPrefix("on ") { words.removeFirst(3) }
    debugger.breaks.append(try breaking(on: words))
    writeLine("will stop on \(words)")
  }

  /// The breakpoint that `:break on WORDS` sets.
  func breaking(on words: String) throws(Complaint) -> Debugger.Break {
    let bytes = Array(words.utf8)
    // A name in quotes may have the word in it.
    let isQuoted = bytes.first == UInt8(ascii: "\"")
    let quoted = isQuoted ? min(bytes.count, JSONText.closingQuote(in: bytes.span, from: 0, to: bytes.count) + 1) : 0
    let separator = bytes[quoted...].firstOccurrence(of: " if ".utf8)
    var condition: Expression?
    if let separator {
      do throws(ScriptParser.LineError) {
        condition = try parser.condition(Array(bytes[separator.upperBound...]), named: "the condition")
      } catch {
        throw Complaint(error, else: "this is not an expression")
      }
    }
    let argument = ReplCommand.Argument(bytes: Array(bytes[..<(separator?.lowerBound ?? bytes.count)]))
    guard let name = argument.name else { throw Complaint(message: ":break needs a state or an event") }
    let isEvent = chart.isKnown(chart.event(name.utf8Bytes.span, data: nil))
    var state: StateID?
    switch chart.resolve(name.utf8Bytes.span) {
    case .state(let found): state = found
    case .ambiguous: if !isEvent { state = try argument.state(in: chart) }
    case .unknown:
      if isEvent { break }
      if !isQuoted, name.hasSuffix(" if") { throw Complaint(message: "the condition after \"if\" is missing") }
      let all = chart.states.map { chart.names.text($0.name) } + chart.handledEventNames
      let help = Suggestion.help(for: name, among: all).map { ", \($0)" } ?? ""
      throw Complaint(message: "no state and no event is named \(DisplayText.quoted(name))\(help)")
    }
    return Debugger.Break(text: words, name: name, state: state, condition: condition)
  }
}
