import StateKitCore

/// The command line as a page, built from the parser's tables: `explain command-line` and CommandLine.md.
enum CommandLineText {
  static func text(columns: Int?) -> String {
    var out = HelpText.tool(columns: columns)
    for command in Command.all { out += "\n" + HelpText.details(of: command, columns: columns) }
    return out
  }

  /// All commands. An option of several commands is described once, at the end.
  static func markdown() -> String {
    var counts: [String: Int] = [:]
    for command in Command.all { for option in command.options { counts[item(option), default: 0] += 1 } }
    let isShared: (Option) -> Bool = { counts[item($0), default: 0] > 1 }
    var out = ""
    var shared: [String] = []
    for command in Command.all {
      out += beginning(of: command)
      let options = command.options
      for option in options where !isShared(option) { out += item(option) }
      let others = options.filter(isShared)
      for option in others where !shared.contains(item(option)) { shared.append(item(option)) }
      out += "* [Shared options](#shared-options): " + others.map { "`--\($0.long)`" }.joined(separator: " ") + "\n\n"
    }
    return out + "## Shared options\n\n" + shared.joined()
  }

  static func markdown(of command: Command) -> String {
    beginning(of: command) + command.options.map { item($0) }.joined() + "\n"
  }

  private static func beginning(of command: Command) -> String {
    let examples = command.examples.map { "$ \($0)\n" }.joined()
    return
      "## \(command.name)\n`statekit \(command.name)`: \(command.summary).\n```\n\(command.usage)\n\(examples)```\n"
  }

  /// An option as an item of a list.
  private static func item(_ option: Option) -> String {
    let synopsis = option.synopsis.drop { $0 == " " }
    return "* `\(synopsis)`: \(option.help)." + (option.details.isEmpty ? "" : " \(option.details)") + "\n"
  }
}

/// The limits as a page: `explain limits`, and a part of Limits.md.
enum LimitText {
  static func text(columns: Int?) -> String {
    let rows = TextRows(columns: columns, width: 40)
    var out = ReferenceTopic.limits.title + ".\n\n"
    for limit in LimitTable.all { out += rows.row(limit.what, limit.bound) }
    for paragraph in LimitTable.counting {
      out += "\n" + TextLines.wrapped(paragraph, indent: 0, columns: columns) + "\n"
    }
    return out
  }

  static func markdown() -> String {
    var out = "| what | limit |\n|---|---|\n"
    for limit in LimitTable.all { out += "| \(limit.what) | \(limit.bound) |\n" }
    return out + "\n" + LimitTable.counting.joined(separator: "\n\n") + "\n"
  }
}
