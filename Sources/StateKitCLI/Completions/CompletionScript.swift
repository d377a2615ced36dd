import StateKitCore

/// `statekit completions SHELL`: a script that completes the commands, options and arguments of the parser's table.
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

  /// The possible words for a command, each with a summary.
  static var commands: [(name: String, summary: String)] {
    Command.all.map { ($0.name, $0.summary) } + [("help", "show help for a command")]
  }

  /// The words of a kind; nil for a kind without fixed words.
  static func words(of kind: ArgumentKind) -> [String]? {
    switch kind {
    case .words(let words): words
    case .codes: ReferenceTopic.words
    case .commands: Command.all.map(\.name)
    case .nothing, .charts, .scripts, .chartsAndScripts, .testNames, .files, .folders: nil
    }
  }

  /// The endings of the files of a kind: empty for any file, nil for a kind without files.
  static func endings(of kind: ArgumentKind) -> [String]? {
    switch kind {
    case .charts: ArgumentKind.chartEndings
    case .scripts: ArgumentKind.scriptEndings
    case .chartsAndScripts: ArgumentKind.chartEndings + ArgumentKind.scriptEndings
    case .files: []
    case .nothing, .words, .codes, .commands, .testNames, .folders: nil
    }
  }

  /// A text in single quotes of a shell; `escaped` replaces each single quote.
  static func quoted(_ text: String, escaped: String = "'\\''") -> String {
    var out = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { out += escaped } else { out.unicodeScalars.append(scalar) }
    }
    return out + "'"
  }
}
