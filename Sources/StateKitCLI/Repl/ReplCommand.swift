import CEL
import StateKitCore
import StateKitFormat
import StateKitPictures

/// A command of the REPL: one row with all its data. Rows are beside their functions, in the files
/// `ReplCommand+….swift`.
struct ReplCommand: Sendable {
  /// The argument of a command, as help shows it.
  enum Operand: String, Sendable {
    case nothing = ""
    case count = "[N]"
    case event = "EVENT [JSON]|+5s"
    case state = "[STATE]"
    case mark = "NAME"
    case command = "[COMMAND]"
    case file = "FILE"
    /// A file to write; "!" after the command's name lets it replace an existing one.
    case newFile = "FILE [all]"
    case expression = "[EXPRESSION]"
    case expectation = "WHAT"
    /// A breakpoint.
    case stop = "on STATE|EVENT [if EXPRESSION]"
    case assignment = "PATH = EXPRESSION"
    case hostGuard = "NAME = EXPRESSION"
    case hostDelay = "NAME = DURATION"
    case answers
    case test = "\"NAME\""
  }

  enum Action: Sendable {
    /// The command is a line of a script.
    case script
    /// Shows lines about the machine, even while a run is stopped.
    case look(@Sendable (Machine, Argument, SourceText) throws(Complaint) -> String)
    /// Changes the session.
    case act(@Sendable (inout ReplSession, Argument) throws(Complaint) -> Void)
    /// Changes the session, or continues a stopped run, step by step or not.
    case continueRun(isStepping: Bool, @Sendable (inout ReplSession) throws(Complaint) -> Void)
  }

  /// The text after a command.
  struct Argument: Sendable {
    let bytes: [UInt8]
    /// True if "!" follows the command's name.
    var isForced = false
    /// The style of a picture of the chart.
    var picture = TreeStyle()
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var isEmpty: Bool { bytes.isEmpty }
    /// The text as a name, which may be a JSON string; nil if it is empty.
    var name: String? { bytes.isEmpty ? nil : string ?? text }
    /// The text as the path of a file, which may be a JSON string.
    var path: String { string ?? FilePath.text(of: bytes) }

    private var string: String? { JSONText.value(of: bytes)?.textValue }

    /// The state that the text names; nil if it is empty.
    func state(in chart: Chart) throws(Complaint) -> StateID? {
      guard let name else { return nil }
      do throws(StateNameProblem) {
        return try chart.state(named: name)
      } catch {
        throw Complaint(message: error.message)
      }
    }
  }

  let name: String
  /// A shorter name from debuggers, valid even if another command begins with it.
  private(set) var short: String?
  let operand: Operand
  /// One line for the list.
  let help: String
  let example: String
  let action: Action

  init(_ name: String, _ operand: Operand = .nothing, help: String, example: String? = nil, action: Action) {
    self.name = name
    self.operand = operand
    self.help = help
    self.example = example ?? ":" + name
    self.action = action
  }

  /// The same command with a shorter name.
  func short(_ name: String) -> ReplCommand {
    var command = self
    command.short = name
    return command
  }

  /// True if "!" may follow its name.
  var isForcible: Bool { operand == .newFile }

  /// True if the command works before the machine is started.
  fileprivate func isForBeforeStart(_ isInteractive: Bool) -> Bool {
    name == "load" || isInteractive && ["help", "quit"].contains(name)
  }

  var synopsis: String { ":" + name + (isForcible ? "[!]" : "") + (operand == .nothing ? "" : " " + operand.rawValue) }

  /// All commands, in the order of help.
  static let all = looking + moving + files + watching + breaking + whole + scriptLines

  /// Removes "!" from the end of a command's name. Returns true if there was one.
  static func removeForce(from word: inout String) -> Bool {
    guard word.utf8.last == UInt8(ascii: "!") else { return false }
    word.unicodeScalars.removeLast()
    return true
  }

  /// The possible meanings of a word.
  enum Match {
    case command(ReplCommand)
    case ambiguous([ReplCommand])
    case unknown
  }

