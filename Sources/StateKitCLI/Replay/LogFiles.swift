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

  /// Opens a log and passes it to `body`.
  func read(_ path: String, blockSize: Int, body: (LogFeed) throws -> Void) throws(CommandEnd) {
    do {
      let input = try streams.read(path)
      try body(LogFeed(fields, blockSize: blockSize) { try input.read($0, into: &$1) })
    } catch let missing as LogFeed.MissingField {
      throw end(by: missing, of: SourceFile.name(of: path))
    } catch let refusal as LogFeed.Refusal {
      throw end(by: refusal, of: SourceFile.name(of: path))
    } catch let error as InputError {
      throw .cannotRead(path, reason: error.reason)
    } catch {
      throw CommandEnd("cannot read \(SourceFile.name(of: path))")
    }
  }

  private func end(by missing: LogFeed.MissingField, of log: String) -> CommandEnd {
    let fields = missing.names.prefix(Self.mostNames).joined(separator: ", ")
    guard let name = missing.name else {
      let what = missing.meaning == "case" ? "names the case of an event" : "names the event"
      let known = fields.isEmpty ? "" : "; the fields of \(log) are \(fields)"
      return CommandEnd("replay: --\(missing.meaning) is missing: the field of the log that \(what)\(known)")
    }
    let kind = missing.isColumn ? "column" : "field"
    let known = fields.isEmpty ? "" : "; its \(kind)s are \(fields)"
    return CommandEnd("\(log) has no \(kind) \(name)\(known)", status: .inputAtFault)
  }

  private func end(by refusal: LogFeed.Refusal, of log: String) -> CommandEnd {
    switch refusal {
    case .array:
      CommandEnd(
        "\(log) is a JSON array, but a log has an object on each line: jq -c '.[]' writes them", status: .inputAtFault)
    case .sameField(let name, let options): .sameField(name, of: options.0, and: options.1)
    }
  }

  private static let mostNames = 30
}

extension CommandEnd {
  /// Two options that name one field.
  static func sameField(_ name: String, of first: String, and second: String) -> CommandEnd {
    CommandEnd(usage: "\(first) and \(second) cannot both be the field \(name)")
  }
}
