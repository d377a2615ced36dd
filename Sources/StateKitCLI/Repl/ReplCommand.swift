import StateKitCore
import StateKitFormat
import StateKitPictures

/// A command of the REPL: one row says all there is to know of it. Rows stand beside what they do, in the files
/// `ReplCommand+….swift`.
struct ReplCommand: Sendable {
  /// What may be typed behind a command, for completion.
  enum Operand: Sendable {
    case nothing, event, mark, command, file, expression, expectation
    /// Where a run stops: `on STATE|EVENT [if EXPRESSION]`.
    case stop
    /// `PATH = EXPRESSION`
    case assignment
    /// `NAME = EXPRESSION`, for a guard of the host; `NAME = DURATION`, for a delay of it.
    case hostGuard, hostDelay
  }

  /// What a command does.
  enum Action: Sendable {
    /// It is a line of a script.
    case script
    /// Shows lines about the machine, also while a run is stopped.
    case look(@Sendable (Machine, Argument, SourceText) throws(Complaint) -> String)
    /// Does something to the session.
    case act(@Sendable (inout ReplSession, Argument) throws(Complaint) -> Void)
    /// The same, and while a run is stopped lets it go on: step by step or not.
    case goOn(isStepping: Bool, @Sendable (inout ReplSession) throws(Complaint) -> Void)
  }

  /// What stands behind a command.
  struct Argument: Sendable {
    let bytes: [UInt8]
    /// The command's name has a "!" behind it.
    var isForced = false
    /// How a picture of the chart is written.
    var picture = TreeStyle()
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var isEmpty: Bool { bytes.isEmpty }
  }

  let name: String
  /// A shorter name that debuggers use, though another command begins so, too.
  let short: String?
  /// What it takes, as help shows it; empty for nothing.
  let takes: String
  /// A "!" behind its name lets it replace what is there.
  let isForcible: Bool
  let operand: Operand
  /// One line for the list.
  let help: String
  let example: String
  let action: Action

  init(
    _ name: String, short: String? = nil, isForcible: Bool = false, takes: String = "", _ operand: Operand = .nothing,
    help: String, example: String? = nil, action: Action
  ) {
    self.name = name
    self.short = short
    self.isForcible = isForcible
    self.takes = takes
    self.operand = operand
    self.help = help
    self.example = example ?? ":" + name
    self.action = action
  }

  /// It needs no machine that was started.
  fileprivate func isForBeforeStart(_ isInteractive: Bool) -> Bool {
    name == "load" || isInteractive && ["help", "quit"].contains(name)
  }

  var synopsis: String { ":" + name + (isForcible ? "[!]" : "") + (takes.isEmpty ? "" : " " + takes) }

  /// All commands, in the order in which help lists them.
  static let all = looking + moving + files + watching + breaking + whole + scriptLines

  /// Takes the "!" from the end of a command's name; whether there was one.
  static func takeForce(from word: inout String) -> Bool {
    guard word.utf8.last == UInt8(ascii: "!") else { return false }
    word.unicodeScalars.removeLast()
    return true
  }

  /// What a word may stand for.
  enum Match {
    case command(ReplCommand)
    case ambiguous([ReplCommand])
    case unknown
  }

  /// A whole name, a short one, or a beginning that only one name has.
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

/// Why a command could not be carried out, for the one who typed it.
struct Complaint: Error {
  let message: String

  init(message: String) {
    self.message = message
  }

  /// What the parser says of a piece of a command.
  init(_ error: ScriptParser.LineError, else message: String) {
    let first = error.diagnostics.first
    self.message = (first?.message ?? message) + (first?.help.map { "; \($0)" } ?? "")
  }
}

extension ReplCommand {
  /// What other sessions call a command that is here under another name.
  fileprivate static func help(forForeign word: String) -> String? {
    switch word {
    case "undo", "revert": "it is :back here"
    case "redo": "it is :forward here"
    case "exit", "end": "it is :quit here"
    case "restart", "start", "clear": "it is :reset here"
    case "print", "eval", "p", "echo": "a value is shown by ? expression"
    case "send", "event", "fire": "an event is sent by its name alone"
    case "where", "active", "current": "it is :state here"
    case "data", "vars", "env": "it is :context here"
    default: nil
    }
  }
}

extension ReplSession {
  /// Takes a line that begins with a colon.
  mutating func command(_ line: ScriptLine) {
    let body = line.bytes[line.body.range]
    var word = String(decoding: body.dropFirst().prefix { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self)
    var rest = Array(body.dropFirst(1 + word.utf8.count).drop { $0 == 0x20 || $0 == 0x09 })
    while rest.last == 0x20 || rest.last == 0x09 || rest.last == 0x0D { rest.removeLast() }
    let isForced = ReplCommand.takeForce(from: &word)
    switch ReplCommand.match(word) {
    case .unknown:
      let help =
        ReplCommand.help(forForeign: word)
        ?? Suggestion.help(for: ":" + word, among: ReplCommand.all.map { ":" + $0.name })
      complain("no command is named \(DisplayText.quoted(":" + word))\(help.map { ", \($0)" } ?? "; :help lists them")")
    case .ambiguous(let found):
      complain("\":\(word)\" could be \(found.map { ":" + $0.name }.joined(separator: ", "))")
    case .command(let command) where isForced && !command.isForcible:
      let names = ReplCommand.all.filter(\.isForcible).map { ":\($0.name)!" }
      complain("only \(names.joined(separator: ", ")) can have a \"!\"")
    case .command(let command):
      let argument = ReplCommand.Argument(bytes: rest, isForced: isForced, picture: options.picture)
      do throws(Complaint) {
        switch command.action {
        case .script: break
        case .look, .act, .goOn: if !command.isForBeforeStart(isInteractive) { startWaiting() }
        }
        switch command.action {
        case .script where word.utf8.count == command.name.utf8.count: runTyped(line)
        case .script:
          // A shortened word is written out.
          runTyped(ScriptLine(file: line.file, number: line.number, bytes: Array(":\(command.name) ".utf8) + rest))
        case .look(let show):
          let text = try show(machine, argument, source)
          writePages(options.hasColor && command.name == "tree" ? ColoredTrace.tree(text) : text)
        case .act(let act): try act(&self, argument)
        case .goOn(_, let act): try act(&self)
        }
      } catch {
        complain(error.message)
      }
    }
  }
}
