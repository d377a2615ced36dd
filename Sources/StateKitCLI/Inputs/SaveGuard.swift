import StateKitCore
import StateKitFormat

/// Protects files that no command may replace, even with `--force`: charts, and the files that the command reads.
struct SaveGuard {
  /// A file that the command reads, and what is in it: `the script`.
  typealias Input = (path: String, what: String)

  let streams: Streams
  let chart: Chart
  let chartPath: String
  /// The files that the command reads, besides the chart.
  let inputs: [Input]

  /// The number of bytes of a file that are checked: no handwritten chart is larger.
  static let mostBytes = 64 << 20

  /// Writes a file under a rule about replacing.
  func save(_ bytes: [UInt8], as path: String, rule: FileSave.Rule) throws(CommandEnd) {
    try check(path, rule: rule)
    if let failure = streams.save(path, bytes, rule) { throw .cannotWrite(path, failure) }
  }

  /// Writes a file in the pieces that `body` writes.
  func save(as path: String, rule: FileSave.Rule, body: (any ByteOutput) -> Void) throws(CommandEnd) {
    try check(path, rule: rule)
    let draft = try streams.draft(path, rule: rule)
    body(draft)
    try draft.complete(path)
  }

  /// Throws if a file must not be written.
  func check(_ path: String, rule: FileSave.Rule) throws(CommandEnd) {
    if let reason = refusal(path, rule: rule, howToReplace: Self.force) { throw .cannotWrite(path, reason: reason) }
  }

  /// The hint at how to replace a file.
  static let force = "--force replaces it"

  /// The reason why a file must not be written; nil if it may.
  func refusal(_ path: String, rule: FileSave.Rule, howToReplace: String) -> String? {
    if let reason = refusalOfInput(path) { return reason }
    if let failure = FileSave.refusal(path, rule: rule) { return Self.text(failure, howToReplace: howToReplace) }
    return isChart(path) ? "it is a chart" : nil
  }

  /// The reason why a file must not be written if the command reads it; nil if it does not.
  func refusalOfInput(_ path: String) -> String? {
    guard let identity = FileIdentity(path) else { return nil }
    if let input = inputs.first(where: { Self.isRead(identity, at: path, in: $0.path) }) {
      return "it is \(input.what) to read"
    }
    return chart.familyPaths(path: chartPath).contains { FileIdentity($0) == identity } ? "it is the chart" : nil
  }

  /// True for the input itself, and for a script in an input that is a folder.
  private static func isRead(_ identity: FileIdentity, at path: String, in input: String) -> Bool {
    if FileIdentity(input) == identity { return true }
    guard FolderFiles.isScript(path), (try? Folder.kind(input)) == .folder else { return false }
    return FolderFiles(below: input).scripts.contains { FileIdentity($0) == identity }
  }

  /// The reason why a file could not be written, with a way to replace it if known.
  static func text(_ failure: FileSave.Failure, howToReplace: String) -> String {
    failure.isThere ? failure.reason + "; \(howToReplace)" : failure.reason
  }

  private func isChart(_ path: String) -> Bool {
    Self.content(of: path).map { TopLevel.hasKey("root", bytes: $0) } ?? false
  }

  /// The bytes of a regular file that may be replaced; nil if there is none.
  static func content(of path: String) -> [UInt8]? {
    Reach.regularFile(path).flatMap { try? SourceFile.read($0, limit: mostBytes) }
  }
}

extension CommandEnd {
  /// A file that could not be written, with the option that would replace it.
  static func cannotWrite(_ path: String, _ failure: FileSave.Failure) -> CommandEnd {
    .cannotWrite(path, reason: SaveGuard.text(failure, howToReplace: SaveGuard.force))
  }
}

extension Streams {
  /// A file that is written in pieces.
  func draft(_ path: String, rule: FileSave.Rule) throws(CommandEnd) -> FileSave.Draft {
    do throws(FileSave.Failure) {
      return try FileSave.Draft(path, rule: rule, limit: limit)
    } catch {
      throw .cannotWrite(path, error)
    }
  }
}

extension FileSave.Draft {
  /// Completes the file that `path` names.
  func complete(_ path: String) throws(CommandEnd) {
    do throws(FileSave.Failure) {
      try finish()
    } catch {
      throw .cannotWrite(path, error)
    }
  }
}

extension Arguments {
  /// The files that a command reads besides its first operand, and logs.
  var inputs: [SaveGuard.Input] {
    let options: [(path: String?, what: String)] = [
      (show.script, "the script"), (explore.payloads, "the file of payloads"), (program.map, "the file of names"),
      (fromState, "the state"), (migration, "the migration"),
    ]
    return operands.dropFirst().map { ($0, "the script") } + show.coverage.map { ($0, "the script") }
      + options.compactMap { option in option.path.map { ($0, option.what) } }
  }
}
