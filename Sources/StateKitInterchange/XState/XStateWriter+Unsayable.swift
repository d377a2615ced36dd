import CEL
import StateKitCore
import StateKitFormat

/// Actions that XState's JSON cannot express.
extension XStateWriter {
  /// Reports each nested action that even an implementation of `statekit.action` cannot run.
  func reportUnsayable(in node: Int) {
    var todo = [node]
    while let next = todo.popLast() {
      if source.kind(next) == .array {
        todo += Array(source.children(of: next)).reversed()
      } else if source.member("if", of: next) != nil {
        for word in ["else", "then"] {
          if let actions = source.member(word, of: next) { todo.append(actions) }
        }
        if let condition = source.member("if", of: next) { reportHostGuard(source.elements(condition)) }
      } else if source.member("goToState", of: next) != nil {
        losses.add(keptGoToState: source.span(next), in: "XState")
      } else if let reason = unsayable(next) {
        losses.add(
          source.span(next), message: reason.message, written: "it is kept in an action that only statekit runs",
          help: reason.help)
      }
    }
  }

  /// The reason why XState has no counterpart of an action; nil if it has one, or an implementation may run it.
  func unsayable(_ node: Int) -> (message: String, help: String)? {
    let host = "use a host action"
    if source.member("forEach", of: node) != nil { return ("\"forEach\" has no form in XState", host) }
    if let log = source.member("log", of: node), source.plain(log) == nil {
      return ("a text with values in it has no form in XState", "use a text without \"${…}\", or a host action")
    }
    if let cancel = source.member("cancel", of: node), source.plain(cancel) == nil {
      return ("a \"cancel\" with values in its text has no form in XState", "name the intended event")
    }
    if source.member("call", of: node) != nil, let data = source.member("data", of: node), !source.isConstant(data) {
      return ("calculated data of an action have no form in XState", "let the action calculate them")
    }
    return source.member("raise", of: node) != nil || source.member("send", of: node) != nil
      ? unsayable(message: node) : nil
  }

  private func unsayable(message node: Int) -> (message: String, help: String)? {
    let word = source.member("raise", of: node) != nil ? "raise" : "send"
    for key in [word, "to", "delay", "id"] {
      if let text = source.member(key, of: node), source.plain(text) == nil {
        return (
          "a \"\(word)\" with values in its texts has no form in XState", "write it once for each value, with guards"
        )
      }
    }
    let known = [word, "to", "delay", "id", "data"]
    if let other = source.children(of: node).first(where: { !known.contains(source.keyText($0)) }) {
      return (
        "\(DisplayText.quoted(source.keyText(other))) of a \"\(word)\" has no form in XState",
        "use a host action"
      )
    }
    if let delay = source.member("delay", of: node), let text = source.plain(delay), Self.milliseconds(text) == nil,
      !Delay.isName(text.utf8Bytes.span)
    {
      return ("the delay \(DisplayText.quoted(text)) has no form in XState", "use a number of seconds, or a name")
    }
    if let to = source.member("to", of: node), let address = source.plain(to),
      !address.utf8.elementsEqual("parent".utf8),
      !invocationIDs.contains(address)
    {
      return (
        "an event for \(DisplayText.quoted(address)), which is not an invocation of the chart, ends an XState machine",
        "invoke it, or delete the action"
      )
    }
    guard let data = source.member("data", of: node) else { return nil }
    if source.kind(data) != .object || source.isEmpty(data) {
      return ("data of an event that are not a map of fields have no form in XState", "write \"data\": {\"value\": …}")
    }
    if source.member("type", of: data) != nil {
      return ("data of an event cannot have a field \"type\" in XState", "rename the field")
    }
    return source.isConstant(data)
      ? nil
      : ("calculated data of an event have no form in XState", "write it once for each value, with guards")
  }

  /// True if an action in a list can end that list early; actions after the list still run.
  func mayFail(_ node: Int) -> Bool {
    var todo = [node]
    while let next = todo.popLast() {
      if source.kind(next) == .array {
        todo += Array(source.children(of: next))
      } else if source.string(next) == nil, unsayable(next) != nil || !isFixed(next) {
        return true
      }
    }
    return false
  }

  private func isFixed(_ action: Int) -> Bool {
    ["call", "log", "cancel", "raise", "send"].contains { source.member($0, of: action) != nil }
  }
}
