import StateKitCore
import StateKitFormat

/// `statekit compat CHART STATE...`: reports which state files can resume on a chart, and how they would behave
/// differently.
struct CompatCommand: ToolCommand {
  let streams: Streams
  let arguments: Arguments

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    let states = Array(arguments.operands.dropFirst())
    let loaded = try load(&messenger, widenedKeys: ScriptFile.widenedKeys(by: [], streams: streams, states: states))
    let migration = try StateFiles.migration(arguments.migration, streams: streams)
    var worst = ExitStatus.ok
    for path in states {
      let name = SourceFile.name(of: path)
      do throws(InputError) {
        let bytes = try streams.bytes(of: path, limit: StateFile.mostBytes)
        let (line, status) = Self.line(for: bytes, on: loaded, migration: migration)
        streams.output.write(DisplayText.raw("\(name): \(line)") + "\n")
        worst = max(worst, status)
      } catch {
        messenger.write("statekit: cannot read \(name): \(error.reason)")
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
      let events = file.handledDifferently(in: reading.snapshot, of: chart)
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
