import CEL
import StateKitCore
import StateKitFormat

/// Guards and expressions, with named guards inlined.
extension XStateWriter {
  /// The guards and actions that the program around the machine must implement or replace.
  final class Notes {
    var (guards, actions): ([SourceSpan], [SourceSpan]) = ([], [])
    /// The actions of XState itself.
    var builtIns: [SourceSpan] = []

    /// Reports who must implement them; nothing if there are none.
    func report(_ findings: Findings) {
      if findings.hasErrors { return }
      func add(_ uses: [SourceSpan], one: String, many: String, verb: String = "implement", help: String) {
        guard let first = uses.first else { return }
        let what = "\(uses.count) \(uses.count == 1 ? one : many)"
        findings.add(
          .leftToHost, at: first, message: "\(what), which the program around the machine must \(verb)",
          severity: .info, help: "give createMachine() \(help)")
      }
      add(
        guards, one: "condition is a guard \"statekit.cel\"", many: "conditions are guards \"statekit.cel\"",
        help: "a guard \"statekit.cel\" that evaluates params.expression, which is CEL")
      add(
        actions, one: "action is \"statekit.action\"", many: "actions are \"statekit.action\"",
        help: "an action \"statekit.action\" that does what params say: \"assign\" and \"if\", in CEL")
      add(
        builtIns, one: "action of XState is data", many: "actions of XState are data", verb: "replace",
        help: "assign(), raise(), sendTo(), log() or cancel() in place of each type \"xstate.…\"")
    }
  }

  static func guards(_ source: ChartSource) -> GuardTexts {
    var (definitions, host) = (NameMap<String>(), NameMap<String>())
    for entry in source.members(of: "guards", in: 0) {
      let name = source.keyText(entry)
      if let text = source.string(entry) { definitions[name] = text } else { host[name] = name }
    }
    return GuardTexts(definitions: definitions, host: host)
  }

  /// Writes conditions that must all hold.
  func writeGuard(_ conditions: [Int], in object: Int) {
    guard let node = conditions.first else { return }
    let origin = source.span(node)
    let key = Part("guard", origin: origin)
    if conditions.count > 1 {
      write(key, expression: condition(conditions), at: origin, in: object)
      let list = draft.array(key, in: writeOwn(in: object, origin: origin), origin: origin)
      for condition in conditions { copy(nil, node: condition, in: list) }
      return
    }
    if let host = source.member("host", of: node), let name = source.string(host) {
      writeHostGuard(name, at: source.span(host), data: source.member("data", of: node), key: key, in: object)
      return
    }
    if let name = source.string(node), guards.host[name] != nil {
      writeHostGuard(name, at: origin, data: nil, key: key, in: object)
    } else {
      write(key, expression: condition(conditions), at: origin, in: object)
    }
    if namesGuard(node) {
      copy(key, node: node, in: writeOwn(in: object, origin: origin))
    }
  }

  private func writeHostGuard(
    _ name: String, at origin: SourceSpan, data: Int?, key: Part, in object: Int
  ) {
    guard let data else { return draft.string(key, value: Part(name, origin: origin), in: object) }
    if !source.isConstant(data) {
      losses.add(
        source.span(data), message: "calculated data of a guard have no form in XState",
        written: "the expressions are written as texts", help: "the guard can calculate them")
    }
    let made = draft.object(key, in: object, origin: origin)
    draft.string("type", value: name, in: made, origin: origin)
    writeData(self.key("params", node: data), node: data, in: made)
  }

  func write(_ key: Part, expression: String, at origin: SourceSpan, in object: Int) {
    notes.guards.append(origin)
    let made = draft.object(key, in: object, origin: origin)
    draft.string("type", value: "statekit.cel", in: made, origin: origin)
    let params = draft.object("params", in: made, origin: origin)
    draft.string("expression", value: expression, in: params, origin: origin)
  }

  /// A condition as one expression; host guards in it are losses.
  func condition(_ conditions: [Int]) -> String {
    reportHostGuard(conditions)
    let parts = conditions.map { part in
      guard let text = source.string(part) else { return source.string("host", of: part) ?? "true" }
      return guards.writtenOut(text).text
    }
    return parts.count == 1 ? parts[0] : parts.map { "(\(ExpressionShape.part($0)))" }.joined(separator: " && ")
  }

  /// Reports host guards that are parts of conditions.
  func reportHostGuard(_ conditions: [Int]) {
    for part in conditions {
      if let text = source.string(part), !guards.writtenOut(text).asksHost { continue }
      losses.add(
        source.span(part), message: "a host guard in a larger condition has no form in XState",
        written: "XState cannot answer it", help: "make the guard the whole condition")
    }
  }

  /// True if a condition names a guard of the chart.
  func namesGuard(_ node: Int) -> Bool {
    source.elements(node).contains { part in source.string(part).map { namesGuard($0) } ?? false }
  }

  private func namesGuard(_ text: String) -> Bool {
    guards.host[text] != nil || !guards.writtenOut(text).text.utf8.elementsEqual(text.utf8)
  }

  /// True if an expression in an action names a guard of the chart.
  func namesGuard(inAction node: Int) -> Bool {
    let parts = expressions(in: node)
    return parts.contains { range in range.contains { source.string($0).map { namesGuard($0) } ?? false } }
  }

  /// The values in an action whose texts are expressions.
  private func expressions(in node: Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = node
    while index < Int(source.tree.nodes[node].next) {
      let word = source.tree.nodes[index].key >= 0 ? source.keyText(index) : ""
      if index > node, ["if", "assign", "data"].contains(word) {
        found.append(index..<Int(source.tree.nodes[index].next))
        index = found[found.count - 1].upperBound
      } else {
        index += 1
      }
    }
    return found
  }

  /// Copies an action, with named guards in its expressions inlined.
  func copyWritingOut(_ key: Part, node: Int, in container: Int) {
    var texts: [Int: String] = [:]
    for part in expressions(in: node).joined() {
      guard let text = source.string(part) else { continue }
      let whole = guards.writtenOut(text).text
      texts[part] = whole
      if whole.utf8.includes("isIn".utf8) {
        losses.add(
          source.span(part),
          message: "an action in XState sees the states that were active before the transition, not the current states",
          written: "isIn() tells what was active before", help: "ask in the guard of the transition")
      }
    }
    write(key, node: node, in: container) { part, _ in texts[part].map { DisplayText.string($0) } }
  }
}
