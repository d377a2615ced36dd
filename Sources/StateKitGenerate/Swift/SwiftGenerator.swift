// Longer than others: the parts of one file, in its order.
package import StateKitCore

/// Writes a typed face on the library for one chart: states, events, data and host actions are Swift declarations.
package struct SwiftGenerator {
  package struct Options: Sendable {
    /// The name of the type.
    package var name: String
    package var isPublic: Bool

    package init(name: String, isPublic: Bool = false) {
      self.name = name
      self.isPublic = isPublic
    }
  }

  private let model: SwiftModel
  private let options: Options
  private let json: [UInt8]
  private let type: String
  /// `public ` or nothing.
  private let access: String

  /// The text of the file for a chart. `json`: the text of the chart. Names that had to be changed are added to `findings`.
  package static func text(
    of chart: Chart, json: [UInt8], options: Options, findings: Findings
  ) -> String {
    let generator = SwiftGenerator(chart, json: json, options: options)
    findings.note(renamed: generator.model.renamed)
    return generator.text()
  }

  private init(_ chart: Chart, json: [UInt8], options: Options) {
    model = SwiftModel(chart)
    self.options = options
    self.json = json
    type = IdentifierCase.pascal.identifier(options.name)
    access = options.isPublic ? "public " : ""
  }

  private func text() -> String {
    var parts = [
      """
      // Made by `statekit generate`: change the chart, not this file.
      import StateKit

      /// \(model.chart.title.map { "The chart \"\(Self.comment($0))\"" } ?? "A chart"). Copies share one machine.
      \(access)struct \(type) {
        private let machine: Statechart

      """, states, events, context, protocols, initializer, members, machineText, "}",
    ]
    parts.removeAll { $0.isEmpty }
    return parts.joined(separator: "\n") + "\n"
  }

  private static func comment(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 < 0x20 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  private var states: String {
    func cases(_ list: [(state: Int, identifier: String)]) -> String {
      list.map {
        let path = SwiftWord.literal(model.chart.path(StateID($0.state)))
        return "    case \(SwiftWord.written($0.identifier)) = \(path)"
      }.joined(separator: "\n")
    }
    let leaves = model.states.filter { model.leaves.contains($0.state) }
    var text = """
        /// The states of the chart, by their paths.
        \(access)enum State: String, CaseIterable, Sendable {
      \(cases(model.states))
        }

      """
    if leaves.count == model.states.count {
      return text + "\n  /// The states that can be the deepest active one.\n  \(access)typealias Leaf = State\n"
    }
    text += """

        /// The states that can be the deepest active one.
        \(access)enum Leaf: String, CaseIterable, Sendable {
      \(cases(leaves))
        }

      """
    return text
  }

  private var events: String {
    let cases = model.events.map { event in
      "    case \(SwiftWord.written(event.identifier))" + associated(event.payload)
    }
    if cases.isEmpty { return "  /// The chart has no events of its own.\n  \(access)enum Event: Sendable {}\n" }
    return """
        /// The events that the program sends, with their payloads.
        \(access)enum Event: Sendable {
      \(cases.joined(separator: "\n"))
        }

      """
  }

  private func associated(_ payload: SwiftModel.Event.Payload) -> String {
    switch payload {
    case .none: ""
    case .value(let type): "(\(type.text))"
    case .fields(let fields):
      fields.isEmpty ? "" : "(" + fields.map { "\($0.label): \($0.type.text)" }.joined(separator: ", ") + ")"
    }
  }

  private var context: String {
    if model.context.isEmpty { return "" }
    let fields = model.context.map { "    \(access)let \(SwiftWord.written($0.identifier)): \($0.type.text)" }
    let reads = model.context.map { name, identifier, type in
      "      \(SwiftWord.written(identifier)): \(type.read("values[\(SwiftWord.literal(name))]"))"
    }
    return """
        /// The data of the chart.
        \(access)struct Context: Sendable {
      \(fields.joined(separator: "\n"))
        }

        \(access)var context: Context {
          let values = machine.context
          return Context(
      \(reads.joined(separator: ",\n")))
        }

      """
  }

  private var protocols: String {
    var text = ""
    let ending = model.handlesErrors ? " throws" : ""
    if !model.actions.isEmpty {
      let lines = model.actions.map {
        "    func \(SwiftWord.written($0.identifier))(\(parameters($0.payload)))\(ending)"
      }
      text +=
        "  /// What the chart calls for.\n  \(access)protocol Actions {\n\(lines.joined(separator: "\n"))\n  }\n\n"
    }
    if !model.guards.isEmpty {
      let lines = model.guards.map { "    func \(SwiftWord.written($0.identifier))(_ data: Payload)\(ending) -> Bool" }
      text +=
        "  /// The guards that the program answers.\n  \(access)protocol Guards {\n\(lines.joined(separator: "\n"))\n  }\n\n"
    }
    if !model.services.isEmpty {
      let lines = model.services.map {
        "    func \(SwiftWord.written($0.identifier))(_ invocation: Invocation, input: Payload)\(ending)"
      }
      let stops = ["    /// The state that began it was left.", "    func stop(_ invocation: Invocation)"]
      text +=
        "  /// Work that the chart begins; `finish` or `fail` ends it.\n  \(access)protocol Services {\n\((lines + stops).joined(separator: "\n"))\n  }\n\n"
      let cases = model.invocations.map {
        "    case \(SwiftWord.written($0.identifier)) = \(SwiftWord.literal($0.name))"
      }
      text +=
        "  /// The work by its ids.\n  \(access)enum Invocation: String, CaseIterable, Sendable {\n\(cases.joined(separator: "\n"))\n  }\n\n"
    }
    if !model.delays.isEmpty {
      let lines = model.delays.map { "    \(access)var \(SwiftWord.written($0.identifier)): Duration" }
      let list = model.delays.map { "\(SwiftWord.written($0.identifier)): Duration" }.joined(separator: ", ")
      let sets = model.delays.map { "      self.\($0.identifier) = \(SwiftWord.written($0.identifier))" }
      text +=
        "  /// The delays that the program sets.\n  \(access)struct Delays: Sendable {\n\(lines.joined(separator: "\n"))\n\n    \(access)init(\(list)) {\n\(sets.joined(separator: "\n"))\n    }\n  }\n\n"
    }
    return text.isEmpty ? "" : String(text.dropLast())
  }

  private func parameters(_ payload: SwiftModel.Event.Payload) -> String {
    switch payload {
    case .none: ""
    case .value(let type): "_ data: \(type.text)"
    case .fields(let fields): fields.map { "\($0.label): \($0.type.text)" }.joined(separator: ", ")
    }
  }

  private var initializer: String {
    var parameters: [String] = []
    if !model.actions.isEmpty { parameters.append("actions: some Actions") }
    if !model.guards.isEmpty { parameters.append("guards: some Guards") }
    if !model.services.isEmpty { parameters.append("services: some Services") }
    if !model.delays.isEmpty { parameters.append("delays: Delays") }
    let attempt = model.handlesErrors ? "try " : ""
    var lines = ["    machine = Statechart(try Self.chart.get())"]
    for action in model.actions {
      let name = SwiftWord.literal(action.name)
      let call = "\(attempt)actions.\(SwiftWord.written(action.identifier))(\(arguments(action.payload)))"
      let ignores = arguments(action.payload).isEmpty
      lines.append("    try machine.action(\(name)) { \(ignores ? "_" : "call") in \(call) }")
    }
    for entry in model.guards {
      lines.append(
        "    try machine.guard(\(SwiftWord.literal(entry.name))) { call in \(attempt)guards.\(SwiftWord.written(entry.identifier))(call.data) }"
      )
    }
    for entry in model.services {
      lines += [
        "    try machine.service(\(SwiftWord.literal(entry.name))) { call in",
        "      if let id = call.invocation.flatMap(Invocation.init) { \(attempt)services.\(SwiftWord.written(entry.identifier))(id, input: call.input) }",
        "    } stop: { call in", "      if let id = call.invocation.flatMap(Invocation.init) { services.stop(id) }",
        "    }",
      ]
    }
    for delay in model.delays {
      lines.append(
        "    try machine.delay(\(SwiftWord.literal(delay.name)), delays.\(SwiftWord.written(delay.identifier)))")
    }
    return """
        /// A machine that has not been started.
        \(access)init(\(parameters.joined(separator: ", "))) throws {
      \(lines.joined(separator: "\n"))
        }

      """
  }

  private func arguments(_ payload: SwiftModel.Event.Payload) -> String {
    switch payload {
    case .none: ""
    case .value(let type): type.property == nil ? "call.data" : type.read("Optional(call.data)")
    case .fields(let fields):
      fields.map { "\($0.label): \($0.type.read("call.data[\(SwiftWord.literal($0.name))]"))" }.joined(separator: ", ")
    }
  }

  private var members: String {
    var text = """
        /// Enters the first states.
        @discardableResult
        \(access)func start() throws -> Step {
          try machine.start()
        }

      """
    if !model.events.isEmpty { text += "\n" + sending }
    text += """

        /// Moves the clock; timers that are due fire.
        @discardableResult
        \(access)func advance(by duration: Duration) -> Step {
          machine.advance(by: duration)
        }

        \(access)func isIn(_ state: State) -> Bool {
          machine.isIn(state.rawValue)
        }

        \(access)var isFinished: Bool { machine.isFinished }

      """
    if model.hasRegions {
      text += """

          /// The deepest active states, one for each region.
          \(access)var states: Set<Leaf> {
            Set(machine.configuration.compactMap(Leaf.init))
          }

        """
    } else {
      let first = model.states.first { $0.state == model.firstLeaf }?.identifier ?? "root"
      text += """

          /// The deepest active state. Before the start: the state that the chart begins in.
          \(access)var state: Leaf {
            machine.configuration.first.flatMap(Leaf.init) ?? .\(SwiftWord.written(first))
          }

        """
    }
    if !model.services.isEmpty {
      text += """

          /// Reports that work has ended.
          @discardableResult
          \(access)func finish(_ invocation: Invocation, _ result: Payload = .null) -> Step {
            machine.finish(invocation.rawValue, result)
          }

          /// Reports that work has failed.
          @discardableResult
          \(access)func fail(_ invocation: Invocation, _ error: any Error) -> Step {
            machine.fail(invocation.rawValue, error)
          }

        """
    }
    return text
  }

  private var sending: String {
    let cases = model.events.map { event -> String in
      let name = SwiftWord.literal(event.name)
      let identifier = SwiftWord.written(event.identifier)
      switch event.payload {
      case .none: return "    case .\(identifier): machine.send(\(name))"
      case .value(let type): return "    case .\(identifier)(let data): machine.send(\(name), \(type.payload("data")))"
      case .fields(let fields) where fields.isEmpty: return "    case .\(identifier): machine.send(\(name), .map([:]))"
      case .fields(let fields):
        let binds = fields.indices.map { "let value\($0)" }.joined(separator: ", ")
        let required = fields.enumerated().map { index, field in
          "(\(SwiftWord.literal(field.name)), \(field.type.payload("value\(index)")))"
        }
        return
          "    case .\(identifier)(\(binds)):\n      machine.send(\(name), Self.map([\(required.joined(separator: ", "))]))"
      }
    }
    let needsMap = model.events.contains { if case .fields(let fields) = $0.payload { !fields.isEmpty } else { false } }
    var text = """
        /// Handles an event to its end.
        @discardableResult
        \(access)func send(_ event: Event) -> Step {
          switch event {
      \(cases.joined(separator: "\n"))
          }
        }

      """
    if needsMap {
      text += """

          /// A payload of fields; those without a value are left out.
          private static func map(_ fields: [(String, Payload)]) -> Payload {
            .map(fields.filter { !$0.1.isNull }.map { (key: $0.0, value: $0.1) })
          }

        """
    }
    return text
  }

  private var machineText: String {
    let children = (model.chart.family?.members ?? []).filter { !$0.path.isEmpty }
    let files = children.enumerated().map { "\(SwiftWord.literal($1.path)): Array(child\($0 + 1).utf8)" }
    let list = files.isEmpty ? "" : ",\n      files: [\(files.joined(separator: ", "))]"
    var text = """
        private static let chart = Result { () throws(ChartError) in
          try ChartDefinition(json: json.utf8, name: \(SwiftWord.literal(options.name + ".json"))\(list))
        }

        /// The chart's text.
        private static let json = \(literal(json))
      """
    for (index, child) in children.enumerated() {
      text += "\n\n  /// The text of the child chart \(Self.comment(child.path)).\n"
      text += "  private static let child\(index + 1) = \(literal(child.source.bytes))"
    }
    return text
  }

  /// A text of several lines as a literal.
  private func literal(_ text: [UInt8]) -> String {
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let hashes = String(repeating: "#", count: Self.hashes(in: text))
    let body = lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    return "\(hashes)\"\"\"\n\(body)\n    \"\"\"\(hashes)"
  }

  /// The number of `#` with which nothing in a text ends the literal around it.
  private static func hashes(in text: [UInt8]) -> Int {
    var (longest, current) = (0, 0)
    for byte in text {
      current = byte == UInt8(ascii: "#") ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest + 1
  }
}
