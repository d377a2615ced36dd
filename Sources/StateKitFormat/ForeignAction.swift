import StateKitCore

/// Actions of other notations, and their correct forms.
enum ForeignAction {
  /// Keys beside a verb in other notations, and ours.
  static func companions(of verb: ActionVerb) -> [(theirs: String, ours: ChartKey)] {
    let data: [(theirs: String, ours: ChartKey)] = ["payload", "params", "args", "arguments", "parameters"]
      .map { ($0, .data) }
    switch verb {
    case .send: return data + [("after", .delay), ("in", .delay), ("target", .to), ("sendid", .id)]
    case .raise, .call: return data
    case .if: return [("actions", .then), ("do", .then), ("otherwise", .else)]
    case .forEach: return [("item", .as), ("actions", .do), ("then", .do)]
    case .log, .assign, .cancel, .goToState: return []
    }
  }

  /// The replacement for an action whose `type` is an action of XState or the name of a verb; nil for a host action.
  static func help(forType type: String) -> String? {
    let name = type.hasPrefix("xstate.") ? String(type.dropFirst("xstate.".count)) : type
    return switch name {
    case "assign": "write the verb as the key: {\"assign\": {\"KEY\": \"EXPRESSION\"}}"
    case "raise": "write the verb as the key: {\"raise\": \"EVENT\"}"
    case "send": "write the verb as the key: {\"send\": \"EVENT\", \"to\": \"ID\"}"
    case "log": "write the verb as the key: {\"log\": \"text ${expression}\"}"
    case "cancel": "write the verb as the key: {\"cancel\": \"ID\"}"
    case "if": "write the verb as the key: {\"if\": \"EXPRESSION\", \"then\": …}"
    case "foreach", "forEach": "write the verb as the key: {\"forEach\": \"LIST\", \"as\": \"NAME\", \"do\": …}"
    case "goToState": "write the verb as the key: {\"goToState\": \"STATE\"}"
    default: help(for: name)
    }
  }

  /// The replacement for a verb that is not just another word for one of ours. `delay`: the delay that its value means.
  static func help(for verb: String, delay: String = "\"5s\"") -> String? {
    switch verb {
    case "sendParent", "escalate": "write {\"send\": \"EVENT\", \"to\": \"parent\"}"
    case "sendTo", "forwardTo": "write {\"send\": \"EVENT\", \"to\": \"ID\"}"
    case "choose": "write {\"if\": \"EXPRESSION\", \"then\": …, \"else\": …}"
    case "pure", "enqueueActions": "decide with {\"if\": \"EXPRESSION\", \"then\": …}"
    case "spawn", "spawnChild", "start":
      "start a child with a state: \"invoke\": {\"chart\": \"FILE\", \"id\": \"ID\"} in the state"
    case "wait", "sleep", "delay", "timeout": "wait with a timer of the state: \"after\": {\(delay): \"STATE\"}"
    case "else", "elseif", "elif": "write it in the same object: {\"if\": \"EXPRESSION\", \"then\": …, \"else\": …}"
    case "while", "for", "repeat": "repeat with {\"forEach\": \"LIST\", \"as\": \"NAME\", \"do\": …}"
    case "stop", "stopChild": "a child is stopped when the state that invokes it is exited"
    case "script": "set data with {\"assign\": {\"KEY\": \"EXPRESSION\"}}, and call the host with {\"call\": \"NAME\"}"
    default: nil
    }
  }
}
