import StateKitCore

extension ProgramPool {
  /// The result of preparing the program of the command line.
  enum Loaded {
    /// nil if no program is named.
    case ready(ProgramPool?)
    /// A message was shown.
    case failed
  }

  /// Prepares the program that `--program` names. `charts`: what the names in `--map` are checked with.
  static func load(
    _ arguments: Arguments, charts: [Chart], streams: Streams, messenger: Messenger
  ) throws(UsageError) -> Loaded {
    let asked = arguments.program
    guard let command = asked.command else {
      let others = [(asked.isReused, "program-reuse"), (asked.map != nil, "map"), (asked.walks > 0, "walks")]
      for (isThere, option) in others where isThere {
        throw UsageError(message: "--\(option) needs --program")
      }
      return .ready(nil)
    }
    guard let names = try ProgramNames.load(asked.map, charts: charts, streams: streams, messenger: messenger) else {
      return .failed
    }
    return .ready(
      ProgramPool(Settings(command: command, isReused: asked.isReused, timeout: asked.timeout, names: names)))
  }
}

extension ProgramNames {
  /// Reads the file of names; empty without a file, nil with a message if it cannot be read.
  static func load(
    _ path: String?, charts: [Chart], streams: Streams, messenger: Messenger
  ) throws(UsageError) -> ProgramNames? {
    guard let path else { return ProgramNames() }
    let reason: String
    do {
      let names = try ProgramNames(try SourceFile.read(try streams.read(path), limit: InputLimits.listBytes))
      if !charts.isEmpty, let misfit = names.misfit(in: charts) { throw UsageError(message: "--map: \(misfit)") }
      return names
    } catch let error as UsageError {
      throw error
    } catch let error as Failure {
      reason = error.reason
    } catch {
      reason = SourceFile.reason(of: error, limit: InputLimits.listBytes)
    }
    messenger.write("statekit: cannot read \(SourceFile.name(of: path)): \(reason)")
    return nil
  }
}
