internal import CEL
internal import StateKitCore

/// Writing states and their handlers.
extension ChartText {
  mutating func state(_ type: String?, parts: [ChartNode], path: String, indent: Int) {
    let margin = "\n" + String(repeating: " ", count: indent + 1)
    var isFirst = true
    func separator() -> String {
      defer { isFirst = false }
      return isFirst ? "{" : "," + margin
    }
    if let type { out.append(separator() + "\"type\": \"\(type)\"") }
    if let first = code.first, Name(first.state) == Name(path) {
      mark(code.position)
      out.append(separator() + "\"initial\": ")
      string(first.target)
    } else {
      for part in parts {
        guard case .state(let name, _, true, _) = part.content else { continue }
        mark(part.position)
        out.append(separator() + "\"initial\": ")
        string(path + "." + name)
      }
    }
    lists(parts, path: path, separator: separator)
    handlers(parts, path: path, separator: separator)
    for part in parts {
      if case .output(let text) = part.content {
        mark(part.position)
        out.append(separator() + "\"output\": ")
        string(text)
      }
    }
    var hasStates = false
    for part in parts {
      switch part.content {
      case .state(let name, let type, _, let inner):
        out.append(hasStates ? "," + margin + " " : separator() + "\"subStates\": {" + margin + " ")
        hasStates = true
        mark(part.position)
        string(name)
        out.append(": ")
        state(type, parts: inner, path: path + "." + name, indent: indent + 2)
      case .history(let name, let isDeep, let target):
        out.append(hasStates ? "," + margin + " " : separator() + "\"subStates\": {" + margin + " ")
        hasStates = true
        mark(part.position)
        string(name)
        out.append(": {\"type\": \"history\", \"history\": \"\(isDeep ? "deep" : "shallow")\"")
        if let target {
          out.append(", \"target\": ")
          string(target)
        }
        out.append("}")
      case .wrong(let code, let why): report(code, at: part.position, message: why)
      case .context(let name, _): misplaced("Context(\(Self.quoted(name)), …)", part: part, path: path)
      case .guarding(let name, _): misplaced("Guard(\(Self.quoted(name)))", part: part, path: path)
      case .invariant(let name, _): misplaced("Invariant(\(Self.quoted(name)), …)", part: part, path: path)
      case .delay(let name, _): misplaced("Delay(\(Self.quoted(name)), …)", part: part, path: path)
      case .bubbling: misplaced("Bubbling", part: part, path: path)
      case .handler, .entry, .exit, .output, .invoke, .invokeChart, .event: continue
      }
    }
    if hasStates { out.append("}") }
    out.append(isFirst ? "{}" : "}")
  }

  /// Reports a part of the top level that is inside a state.
  private mutating func misplaced(_ shown: String, part: ChartNode, path: String) {
    if Name(path) == Name("root") { return }
    report(
      .misplacedKey, at: part.position, message: "\(shown) is a part of the chart, not of a state",
      help: "write it beside the outermost states")
  }

  /// Hooks and invocations.
  private mutating func lists(_ parts: [ChartNode], path: String, separator: () -> String) {
    for (key, isEntry) in [("enterState", true), ("exitState", false)] {
      var lists: [[ActionNode]] = []
      for part in parts {
        switch part.content {
        case .entry(let actions): if isEntry { lists.append(actions) }
        case .exit(let actions): if !isEntry { lists.append(actions) }
        default: continue
        }
      }
      if lists.isEmpty { continue }
      out.append(separator() + "\"\(key)\": ")
      self.actions(lists.flatMap(\.self), owner: "\(path) \(isEntry ? "entry" : "exit")")
    }
    var count = 0
    for part in parts {
      switch part.content {
      case .invoke, .invokeChart: break
      default: continue
      }
      out.append(count == 0 ? separator() + "\"invoke\": [" : ", ")
      count += 1
      mark(part.position)
      if case .invoke(let source, let id, let input) = part.content {
        out.append("{\"src\": ")
        string(source)
        member("id", text: id)
        member("input", text: input)
      } else if case .invokeChart(let chart, let id, let input, let forwards) = part.content {
        out.append("{\"id\": ")
        string(id)
        out.append(forwards ? ", \"forward\": true, \"chart\": " : ", \"chart\": ")
        child(chart, path: path, id: id, position: part.position)
        member("input", expressions: input, position: part.position)
      }
      out.append("}")
    }
    if count > 0 { out.append("]") }
  }

