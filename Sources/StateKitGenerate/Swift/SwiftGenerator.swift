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

  /// The files for a chart: the type, which is called `file`, and `main.swift` with a harness. `json`: the text of the
  /// chart. Names that had to be changed are added to `findings`.
  package static func files(
    of located: LocatedChart, json: [UInt8], file: String, options: Options, findings: Findings
  ) -> [GeneratedFile] {
    let renames = Renames(located, findings: findings)
    let model = SwiftModel(located.chart, renames: renames)
    let generator = SwiftGenerator(model: model, options: options, json: json)
    var scope = IdentifierScope(avoiding: SwiftName.usedTypes(by: options.form), renames: renames)
    let (needs, type) = (generator.needs, scope.add(options.name, as: .pascal))
    let files = [GeneratedFile(name: file, text: generator.text(type, needs: needs))]
    if !options.hasHarness { return files }
    let harness = SwiftHarness(model: model, type: type).text(needs: needs)
    return files + [GeneratedFile(name: "main.swift", text: harness)]
  }

  /// The parts of the type that the chart and the form need.
  private var needs: Set<String> {
    let parts: [(name: String, isNeeded: Bool)] = [
      ("VALUE", options.form == .value), ("ACTOR", isAsync), ("MAIN", isOnMainActor),
      ("LEAVES", !model.states.allSatisfy(\.isLeaf)), ("REGIONS", model.hasRegions), ("EVENTS", !model.events.isEmpty),
      ("FIELDS", (model.events + recorded).contains { !$0.payload.fields.isEmpty }),
      ("CONTEXT", !model.context.isEmpty), ("ACTIONS", !model.actions.isEmpty), ("GUARDS", !model.guards.isEmpty),
      ("SERVICES", !model.services.isEmpty), ("DELAYS", !model.delays.isEmpty),
    ]
    return Set(parts.filter(\.isNeeded).map(\.name))
  }

  /// The actions whose data the harness makes payloads of.
  private var recorded: [SwiftModel.Message] { options.hasHarness ? model.actions : [] }

  private var isAsync: Bool { options.form == .actor }
  private var isOnMainActor: Bool { options.form == .mainActor }

  private func text(_ type: String, needs: Set<String>) -> String {
    let values = [
      "Type": type, "title": model.chart.title.map { "The chart \"\(CommentText.safe($0))\"" } ?? "A chart",
      "access": options.isPublic ? "public" : "", "async": isAsync ? "async" : "", "await": isAsync ? "await" : "",
      "MainActor": isOnMainActor ? "@MainActor" : "", "nonisolated": isOnMainActor ? "nonisolated" : "",
      "return": isOnMainActor ? "return" : "", "hosts": hostParameters(needs),
      "delays": model.delays.map { "\($0.identifier): Duration" }.joined(separator: ", "),
      "first": model.firstLeaf?.identifier ?? "root", "file": SwiftName.literal(options.name + ".json"), "files": files,
    ]
    let access = options.isPublic ? "public " : ""
    let inserts = [
      "states": Self.cases(model.states.map(\.name)), "leaves": Self.cases(model.states.filter(\.isLeaf).map(\.name)),
      "events": events, "context": model.context.map { "\(access)let \($0.name.written): \($0.type.text)" },
      "values": contextValues, "actions": actions, "guards": guards, "services": services,
      "invocations": Self.cases(model.invocations),
      "delays": model.delays.map { "\(access)var \($0.written): Duration" },
      "delay values": model.delays.map { "self.\($0.identifier) = \($0.written)" }, "hosts": hosts,
      "messages": messages, "texts": texts,
    ]
    return Template(needs: needs, values: values, inserts: inserts).text(PackageResources.type_swift_txt)
  }

  private static func cases(_ names: [SwiftName]) -> [String] {
    names.map { "case \($0.written)" + ($0.identifier == $0.text ? "" : " = \($0.literal)") }
  }

  private var events: [String] {
    model.events.map { event in
      let parameters = event.payload.parameters()
      return "case \(event.name.written)" + (parameters.isEmpty ? "" : "(\(parameters))")
    }
  }

  /// The arguments that make a `Context` of `values`.
  private var contextValues: [String] {
    model.context.enumerated().map { index, key in
      let end = index + 1 < model.context.count ? "," : ")"
      return "\(key.name.identifier): \(key.type.read("values[\(key.name.literal)]"))\(end)"
    }
  }

  // MARK: What the program does for the chart

  private var ending: String { model.handlesErrors ? " throws" : "" }

  private var actions: [String] {
    model.actions.map { "func \($0.name.written)(\($0.payload.parameters(label: "_ data: ")))\(ending)" }
  }

  private var guards: [String] {
    model.guards.map { "func \($0.written)(_ data: Payload)\(ending) -> Bool" }
  }

  private var services: [String] {
    let ending = isAsync ? " async throws -> Payload" : ending
    return model.services.map { "func \($0.written)(_ invocation: Invocation, input: Payload)\(ending)" }
  }

  private func hostParameters(_ needs: Set<String>) -> String {
    let parameters = [
      ("ACTIONS", "actions: some Actions"), ("GUARDS", "guards: some Guards"), ("SERVICES", "services: some Services"),
      ("DELAYS", "delays: Delays"), ("ACTOR", "clock: some Clock<Duration> = ContinuousClock()"),
    ].filter { needs.contains($0.0) }.map(\.1)
    let list = parameters.joined(separator: ", ")
    return list.utf8.count < 90 ? list : "\n    \(parameters.joined(separator: ",\n    "))\n  "
  }

  /// The statements that tell the machine of actions, guards, services and delays.
  private var hosts: [String] {
    let attempt = model.handlesErrors ? "try " : ""
    let machine = isAsync ? "try await machine" : "try machine"
    var lines = model.actions.map { action in
      let arguments = action.payload.arguments(from: "call.data")
      let closure = "\(arguments.isEmpty ? "_" : "call") in \(attempt)actions.\(action.name.identifier)(\(arguments))"
      return "\(machine).action(\(action.name.literal)) { \(closure) }"
    }
    lines += model.guards.map {
      "\(machine).guard(\($0.literal)) { call in \(attempt)guards.\($0.identifier)(call.data) }"
    }
    for service in model.services {
      let call = "services.\(service.identifier)(id, input: call.input)"
      let id = "let id = call.invocation.flatMap(Invocation.init)"
      lines.append("\(machine).service(\(service.literal)) { call in")
      lines +=
        isAsync
        ? ["  guard \(id) else { return Payload.null }", "  return try await \(call)", "}"]
        : ["  if \(id) { \(attempt)\(call) }", "} stop: { call in", "  if \(id) { services.stop(id) }", "}"]
    }
    return lines + model.delays.map { "\(machine).delay(\($0.literal), delays.\($0.identifier))" }
  }

  // MARK: Events

  /// The cases that turn an event into its name and its payload as the chart reads it.
  private var messages: [String] {
    model.events.map { event in
      let (name, identifier) = (event.name.literal, event.name.identifier)
      switch event.payload {
      case .none: return "case .\(identifier): (\(name), .null)"
      case .value(let type): return "case .\(identifier)(let data): (\(name), \(type.payload("data")))"
      case .fields(let fields):
        let values = fields.map(\.name.written)
        let binds = values.map { "let \($0)" }.joined(separator: ", ")
        let pattern = fields.isEmpty ? identifier : "\(identifier)(\(binds))"
        return "case .\(pattern): (\(name), \(Self.map(fields, of: "Self.map", values: values)))"
      }
    }
  }

  /// A call of a function that makes a payload of fields.
  static func map(_ fields: [SwiftModel.Field], of function: String, values: [String]) -> String {
    if fields.isEmpty { return ".map([:])" }
    let entries = zip(fields, values).map { "(\($0.name.literal), \($0.type.payload($1)))" }
    return "\(function)([\(entries.joined(separator: ", "))])"
  }

  // MARK: The chart

  private var children: [ChartFamily.Member] { (model.chart.family?.members ?? []).filter { !$0.path.isEmpty } }

  /// The argument with the charts that the chart invokes.
  private var files: String {
    let files = children.enumerated().map { "\(SwiftName.literal($1.path)): Array(child\($0 + 1).utf8)" }
    return files.isEmpty ? "" : ",\n      files: [\(files.joined(separator: ", "))]"
  }

  private var texts: [String] {
    let others = children.enumerated().flatMap { index, child in
      ["", "/// The text of the child chart \(CommentText.safe(child.path))."]
        + Self.constant("child\(index + 1)", text: child.source.bytes)
    }
    return Self.constant("json", text: json) + others
  }

  /// A constant with a JSON text of several lines.
  private static func constant(_ name: String, text: [UInt8]) -> [String] {
    let newline = UInt8(ascii: "\n")
    let lines = text.split(separator: newline, omittingEmptySubsequences: false).map { line in
      var out = ByteBuffer()
      let kept = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      DisplayText.appendKept(kept.span, to: &out)
      return out.text
    }
    // One `#` more than stand together in the text: nothing in it ends the literal.
    let (_, longest) = text.reduce(into: (count: 0, longest: 0)) { run, byte in
      run.count = byte == UInt8(ascii: "#") ? run.count + 1 : 0
      run.longest = max(run.longest, run.count)
    }
    let hashes = String(repeating: "#", count: longest + 1)
    return ["private static let \(name) = \(hashes)\"\"\""] + lines.map { $0.isEmpty ? "" : "  " + $0 }
      + ["  \"\"\"\(hashes)"]
  }
}
