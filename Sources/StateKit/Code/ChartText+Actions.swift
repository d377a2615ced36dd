internal import StateKitCore
internal import StateKitFormat

/// Writing lists of actions.
extension ChartText {
  mutating func actions(_ nodes: [ActionNode], owner: String) {
    out.append("[")
    for (index, node) in nodes.enumerated() {
      if index > 0 { out.append(", ") }
      mark(node.position)
      switch node.content {
      case .call(let name, nil): string(name)
      case .call(let name, let data?):
        out.append("{\"call\": ")
        string(name)
        member("data", text: data)
        out.append("}")
      case .closure(let body):
        let name = names.next(prefix + owner)
        closures.actions[Name(name)] = body
        string(name)
      case .log(let text): single("log", text: text)
      case .assign(let path, let text):
        out.append("{\"assign\": {")
        string(path)
        out.append(": ")
        string(text)
        out.append("}}")
      case .raise(let event, let data):
        out.append("{\"raise\": ")
        string(event)
        member("data", data: data, position: node.position)
        out.append("}")
      case .send(let event, let data, let delay, let id):
        out.append("{\"send\": ")
        string(event)
        member("data", data: data, position: node.position)
        member("delay", text: delay)
        member("id", text: id)
        out.append("}")
      case .cancel(let id): single("cancel", text: id)
      case .goTo(let target): single("goToState", text: target)
      }
    }
    out.append("]")
  }

  private mutating func single(_ key: String, text: String) {
    out.append("{\"\(key)\": ")
    string(text)
    out.append("}")
  }

  /// Writes a member with the payload of an event.
  private mutating func member(_ key: String, data: ActionNode.Data?, position: CodePosition) {
    switch data {
    case nil: return
    case .expression(let text): member(key, text: text)
    case .value(let payload):
      if let problem = payload.problem { report(problem, of: "the payload", at: position) }
      out.append(", \"\(key)\": ")
      constant(payload.json)
    }
  }

  /// Writes a JSON value as data, in which texts are expressions.
  private mutating func constant(_ json: [UInt8]) {
    var index = 0
    while index < json.count {
      guard json[index] == UInt8(ascii: "\"") else {
        out.append(json[index])
        index += 1
        continue
      }
      let end = JSONText.closingQuote(in: json.span, from: index, to: json.count) + 1
      let text = JSONText.string(json, in: index..<end)
      let isKey = end < json.count && json[end] == UInt8(ascii: ":")
      string(isKey ? text : ExpressionText.literal(text))
      index = end
    }
  }
}
