import StateKitCore
import StateKitFormat

/// Reads and writes state files (CommandLine.md).
struct StateFiles {
  let chart: Chart
  let source: SourceText
  let streams: Streams
  /// The migration of state files from other charts to this one.
  var migration: Migration?

  /// A machine to resume.
  struct Loaded {
    let snapshot: MachineSnapshot
    /// The number of steps in its trace so far.
    let steps: Int64
    /// The host answers so far.
    let hostLines: [HostAnswers.Line]
  }

  /// Reads a state file, and shows its errors.
  func load(_ path: String, messenger: inout Messenger) throws(CommandEnd) -> Loaded {
    let name = SourceFile.name(of: path)
    let bytes = try streams.input(path, limit: StateFile.mostBytes)
    do {
      var file = try StateFile(bytes)
      if let migration { file = try migration.apply(to: file, on: chart) }
      let reading = try file.machine(on: chart, in: source)
      if reading.lost.isEmpty { return loaded(reading.snapshot, file: file) }
      let finding = Diagnostic(
        .stateMisfit, at: SourceSpan(0, end: 0),
        message: "it does not fit the chart: " + reading.lost.joined(separator: "; "),
        help: "\(reading.fits.count) of its parts fit")
      messenger.show([finding], in: SourceText(name: name, path: SourceFile.path(path), bytes: bytes))
    } catch let failure as Migration.Failure {
      throw CommandEnd("cannot migrate \(name): \(failure.reason)", status: .inputAtFault)
    } catch {
      let reason = (error as? StateFile.Damage)?.reason ?? ""
      messenger.show(
        Diagnostic(.damagedState, at: SourceSpan(0, end: 0), message: "the state file \(name) is damaged: \(reason)"))
    }
    throw CommandEnd(.inputAtFault)
  }

  /// A machine to resume; nil if the file does not fit the chart.
  func loaded(_ file: StateFile) throws(StateFile.Damage) -> Loaded? {
    let reading = try file.machine(on: chart, in: source)
    return reading.lost.isEmpty ? loaded(reading.snapshot, file: file) : nil
  }

  private func loaded(_ snapshot: MachineSnapshot, file: StateFile) -> Loaded {
    let parser = ScriptParser(chart)
    var lines: [HostAnswers.Line] = []
    for text in file.hostLines {
      let step = try? parser.parse(ScriptLine(file: "", number: 1, bytes: Array(text.utf8)))
      if case .host(let line)? = step { lines.append(line) }
    }
    return Loaded(snapshot: snapshot, steps: file.steps, hostLines: lines)
  }

  /// The reason why a state file is not written.
  static let tooLarge = "it is larger than \(StateFile.mostBytes >> 20) MiB, the limit of a state file"

  /// Reads the migration file of the command line; nil without one.
  static func migration(_ path: String?, streams: Streams) throws(CommandEnd) -> Migration? {
    guard let path else { return nil }
    let bytes = try streams.input(path, limit: InputLimits.chartBytes)
    do throws(Migration.Failure) {
      return try Migration(bytes)
    } catch {
      throw CommandEnd(
        "the migration \(SourceFile.name(of: path)) is not valid: \(error.reason)", status: .inputAtFault)
    }
  }

  /// The version of a state file of this chart, which may be replaced; nil for any other file.
  func ownVersion(_ path: String) -> FileVersion? {
    guard let version = FileVersion(path), let input = Reach.regularFile(path),
      let bytes = try? SourceFile.read(input, limit: StateFile.mostBytes), let file = try? StateFile(bytes)
    else { return nil }
    return file.fingerprint == ChartFingerprint.of(chart, in: source) ? version : nil
  }
}
