import StateKitCore

/// `statekit manual`: the manual page in roff, with the macros of man(7), built from the parser's tables.
enum ManualPage {
  static func text() -> String {
    var out = ".TH STATEKIT 1 \"\(HelpText.versionDay)\" \"statekit \(HelpText.version)\"\n"
    out += section("NAME", paragraphs: ["statekit \\- run, test and explore statecharts that are JSON files"])
    out += ".SH SYNOPSIS\n"
    for (index, command) in Command.all.enumerated() {
      if index > 0 { out += ".br\n" }
      out += ".B statekit \(escaped(command.name))\n[OPTIONS]"
      out += (command.operands.text.isEmpty ? "" : " " + escaped(command.operands.text)) + "\n"
    }
    out += section(
      "DESCRIPTION",
      paragraphs: [
        "A chart is a JSON file. A script is a text file: each line is an event, a move of the clock or an expectation. "
          + "statekit runs scripts, checks charts, and explains what happens.",
        "Options may be anywhere; \"--\" ends them. --option=value and --option value are equal; short options may be "
          + "bundled. \"-\" is standard input. Results go to standard output, messages to standard error.",
      ].map(line))
    out += ".SH COMMANDS\n"
    for command in Command.all { out += page(of: command) }
    out += ".SH EXIT STATUS\n"
    for (status, meaning) in statuses { out += ".TP\n.B \(status)\n\(line(meaning))\n" }
    out += ".SH ENVIRONMENT\n"
    for (name, meaning) in variables { out += ".TP\n.B \(name)\n\(line(meaning))\n" }
    out += ".SH LIMITS\n"
    for limit in LimitTable.all { out += ".TP\n\(line(limit.what))\n\(line(limit.bound))\n" }
    return out
  }

  private static func page(of command: Command) -> String {
    var out = ".SS \(escaped(command.name))\n\(line("statekit " + command.name + ": " + command.summary + "."))\n.PP\n"
    out += line(command.usage) + "\n.PP\n.nf\n.RS 4\n"
    for example in command.examples { out += escaped(example) + "\n" }
    out += ".RE\n.fi\n"
    for option in command.options {
      let synopsis = String(option.synopsis.drop { $0 == " " })
      out += ".TP\n.B \(escaped(synopsis))\n\(line(option.help + "."))\n"
      if !option.details.isEmpty { out += line(option.details) + "\n" }
    }
    return out
  }

  private static let statuses = [
    ("0", "Success."),
    ("1", "The input has an error: an invalid chart or script, a failed test, a limit that was reached."),
    ("2", "statekit could not do it: a wrong command line, a file that cannot be read or written."),
  ]

  private static let variables = [
    ("NO_COLOR", "If it is not empty: no colour in messages, unless --color asks for it."),
    ("CLICOLOR_FORCE, FORCE_COLOR", "Colour in messages, even if they do not go to a terminal."),
    ("XDG_STATE_HOME, HOME", "The folder of statekit/history, the file with the lines typed in the REPL."),
  ]

  /// `paragraphs` are escaped lines.
  private static func section(_ title: String, paragraphs: [String]) -> String {
    ".SH \(title)\n" + paragraphs.joined(separator: "\n.PP\n") + "\n"
  }

  /// A text in lines of at most 78 bytes. A leading dot or quote is escaped, so that no line is a request.
  private static func line(_ text: String) -> String {
    var lines: [String] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let word = escaped(String(word))
      if let last = lines.last, last.utf8.count + 1 + word.utf8.count <= 78 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word.utf8.first == UInt8(ascii: ".") ? "\\&" + word : word)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// A text without requests: hyphens can be copied, and other characters are named by their numbers.
  private static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": out += "\\e"
      case "-": out += "\\-"
      case "\"": out += "\\(dq"
      case "'": out += "\\(aq"
      case "`": out += "\\(ga"
      case "^": out += "\\(ha"
      case "~": out += "\\(ti"
      default:
        if scalar.isASCII {
          out.unicodeScalars.append(scalar)
        } else {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          out += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + "]"
        }
      }
    }
    return out
  }
}
