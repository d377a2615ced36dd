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

  /// Writes a file that a command line names. Returns false after a message if it may not be written.
  func save(_ bytes: [UInt8], as path: String, isForced: Bool, messenger: inout Messenger) -> Bool {
    save(bytes, as: path, rule: isForced ? .anyFile : .nothing, messenger: &messenger)
  }

  /// Writes a file under a rule about replacing.
  func save(_ bytes: [UInt8], as path: String, rule: FileSave.Rule, messenger: inout Messenger) -> Bool {
    let reason =
      refusal(path, rule: rule, howToReplace: Self.force)
      ?? streams.save(path, bytes, rule).map { Self.text($0, howToReplace: Self.force) }
    guard let reason else { return true }
    messenger.write("statekit: cannot write \(FilePath.shown(path)): \(reason)")
    return false
  }

  /// Writes a file in the pieces that `body` writes. Returns false after a message if it may not be written.
  func save(
    as path: String, isForced: Bool, messenger: inout Messenger, body: (any ByteOutput) -> Void
  ) -> Bool {
    let rule: FileSave.Rule = isForced ? .anyFile : .nothing
    if let reason = refusal(path, rule: rule, howToReplace: Self.force) {
      messenger.write("statekit: cannot write \(FilePath.shown(path)): \(reason)")
      return false
    }
    do throws(FileSave.Failure) {
      let draft = try FileSave.Draft(path, rule: rule, limit: streams.limit)
      body(draft)
      try draft.finish()
      return true
    } catch {
      Self.report(error, of: path, messenger: messenger)
      return false
    }
  }

  /// The hint at how to replace a file.
  static let force = "--force replaces it"

  /// The reason why a file must not be written; nil if it may.
  func refusal(_ path: String, rule: FileSave.Rule, howToReplace: String) -> String? {
    if let identity = FileIdentity(path) {
      if let input = inputs.first(where: { Self.isRead(identity, at: path, in: $0.path) }) {
        return "it is \(input.what) to read"
      }
      let charts = chart.familyPaths(path: chartPath)
      if charts.contains(where: { FileIdentity($0) == identity }) { return "it is the chart" }
    }
    if let failure = FileSave.refusal(path, rule: rule) { return Self.text(failure, howToReplace: howToReplace) }
    return isChart(path) ? "it is a chart" : nil
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

  /// Reports a file that could not be written but that --force would replace.
  static func report(_ failure: FileSave.Failure, of path: String, messenger: Messenger) {
    messenger.write("statekit: cannot write \(FilePath.shown(path)): \(text(failure, howToReplace: force))")
  }

  private func isChart(_ path: String) -> Bool {
    guard let input = Reach.regularFile(path),
      let bytes = try? SourceFile.read(input, limit: Self.mostBytes)
    else { return false }
    return TopLevel.hasKey("root", bytes: bytes)
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
