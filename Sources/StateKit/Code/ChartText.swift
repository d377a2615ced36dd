internal import CEL
internal import StateKitCore

/// Writes a chart in code as a chart file, and records the source position of each part.
struct ChartText: ~Copyable {
  var out = ByteBuffer()
  private(set) var parts: [(offset: Int, position: CodePosition)] = []
  private(set) var closures = ChartClosures()
  /// The positions of states that are nested too deep.
  var tooDeep: [CodePosition] = []
  /// The number of closures that already have each name.
  private var named: [Name: Int] = [:]
  /// The files of invoked charts, by their paths.
  private(set) var files: [String: [UInt8]] = [:]
  private let code: ChartCode
  private var nodes: [ChartNode] { code.nodes }
  /// The beginning of the names of closures: the place of a child chart in its parent.
  private let prefix: String

  init(_ code: ChartCode, prefix: String = "") {
    self.code = code
    self.prefix = prefix
  }

  /// The bytes of the file.
  var bytes: [UInt8] { out.bytes }

  /// Writes the whole chart.
  mutating func write() {
    mark(code.position)
    out.append("{\"name\": ")
    string(code.name)
    for node in nodes {
      guard case .bubbling(let word) = node.content else { continue }
      out.append(",\n \"bubbling\": ")
      mark(node.position)
      string(word)
    }
    top("context") { node in
      if case .context(let key, let value) = node.content { (key, value.value.json) } else { nil }
    }
    top("events") { node in
      if case .event(let event) = node.content { (event.name, event.type) } else { nil }
    }
    for node in nodes {
      if case .delay(let name, let duration) = node.content { closures.delays[Name(name)] = duration.milliseconds }
    }
    writeGuards()
    top("invariants") { node in
      if case .invariant(let key, let text) = node.content { (key, Self.quoted(text)) } else { nil }
    }
    // The guards that are closures have names from here on.
    out.append(",\n \"root\": ")
    state(nil, parts: nodes, path: "root", indent: 1)
    out.append("}\n")
  }

  // MARK: Text

  static func quoted(_ text: String) -> String { DisplayText.string(text) }

  mutating func string(_ text: String) {
    out.append(Self.quoted(text))
  }

  mutating func mark(_ position: CodePosition) {
    parts.append((out.count, position))
  }

  /// Writes a top-level member that contains all parts of a kind.
  private mutating func top(_ key: String, entry: (ChartNode) -> (String, String)?) {
    var isFirst = true
    for node in nodes {
      guard let (name, text) = entry(node) else { continue }
      if isFirst { out.append(",\n \"\(key)\": {") } else { out.append(", ") }
      isFirst = false
      mark(node.position)
      string(name)
      out.append(": ")
      out.append(text)
    }
    if !isFirst { out.append("}") }
  }

  /// Writes the named guards, then the guards that are closures.
  private mutating func writeGuards() {
    var entries: [(String, String, CodePosition)] = []
    for node in nodes {
      guard case .guarding(let name, let text) = node.content else { continue }
      entries.append((name, text.map { Self.quoted($0) } ?? "null", node.position))
    }
    var todo: [(nodes: [ChartNode], path: String)] = [(nodes, "root")]
    while let (nodes, path) = todo.popLast() {
      for node in nodes {
        switch node.content {
        case .state(let name, _, _, let parts): todo.append((parts, path + "." + name))
        case .handler(let trigger, let handler):
          guard let closure = handler.guardClosure else { continue }
          let name = guardName(trigger, path: path, position: node.position, variant: handler.variant)
          closures.guards[Name(name)] = closure
          if !entries.contains(where: { Name($0.0) == Name(name) }) { entries.append((name, "null", node.position)) }
        case .history, .entry, .exit, .output, .invoke, .context, .guarding, .invariant, .bubbling, .invokeChart,
          .delay, .event,
          .tooDeep:
          continue
        }
      }
    }
    if entries.isEmpty { return }
    out.append(",\n \"guards\": {")
    for (index, (name, text, position)) in entries.enumerated() {
      if index > 0 { out.append(", ") }
      mark(position)
      string(name)
      out.append(": ")
      out.append(text)
    }
    out.append("}")
  }

  /// The name of a guard that is a closure. It contains the position, so it is unique.
  func guardName(
    _ trigger: ChartNode.Trigger, path: String, position: CodePosition, variant: String
  ) -> String {
    let name = "\(prefix)\(path) on \(trigger.text) if \(position.line):\(position.column)"
    return variant.utf8.isEmpty ? name : name + " to " + variant
  }

  /// Writes a child chart. The closures of a chart in code get names of their own here.
  mutating func child(_ chart: ChartDefinition, path: String, id: String) {
    guard let code = chart.core.origin.code as? ChartCode else {
      out.append(chart.json)
      files.merge(chart.core.origin.files) { $1 }
      return
    }
    var text = ChartText(code, prefix: "\(prefix)\(path) \(id): ")
    text.write()
    parts += text.parts.map { (out.count + $0.offset, $0.position) }
    out.append(text.bytes)
    tooDeep += text.tooDeep
    closures.actions.merge(text.closures.actions) { $1 }
    closures.guards.merge(text.closures.guards) { $1 }
    closures.delays.merge(text.closures.delays) { $1 }
    files.merge(text.files) { $1 }
  }

  private mutating func actionName(_ owner: String) -> String {
    let owner = prefix + owner
    let count = (named[Name(owner)] ?? 0) + 1
    named[Name(owner)] = count
    return count == 1 ? owner : "\(owner) \(count)"
  }

  // MARK: Actions

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
        let name = actionName(owner)
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
        member("data", text: data)
        out.append("}")
      case .send(let event, let data, let delay, let id):
        out.append("{\"send\": ")
        string(event)
        member("data", text: data)
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
}

extension ChartNode.Trigger {
  var text: String {
    switch self {
    case .event(let name): name
    case .always: "always"
    case .done: "onDone"
    case .after(let delay): delay
    }
  }

  var kind: Int {
    switch self {
    case .event: 0
    case .always: 1
    case .after: 2
    case .done: 3
    }
  }
}

/// A chart in code: its name, its parts and its position.
struct ChartCode: CodeOfChart {
  let name: String
  let nodes: [ChartNode]
  let position: CodePosition
}
