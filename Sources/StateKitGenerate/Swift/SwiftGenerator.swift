// Longer than others: the parts of one file, in its order.
package import StateKitCore

/// Writes a typed face on the library for one chart: states, events, data and host actions are Swift declarations.
package struct SwiftGenerator {
  /// The kind of the type.
  package enum Form: Sendable {
    /// A struct over a `Statechart`.
    case value
    /// A struct over a `StatechartActor`, with async methods.
    case actor
    /// A class on the main actor whose properties views can observe.
    case mainActor
  }

  package struct Options: Sendable {
    /// The name of the type.
    package var name: String
    package var isPublic: Bool
    package var form: Form
    /// True to add a program that speaks the protocol of `--program`.
    package var hasHarness: Bool

    package init(name: String, isPublic: Bool = false, form: Form = .value, hasHarness: Bool = false) {
      self.name = name
      self.isPublic = isPublic
      self.form = form
      self.hasHarness = hasHarness
    }
  }

  private let model: SwiftModel
  private let options: Options
  private let json: [UInt8]
  private let type: String
  /// `public ` or nothing.
  private let access: String

  /// The files for a chart: the type, which is called `file`, and `main.swift` with a harness. `json`: the text of the
  /// chart. Names that had to be changed are added to `findings`.
  package static func files(
    of chart: Chart, json: [UInt8], file: String, options: Options, findings: Findings
  ) -> [GeneratedFile] {
    let generator = SwiftGenerator(chart, json: json, options: options)
    findings.note(renamed: generator.model.renamed)
    let files = [GeneratedFile(name: file, text: generator.text())]
    if !options.hasHarness { return files }
    let harness = SwiftHarness(generator.model, type: generator.type)
    return files + [GeneratedFile(name: "main.swift", text: harness.text())]
  }

  private init(_ chart: Chart, json: [UInt8], options: Options) {
    model = SwiftModel(chart)
    self.options = options
    self.json = json
    type = IdentifierCase.pascal.identifier(options.name)
    access = options.isPublic ? "public " : ""
  }

  private func text() -> String {
    let parts =
      [head, states, events, context] + protocols
      + [initializer, start, sending, clock, isIn, finished, current, work, machineText, messages, texts]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n") + "}\n"
  }

  // MARK: Forms

  private var isAsync: Bool { options.form == .actor }
  private var asynchronous: String { isAsync ? " async" : "" }
  private var awaiting: String { isAsync ? "await " : "" }

  private var head: String {
    let title = model.chart.title.map { "The chart \"\(CommentText.safe($0))\"" } ?? "A chart"
    let (imports, declaration): (String, String) =
      switch options.form {
      case .value: ("", "\(title). Copies share one machine.\n\(access)struct \(type)")
      case .actor: ("", "\(title), for many tasks. Copies share one machine.\n\(access)struct \(type): Sendable")
      case .mainActor:
        (
          "import Observation\n",
          "\(title). A view that reads it is updated after each step.\n@MainActor @Observable\n"
            + "\(access)final class \(type)"
        )
      }
    let machine = isAsync ? "StatechartActor" : "Statechart"
    var text = """
      // Made by `statekit generate`: change the chart, not this file.
      // swift-format-ignore-file
      \(imports)import StateKit

      /// \(declaration) {
        /// The machine, for everything else that the library can do.
        \(options.form == .mainActor ? "@ObservationIgnored " : "")\(access)let machine: \(machine)

      """
    if options.form == .mainActor {
      text += """
          /// Views that read a property below read this, too.
          private var steps = 0
          @ObservationIgnored private var token: Token?

        """
    }
    return text
  }

  /// A property that is computed from the machine. The last line of its body is an expression.
  private func property(_ comment: String, _ declaration: String, body: [String]) -> String {
    let lines = read(body)
    let indent = isAsync ? "      " : "    "
    let inner = lines.map { "\(indent)\($0)\n" }.joined()
    let braces = isAsync ? "    get async {\n\(inner)    }\n" : inner
    return "  /// \(comment)\n  \(access)var \(declaration) {\n\(braces)  }\n"
  }

  /// A method. One that returns a step changes the machine; another one reads it.
  private func method(_ comment: String, _ declaration: String, returns: String, body: [String]) -> String {
    let changes = returns == "Step"
    let lines = (changes ? body : read(body)).map { "    \($0)\n" }.joined()
    let mark = changes ? "  @discardableResult\n" : ""
    return "  /// \(comment)\n\(mark)  \(access)func \(declaration) -> \(returns) {\n\(lines)  }\n"
  }

  /// The lines of a body that reads the machine. Its last expression is returned.
  private func read(_ body: [String]) -> [String] {
    guard options.form == .mainActor else { return body }
    return ["_ = steps"] + (body.count == 1 ? ["return " + body[0]] : body)
  }

  // MARK: Types

  private func declaration(_ comment: String, _ head: String, isolation: String = "", lines: [String]) -> String {
    let body = lines.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
    return "  /// \(comment)\n  \(isolation)\(access)\(head) {\(lines.isEmpty ? "" : "\n\(body)  ")}\n"
  }

  private var states: String {
    func cases(_ list: [(state: Int, identifier: String)]) -> [String] {
      list.map {
        "case \(SwiftWord.written($0.identifier)) = \(SwiftWord.literal(model.chart.path(StateID($0.state))))"
      }
    }
    let leaves = model.states.filter { model.leaves.contains($0.state) }
    let all = declaration(
      "The states of the chart, by their paths.", "enum State: String, CaseIterable, Sendable",
      lines: cases(model.states))
    if leaves.count == model.states.count {
      return all + "\n  /// The states that can be the deepest active one.\n  \(access)typealias Leaf = State\n"
    }
    return all + "\n"
      + declaration(
        "The states that can be the deepest active one.", "enum Leaf: String, CaseIterable, Sendable",
        lines: cases(leaves))
  }

  private var events: String {
    if model.events.isEmpty {
      return declaration("The chart has no events of its own.", "enum Event: Sendable", lines: [])
    }
    return declaration(
      "The events that the program sends, with their payloads.", "enum Event: Sendable",
      lines: model.events.map { event in
        let parameters = event.payload.parameters(label: "")
        return "case \(SwiftWord.written(event.identifier))" + (parameters.isEmpty ? "" : "(\(parameters))")
      })
  }

  private var context: String {
    if model.context.isEmpty { return "" }
    let fields = model.context.map { "\(access)let \(SwiftWord.written($0.identifier)): \($0.type.text)" }
    let reads = model.context.enumerated().map { index, key in
      "  \(key.identifier): \(key.type.read("values[\(SwiftWord.literal(key.name))]"))"
        + (index + 1 < model.context.count ? "," : ")")
    }
    return declaration("The data of the chart.", "struct Context: Sendable", lines: fields) + "\n"
      + property(
        "The data now.", "context: Context",
        body: ["let values = \(awaiting)machine.context", "return Context("] + reads)
  }

  private var protocols: [String] {
    let ending = model.handlesErrors ? " throws" : ""
    let kind = isAsync ? ": Sendable" : ""
    let isolation = options.form == .mainActor ? "@MainActor " : ""
    func requirements(_ name: String, comment: String, lines: [String]) -> String {
      lines.isEmpty ? "" : declaration(comment, "protocol \(name)\(kind)", isolation: isolation, lines: lines)
    }
    let actions = model.actions.map {
      "func \(SwiftWord.written($0.identifier))(\($0.payload.parameters(label: "_ data: ")))\(ending)"
    }
    let guards = model.guards.map { "func \(SwiftWord.written($0.identifier))(_ data: Payload)\(ending) -> Bool" }
    var services = model.services.map {
      "func \(SwiftWord.written($0.identifier))(_ invocation: Invocation, input: Payload)"
        + (isAsync ? " async throws -> Payload" : ending)
    }
    if !services.isEmpty, !isAsync {
      services += ["/// The state that began it was left.", "func stop(_ invocation: Invocation)"]
    }
    let ids = model.invocations.map {
      "case \(SwiftWord.written($0.identifier)) = \(SwiftWord.literal($0.name))"
    }
    let work =
      isAsync
      ? "Work that the chart begins. Its result or error is an event of the chart; it is cancelled when the state is left."
      : "Work that the chart begins; `finish` or `fail` ends it."
    return [
      requirements(
        "Actions", comment: "What the chart calls for\(isAsync ? ": it runs inside the step" : "").", lines: actions),
      requirements("Guards", comment: "The guards that the program answers.", lines: guards),
      requirements("Services", comment: work, lines: services),
      ids.isEmpty
        ? "" : declaration("The work by its ids.", "enum Invocation: String, CaseIterable, Sendable", lines: ids),
      delays,
    ]
  }

  private var delays: String {
    if model.delays.isEmpty { return "" }
    let list = model.delays.map { "\($0.identifier): Duration" }
    let fields = model.delays.map { "\(access)var \(SwiftWord.written($0.identifier)): Duration" }
    return declaration(
      "The delays that the program sets.", "struct Delays: Sendable",
      lines: fields + ["", "\(access)init(\(list.joined(separator: ", "))) {"]
        + model.delays.map { "  self.\($0.identifier) = \(SwiftWord.written($0.identifier))" } + ["}"])
  }

  // MARK: Members

  private var initializer: String {
    var parameters: [String] = []
    if !model.actions.isEmpty { parameters.append("actions: some Actions") }
    if !model.guards.isEmpty { parameters.append("guards: some Guards") }
    if !model.services.isEmpty { parameters.append("services: some Services") }
    if !model.delays.isEmpty { parameters.append("delays: Delays") }
    if isAsync { parameters.append("clock: some Clock<Duration> = ContinuousClock()") }
    let machine = isAsync ? "StatechartActor(try Self.chart.get(), clock: clock)" : "Statechart(try Self.chart.get())"
    var lines = ["machine = " + machine]
    lines += hostLines
    if options.form == .mainActor { lines.append("token = machine.observe { [weak self] _ in self?.steps += 1 }") }
    let list = parameters.joined(separator: ", ")
    let written = list.utf8.count < 90 ? list : "\n    \(parameters.joined(separator: ",\n    "))\n  "
    return """
        /// A machine that has not been started.
        \(access)init(\(written))\(asynchronous) throws {
      \(lines.map { "    \($0)" }.joined(separator: "\n"))
        }

      """
  }

  private var hostLines: [String] {
    let attempt = model.handlesErrors ? "try " : ""
    var lines: [String] = []
    for action in model.actions {
      let arguments = action.payload.arguments(from: "call.data")
      let call = "\(attempt)actions.\(SwiftWord.written(action.identifier))(\(arguments))"
      let begin = "try \(awaiting)machine.action(\(SwiftWord.literal(action.name)))"
      lines.append("\(begin) { \(arguments.isEmpty ? "_" : "call") in \(call) }")
    }
    for entry in model.guards {
      let call = "\(attempt)guards.\(SwiftWord.written(entry.identifier))(call.data)"
      lines.append("try \(awaiting)machine.guard(\(SwiftWord.literal(entry.name))) { call in \(call) }")
    }
    for entry in model.services {
      let call = "services.\(SwiftWord.written(entry.identifier))(id, input: call.input)"
      let begin = "try \(awaiting)machine.service(\(SwiftWord.literal(entry.name))) { call in"
      if isAsync {
        lines += [begin, "  guard let id = call.invocation.flatMap(Invocation.init) else { return Payload.null }"]
        lines += ["  return try await \(call)", "}"]
      } else {
        let id = "  if let id = call.invocation.flatMap(Invocation.init)"
        lines += [begin, "\(id) { \(attempt)\(call) }", "} stop: { call in", "\(id) { services.stop(id) }", "}"]
      }
    }
    for delay in model.delays {
      let name = SwiftWord.literal(delay.name)
      lines.append("try \(awaiting)machine.delay(\(name), delays.\(SwiftWord.written(delay.identifier)))")
    }
    return lines
  }

  private var start: String {
    method(
      "Enters the first states.", "start()\(asynchronous) throws", returns: "Step",
      body: ["try \(awaiting)machine.start()"])
  }

  private var sending: String {
    if model.events.isEmpty { return "" }
    let message = "let message = Self.message(of: event)"
    return method(
      "Handles an event to its end.", "send(_ event: Event)\(asynchronous)", returns: "Step",
      body: [message, "return \(awaiting)machine.send(message.name, message.data)"]) + "\n"
      + method(
        "True if the event would be handled now.", "can(_ event: Event)\(asynchronous)", returns: "Bool",
        body: [message, "return \(awaiting)machine.can(message.name, message.data)"])
  }

  /// A machine of an actor follows its clock by itself.
  private var clock: String {
    isAsync
      ? ""
      : method(
        "Moves the clock; timers that are due fire.", "advance(by duration: Duration)", returns: "Step",
        body: ["machine.advance(by: duration)"])
  }

  private var isIn: String {
    method(
      "True if the state is active.", "isIn(_ state: State)\(asynchronous)", returns: "Bool",
      body: ["\(awaiting)machine.isIn(state.rawValue)"])
  }

  private var finished: String {
    property("True if the machine has reached its end.", "isFinished: Bool", body: ["\(awaiting)machine.isFinished"])
  }

  private var current: String {
    if model.hasRegions {
      return property(
        "The deepest active states, one for each region.", "states: Set<Leaf>",
        body: ["Set(\(awaiting)machine.configuration.compactMap(Leaf.init))"])
    }
    let first = model.states.first { $0.state == model.firstLeaf }?.identifier ?? "root"
    return property(
      "The deepest active state. Before the start: the state that the chart begins in.", "state: Leaf",
      body: ["\(awaiting)machine.configuration.first.flatMap(Leaf.init) ?? .\(SwiftWord.written(first))"])
  }

  private var work: String {
    if model.services.isEmpty || isAsync { return "" }
    return method(
      "Reports that work has ended.", "finish(_ invocation: Invocation, _ result: Payload = .null)", returns: "Step",
      body: ["machine.finish(invocation.rawValue, result)"]) + "\n"
      + method(
        "Reports that work has failed.", "fail(_ invocation: Invocation, _ error: any Error)", returns: "Step",
        body: ["machine.fail(invocation.rawValue, error)"])
  }

  /// The names of the events, with their payloads as the chart reads them.
  private var messages: String {
    if model.events.isEmpty { return "" }
    let cases = model.events.map { event -> String in
      let name = SwiftWord.literal(event.name)
      let identifier = SwiftWord.written(event.identifier)
      switch event.payload {
      case .none: return "    case .\(identifier): (\(name), .null)"
      case .value(let type): return "    case .\(identifier)(let data): (\(name), \(type.payload("data")))"
      case .fields(let fields) where fields.isEmpty: return "    case .\(identifier): (\(name), .map([:]))"
      case .fields(let fields):
        let binds = fields.indices.map { "let value\($0)" }.joined(separator: ", ")
        let entries = fields.enumerated().map { index, field in
          "(\(SwiftWord.literal(field.name)), \(field.type.payload("value\(index)")))"
        }
        return "    case .\(identifier)(\(binds)): (\(name), map([\(entries.joined(separator: ", "))]))"
      }
    }
    let hasFields = model.events.contains { event in
      if case .fields(let fields) = event.payload { !fields.isEmpty } else { false }
    }
    let isolation = options.form == .mainActor ? "nonisolated " : ""
    let text = """
        /// An event as the chart knows it.
        \(isolation)static func message(of event: Event) -> (name: String, data: Payload) {
          switch event {
      \(cases.joined(separator: "\n"))
          }
        }

      """
    if !hasFields { return text }
    return text + """

        /// A payload of fields; those without a value are left out.
        \(isolation)static func map(_ fields: [(key: String, value: Payload)]) -> Payload {
          .map(fields.filter { !$0.value.isNull })
        }

      """
  }

  // MARK: The chart

  private var machineText: String {
    let files = children.enumerated().map { "\(SwiftWord.literal($1.path)): Array(child\($0 + 1).utf8)" }
    let list = files.isEmpty ? "" : ",\n      files: [\(files.joined(separator: ", "))]"
    return """
        private static let chart = Result { () throws(ChartError) in
          try ChartDefinition(json: json.utf8, name: \(SwiftWord.literal(options.name + ".json"))\(list))
        }

      """
  }

  private var children: [(path: String, bytes: [UInt8])] {
    (model.chart.family?.members ?? []).filter { !$0.path.isEmpty }.map { ($0.path, $0.source.bytes) }
  }

  private var texts: String {
    var text = "  /// The chart's text.\n  private static let json = \(literal(json))\n"
    for (index, child) in children.enumerated() {
      text += "\n  /// The text of the child chart \(CommentText.safe(child.path)).\n"
      text += "  private static let child\(index + 1) = \(literal(child.bytes))\n"
    }
    return text
  }

  /// A text of several lines as a literal.
  private func literal(_ text: [UInt8]) -> String {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
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
