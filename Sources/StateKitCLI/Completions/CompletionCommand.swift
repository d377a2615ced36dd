import CEL
import StateKitCore
import StateKitEditor

/// `statekit complete WORD...`: what can replace the last word, for the completion scripts.
///
/// The first line says what it is: `words`, `files` with the endings of their names, or `folders`. The words follow, one a line,
/// each with a tab and its meaning if it has one. Where nothing is known there is no line.
struct CompletionCommand {
  /// The first word of the command line.
  private enum Subject {
    case none, help, unknown
    case command(Command)
  }

  private let streams: Streams
  private var subject = Subject.none
  /// True behind `--`.
  private var areOptionsOver = false
  private var operands: [String] = []
  /// The option whose values come next, and how many are missing.
  private var option: (kind: ArgumentKind, missing: Int) = (.nothing, 0)

  init(_ streams: Streams) {
    self.streams = streams
  }

  /// `words` are those of the command line up to the cursor, without the program; the last one is being typed.
  static func run(_ streams: Streams, words: [String]) -> ExitStatus {
    var completion = CompletionCommand(streams)
    for word in words.dropLast() { completion.pass(word) }
    streams.output.write(completion.answer(to: words.last ?? ""))
    return .ok
  }

  /// Takes note of a word before the one that is typed.
  private mutating func pass(_ word: String) {
    if option.missing > 0 {
      option.missing -= 1
    } else if !areOptionsOver, word == "--" {
      areOptionsOver = true
    } else if !areOptionsOver, word.utf8.count > 1, word.utf8.starts(with: "-".utf8) {
      guard case .command(let command) = subject else { return }
      let known = command.options.first { option in
        word == "--" + option.long || option.short.map { word == "-" + String($0) } ?? false
      }
      if let known { option = (known.completes, known.valueCount) }
    } else if case .none = subject {
      let command = Command.all.first { $0.name.utf8.elementsEqual(word.utf8) }
      subject = word == "help" ? .help : command.map { .command($0) } ?? .unknown
    } else {
      operands.append(word)
    }
  }

  private func answer(to typed: String) -> String {
    if option.missing > 0 { return text(of: option.kind) }
    let typesOption = !areOptionsOver && typed.utf8.starts(with: "-".utf8)
    switch subject {
    case .unknown: return ""
    case .help: return operands.isEmpty ? text(of: .commands) : ""
    case .none where typesOption: return Self.text([("--help", "show help"), ("--version", "show the version")])
    case .none where areOptionsOver: return ""
    case .none: return Self.text(Command.all.map { ($0.name, $0.summary) } + [("help", "show help for a command")])
    case .command(let command):
      if typesOption { return Self.text(command.options.map { ("--" + $0.long, $0.summary) }) }
      let kinds = command.operands.kinds
      guard operands.count < command.operands.count.upperBound, let last = kinds.last else { return "" }
      return text(of: operands.count < kinds.count ? kinds[operands.count] : last)
    }
  }

  private func text(of kind: ArgumentKind) -> String {
    switch kind {
    case .nothing: ""
    case .words(let words): Self.text(words.map { ($0, "") })
    case .codes: Self.text(ReferenceTopic.words.map { ($0, "") })
    case .commands: Self.text(Command.all.map { ($0.name, $0.summary) })
    case .charts: Self.text(filesEnding: ArgumentKind.chartEndings)
    case .scripts: Self.text(filesEnding: ArgumentKind.scriptEndings)
    case .chartsAndScripts: Self.text(filesEnding: ArgumentKind.chartEndings + ArgumentKind.scriptEndings)
    case .testNames: Self.text(testNames.map { ($0, "") })
    case .files: "files\n"
    case .folders: "folders\n"
    }
  }

  private static func text(filesEnding endings: [String]) -> String {
    "files " + endings.joined(separator: " ") + "\n"
  }

  private static func text(_ words: [(word: String, meaning: String)]) -> String {
    let lines = words.map { $0.meaning.isEmpty ? "\($0.word)\n" : "\($0.word)\t\($0.meaning)\n" }
    return lines.isEmpty ? "" : "words\n" + lines.joined()
  }

  /// The names of the tests in the scripts and folders of the command line, or in this folder. One with a hidden character has no
  /// place on a line.
  private var testNames: [String] {
    TestFiles.scripts(of: operands.isEmpty ? ["."] : operands).scripts.flatMap { script -> [String] in
      guard let input = try? streams.openNamed(script.path, script.reach),
        let bytes = try? SourceFile.read(input, limit: TestFiles.scriptBytes)
      else { return [] }
      return ScriptDocument(SourceText(name: script.path, bytes: bytes)).tests.map(\.name)
    }.filter { DisplayText.raw($0).utf8.elementsEqual($0.utf8) }
  }
}
