import CEL
package import StateKitCore

/// The conversion of state files from another chart: `{"states": {"old": "new"}, "context": {"key": "expression"}}`
/// (CommandLine.md, state files).
package struct Migration: Sendable {
  /// References; the longest old ones first. States below them follow.
  private var states: [(old: [UInt8], new: [UInt8])] = []
  /// The new values of keys; nil if the context does not change.
  private var context: [(key: String, text: String)]?

  /// The reason why bytes are not a migration, or why it fails.
  package struct Failure: Error {
    package let reason: String
  }

  /// Reads a migration.
  package init(_ bytes: [UInt8]) throws(Failure) {
    guard case .map(let map)? = JSONText.value(of: bytes) else {
      let form = #"{"states": {"old": "new"}, "context": {"key": "expression"}}"#
      throw Failure(reason: "it must be a JSON object: \(form)")
    }
    for (key, value) in map.entries {
      guard case .string(let name) = key else { continue }
      let pairs = try Self.pairs(value, of: name)
      switch name {
      case "states":
        states = pairs.map { (Array($0.utf8), Array($1.utf8)) }.sorted { $0.old.count > $1.old.count }
      case "context": context = pairs.map { (key: $0, text: $1) }
      default:
        throw Failure(reason: "it has the key \(DisplayText.name(name)); only states and context are known")
      }
    }
  }

  private static func pairs(_ value: Value, of name: String) throws(Failure) -> [(String, String)] {
    guard case .map(let map) = value else {
      throw Failure(reason: "\(DisplayText.name(name)) must be an object of texts")
    }
    var found: [(String, String)] = []
    for entry in map.entries {
      guard case .string(let key) = entry.key, case .string(let text) = entry.value else {
        throw Failure(reason: "\(DisplayText.name(name)): \(entry.key.shownJSON()) must be a text")
      }
      found.append((key, text))
    }
    return found
  }

  /// Converts a state file: states get their new paths, and context keys the values of the expressions. Other keys are
  /// kept if the chart has them, and dropped otherwise.
  ///
  /// States are given by any reference: the old ones among the states of the file, the new ones by the rules of the
  /// chart.
  package func apply(to file: StateFile, on chart: Chart) throws(Failure) -> StateFile {
    guard case .map(let map) = file.value else { return file }
    var resolved: [(old: [UInt8], new: StateID)] = []
    let matches = Self.matches(of: states.map(\.old), in: Self.paths(in: map))
    for ((old, new), found) in zip(states, matches) {
      if found.count > 1 {
        let name = DisplayText.quoted(String(decoding: old, as: UTF8.self))
        let shown = found.map { DisplayText.cut(String(decoding: $0, as: UTF8.self)) }.joined(separator: ", ")
        throw Failure(reason: "states: \(name) could be \(shown) of the file")
      }
      resolved.append((found.first ?? old, try Self.state(new, on: chart)))
    }
    let renaming = PathRenaming(resolved, in: chart)
    var members: [(key: Value, value: Value)] = []
    for (key, value) in map.entries {
      guard case .string(let name) = key else { continue }
      members.append((key, try migrated(value, named: name, in: chart, by: renaming)))
    }
    return StateFile(.map(MapValue(members)), fingerprint: file.fingerprint)
  }

  /// The state of the chart that a reference means.
  private static func state(_ name: [UInt8], on chart: Chart) throws(Failure) -> StateID {
    let shown = DisplayText.quoted(String(decoding: name, as: UTF8.self))
    switch chart.resolve(name.span) {
    case .state(let state): return state
    case .ambiguous(let states):
      let names = states.prefix(10).map { chart.shownReference($0) }.joined(separator: ", ")
      throw Failure(reason: "states: \(shown) could be \(names)")
    case .unknown:
      let known = chart.states.indices.map { chart.shownReference(StateID($0)) }
      let help = Suggestion.help(for: String(decoding: name, as: UTF8.self), among: known)
      throw Failure(reason: "states: the chart has no state \(shown)" + (help.map { ", \($0)" } ?? ""))
    }
  }

  /// The number of states that a reference may mean in a message.
  private static let mostShown = 10

  /// For each reference, the states of a file, and their ancestors, that it means: the one with this full path, or else
  /// those whose path ends in it, up to `mostShown`.
  private static func matches(of names: [[UInt8]], in paths: [[UInt8]]) -> [[[UInt8]]] {
    let tree = PathTree(names)
    var found = [[[UInt8]]](repeating: [], count: names.count)
    var isWhole = [Bool](repeating: false, count: names.count)
    for path in paths {
      var start = 0
      while start < path.count {
        tree.forEach(in: path, from: start) { index, end in
          if isWhole[index] { return }
          if start == 0 {
            isWhole[index] = true
            found[index] = [names[index]]
          } else if found[index].count < mostShown, !found[index].contains(where: { $0.elementsEqual(path[..<end]) }) {
            found[index].append(Array(path[..<end]))
          }
        }
        guard let next = path[start...].firstIndex(of: PathTree.dot) else { break }
        start = next + 1
      }
    }
    return found
  }

  /// The paths of the states that a file names, in its order, without those of children.
  private static func paths(in map: MapValue) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var known: Set<[UInt8]> = []
    func add(_ value: Value?) {
      switch value {
      case .string(let text):
        let path = Array(text.utf8)
        if known.insert(path).inserted { found.append(path) }
      case .list(let list): for case .string(let text) in list.elements { add(.string(text)) }
      default: break
      }
    }
    func addMembers(_ keys: [String], of value: Value?) {
      guard case .list(let list)? = value else { return }
      for case .map(let member) in list.elements where member["child"] == nil { keys.forEach { add(member[$0]) } }
    }
    add(map["configuration"])
    if case .map(let history)? = map["history"] {
      for entry in history.entries {
        add(entry.key)
        add(entry.value)
      }
    }
    for key in ["timers", "invocations", "children"] { addMembers(["state"], of: map[key]) }
    addMembers(["source", "targets"], of: map["handled"])
    return found
  }

  private func migrated(
    _ value: Value, named name: String, in chart: Chart, by renaming: PathRenaming
  ) throws(Failure) -> Value {
    switch (name, value) {
    case ("configuration", .list(let list)): return .list(ListValue(list.elements.map(renaming.renamed)))
    case ("history", .map(let map)):
      return .map(
        MapValue(
          map.entries.map { entry in
            let key = renaming.renamed(entry.key)
            guard case .list(let list) = entry.value else { return (key, entry.value) }
            return (key, .list(ListValue(list.elements.map(renaming.renamed))))
          }))
    case ("timers", .list(let list)), ("invocations", .list(let list)), ("children", .list(let list)):
      return .list(ListValue(list.elements.map { renaming.renamed($0, in: ["state"]) }))
    case ("handled", .list(let list)):
      return .list(ListValue(list.elements.map { renaming.renamed($0, in: ["source", "targets"]) }))
    case ("context", .map(let old)): return .map(MapValue(try values(from: old, in: chart)))
    default: return value
    }
  }

  private func values(from old: MapValue, in chart: Chart) throws(Failure) -> [(key: Value, value: Value)] {
    guard let context else { return old.entries }
    var environment = Environment()
    var slots: [Value] = []
    for (key, value) in old.entries {
      guard case .string(let name) = key else { continue }
      environment.add(Environment.Variable(name: name, slot: slots.count, type: .dyn))
      slots.append(value)
    }
    var found: [(key: Value, value: Value)] = []
    for (key, text) in context {
      let (program, errors) = Compiler.compile(Array(text.utf8), in: environment)
      let shown = "context: \(DisplayText.name(key)) = \(DisplayText.cut(text))"
      guard let program, errors.isEmpty else {
        throw Failure(reason: "\(shown): \(errors.first?.message ?? "it cannot be read")")
      }
      var evaluator = Evaluator()
      do throws(EvaluationError) {
        found.append((.string(key), try evaluator.evaluate(program, slots: slots, test: { _ in false })))
      } catch {
        throw Failure(reason: "\(shown): \(error.message)")
      }
    }
    let given = Set(context.map { Array($0.key.utf8) })
    let kept = old.entries.filter { entry in
      guard case .string(let name) = entry.key, chart.contextSlot(named: name) != nil else { return false }
      return !given.contains(Array(name.utf8))
    }
    return kept + found
  }
}
