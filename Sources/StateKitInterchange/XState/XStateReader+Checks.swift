import StateKitCore
import StateKitFormat

/// Reports parts of a machine that our charts cannot express.
extension XStateReader {
  /// True if a final state ends the machine: its handlers are never selected.
  func endsMachine(_ state: Int) -> Bool { states.parent(of: state) <= 0 && facts[0].kind != .parallel }

  /// Reports members of a final state that have no effect.
  mutating func checkHandlers(ofFinal state: Int) {
    let keys = endsMachine(state) ? [XStateKey.on, .always, .after, .onDone, .invoke] : [.onDone, .invoke]
    for key in keys {
      noteGuards(below: source.member(key, of: facts[state].node))
      guard let node = source.member(key, of: facts[state].node), source.hasContent(node) else { continue }
      let word = DisplayText.quoted(source.keyText(node))
      if key == .onDone || endsMachine(state) {
        findings.add(
          .unusedKey, at: source.keySpan(node),
          message: "\(word) of a final state is never used; it is left out")
      } else {
        findings.add(
          .unsupportedKey, at: source.keySpan(node), message: "a final state cannot have \(word)",
          help: "put it on the parent state")
      }
    }
  }

  /// Reports keys that are not translated, except those that only tools read.
  func checkKey(_ node: Int, of state: Int) {
    let text = DisplayText.quoted(source.keyText(node))
    guard let key = source.key(node), key.isStateKey else {
      if source.key(node)?.isForTools == true { return }
      if let meant = source.meant(by: node), source.member(meant, of: facts[state].node) == node {
        findings.add(
          .unusedKey, at: source.keySpan(node), message: "\(text) is not a key of a state in XState", severity: .error,
          help: "did you mean \(DisplayText.quoted(meant.rawValue))?")
        return
      }
      findings.add(
        .unusedKey, at: source.keySpan(node), message: "\(text) is not a key of a state in XState; it is left out",
        help: helpForCode(source.keyText(node), of: state) ?? help(for: source.keyText(node), isKnown: \.isStateKey)
          ?? (state == 0 ? helpForOtherCharts(source.keyText(node)) : nil))
      return
    }
    checkLost(in: node, key: key)
    switch key {
    case .route:
      findings.add(.unsupportedKey, at: source.keySpan(node), message: "\"route\" has no counterpart in statekit")
    case .delimiter:
      if let delimiter = source.string(node), !delimiter.utf8.elementsEqual(".".utf8) {
        findings.add(
          .unsupportedKey, at: source.keySpan(node),
          message: "names are separated by \".\" in statekit, not by \(DisplayText.quoted(delimiter))")
      }
    case .onDone where state == 0:
      findings.add(
        .unusedKey, at: source.keySpan(node), message: "\"onDone\" of a machine is never taken; it is left out")
    case .onDone where facts[state].kind == .atomic && source.hasContent(node):
      let hasWork = source.present(.invoke, of: facts[state].node) != nil
      reportUnused(
        node, of: "a state without states",
        help: hasWork
          ? "the end of an invocation is handled by its own \"onDone\""
          : "it is taken when a final state below is entered")
    case .history:
      if let said = source.string(node), !["shallow", "deep"].contains(said) {
        findings.add(
          .unusedKey, at: source.span(node),
          message: "\(DisplayText.quoted(said)) is not a kind of history; it is read as shallow",
          help: Suggestion.help(for: said, among: ["shallow", "deep"]) ?? "use \"shallow\" or \"deep\"")
      }
    case .initial where facts[state].kind == .parallel || facts[state].kind == .final:
      let word = facts[state].kind == .final ? "final" : "parallel"
      reportUnused(node, of: "a \(word) state", help: word == "parallel" ? "all its regions are entered" : nil)
    case .initial where facts[state].kind == .atomic && source.kind(node) != .null:
      reportUnused(node, of: "a state without states")
    case .on, .always, .after, .onDone, .invoke, .activities, .entry, .exit, .onEntry, .onExit, .initial, .output:
      if facts[state].kind.isHistory, source.hasContent(node) {
        reportUnused(node, of: "a history state", help: "a history is never active")
      } else if key == .output, facts[state].kind != .final, source.kind(node) != .null {
        reportUnused(
          node, of: state == 0 ? "a machine" : "a state that is not final",
          help: state == 0 ? "use the \"output\" of its final state" : nil)
      }
    case .id where source.string(node) == nil && source.kind(node) != .null:
      findings.add(.unusedKey, at: source.span(node), message: "an id must be a text; it is left out")
    case .context where state != 0:
      findings.add(.unusedKey, at: source.keySpan(node), message: "only a machine has a context; it is left out")
    default: break
    }
  }

  /// Reports the elements of lists that were functions.
  private func checkLost(in node: Int, key: XStateKey) {
    switch key {
    case .entry, .exit, .onEntry, .onExit: reportLost(in: node, what: "an action")
    case .always, .onDone, .onError: reportLost(in: node, what: "a transition")
    case .on, .after: for member in source.members(of: node) { reportLost(in: member, what: "a transition") }
    case .invoke: reportLost(in: node, what: "an invocation")
    default: break
    }
  }

