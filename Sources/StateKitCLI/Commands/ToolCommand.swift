import StateKitCore

/// A command: a function of its arguments and of the streams.
protocol ToolCommand {
  var streams: Streams { get }
  var arguments: Arguments { get }

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus
}

extension ToolCommand {
  /// Runs the command, and shows why it ends without its result. Throws for an invalid command line.
  func run() throws(CommandEnd) -> ExitStatus {
    var messenger = Messenger(streams, arguments: arguments)
    defer { messenger.finish() }
    do throws(CommandEnd) {
      return try run(&messenger)
    } catch {
      if error.isUsage { throw error }
      messenger.write(error)
      return error.status
    }
  }

  /// The first operand, which is a chart for most commands.
  var path: String { arguments.operands[0] }

  /// The files that may be replaced.
  var rule: FileSave.Rule { arguments.isForced ? .anyFile : .nothing }

  /// Reads the chart of the first operand, and shows its errors; also that the script cannot be read.
  func load(
    _ messenger: inout Messenger, script: String? = nil, warnings: ChartLoading.Warnings = .ofReading,
    widenedKeys: @escaping ChartLoading.WidenedKeys = { _ in [] }
  ) throws(CommandEnd) -> LoadedChart {
    do throws(CommandEnd) {
      return try ChartLoading(streams: streams, reading: arguments.reading, widenedKeys: widenedKeys)
        .load(path, script: script, warnings: warnings, messenger: &messenger)
    } catch {
      guard let script, let reason = problem(with: script) else { throw error }
      messenger.write(error)
      throw .cannotRead(script, reason: reason)
    }
  }

  /// The reason why a script cannot be read; nil for a pipe, which is not opened.
  private func problem(with script: String) -> String? {
    if Reach.isReadOnce(script) { return nil }
    do throws(InputError) {
      _ = try ScriptFile(script, streams: streams)
      return nil
    } catch {
      // Two files in the wrong order are told as such.
      return error.reason == ScriptFile.isChart ? nil : error.reason
    }
  }

  /// Protects the chart and the other files that the command reads.
  func saveGuard(_ chart: Chart, inputs: [SaveGuard.Input]? = nil) -> SaveGuard {
    SaveGuard(streams: streams, chart: chart, chartPath: path, inputs: inputs ?? arguments.inputs)
  }
}
