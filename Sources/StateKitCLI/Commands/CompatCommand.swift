import StateKitCore
import StateKitFormat

/// `statekit compat CHART STATE...`: reports which state files can resume on a chart, and how they would behave
/// differently.
struct CompatCommand: ChartCommand {
  let streams: Streams
  let arguments: Arguments

  func run(_ loaded: LoadedChart, messenger: inout Messenger) -> ExitStatus {
    var migration: Migration?
    if let path = arguments.migration {
      switch StateFiles.migration(path, streams: streams, messenger: &messenger) {
      case .success(let found): migration = found
      case .failure(let ending): return ending.status
      }
    }
    var worst = ExitStatus.ok
    for path in arguments.operands.dropFirst() {
      let name = SourceFile.name(of: path)
      do {
        let bytes = try SourceFile.read(try streams.read(path), limit: StateFile.mostBytes)
        let (line, status) = Self.line(for: bytes, on: loaded, migration: migration)
        var out = ByteBuffer()
        DisplayText.appendRaw("\(name): \(line)", to: &out)
        out.append("\n")
        out.withSpan { streams.output.write($0) }
        worst = max(worst, status)
      } catch {
        messenger.write("statekit: cannot read \(name): \(StateFiles.reason(of: error))")
        worst = .unable
      }
    }
    return worst
  }

  /// The result for one state file.
  private static func line(
    for bytes: [UInt8], on loaded: LoadedChart, migration: Migration?
  ) -> (text: String, status: ExitStatus) {
    let chart = loaded.chart
    do {
      var file = try StateFile(bytes)
      if let migration { file = try migration.apply(to: file, on: chart) }
      let reading = try file.machine(on: chart, in: loaded.source)
      guard reading.lost.isEmpty else {
        return ("does not fit: " + reading.lost.joined(separator: "; "), .inputAtFault)
      }
      let events = file.handledDifferently(in: reading.snapshot.configuration, of: chart)
      if events.isEmpty { return ("goes on", .ok) }
      return ("goes on; handled differently: " + events.map { DisplayText.name($0) }.joined(separator: ", "), .ok)
    } catch let error as StateFile.Damage {
      return ("is damaged: \(error.reason)", .inputAtFault)
    } catch let error as Migration.Failure {
      return ("cannot be migrated: \(error.reason)", .inputAtFault)
    } catch {
      return ("is damaged", .inputAtFault)
    }
  }
}
