/// The file of a chart.
extension ModelChart {
  var json: String {
    let context = variables.keys.sorted().map { "\(quoted($0)): \(variables[$0] ?? 0)" }.joined(separator: ", ")
    let bubbling = asksBySubtree ? "\"bubbling\": \"subtree\",\n" : ""
    return "{\(bubbling)\"context\": {\(context)},\n\"root\": \(json(0, ""))}\n"
  }

  private func json(_ state: Int, _ margin: String) -> String {
    let node = states[state]
    var members: [String] = []
    switch node.kind {
    case .parallel: members.append("\"type\": \"parallel\"")
    case .final: members.append("\"type\": \"final\"")
    case .shallow: members.append("\"type\": \"history\"")
    case .deep: members.append("\"type\": \"history\", \"history\": \"deep\"")
    case .compound, .atomic: break
    }
    if let initial = node.initial {
      let targets = json(targets: initial.targets)
      let value = initial.actions.isEmpty ? targets : "{\"target\": \(targets), \"actions\": \(json(initial.actions))}"
      if node.kind.isHistory, !initial.actions.isEmpty || initial.targets.count > 1 {
        members.append("\"target\": {\"target\": \(targets), \"actions\": \(json(initial.actions))}")
      } else {
        members.append("\(node.kind.isHistory ? "\"target\"" : "\"initial\""): \(value)")
      }
    }
    if !node.enter.isEmpty { members.append("\"enterState\": \(json(node.enter))") }
    if !node.exit.isEmpty { members.append("\"exitState\": \(json(node.exit))") }
    if !node.always.isEmpty { members.append("\"always\": \(json(node.always))") }
    if !node.onDone.isEmpty { members.append("\"onDone\": \(json(node.onDone))") }
    if !node.after.isEmpty {
      let timers = node.after.map { "\"\($0.milliseconds)ms\": \(json($0.candidates))" }
      members.append("\"after\": {\(timers.joined(separator: ", "))}")
    }
    if node.leavesWork { members.append("\"invoke\": {\"src\": \"work\", \"id\": \"\(Self.work(of: state))\"}") }
    for (key, candidates) in node.handlers { members.append("\(quoted(key)): \(json(candidates))") }
    if !node.children.isEmpty {
      let inner = margin + "  "
      let children = node.children.map { "\(inner)\(quoted(states[$0].name)): \(json($0, inner))" }
      members.append("\"subStates\": {\n\(children.joined(separator: ",\n"))}")
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private func json(_ candidates: [Candidate]) -> String {
    let all = candidates.map { candidate -> String in
      if candidate.isForbidden { return "null" }
      var members: [String] = []
      if !candidate.targets.isEmpty { members.append("\"target\": \(json(targets: candidate.targets))") }
      if let condition = candidate.condition { members.append("\"guard\": \(quoted(text(of: condition)))") }
      switch candidate.reentry {
      case .none: break
      case .external: members.append("\"reenter\": true")
      case .children: members.append("\"reenter\": \"children\"")
      case .ancestor: members.append("\"reenter\": \"lca\"")
      }
      if !candidate.actions.isEmpty { members.append("\"actions\": \(json(candidate.actions))") }
      return "{\(members.joined(separator: ", "))}"
    }
    return all.count == 1 ? all[0] : "[\(all.joined(separator: ", "))]"
  }

  private func json(targets: [Int]) -> String {
    let all = targets.map { quoted(reference($0)) }
    return all.count == 1 ? all[0] : "[\(all.joined(separator: ", "))]"
  }

  private func json(_ actions: [ModelAction]) -> String {
    "[" + actions.map { json($0) }.joined(separator: ", ") + "]"
  }

  private func json(_ action: ModelAction) -> String {
    switch action {
    case .call(let name): return quoted(name)
    case .log(let text, let variable): return "{\"log\": \"\(text) ${\(variable)}\"}"
    case .assign(let variable, let from, let number): return "{\"assign\": {\"\(variable)\": \"\(from) + \(number)\"}}"
    case .fail: return "{\"assign\": {\"n\": \"1 / (n - n)\"}}"
    case .raise(let event, let data):
      return "{\"raise\": \(quoted(event))\(data.map { ", \"data\": \($0)" } ?? "")}"
    case .send(let event, let data, let delay, let id):
      var members = ["\"send\": \(quoted(event))"]
      if let data { members.append("\"data\": \(data)") }
      if delay > 0 { members.append("\"delay\": \"\(delay)ms\"") }
      if let id { members.append("\"id\": \(quoted(id))") }
      return "{\(members.joined(separator: ", "))}"
    case .sendToNobody(let event, let delay, let id):
      // The name is put together, so that only the run can tell that nobody has it.
      var members = ["\"send\": \(quoted(event)), \"to\": \"${'k'}\""]
      if delay > 0 { members.append("\"delay\": \"\(delay)ms\"") }
      if let id { members.append("\"id\": \(quoted(id))") }
      return "{\(members.joined(separator: ", "))}"
    case .cancel(let id): return "{\"cancel\": \(quoted(id))}"
    case .goTo(let target): return "{\"goToState\": \(quoted(reference(target)))}"
    case .choose(let condition, let then, let otherwise):
      return "{\"if\": \(quoted(text(of: condition))), \"then\": \(json(then)), \"else\": \(json(otherwise))}"
    case .each(let numbers, let variable, let actions):
      let adding = "{\"assign\": {\"\(variable)\": \"\(variable) + x\"}}"
      let all = [adding] + actions.map { json($0) }
      return "{\"forEach\": \"[\(numbers.map(String.init).joined(separator: ", "))]\", \"as\": \"x\", "
        + "\"do\": [\(all.joined(separator: ", "))]}"
    }
  }

  /// The expression of a condition.
  func text(of condition: Condition) -> String {
    switch condition {
    case .less(let variable, let number): "\(variable) < \(number)"
    case .equal(let variable, let number): "\(variable) == \(number)"
    case .dataIs(let number): "event.data == \(number)"
    case .isIn(let state): "isIn('\(reference(state))')"
    case .failing: "1 / (n - n) == 1"
    case .not(let inner): "!(\(text(of: inner)))"
    }
  }

  private func quoted(_ text: String) -> String {
    "\"\(text)\""
  }
}
