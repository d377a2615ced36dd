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
    for part in parts {
      if case .state(let name, _, true, _) = part.content {
        mark(part.position)
        out.append(separator() + "\"initial\": ")
        string(path.utf8.isEmpty ? name : path + "." + name)
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
      case .tooDeep: tooDeep.append(part.position)
      case .handler, .entry, .exit, .output, .invoke, .invokeChart, .context, .guarding, .invariant, .bubbling, .delay,
        .event:
        continue
      }
    }
    if hasStates { out.append("}") }
    out.append(isFirst ? "{}" : "}")
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
        child(chart, path: path, id: id)
        member("input", text: input)
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
    } else if handler.guardClosure != nil {
      out.append(key("guard") + "{\"host\": ")
      string(guardName(trigger, path: path, position: position, variant: handler.variant))
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
