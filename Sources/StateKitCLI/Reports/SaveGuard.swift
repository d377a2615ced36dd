import StateKitCore
import StateKitFormat

/// What a command that writes a script leaves alone, whatever the user lets it replace: charts, and the scripts that it reads.
struct SaveGuard {
  let streams: Streams
  let chart: Chart
  let chartPath: String
  /// Nil where no script is read.
  let scriptPath: String?

  /// More of a file is not looked at: no chart that somebody wrote is larger.
  static let mostBytes = 64 << 20

  /// Writes a file that a command line names. False where that was not to be: why is said.
  func save(_ bytes: [UInt8], as path: String, isForced: Bool, messenger: inout Messenger) -> Bool {
    save(bytes, as: path, rule: isForced ? .anyFile : .nothing, messenger: &messenger)
  }

  /// The same, where the rule says what may be replaced.
  func save(_ bytes: [UInt8], as path: String, rule: FileSave.Rule, messenger: inout Messenger) -> Bool {
    let reason =
      refusal(path, rule: rule, howToReplace: Self.force)
      ?? streams.save(path, bytes, rule).map { Self.text($0, howToReplace: Self.force) }
    guard let reason else { return true }
    messenger.say("statekit: cannot write \(FilePath.shown(path)): \(reason)")
    return false
  }

  /// What lets a command line replace a file.
  static let force = "--force replaces it"

  /// Why a file must not be written; nil where it may.
  func refusal(_ path: String, rule: FileSave.Rule, howToReplace: String) -> String? {
    if let identity = FileIdentity(path) {
      if let scriptPath, identity == FileIdentity(scriptPath) { return "it is the script that is read" }
      let charts = chart.familyPaths(path: chartPath)
      if charts.contains(where: { FileIdentity($0) == identity }) { return "it is the chart" }
    }
    if let failure = FileSave.refusal(path, rule: rule) { return Self.text(failure, howToReplace: howToReplace) }
    return isChart(path) ? "it is a chart" : nil
  }

  /// Why a file could not be written, with what lets it be where that is known.
  static func text(_ failure: FileSave.Failure, howToReplace: String) -> String {
    failure.isThere ? failure.reason + "; \(howToReplace)" : failure.reason
  }

  /// Says that a file that --force would replace could not be written.
  static func say(_ failure: FileSave.Failure, of path: String, messenger: Messenger) {
    messenger.say("statekit: cannot write \(FilePath.shown(path)): \(text(failure, howToReplace: force))")
  }

  private func isChart(_ path: String) -> Bool {
    guard let input = Reach.regularFile(path),
      let bytes = try? SourceFile.read(input, limit: Self.mostBytes)
    else { return false }
    return TopLevel.hasKey("root", bytes: bytes)
  }
}
