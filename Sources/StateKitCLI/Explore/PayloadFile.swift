import CEL
import StateKitCore
import StateKitFormat

/// A file of payloads to try: `{"event": [values]}`.
enum PayloadFile {
  enum Result {
    case payloads([(event: String, values: [Value])])
    case failed(String)
  }

  static func read(_ path: String, _ streams: Streams) -> Result {
    do {
      let bytes = try SourceFile.read(try streams.read(path), limit: InputLimits.chartBytes)
      guard case .map(let map)? = JSONText.value(of: bytes) else {
        return .failed("it must be a JSON object with events and lists of payloads: {\"pay\": [{\"cents\": 5}]}")
      }
      var found: [(event: String, values: [Value])] = []
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
