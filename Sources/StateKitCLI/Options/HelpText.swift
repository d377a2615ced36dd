import StateKitCore

/// The output of `--help`, built from the parser's tables.
enum HelpText {
  /// The version of the tool.
  static let version = "0.1.0"
  /// The day of that version, as manual pages show it.
  static let versionDay = "November 22, 2026"

  static func tool() -> String {
    var text = """
      statekit runs statecharts that are JSON files.

        statekit run door.json door.events.txt

      usage: statekit COMMAND [OPTIONS] FILES


      """
    for command in Command.all {
      text += "  " + padded(command.name + " " + command.operands, width: 26) + command.summary + "\n"
    }
    text += """

      statekit COMMAND --help tells more about a command.
      "-" is standard input; "--" ends the options.

      exit status: 0 all is well, 1 the input is at fault, 2 it could not be done

      limits:

      """
    for limit in LimitTable.all { text += "  " + padded(limit.what, width: 30) + limit.bound + "\n" }
    return text
  }

  /// `showsDetails`: adds the long help below each option.
  static func command(_ command: Command, showsDetails: Bool = false) -> String {
    var text = "statekit \(command.name): \(command.summary)\n\n"
    for example in command.example { text += "  \(example)\n" }
    text += "\n\(command.usage)\n\n"
    let width = 32
    for option in command.options {
      let synopsis = option.synopsis
      if synopsis.utf8.count + 2 < width - 2 {
        text += "  " + padded(synopsis, width: width - 2) + option.help + "\n"
      } else {
        text += "  " + synopsis + "\n" + padded("", width: width) + option.help + "\n"
      }
      if showsDetails, !option.details.isEmpty { text += TextLines.wrapped(option.details, indent: 10) + "\n\n" }
    }
    if !showsDetails { text += "\nstatekit explain command-line tells more about each option.\n" }
    return wrapped(text, indent: width)
  }

  private static func padded(_ text: String, width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.utf8.count))
  }

  /// Breaks lines of more than 80 columns at a space, and indents the following lines.
  private static func wrapped(_ text: String, indent: Int) -> String {
    var out = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = line
      while line.count > 80, let space = line.prefix(81).lastIndex(of: " "), space > line.startIndex {
        out += line[..<space] + "\n"
        line = Substring(String(repeating: " ", count: indent)) + line[line.index(after: space)...]
      }
      out += line + "\n"
    }
    out.removeLast()
    return out
  }
}
