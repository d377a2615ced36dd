import CEL
import StateKitCore
import StateKitFormat

/// A file of payloads to try: `{"event": [values]}`.
enum PayloadFile {
  typealias Payloads = [(event: String, values: [Value])]

  private enum Result {
    case payloads(Payloads)
    case failed(String)
  }

  /// Reads the payload file of the command line; empty without one, nil with a message if it cannot be read.
  static func load(_ path: String?, streams: Streams, messenger: inout Messenger) -> Payloads? {
    guard let path else { return [] }
    switch read(path, streams: streams) {
    case .payloads(let payloads): return payloads
    case .failed(let reason):
      messenger.write("statekit: cannot read \(SourceFile.name(of: path)): \(reason)")
      return nil
    }
  }

  private static func read(_ path: String, streams: Streams) -> Result {
    do {
      let bytes = try SourceFile.read(try streams.read(path), limit: InputLimits.chartBytes)
      guard case .map(let map)? = JSONText.value(of: bytes) else {
        return .failed("it must be a JSON object with a list of payloads for each event: {\"pay\": [{\"cents\": 5}]}")
      }
      var found: Payloads = []
      for entry in map.entries {
        guard case .string(let name) = entry.key, case .list(let list) = entry.value else {
          return .failed("the payloads of \(entry.key.json) must be a list")
        }
        found.append((name, list.elements))
      }
      return .payloads(found)
    } catch let error as InputError {
      return .failed(error.reason)
    } catch SourceFile.Failure.unreadable(let reason) {
      return .failed(reason)
    } catch {
      return .failed("it is larger than \(InputLimits.chartBytes >> 20) MiB, the limit")
    }
  }
}
