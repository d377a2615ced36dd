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
    } catch let missing as LogFeed.MissingField {
      return report(missing, of: name, messenger: messenger)
    } catch let error as InputError {
      messenger.write("statekit: cannot read \(name): \(error.reason)")
    } catch {
      messenger.write("statekit: cannot read \(name)")
    }
    return .unable
  }

  private func report(_ missing: LogFeed.MissingField, of log: String, messenger: Messenger) -> ExitStatus {
    let fields = missing.names.prefix(Self.mostNames).joined(separator: ", ")
    guard let name = missing.name else {
      let what = missing.meaning == "case" ? "names the case of an event" : "names the event"
      let known = fields.isEmpty ? "" : "; the fields of \(log) are \(fields)"
      messenger.write("statekit: replay: --\(missing.meaning) is missing: the field of the log that \(what)\(known)")
      return .unable
    }
    let kind = missing.isColumn ? "column" : "field"
    let known = fields.isEmpty ? "" : "; its \(kind)s are \(fields)"
    messenger.write("statekit: \(log) has no \(kind) \(name)\(known)")
    return .inputAtFault
  }

  private static let mostNames = 30
}
