import CEL
import StateKitCore
import StateKitFormat

/// A machine as XState sees it: without `meta`, which only statekit reads.
struct StrippedMachine {
  let json: String

  init?(_ machine: [UInt8]) {
    guard let value = JSONText.value(of: machine) else { return nil }
    json = Self.json(value, isData: false)
  }

  /// What machines hold of values of a user: there `meta` is a name like others.
  private static let data = ["context", "params", "assignment", "event", "input", "output"]

  private static func json(_ value: Value, isData: Bool) -> String {
    switch value {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): DisplayText.string(text)
    case .list(let list): "[" + list.elements.map { json($0, isData: isData) }.joined(separator: ",") + "]"
    case .map(let map):
      "{"
        + map.entries.compactMap { key, value -> String? in
          guard case .string(let name) = key, isData || name != "meta" else { return nil }
          return DisplayText.string(name) + ":" + json(value, isData: isData || data.contains(name))
        }.joined(separator: ",") + "}"
    default: "null"
    }
  }
}