  /// Matches a whole name, a short one, or an unambiguous prefix.
  static func match(_ word: String) -> Match {
    let found = all.filter { !word.isEmpty && $0.name.utf8.starts(with: word.utf8) }
    if let whole = found.first(where: { $0.name.utf8.count == word.utf8.count || $0.short == word }) {
      return .command(whole)
    }
    switch found.count {
    case 0: return .unknown
    case 1: return .command(found[0])
    default: return .ambiguous(found)
    }
  }
}

/// The reason why a command failed, for the user.
struct Complaint: Error {
  let message: String

  init(message: String) {
    self.message = message
  }

  /// The parser's message about a part of a command.
  init(_ error: ScriptParser.LineError, else message: String) {
    let first = error.diagnostics.first
    self.message = (first?.message ?? message) + (first?.help.map { "; \($0)" } ?? "")
  }
}

extension ReplCommand {
  /// Help for a command name from other tools, which has another name here.
  fileprivate static func help(forForeign word: String) -> String? {
    switch word {
    case "undo", "revert": "use :back"
    case "redo": "use :forward"
    case "exit", "end": "use :quit"
    case "restart", "start", "clear": "use :reset"
    case "print", "eval", "p", "echo": "use ? expression"
    case "send", "event", "fire": "to send an event, write its name alone"
    case "where", "active", "current": "use :state"
    case "data", "vars", "env": "use :context"
    default: nil
    }
  }
}

extension ReplCommand {
  /// A line that begins with a colon, as a command and its argument. Throws for words that the command does not have.
  static func parse(
    _ body: ArraySlice<UInt8>, picture: TreeStyle
  ) throws(Complaint) -> (command: ReplCommand, argument: Argument) {
    var word = String(decoding: body.dropFirst().prefix { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self)
    var rest = body.dropFirst(1 + word.utf8.count).drop { $0 == 0x20 || $0 == 0x09 }
    while rest.last == 0x20 || rest.last == 0x09 || rest.last == 0x0D { rest.removeLast() }
    let isForced = removeForce(from: &word)
    switch match(word) {
    case .unknown:
      let hint = Self.help(forForeign: word) ?? Suggestion.help(for: ":" + word, among: all.map { ":" + $0.name })
      let shown = DisplayText.quoted(":" + word)
      throw Complaint(message: "no command is named \(shown)\(hint.map { ", \($0)" } ?? "; :help lists them")")
    case .ambiguous(let found):
      throw Complaint(message: "\":\(word)\" could be \(found.map { ":" + $0.name }.joined(separator: ", "))")
    case .command(let command) where isForced && !command.isForcible:
      let names = all.filter(\.isForcible).map { ":\($0.name)!" }
      throw Complaint(message: "only \(names.joined(separator: ", ")) can have a \"!\"")
    case .command(let command) where command.operand == .nothing && !rest.isEmpty:
      throw Complaint(message: ":\(command.name) takes nothing after it (\(command.help))")
    case .command(let command): return (command, Argument(bytes: Array(rest), isForced: isForced, picture: picture))
    }
  }
}

extension ReplSession {
  /// Handles a line that begins with a colon.
  mutating func command(_ line: ScriptLine) {
    let body = line.bytes[line.body.range]
    do throws(Complaint) {
      let (command, argument) = try ReplCommand.parse(body, picture: options.picture)
      switch command.action {
      case .script: break
      case .look, .act, .continueRun: if !command.isForBeforeStart(isInteractive) { startWaiting() }
      }
      switch command.action {
      case .script where body.dropFirst().starts(with: command.name.utf8): runTyped(line)
      case .script:
        // A shortened word is replaced by the full one.
        let bytes = Array(":\(command.name) ".utf8) + argument.bytes
        runTyped(ScriptLine(file: line.file, number: line.number, bytes: bytes))
      case .look(let show):
        let text = try runner.inspecting { () throws(Complaint) in try show(machine, argument, source) }
        if command.name == "tree" {
          writePages(options.hasColor ? TerminalTrace.tree(text) : text)
        } else {
          writePages(wrapped(text))
        }
      case .act(let act): try act(&self, argument)
      case .continueRun(_, let act): try act(&self)
      }
    } catch {
      complain(error.message)
    }
  }
}
