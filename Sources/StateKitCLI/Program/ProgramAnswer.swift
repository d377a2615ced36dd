import CEL
import StateKitCore
import StateKitFormat

/// The answer of a program to a request: one JSON object (Programs.md). A key that it does not have is nil.
struct ProgramAnswer {
  /// The deepest active states, and states that are active among others.
  private(set) var configuration: [String]?
  private(set) var active: [String]?
  private(set) var did: [ToldAction]?
  private(set) var outcome: Outcome?
  private(set) var context: [(name: String, value: Value)]?
  private(set) var isDone: Bool?
  /// The kind of request that it cannot follow.
  private(set) var cannot: String?

  /// A line that is no answer, with the reason.
  struct Misfit: Error {
    let reason: String
  }

  private static let keys = ["configuration", "in", "did", "outcome", "context", "done", "cannot"]

  init(_ line: [UInt8]) throws(Misfit) {
    let findings = Findings()
    guard let value = JSONText.value(of: line, findings: findings) else {
      throw Misfit(reason: line.isEmpty ? "it is empty" : findings.all.first?.message ?? "it is not JSON")
    }
    guard case .map(let map) = value else { throw Misfit(reason: "it is not a JSON object") }
    for entry in map.entries {
      guard case .string(let key) = entry.key else { continue }
      try read(key, value: entry.value)
    }
    if comparesNothing { throw Misfit(reason: "it says nothing: one of \(Self.list) is needed") }
  }

  private var comparesNothing: Bool {
    configuration == nil && (active ?? []).isEmpty && did == nil && outcome == nil && (context ?? []).isEmpty
      && isDone == nil && cannot == nil
  }

  private static var list: String { keys.map { DisplayText.quoted($0) }.joined(separator: ", ") }

  private mutating func read(_ key: String, value: Value) throws(Misfit) {
    switch key {
    case "configuration": configuration = try Self.names(value, of: key)
    case "in": active = try Self.names(value, of: key)
    case "did":
      guard case .list(let list) = value else { throw Misfit(reason: "\"did\" must be a list of actions") }
      var actions: [ToldAction] = []
      for element in list.elements { actions.append(try Self.action(element)) }
      did = actions
    case "outcome":
      guard case .string(let word) = value, let found = Outcome(rawValue: word) else {
        throw Misfit(reason: "\"outcome\" must be handled, ignored, declined or rejected")
      }
      outcome = found
    case "context":
      guard case .map(let map) = value else { throw Misfit(reason: "\"context\" must be an object") }
      context = map.entries.compactMap { entry in
        if case .string(let name) = entry.key { (name, entry.value) } else { nil }
      }
    case "done":
      guard case .bool(let flag) = value else { throw Misfit(reason: "\"done\" must be true or false") }
      isDone = flag
    case "cannot":
      guard case .string(let what) = value else { throw Misfit(reason: "\"cannot\" must be a text: \"advance\"") }
      cannot = what
    default:
      let help = Suggestion.help(for: key, among: Self.keys).map { ", " + $0 } ?? "; the keys are \(Self.list)"
      throw Misfit(reason: "unknown key \(DisplayText.quoted(key))\(help)")
    }
  }

  private static func names(_ value: Value, of key: String) throws(Misfit) -> [String] {
    guard case .list(let list) = value, list.elements.allSatisfy({ $0.textValue != nil }) else {
      throw Misfit(reason: "\"\(key)\" must be a list of states")
    }
    return list.elements.compactMap(\.textValue)
  }

  private static func action(_ value: Value) throws(Misfit) -> ToldAction {
    if let action = ToldAction(value) { return action }
    throw Misfit(reason: "an action in \"did\" must be a name, or an object with \"name\" and \"data\"")
  }
}
