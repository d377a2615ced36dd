package import StateKitCore
import StateKitFormat

/// The notation of a chart file.
package enum ChartKind: String, CaseIterable, Sendable {
  case statekit
  /// A machine of XState 4 or 5: its keys show which.
  case xstate
  case xstate4
  case xstate5
  case scxml

  /// The kind by the content of a file: `<` begins an SCXML document. An object without a `root` that has keys of
  /// machines is an XState machine. All else is ours.
  package static func of(_ source: SourceText) -> ChartKind {
    if isMarkup(source.bytes) { return .scxml }
    let keys = ["root", "subStates", "states", "on", "initial", "type", "invoke", "entry", "exit", "always", "after"]
    let found = TopLevel.keys(among: keys, bytes: source.bytes)
    if found.isEmpty, isMachineWithID(source) { return .xstate }
    if found.isEmpty || found.contains("root") || found.contains("subStates") && !found.contains("states") {
      return .statekit
    }
    // A list of states without an id, or a key that an XState machine does not have, belongs to another library.
    let others = ["startState", "defaultState", "events", "transitions", "mappings"]
    let isOther =
      TopLevel.hasList("states", bytes: source.bytes) && TopLevel.text(of: "id", bytes: source.bytes) == nil
      || !found.contains("initial") && !TopLevel.keys(among: others, bytes: source.bytes).isEmpty
    return isOther || !found.contains("states") && isFlat(source, keysOfMachines: keys) ? .statekit : .xstate
  }

  /// True if a machine names its first state, and objects beside it have names that are no keys of machines: these are
  /// the states of one of our charts at its top level. An object may also be `states` with a misspelt key.
  private static func isFlat(_ source: SourceText, keysOfMachines: [String]) -> Bool {
    guard TopLevel.hasKey("initial", bytes: source.bytes) else { return false }
    let initial = TopLevel.text(of: "initial", bytes: source.bytes)
    let others = ["context", "meta", "schema", "schemas", "types", "tsTypes", "options", "output", "input"]
    let hasID = TopLevel.hasKey("id", bytes: source.bytes)
    var (isFlat, isMachine, namesInitial) = (false, false, false)
    TopLevel.forEachKey(source.bytes) { key, first in
      if first != UInt8(ascii: "{") || keysOfMachines.contains(key) || others.contains(key) { return true }
      if hasID, XStateKey.ofCode.contains(key) { return true }
      namesInitial = key == initial
      if XStateKey.isNearStates(key), hasID || key.lowercased() != "substates" {
        isMachine = true
      } else {
        isFlat = true
      }
      return !namesInitial
    }
    return namesInitial || isFlat && !isMachine
  }

  /// True for a machine with an id whose `states` is misspelt.
  private static func isMachineWithID(_ source: SourceText) -> Bool {
    guard TopLevel.text(of: "id", bytes: source.bytes) != nil else { return false }
    var isMachine = false
    TopLevel.forEachKey(source.bytes) { key, first in
      isMachine = first == UInt8(ascii: "{") && XStateKey.isNearStates(key)
      return !isMachine
    }
    return isMachine
  }

  /// True if a text is an object with keys of charts, of any kind.
  package static func isMachine(_ source: SourceText) -> Bool {
    TopLevel.hasKey("root", bytes: source.bytes) || of(source) != .statekit
  }

  /// True if the first sign of a text begins an element.
  package static func isMarkup(_ bytes: [UInt8]) -> Bool {
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { index = 2 }
    // In UTF-16, each of these characters is next to a zero byte.
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09, 0: index += 1
      case let byte: return byte == UInt8(ascii: "<")
      }
    }
    return false
  }
}
