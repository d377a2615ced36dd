import StateKitReplay

/// The input logs of a replay.
struct LogFiles {
  let paths: [String]
  let fields: LogFields
  let streams: Streams

  /// The bytes of all logs; nil if unknown.
  var size: Int? {
    var sum = 0
    for path in paths {
      guard path != "-", let size = (try? streams.open(path))?.size else { return nil }
      sum += size
    }
    return sum
  }

  /// Opens a log and passes it to `body`. Returns a status on failure.
  func read(
    _ path: String, blockSize: Int, messenger: inout Messenger, body: (LogFeed) throws -> Void
  ) -> ExitStatus? {
    let name = SourceFile.name(of: path)
    do {
      let input = try streams.read(path)
      try body(LogFeed(fields, blockSize: blockSize) { try input.read($0, into: &$1) })
      return nil
    } catch let missing as LogFeed.MissingColumn {
      messenger.say("statekit: \(name) has no column \(missing.name)")
      return .inputAtFault
    } catch let error as InputError {
      messenger.say("statekit: cannot read \(name): \(error.reason)")
    } catch {
      messenger.say("statekit: cannot read \(name)")
    }
    return .unable
  }
}