  /// Writes a member with a text; writes nothing for nil.
  mutating func member(_ key: String, text: String?) {
    guard let text else { return }
    out.append(", \"\(key)\": ")
    string(text)
  }

  /// Writes a member with expressions by their names; writes nothing for none.
  private mutating func member(_ key: String, expressions: KeyValuePairs<String, String>, position: CodePosition) {
    if expressions.isEmpty { return }
    mark(position)
    out.append(", \"\(key)\": {")
    for (index, (name, text)) in expressions.enumerated() {
      if index > 0 { out.append(", ") }
      string(name)
      out.append(": ")
      string(text)
    }
    out.append("}")
  }

  // MARK: Handlers

  /// Writes handlers by key; handlers with equal keys are candidates in their order.
  private mutating func handlers(_ parts: [ChartNode], path: String, separator: () -> String) {
    for (key, kind) in [("on", 0), ("always", 1), ("after", 2), ("onDone", 3)] {
      var groups: [(name: String, nodes: [ChartNode])] = []
      var indices: [Name: Int] = [:]
      for part in parts {
        guard case .handler(let trigger, _) = part.content, trigger.kind == kind else { continue }
        let name = trigger.text
        if let index = indices[Name(name)] {
          groups[index].nodes.append(part)
        } else {
          indices[Name(name)] = groups.count
          groups.append((name, [part]))
        }
      }
      if groups.isEmpty { continue }
      out.append(separator() + "\"\(key)\": ")
      let isMap = kind == 0 || kind == 2
      if isMap { out.append("{") }
      for (index, (name, nodes)) in groups.enumerated() {
        if index > 0 { out.append(", ") }
        if kind == 2, StateKitCore.Delay.isName(name.utf8Bytes.span) { wait(for: name) }
        if isMap, let first = nodes.first {
          mark(first.position)
          string(name)
          out.append(": ")
        }
        candidates(nodes, path: path)
      }
      if isMap { out.append("}") }
    }
  }

  private mutating func candidates(_ nodes: [ChartNode], path: String) {
    if nodes.count > 1 { out.append("[") }
    for (index, node) in nodes.enumerated() {
      guard case .handler(let trigger, let handler) = node.content else { continue }
      if index > 0 { out.append(", ") }
      mark(node.position)
      self.handler(trigger, handler: handler, position: node.position, path: path)
    }
    if nodes.count > 1 { out.append("]") }
  }

  private mutating func handler(
    _ trigger: ChartNode.Trigger, handler: ChartNode.Handler, position: CodePosition, path: String
  ) {
    if handler.isForbidden { return out.append("null") }
    var separator = "{"
    func key(_ name: String) -> String {
      defer { separator = ", " }
      return separator + "\"\(name)\": "
    }
    if let text = handler.guardText {
      out.append(key("guard"))
      string(text)
    } else if let closure = handler.guardClosure {
      out.append(key("guard") + "{\"host\": ")
      string(add(guard: closure, owner: "\(path) on \(trigger.text)", position: position))
      out.append("}")
    }
    if handler.targets.count == 1 {
      out.append(key("target"))
      string(handler.targets[0])
    } else if !handler.targets.isEmpty {
      out.append(key("target") + "[" + handler.targets.map { Self.quoted($0) }.joined(separator: ", ") + "]")
    }
    switch handler.reenter {
    case .no: break
    case .yes: out.append(key("reenter") + "true")
    case .children: out.append(key("reenter") + "\"children\"")
    case .ancestor: out.append(key("reenter") + "\"lca\"")
    }
    if !handler.actions.isEmpty {
      out.append(key("actions"))
      actions(handler.actions, owner: "\(path) on \(trigger.text)")
    }
    out.append(separator == "{" ? "{}" : "}")
  }
}
