import CEL
import StateKitCore

/// Values in the place of a handler that are no handlers.
extension ChartDecoder {
  /// True if an object has keys for a target or actions, in this notation or another.
  func looksLikeHandler(_ node: Int) -> Bool {
    tree.children(of: node).contains { child in
      if isHandlerKey(child), ChartKey(tree.nodes[child].keyName) != .description { return true }
      let word = text(tree.nodes[child].keyName)
      // These are keys of a state, too.
      return !["after", "state", "if"].contains(word) && Self.foreignHandlerKeys.contains { $0.theirs == word }
    }
  }

  /// Reports an object in the place of a handler that is no handler, with one finding; returns false if it may be a
  /// handler.
  mutating func reportNoHandler(_ node: Int) -> Bool {
    for child in tree.children(of: node) {
      guard let key = ChartKey(tree.nodes[child].keyName), !ObjectKind.handler.keys.contains(key) else { continue }
      if key == .if, !tree.children(of: node).contains(where: { ChartKey(tree.nodes[$0].keyName) == .then }) {
        continue
      }
      if ActionVerb(key) != nil {
        report(
          .unknownKey, at: tree.nodes[child].keySpan, message: "\"\(key.text)\" is an action, not a key of a handler",
          help: key == .if
            ? "write a list of candidates, of which the first whose guard is true is taken: [{\"guard\": \"…\", \"target\": \"STATE\"}, \"STATE\"]"
            : "write \"STATE\" or {\"target\": \"STATE\"}, and put actions into its \"actions\"")
        return true
      }
      if key.isReservedInState, looksLikeHandler(node) { continue }
      if key.isReservedInState, let event = bindingKey {
        reportState(
          event, message: "\(quoted(event.name)) is read as an event, but its value is a state",
          help: "put states into \"subStates\"")
        return true
      }
    }
    guard hasOnlyEvents(node) else { return false }
    if let help = helpForConditions(node), let first = tree.children(of: node).first {
      report(
        .unknownKey, at: tree.nodes[first].keySpan,
        message: "unknown key \(quoted(tree.nodes[first].keyName)) in a handler", help: help)
      return true
    }
    guard let event = bindingKey else { return false }
    if hasOnlyDelays(node), ChartKey(event.name) == .after {
      report(
        .unknownKey, at: event.span, message: "\"after\" is a key of the state, not an event",
        help: "write it beside \"on\"")
      return true
    }
    if hasOnlyDelays(node) {
      report(
        .unknownKey, at: event.span, message: "\(quoted(event.name)) is not a key of a state",
        help: "use \"after\"")
      return true
    }
    reportState(
      event, message: "\(quoted(event.name)) is read as an event, but its value is not a handler",
      help: "put states into \"subStates\"; write a handler as \"STATE\" or {\"target\": \"STATE\"}")
    return true
  }

  /// The correct form of an object that has a condition under each target; nil for another object.
  private func helpForConditions(_ node: Int) -> String? {
    let members = Array(tree.children(of: node))
    guard let first = members.first, members.allSatisfy({ isCondition($0) }) else { return nil }
    let handler = "{\"target\": \(quoted(tree.nodes[first].keyName)), \"guard\": \(DisplayText.quoted(string(first)))}"
    return members.count == 1
      ? "write the target and its guard: \(handler)"
      : "write a list of candidates, of which the first whose guard is true is taken: [\(handler), …]"
  }

  /// True for a text that is an expression, and hardly the name of a state.
  private func isCondition(_ node: Int) -> Bool {
    guard tree.nodes[node].kind == .string else { return false }
    let text = string(node)
    return text == "true" || text == "false" || text.utf8.contains { "<>=!&|".utf8.contains($0) }
  }

  /// Reports a state that is read as an event; only one of several in a state.
  mutating func reportState(_ event: JSONReader.Key, message: String, help: String) {
    isState = true
    if !frames[frames.count - 1].facts.hasStateAsEvent {
      report(.unknownKey, at: event.span, message: message, help: help)
    }
    frames[frames.count - 1].facts.hasStateAsEvent = true
  }

  /// True if no key of an object can be a key of a handler, and each of its values can be a handler: then it is a
  /// state.
  func hasOnlyEvents(_ node: Int) -> Bool {
    let known = ObjectKind.handler.keys.map(\.text)
    return tree.children(of: node).allSatisfy { child in
      let key = text(tree.nodes[child].keyName)
      switch tree.nodes[child].kind {
      case .string, .object, .array, .null: break
      case .bool, .int, .double: return false
      }
      return ChartKey(tree.nodes[child].keyName) == nil && !Self.foreignHandlerKeys.contains { $0.theirs == key }
        && !Self.wordsAroundHandlers.contains(key) && Self.foreignVerb(key) == nil
        && Suggestion.fix(for: key, among: known) == nil
    }
  }

  /// Keys beside a handler in other notations.
  private static let wordsAroundHandlers: Set<String> = [
    "from", "source", "fromState", "fromStates", "transitioningFromStates", "userInfo", "payload", "data",
  ]

  /// Reports a handler's key that is an action or a payload of another notation; returns false for another key.
  func reportForeign(_ node: Int) -> Bool {
    let key = text(tree.nodes[node].keyName)
    let help: String
    switch key {
    case "after"
    where tree.nodes[node].kind == .int
      || tree.nodes[node].kind == .string && (try? Delay.parse(string(node).utf8Bytes.span)) != nil:
      help = "write a timer of the state: \"after\": {\(shownDelay(node)): \"STATE\"}"
    case "in" where tree.nodes[node].kind == .string:
      help = "ask for the state in the guard: \"guard\": \"isIn('STATE')\""
    case _ where Self.foreignHandlerKeys.contains { $0.theirs == key }: return false
    case "type" where tree.nodes[node].kind == .string && ["internal", "external"].contains(string(node)):
      help = "a handler reenters its state only with \"reenter\": true, and is internal without"
    case "src", "chart": help = "write work of the host or a child in a state: \"invoke\": {\"\(key)\": …}"
    case "userInfo", "payload", "data": help = "a payload is sent with the event; expressions read it as event.data"
    case "event", "trigger":
      let event = tree.nodes[node].kind == .string ? DisplayText.string(string(node)) : "\"EVENT\""
      help = "write the handler under the name of its event: \(event): \"STATE\""
    case "delay", "timeout":
      help = "write a timer of the state: \"after\": {\(shownDelay(node)): \"STATE\"}"
    default:
      guard let verb = Self.foreignVerb(key),
        Suggestion.fix(for: key, among: ObjectKind.handler.keys.map(\.text)) == nil
      else { return false }
      help = "write it as an action: \"actions\": {\"\(verb)\": …}"
    }
    report(
      .unknownKey, at: tree.nodes[node].keySpan,
      message: "unknown key \(quoted(tree.nodes[node].keyName)) in a handler",
      help: help)
    return true
  }
}
