import StateKitCore

/// The command line as a page, built from the parser's tables: `explain command-line` and CommandLine.md.
enum CommandLineText {
  static func text() -> String {
    var out = HelpText.tool()
    for command in Command.all { out += "\n" + HelpText.command(command, showsDetails: true) }
    return out
  }

  static func markdown() -> String {
    var out = ""
    for command in Command.all {
      out += "## \(command.name)\n\n`statekit \(command.name)`: \(command.summary).\n\n"
      out += "```\n\(command.usage)\n\n"
      for example in command.example { out += "  \(example)\n" }
      out += "```\n\n"
      for option in command.options {
        let synopsis = option.synopsis.drop { $0 == " " }
        out += "* `\(synopsis)`: \(option.help)."
        out += option.details.isEmpty ? "\n" : " \(option.details)\n"
      }
      out += "\n"
    }
    out += "## Limits\n\n| what | limit |\n|---|---|\n"
    for limit in LimitTable.all { out += "| \(limit.what) | \(escaped(limit.bound)) |\n" }
    out += "\n\(LimitTable.counting)"
    return out
  }

  /// A text in a cell of a table.
  private static func escaped(_ text: String) -> String {
    var out = ""
    for character in text { out += character == "|" ? "\\|" : String(character) }
    return out
  }
}
