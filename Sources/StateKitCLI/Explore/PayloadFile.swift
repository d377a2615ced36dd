import CEL
import StateKitCore
import StateKitFormat

/// A file of payloads to try: `{"event": [values]}`.
enum PayloadFile {
  typealias Payloads = [(event: String, values: [Value])]

  /// Reads the payload file of the command line; empty without one.
  static func load(_ path: String?, streams: Streams) throws(CommandEnd) -> Payloads {
    guard let path else { return [] }
    guard case .map(let map)? = JSONText.value(of: try streams.input(path, limit: InputLimits.chartBytes)) else {
      throw .cannotRead(
        path, reason: "it must be a JSON object with a list of payloads for each event: {\"pay\": [{\"cents\": 5}]}")
    }
    return try map.entries.map { entry throws(CommandEnd) in
      guard case .string(let name) = entry.key, case .list(let list) = entry.value else {
        throw .cannotRead(path, reason: "the payloads of \(entry.key.json) must be a list")
      }
      return (name, list.elements)
    }
  }
}
