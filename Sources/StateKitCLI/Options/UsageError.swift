import StateKitCore

/// An invalid command line, with exit status 2. The messages about arguments are here.
struct UsageError: Error {
  let message: String

  init(message: String) {
    self.message = message
  }
}

extension UsageError {
  /// Options of other tools, with their names in `explore`.
  private static let otherNames: [(name: String, help: String)] = [
    ("--eventually", "that EXPR becomes true, whatever happens, is --inevitable EXPR"),
    ("--always", "that EXPR is true in every state is --never '!(EXPR)'"),
    ("--invariant", "that EXPR is true in every state is --never '!(EXPR)'"),
    ("--until", "that P is followed by Q is --leads-to P Q"),
    ("--deadlock", "dead ends are always reported; --allow-dead-end STATE allows one"),
  ]

  /// `written` is the option as the user wrote it, with its hyphens.
  static func unknownOption(_ written: String, of command: Command) -> UsageError {
    // A single letter is similar to every other letter.
    let isLong = written.utf8.starts(with: "--".utf8)
    if command.key == .explore, let meant = otherNames.first(where: { $0.name.utf8.elementsEqual(written.utf8) }) {
      return UsageError(message: "unknown option \(DisplayText.quoted(written)): \(meant.help)")
    }
    let help = isLong ? nearest(to: written, among: command.options.map { "--" + $0.long }) : ""
    return UsageError(message: "unknown option \(DisplayText.quoted(written))" + help)
  }

  static func takesNoValue(_ option: Option) -> UsageError {
    UsageError(message: "the option --\(option.long) takes no value")
  }

  static func needsValue(_ option: Option) -> UsageError {
    if case .storeTwo = option.action { return UsageError(message: "the option --\(option.long) needs two values") }
    return UsageError(message: "the option --\(option.long) needs a value")
  }

  /// A value that the option does not allow.
  static func unfit(_ value: String, for option: Option, reason: UnfitValue) -> UsageError {
    switch reason {
    case .missing: needsValue(option)
    case .expected(let allowed, let words):
      UsageError(
        message: "--\(option.long) must be \(allowed), not \(DisplayText.quoted(value))"
          + nearest(to: value, among: words))
    case .because(let reason): UsageError(message: "--\(option.long) \(reason)")
    }
  }

  static var missingTarget: UsageError {
    UsageError(message: "--to is missing: the notation to write")
  }

  static var missingLanguage: UsageError {
    UsageError(message: "--language is missing: swift or c")
  }

  static var actorIsSwift: UsageError {
    UsageError(message: "--actor and --main-actor need --language swift")
  }

  static var twoForms: UsageError {
    UsageError(message: "--actor and --main-actor exclude each other")
  }

  static var harnessIsForValues: UsageError {
    UsageError(message: "--harness excludes --actor and --main-actor: it moves the clock of a plain type")
  }

  static var missingHarnessOutput: UsageError {
    UsageError(message: "--output is missing: -o Door.swift --harness writes Door.swift and main.swift")
  }

  static var missingOutput: UsageError {
    UsageError(message: "--output is missing: -o door writes door.h and door.c")
  }

  static func missingOperand(_ command: Command) -> UsageError {
    UsageError(message: "\(command.operands) is missing")
  }

  static func tooManyOperands(_ first: String) -> UsageError {
    UsageError(message: "too many arguments: \(DisplayText.quoted(first))")
  }

  /// `number` counts from 1.
  static func emptyOperand(_ number: Int) -> UsageError {
    UsageError(message: "argument \(number) is empty")
  }

  static let standardInputTwice = UsageError(
    message: "\"-\" is given twice, but standard input can be read only once")

  static let replNeedsFile = UsageError(message: "the chart must be a file, because standard input is for the session")

  /// `--set` with a path that is not in the context.
  static func unknownPath(_ path: String, among names: [String]) -> UsageError {
    UsageError(
      message: "--set: the context has no \(DisplayText.quoted(path))" + nearest(to: path, among: names))
  }

  /// `--guard` or `--delay` with a name that no chart uses.
  static func unfitForHost(_ error: Diagnostic) -> UsageError {
    let option = error.code == .unknownDelay || error.code == .badDelay ? "--delay" : "--guard"
    return UsageError(message: "\(option): \(error.message)" + (error.help.map { ", " + $0 } ?? ""))
  }

  static func unknownShell(_ word: String) -> UsageError {
    let shells = Shell.allCases.map(\.rawValue)
    return UsageError(
      message: "no completions for \(DisplayText.quoted(word)): use one of " + shells.joined(separator: ", ")
        + nearest(to: word, among: shells))
  }

  static func unknownTopic(_ word: String, among words: [String]) -> UsageError {
    UsageError(
      message: "no code is named \(DisplayText.quoted(word))" + nearest(to: word, among: words)
        + "; statekit explain lists them all")
  }

  /// A first argument that is neither a command nor an option of the tool.
  static func unknownCommand(_ word: String) -> UsageError {
    let isOption = word.utf8.starts(with: "-".utf8)
    let names = isOption ? ["--help", "--version"] : Command.all.map(\.name) + ["help"]
    return UsageError(
      message: "no \(isOption ? "option" : "command") is named \(DisplayText.quoted(word))"
        + nearest(to: word, among: names) + "; statekit --help lists the commands")
  }

  private static func nearest(to word: String, among words: [String]) -> String {
    Suggestion.help(for: word, among: words).map { ", " + $0 } ?? ""
  }
}
