internal import CEL
internal import StateKitCore

/// Writes a chart in code as a chart file, and records the source position of each part.
struct ChartText: ~Copyable {
  var out = ByteBuffer()
  private(set) var parts: [(offset: Int, position: CodePosition)] = []
  var closures = ChartClosures()
  private var guards: [(name: String, position: CodePosition)] = []
  /// The errors that the text cannot contain, at offsets in it.
  let findings = Findings(notation: .code)
  var names = ClosureNames()
  /// The names of delays that handlers wait for, those of children included.
  private(set) var delays: [String] = []
  /// The declared lengths of delays in milliseconds, in order.
  private var lengths: [(name: String, milliseconds: Int64)] = []
  /// The files of invoked charts, by their paths.
  private(set) var files: [String: [UInt8]] = [:]
  let code: ChartCode
  private var nodes: [ChartNode] { code.nodes }
  /// The beginning of the names of closures: the place of a child chart in its parent.
  let prefix: String

  init(_ code: ChartCode, prefix: String = "") {
    self.code = code
    self.prefix = prefix
  }

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
      if case .event(let event) = node.content { (event.name, event.type.value.json) } else { nil }
    }
    top("invariants") { node in
      if case .invariant(let key, let text) = node.content { (key, Self.quoted(text)) } else { nil }
    }
    out.append(",\n \"root\": ")
    state(nil, parts: nodes, path: "root", indent: 1)
    // Now the guards that are closures have names.
    writeGuards()
    for node in nodes { check(node) }
    out.append("}\n")
  }

  /// Reports the parts of the top level that the text cannot contain.
  private mutating func check(_ node: ChartNode) {
    switch node.content {
    case .context(let key, let value):
      if let problem = value.problem { report(problem, of: "the context key \(Self.quoted(key))", at: node.position) }
    case .event(let event):
      if let problem = event.type.problem {
        report(problem, of: "the type of the event \(Self.quoted(event.name))", at: node.position)
      }
    case .delay(let name, let duration):
      let length = duration.milliseconds
      if duration < .zero {
        report(.badDelay, at: node.position, message: "the delay \(Self.quoted(name)) is negative")
      } else if length > StateKitCore.Delay.longest {
        let why = "the delay \(Self.quoted(name)) is longer than \(StateKitCore.Delay.shownLongest)"
        report(.badDelay, at: node.position, message: why)
      }
      if !delays.contains(where: { Name($0) == Name(name) }) {
        report(
          .unknownDelay, at: node.position, message: "no handler waits for the delay \(Self.quoted(name))",
          help: Suggestion.help(for: name, among: delays), severity: .warning)
      }
      add(delay: name, length: length, position: node.position)
    case .state, .history, .handler, .entry, .exit, .output, .invoke, .invokeChart, .guarding, .invariant, .bubbling,
      .wrong:
      break
    }
  }

  /// Adds the length of a delay. A machine has one length for each name, as it has one action.
  private mutating func add(delay name: String, length: Int64, position: CodePosition) {
    lengths.append((name, length))
    guard let other = closures.delays.updateValue(length, forKey: Name(name)), other != length else { return }
    let both = "\(StateKitCore.Delay.text(other)) and \(StateKitCore.Delay.text(length))"
    report(
      .duplicateKey, at: position, message: "the delay \(Self.quoted(name)) has two lengths: \(both)",
      help: "a chart and its children have one length for each name: use another name")
  }

  mutating func report(_ problem: String, of what: String, at position: CodePosition) {
    report(.invalidJSON, at: position, message: "\(what) is no JSON value: \(problem)")
  }

  mutating func report(
    _ code: DiagnosticCode, at position: CodePosition, message: String, help: String? = nil,
    severity: StateKitCore.Diagnostic.Severity? = nil
  ) {
    mark(position)
    let span = SourceSpan(out.count, end: out.count)
    findings.add(code, at: span, message: message, severity: severity, help: help)
    // The next part begins at another offset.
    out.append(" ")
  }

  /// Remembers that a handler waits for a delay.
  mutating func wait(for delay: String) {
    delays.append(delay)
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
    entries += guards.map { ($0.name, "null", $0.position) }
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

  /// Adds a guard that is a closure, and returns its name.
  mutating func add(
    guard closure: @escaping @Sendable (Call) throws -> Bool, owner: String, position: CodePosition
  ) -> String {
    let name = names.next("\(prefix)\(owner) if")
    closures.guards[Name(name)] = closure
    guards.append((name, position))
    return name
  }

  /// Writes a child chart. The closures of a chart in code get names of their own here.
  mutating func child(_ chart: ChartDefinition, path: String, id: String, position: CodePosition) {
    guard let code = chart.core.origin.code as? ChartCode else {
      out.append(chart.json)
      files.merge(chart.core.origin.files) { $1 }
      delays += chart.core.needs.delays.names
      return
    }
    var text = ChartText(code, prefix: "\(prefix)\(path) \(id): ")
    text.names = names
    text.write()
    let start = out.count
    parts += text.parts.map { (start + $0.offset, $0.position) }
    out.append(text.bytes)
    names = text.names
    closures.actions.merge(text.closures.actions) { $1 }
    closures.guards.merge(text.closures.guards) { $1 }
    files.merge(text.files) { $1 }
    delays += text.delays
    for (name, length) in text.lengths { add(delay: name, length: length, position: position) }
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
  /// The initial state of a compound state, both by their paths; nil for those of the parts.
  var first: (state: String, target: String)?
}
