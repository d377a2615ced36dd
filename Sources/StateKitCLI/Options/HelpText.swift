import StateKitCore

/// The output of `--help`, built from the parser's tables.
enum HelpText {
  static let version = "0.1.0"
  /// The day of that version, as manual pages show it.
  static let versionDay = "November 22, 2026"

  /// The help of the tool: its commands, one line each.
  static func tool(columns: Int? = nil) -> String {
    let rows = TextRows(columns: columns, width: 35)
    var text = """
      statekit runs, tests and explores statecharts that are JSON files.

        statekit run door.json door.events.txt

      usage: statekit COMMAND [OPTIONS] FILES


      """
    for command in Command.all { text += rows.row(command.name + " " + command.operands.text, command.summary) }
    text += "\n"
    text += rows.row("statekit COMMAND --help", "the most used options of a command")
    text += rows.row("statekit explain", "all pages")
    text += rows.row("statekit explain COMMAND", "all options of a command")
    text += rows.row("statekit explain limits", "all limits")
    return text + """

      "-" is standard input; "--" ends the options.
      exit status: 0 success, 1 the input has an error, 2 statekit could not do it

      """
  }

  /// The help of a command: what people use first, one line each, then the names of all other options.
  static func command(_ command: Command, columns: Int? = nil) -> String {
    let rows = TextRows(columns: columns, width: 32)
    var text = beginning(of: command)
    let others = command.options.filter { !$0.isCommon }
    let listed = others.count > 1 ? command.options.filter(\.isCommon) : command.options
    for option in listed { text += rows.row(option.synopsis, option.summary) }
    if others.count > 1 {
      let names = others.map { "--" + $0.long }.joined(separator: " ")
      text += "\nmore options:\n" + TextLines.wrapped(names, indent: 6, columns: columns) + "\n"
    }
    return text + "\nstatekit explain \(command.name) tells about each option.\n"
  }

  /// All options of a command, with their details.
  static func details(of command: Command, columns: Int? = nil) -> String {
    let rows = TextRows(columns: columns, width: 32)
    var text = beginning(of: command)
    for option in command.options {
      text += rows.row(option.synopsis, option.help)
      if !option.details.isEmpty { text += TextLines.wrapped(option.details, indent: 10, columns: columns) + "\n\n" }
    }
    return text
  }

  private static func beginning(of command: Command) -> String {
    let examples = command.examples.map { "  \($0)\n" }.joined()
    return "statekit \(command.name): \(command.summary)\n\n\(examples)\n\(command.usage)\n\n"
  }
}
