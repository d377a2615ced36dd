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

  enum Loading {
    case loaded(Loaded)
    case failed(ExitStatus)
  }

  /// Reads a state file, and shows its errors.
  func load(_ path: String, messenger: inout Messenger) -> Loading {
    let name = SourceFile.name(of: path)
    let bytes: [UInt8]
    do {
      bytes = try SourceFile.read(try streams.read(path), limit: StateFile.mostBytes)
    } catch {
      messenger.write("statekit: cannot read \(name): \(Self.reason(of: error))")
      return .failed(.unable)
    }
    do throws(StateFile.Damage) {
      var file = try StateFile(bytes)
      if let migration {
        do throws(Migration.Failure) {
          file = try migration.apply(to: file, on: chart)
        } catch {
          messenger.write("statekit: cannot migrate \(name): \(error.reason)")
          return .failed(.inputAtFault)
        }
      }
      let reading = try file.machine(on: chart, in: source)
      if reading.lost.isEmpty { return .loaded(loaded(reading.snapshot, file: file)) }
      let finding = Diagnostic(
        .stateMisfit, at: SourceSpan(0, end: 0),
        message: "it does not fit the chart: " + reading.lost.joined(separator: "; "),
        help: "\(reading.fits.count) of its parts fit")
      messenger.show([finding], in: SourceText(name: name, path: SourceFile.path(path), bytes: bytes))
    } catch {
      messenger.show(
        Diagnostic(
          .damagedState, at: SourceSpan(0, end: 0), message: "the state file \(name) is damaged: \(error.reason)"))
    }
    return .failed(.inputAtFault)
  }

  /// A machine to resume; nil if the file does not fit the chart.
  func loaded(_ file: StateFile) -> Loaded? {
    guard let reading = try? file.machine(on: chart, in: source), reading.lost.isEmpty else { return nil }
    return loaded(reading.snapshot, file: file)
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

  static func reason(of error: any Error) -> String {
    switch error {
    case let error as InputError: error.reason
    case SourceFile.Failure.unreadable(let reason): reason
    default: tooLarge
    }
  }

  /// The reason why a state file is not read or written.
  static let tooLarge = "it is larger than \(StateFile.mostBytes >> 20) MiB, the limit of a state file"

  /// Reads a migration, and shows its errors.
  static func migration(_ path: String, streams: Streams, messenger: inout Messenger) -> Result<Migration, Ending> {
    let name = SourceFile.name(of: path)
    do {
      let bytes = try SourceFile.read(try streams.read(path), limit: InputLimits.chartBytes)
      return .success(try Migration(bytes))
    } catch let error as Migration.Failure {
      messenger.write("statekit: the migration \(name) is not valid: \(error.reason)")
      return .failure(Ending(status: .inputAtFault))
    } catch {
      messenger.write("statekit: cannot read \(name): \(SourceFile.reason(of: error, limit: InputLimits.chartBytes))")
      return .failure(Ending(status: .unable))
    }
  }

  /// The exit status of a command that cannot continue.
  struct Ending: Error {
    let status: ExitStatus
  }

  /// The version of a state file of this chart, which may be replaced; nil for any other file.
  func ownVersion(_ path: String) -> FileVersion? {
    guard let version = FileVersion(path), let input = Reach.regularFile(path),
      let bytes = try? SourceFile.read(input, limit: StateFile.mostBytes), let file = try? StateFile(bytes)
    else { return nil }
    return file.fingerprint == ChartFingerprint.of(chart, in: source) ? version : nil
  }
}
