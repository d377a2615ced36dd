import CEL
import StateKitCore
import StateKitFormat

/// The names that a program has for states, events and actions (`--map`).
struct ProgramNames: Sendable {
  /// The chart's names by the program's.
  private(set) var states: [[UInt8]: String] = [:]
  private(set) var actions: [[UInt8]: String] = [:]
  /// The program's names by the chart's.
  private var events: [[UInt8]: String] = [:]
  /// The chart's names in the file, in order, to be checked.
  private(set) var namedStates: [String] = []
  private(set) var namedEvents: [String] = []
  private(set) var namedActions: [String] = []

  func state(_ name: String) -> String { states[Array(name.utf8)] ?? name }
  func action(_ name: String) -> String { actions[Array(name.utf8)] ?? name }
  func event(_ name: String) -> String { events[Array(name.utf8)] ?? name }

  /// The chart's events by the program's names; of several with one name, the first in the file.
  var eventsOfProgram: [[UInt8]: String] {
    Dictionary(namedEvents.map { (Array(event($0).utf8), $0) }) { first, _ in first }
  }

  static let shape =
    "it must be a JSON object: {\"states\": {\"PAID\": \"paid\"}, \"events\": {\"pay\": \"PAY\"}, \"actions\": {}}"

  /// The file was not read, with the reason.
  struct Failure: Error {
    let reason: String
  }

  init() {}

  /// Reads the text of a file.
  init(_ bytes: [UInt8]) throws(Failure) {
    guard case .map(let map)? = JSONText.value(of: bytes) else { throw Failure(reason: Self.shape) }
    for part in map.entries {
      guard case .string(let key) = part.key, case .map(let names) = part.value else {
        throw Failure(reason: Self.shape)
      }
      guard ["states", "events", "actions"].contains(key) else {
        throw Failure(reason: "unknown key \(DisplayText.quoted(key)); \(Self.shape)")
      }
      for entry in names.entries {
        guard case .string(let from) = entry.key, case .string(let to) = entry.value else {
          throw Failure(reason: Self.shape)
        }
        switch key {
        case "states":
          states[Array(from.utf8)] = to
          namedStates.append(to)
        case "events":
          events[Array(from.utf8)] = to
          namedEvents.append(from)
        default:
          actions[Array(from.utf8)] = to
          namedActions.append(to)
        }
      }
    }
  }

  /// The reason why the names do not fit any of the charts; nil if they do.
  func misfit(in charts: [Chart]) -> String? {
    for name in namedStates {
      let isKnown = charts.contains { chart in
        if case .state = chart.resolve(name.utf8Bytes.span) { true } else { false }
      }
      if isKnown { continue }
      return Self.unknown(
        name, what: "state",
        among: charts.flatMap { chart in chart.states.indices.map { chart.reference(StateID($0)) } })
    }
    for name in namedEvents {
      let isKnown = charts.contains { $0.event(named: name.utf8Bytes.span) != nil }
      if isKnown { continue }
      return Self.unknown(name, what: "event", among: charts.flatMap(\.handledEventNames))
    }
    if namedActions.isEmpty { return nil }
    let known = Set(charts.flatMap(ScriptNames.actions))
    guard let name = namedActions.first(where: { !known.contains(Array($0.utf8)) }) else { return nil }
    return Self.unknown(name, what: "action", among: known.sortedTexts)
  }

  private static func unknown(_ name: String, what: String, among known: [String]) -> String {
    let help = Suggestion.help(for: name, among: known).map { ", " + $0 } ?? ""
    return "no \(what) is named \(DisplayText.quoted(name))\(help)"
  }
}