  /// In a list, JSON writes a function as null.
  private func reportLost(in list: Int, what: String) {
    guard source.kind(list) == .array else { return }
    for element in source.children(of: list) where source.kind(element) == .null {
      findings.add(
        .lostCode, at: source.span(element),
        message: "\(what) was a function, which JSON has lost: it is left out",
        help: what == "a transition" ? nil : "give it a name")
    }
  }

  /// Help for a key that belongs to code, or to another part of a state.
  private func helpForCode(_ key: String, of state: Int) -> String? {
    if state == 0, XStateKey.ofCode.contains(key) {
      return "implementations are code, beside the machine; here the program that runs it has them"
    }
    switch key {
    case "actions": return "write them as \"entry\" or \"exit\", or in a transition"
    case "guard", "cond", "target", "reenter": return "write it in a transition: \"on\": {\"EVENT\": {\"target\": …}}"
    case "onError", "src": return "write it in an \"invoke\""
    case "final", "history": return "write \"type\": \(DisplayText.quoted(key))"
    default: return nil
    }
  }

  func help(for key: String, isKnown: (XStateKey) -> Bool) -> String? {
    if let meant = XStateKey.meant[key], isKnown(meant) { return "did you mean \(DisplayText.quoted(meant.rawValue))?" }
    return Suggestion.help(for: key, among: XStateKey.allCases.filter(isKnown).map(\.rawValue))
  }

  private func helpForOtherCharts(_ key: String) -> String {
    key.utf8.elementsEqual("root".utf8)
      ? "if it is a statekit chart, read it with --from statekit"
      : "the file is read as XState, because it has no \"root\", which a statekit chart needs"
  }

  private func reportUnused(_ node: Int, of owner: String, help: String? = nil) {
    findings.add(
      .unusedKey, at: source.keySpan(node),
      message: "\(DisplayText.quoted(source.keyText(node))) of \(owner) is never used; it is left out",
      help: help)
  }

  /// Reports keys of a transition without a meaning.
  func checkKeys(ofTransition node: Int) {
    checkKeys(of: node, word: "a transition", isKnown: \.isTransitionKey)
    if let actions = source.member(.actions, of: node) { reportLost(in: actions, what: "an action") }
    // Our own data stand in it, too.
    if let meta = source.present(.meta, of: node),
      source.members(of: meta).contains(where: { !source.keyText($0).utf8.elementsEqual("statekit".utf8) })
    {
      reportUnused(meta, of: "a transition", help: "a state may have it")
    }
    for key in [XStateKey.reenter, .internalKey] {
      guard let value = source.present(key, of: node), source.kind(value) != .bool else { continue }
      findings.add(
        .unusedKey, at: source.span(value),
        message: "\(DisplayText.quoted(key.rawValue)) must be true or false; it is left out")
    }
  }

  /// Reports keys of an invocation without a meaning.
  func checkKeys(ofInvocation node: Int) {
    checkKeys(of: node, word: "an invocation", isKnown: \.isInvocationKey)
    for member in source.children(of: node) {
      if let key = source.key(member) { checkLost(in: member, key: key) }
    }
    guard let src = source.member(.src, of: node), let name = source.string(src),
      [".json", ".scxml", ".xml"].contains(where: { name.lowercased().hasSuffix($0) })
    else { return }
    findings.add(
      .unusedKey, at: source.span(src),
      message: "\(DisplayText.quoted(name)) is the name of work that the host does; no file is read",
      help: "convert the machine with --to statekit, and invoke the file as \"chart\": \(DisplayText.quoted(name))")
  }

  /// Reports keys of an action without a meaning. In version 4, a host action has keys of its own.
  func checkKeys(ofAction node: Int, named name: String) {
    if BuiltInAction(rawValue: name) != nil {
      checkKeys(of: node, word: "an action", isKnown: \.isActionKey)
    } else if name.utf8.starts(with: "xstate.".utf8) {
      checkKeys(of: node, word: "a host action", isKnown: \.isCallKey)
    } else if !isFour {
      checkKeys(of: node, word: "an action", isKnown: \.isCallKey)
    }
  }

  /// Reports keys of a guard without a meaning. In version 4, a guard has keys of its own.
  func checkKeys(ofGuard node: Int) { if !isFour { checkKeys(of: node, word: "a guard", isKnown: \.isCallKey) } }

  private func checkKeys(of node: Int, word: String, isKnown: (XStateKey) -> Bool) {
    for member in source.members(of: node) where !(source.key(member).map(isKnown) ?? false) {
      let text = source.keyText(member)
      // Keys that tools keep for themselves.
      if text.utf8.starts(with: "_".utf8) { continue }
      findings.add(
        .unusedKey, at: source.keySpan(member),
        message: "\(DisplayText.quoted(text)) is not a key of \(word) in XState; it is left out",
        help: help(for: text, isKnown: isKnown))
    }
  }
}
