import StateKitCore

/// The command line as a page, built from the parser's tables: `explain command-line` and CommandLine.md.
enum CommandLineText {
  static func text(columns: Int?) -> String {
    var out = HelpText.tool(columns: columns)
    for command in Command.all { out += "\n" + HelpText.details(of: command, columns: columns) }
    return out
  }

  static func markdown() -> String {
    Command.all.map { markdown(of: $0) }.joined() + "## Limits\n\n" + LimitText.markdown()
  }

  static func markdown(of command: Command) -> String {
    var out = "## \(command.name)\n\n`statekit \(command.name)`: \(command.summary).\n\n"
    out += "```\n\(command.usage)\n\n"
    for example in command.example { out += "  \(example)\n" }
    out += "```\n\n"
    for option in command.options {
      let synopsis = option.synopsis.drop { $0 == " " }
      out += "* `\(synopsis)`: \(option.help)."
      out += option.details.isEmpty ? "\n" : " \(option.details)\n"
    }
    return out + "\n"
  }
}

/// The limits as a page: `explain limits`, and a part of CommandLine.md.
enum LimitText {
  static func text(columns: Int?) -> String {
    let rows = TextRows(columns: columns, width: 40)
    var out = ReferenceTopic.limits.title + ".\n\n"
    for limit in LimitTable.all { out += rows.row(limit.what, limit.bound) }
    for paragraph in LimitTable.counting.split(separator: "\n\n") {
      out += "\n" + TextLines.wrapped(String(paragraph), indent: 0, columns: columns) + "\n"
    }
    return out
  }

  static func markdown() -> String {
    var out = "| what | limit |\n|---|---|\n"
    for limit in LimitTable.all { out += "| \(limit.what) | \(escaped(limit.bound)) |\n" }
    return out + "\n\(LimitTable.counting)"
  }

  /// A text in a cell of a table.
  private static func escaped(_ text: String) -> String {
    var out = ""
    for character in text { out += character == "|" ? "\\|" : String(character) }
    return out
  }
}
