import StateKitCore

/// `statekit completions SHELL`: what teaches a shell the commands, options and arguments of the table that the parser reads.
enum CompletionScript {
  static func text(for shell: String) throws(UsageError) -> String {
    guard let known = Shell.allCases.first(where: { $0.rawValue.utf8.elementsEqual(shell.utf8) }) else {
      throw .unknownShell(shell)
    }
    return switch known {
    case .bash: BashCompletion.text()
    case .zsh: ZshCompletion.text()
    case .fish: FishCompletion.text()
    }
  }

  /// What can stand in the place of a command, with what it is.
  static var commands: [(name: String, summary: String)] {
    Command.all.map { ($0.name, $0.summary) } + [("help", "tell about a command")]
  }

  /// The words of a kind that has words.
  static func words(of kind: ArgumentKind) -> [String]? {
    switch kind {
    case .words(let words): words
    case .codes: DiagnosticCode.allCases.map(\.rawValue) + ReferenceTopic.allCases.map(\.rawValue)
    case .commands: Command.all.map(\.name)
    case .nothing, .charts, .scripts, .chartsAndScripts, .testNames, .files, .folders: nil
    }
  }

  /// The endings of the files of a kind; nil where it is no kind of files, none where any file will do.
  static func endings(of kind: ArgumentKind) -> [String]? {
    switch kind {
    case .charts: ArgumentKind.chartEndings
    case .scripts: ArgumentKind.scriptEndings
    case .chartsAndScripts: ArgumentKind.chartEndings + ArgumentKind.scriptEndings
    case .files: []
    case .nothing, .words, .codes, .commands, .testNames, .folders: nil
    }
  }

  /// A text between single quotes of a shell, in which `escaped` stands for a single quote.
  static func quoted(_ text: String, escaped: String = "'\\''") -> String {
    var out = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { out += escaped } else { out.unicodeScalars.append(scalar) }
    }
    return out + "'"
  }
}
