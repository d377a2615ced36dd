import StateKitCore

/// The reason why a command ends without its result. The messages about arguments are here.
struct CommandEnd: Error {
  /// Nil if all messages were shown.
  let message: String?
  let status: ExitStatus
  /// True for an invalid command line: the usage follows the message.
  let isUsage: Bool
  /// The errors in a file of an option.
  private(set) var findings: (shown: [Diagnostic], dropped: [CodeCounts.Entry], source: SourceText)?

  init(usage message: String) {
    (self.message, status, isUsage) = (message, .unable, true)
  }

  init(_ message: String, status: ExitStatus = .unable) {
    (self.message, self.status, isUsage) = (message, status, false)
  }

  /// The end after all messages were shown.
  init(_ status: ExitStatus) {
    (message, self.status, isUsage) = (nil, status, false)
  }

  /// The end because of errors in a file of an option.
  init(_ findings: Findings, in source: SourceText) {
    self.init(.unable)
    self.findings = (findings.sorted(in: source), findings.dropped, source)
  }

  static func cannotRead(_ path: String, reason: String) -> CommandEnd {
    CommandEnd("cannot read \(SourceFile.name(of: path)): \(reason)")
  }

  static func cannotWrite(_ path: String, reason: String) -> CommandEnd {
    CommandEnd("cannot write \(FilePath.shown(path)): \(reason)")
  }
}

extension Streams {
  /// The bytes of a file of the command line, at most `limit` of them.
  func input(_ path: String, limit: Int) throws(CommandEnd) -> [UInt8] {
    do throws(InputError) {
      return try bytes(of: path, limit: limit)
    } catch {
      throw .cannotRead(path, reason: error.reason)
    }
  }
}

extension CommandEnd {
  /// Options of other tools, with their names in `explore`.
  private static let otherNames: [(name: String, help: String)] = [
    ("--eventually", "that EXPR becomes true, whatever happens, is --inevitable EXPR"),
    ("--always", "that EXPR is true in every state is --never '!(EXPR)'"),
    ("--invariant", "that EXPR is true in every state is --never '!(EXPR)'"),
    ("--until", "that P is followed by Q is --leads-to P Q"),
    ("--max-states", "the bound of states is --states N"), ("--max-depth", "the bound of lines is --depth N"),
    ("--deadlock", "dead ends are always reported; --allow-dead-end STATE allows one"),
  ]

  /// `written` is the option as the user wrote it, with its hyphens.
  static func unknownOption(_ written: String, of command: Command) -> CommandEnd {
    // A single letter is similar to every other letter.
    let isLong = written.utf8.starts(with: "--".utf8)
    if command.key == .explore, let meant = otherNames.first(where: { $0.name.utf8.elementsEqual(written.utf8) }) {
      return CommandEnd(usage: "unknown option \(DisplayText.quoted(written)): \(meant.help)")
    }
    let help = isLong ? nearest(to: written, among: command.options.map { "--" + $0.long }) : ""
    return CommandEnd(usage: "unknown option \(DisplayText.quoted(written))" + help)
  }

  static func takesNoValue(_ option: Option) -> CommandEnd {
    CommandEnd(usage: "the option --\(option.long) takes no value")
  }

  static func needsValue(_ option: Option) -> CommandEnd {
    if case .storeTwo = option.action { return CommandEnd(usage: "the option --\(option.long) needs two values") }
    return CommandEnd(usage: "the option --\(option.long) needs a value")
  }

  /// A value that the option does not allow.
  static func unfit(_ value: String, for option: Option, reason: UnfitValue) -> CommandEnd {
    switch reason {
    case .missing: needsValue(option)
    case .expected(let allowed, let words):
      CommandEnd(
        usage: "--\(option.long) must be \(allowed), not \(DisplayText.quoted(value))"
          + nearest(to: value, among: words))
    case .because(let reason): CommandEnd(usage: "--\(option.long) \(reason)")
    }
  }

  /// `given`: the number of operands that the command line has.
  static func missingOperands(of command: Command, given: Int) -> CommandEnd {
    let missing = command.operands.text.split(separator: " ").dropFirst(given).filter { !$0.hasPrefix("[") }
    return CommandEnd(usage: missing.joined(separator: " ") + (missing.count == 1 ? " is missing" : " are missing"))
  }

  static func tooManyOperands(_ first: String) -> CommandEnd {
    CommandEnd(usage: "too many arguments: \(DisplayText.quoted(first))")
  }

  /// `number` counts from 1.
  static func emptyOperand(_ number: Int) -> CommandEnd {
    CommandEnd(usage: "argument \(number) is empty")
  }

  static let standardInputTwice = CommandEnd(usage: "\"-\" is given twice, but standard input can be read only once")

  /// `--set` with a path that is not in the context.
  static func unknownPaths(_ paths: [String], among names: [String]) -> CommandEnd {
    let shown = paths.prefix(10).map { "no " + DisplayText.quoted($0) + nearest(to: $0, among: names) }
    return CommandEnd(
      usage: "--set: the context has " + shown.joined(separator: "; ") + (paths.count > 10 ? "; …" : ""))
  }

  /// `--guard` or `--delay` with names that no chart uses.
  static func unfitForHost(_ errors: [Diagnostic]) -> CommandEnd {
    let shown = errors.prefix(10).map { error in
      let option = error.code == .unknownDelay || error.code == .badDelay ? "--delay" : "--guard"
      return "\(option): \(error.message)" + (error.help.map { ", " + $0 } ?? "")
    }
    return CommandEnd(usage: shown.joined(separator: "; ") + (errors.count > 10 ? "; …" : ""))
  }

  static func unknownShell(_ word: String) -> CommandEnd {
    let shells = Shell.allCases.map(\.rawValue)
    return CommandEnd(
      usage: "no completions for \(DisplayText.quoted(word)): use one of " + shells.joined(separator: ", ")
        + nearest(to: word, among: shells))
  }

  static func unknownTopic(_ word: String, among words: [String]) -> CommandEnd {
    CommandEnd(
      usage: "no code is named \(DisplayText.quoted(word))" + nearest(to: word, among: words)
        + "; statekit explain lists them all")
  }

  /// A first argument that is neither a command nor an option of the tool.
  static func unknownCommand(_ word: String) -> CommandEnd {
    let isOption = word.utf8.starts(with: "-".utf8)
    let names = isOption ? ["--help", "--version"] : Command.all.map(\.name) + ["help"]
    return CommandEnd(
      usage: "no \(isOption ? "option" : "command") is named \(DisplayText.quoted(word))"
        + nearest(to: word, among: names) + "; statekit --help lists the commands")
  }

  private static func nearest(to word: String, among words: [String]) -> String {
    Suggestion.help(for: word, among: words).map { ", " + $0 } ?? ""
  }
}
