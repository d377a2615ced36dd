import StateKitCore

/// A program around the generated Swift that speaks the protocol of `--program`: a JSON object a line, an answer for each.
struct SwiftHarness {
  let model: SwiftModel
  let type: String

  init(_ model: SwiftModel, type: String) {
    self.model = model
    self.type = type
  }

  func text() -> String {
    """
    // Made by `statekit generate`: a program that speaks the protocol of `statekit explore --program`.
    // swift-format-ignore-file
    \(["Foundation", "StateKit"].map { "import " + $0 }.joined(separator: "\n"))

    \(recorder)
    /// A machine that is told its events by lines of JSON.
    struct \(type)Program {
      private let recorder = \(type)Recorder()
      private var machine: \(type)

      init() throws {
        machine = \(made)
      }

      /// Answers all lines of the standard input.
      mutating func run() throws {
        while let line = readLine() {
          guard let request = Payload(json: line.utf8) else { throw Failed() }
          puts(try answer(request).description)
          fflush(nil)
        }
      }

      struct Failed: Error {}

      private mutating func answer(_ request: Payload) throws -> Payload {
        if let start = request["start"] {
          recorder.did = []
          machine = \(made)
          for (key, value) in start["context"]?.map ?? [] where machine.machine.context[key] != value {
            return ["cannot": "start with other data"]
          }
          try machine.start()
          return report(nil)
        }
        if let name = request["event"]?.string {
          let data = request["data"] ?? .null
          // What the type does not let a program send is sent by its name.
          let step = Self.event(name, data: data).map { machine.send($0) } ?? machine.machine.send(name, data)
          return report(step.outcome)
        }
        if let time = request["advance"]?.int {
          machine.advance(by: .milliseconds(time))
          return report(nil)
        }
    \(workLines)    return ["cannot": "answer this line"]
      }

    \(events)
      /// The answer: the active states, and the actions since the last one.
      private func report(_ outcome: Outcome?) -> Payload {
        var answer: [(key: String, value: Payload)] = [
          ("configuration", .list(\(model.hasRegions ? "machine.states" : "[machine.state]").map { .string($0.rawValue) })),
          ("did", .list(recorder.did)), ("done", .bool(machine.isFinished)),
        ]
        if let outcome { answer.append(("outcome", .string("\\(outcome)".prefix { $0.isLetter }.description))) }
    \(contextWriter)
        recorder.did = []
        return .map(answer)
      }
    }

    var program = try \(type)Program()
    try program.run()

    """
  }

  private var made: String {
    var arguments: [String] = []
    if !model.actions.isEmpty { arguments.append("actions: recorder") }
    if !model.guards.isEmpty { arguments.append("guards: recorder") }
    if !model.services.isEmpty { arguments.append("services: recorder") }
    if !model.delays.isEmpty {
      let delays = model.delays.map { "\($0.identifier): .seconds(1)" }.joined(separator: ", ")
      arguments.append("delays: \(type).Delays(\(delays))")
    }
    return "try \(type)(\(arguments.joined(separator: ", ")))"
  }

  /// The class that is told what the chart calls for.
  private var recorder: String {
    var protocols: [String] = []
    if !model.actions.isEmpty { protocols.append("\(type).Actions") }
    if !model.guards.isEmpty { protocols.append("\(type).Guards") }
    if !model.services.isEmpty { protocols.append("\(type).Services") }
    let ending = protocols.isEmpty ? "" : ": " + protocols.joined(separator: ", ")
    var lines = [
      "/// Writes down what the chart calls for.", "final class \(type)Recorder\(ending) {",
      "  var did: [Payload] = []",
    ]
    for action in model.actions {
      let name = SwiftWord.literal(action.name)
      let data: String? =
        switch action.payload {
        case .none: nil
        case .value(let type): type.payload("data")
        case .fields(let fields):
          "\(type).map(["
            + fields.map { "(\(SwiftWord.literal($0.name)), \($0.type.payload(SwiftWord.written($0.label))))" }
            .joined(separator: ", ") + "])"
        }
      let entry = data.map { "[\"name\": \(name), \"data\": \($0)]" } ?? name
      lines += [
        "", "  func \(SwiftWord.written(action.identifier))(\(action.payload.parameters(label: "_ data: "))) {",
        "    did.append(\(entry))", "  }",
      ]
    }
    for entry in model.guards {
      lines += ["", "  func \(SwiftWord.written(entry.identifier))(_ data: Payload) -> Bool { false }"]
    }
    for entry in model.services {
      let name = SwiftWord.written(entry.identifier)
      lines += ["", "  func \(name)(_ invocation: \(type).Invocation, input: Payload) {}"]
    }
    if !model.services.isEmpty { lines += ["", "  func stop(_ invocation: \(type).Invocation) {}"] }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  /// The function that turns a line into an event of the type.
  private var events: String {
    let cases = model.events.map { event in
      let arguments = event.payload.arguments(from: "data")
      let made = ".\(SwiftWord.written(event.identifier))" + (arguments.isEmpty ? "" : "(\(arguments))")
      return "    case \(SwiftWord.literal(event.name)): event = \(made)"
    }
    let head = "  private static func event(_ name: String, data: Payload) -> \(type).Event?"
    if cases.isEmpty { return "\(head) { nil }\n" }
    return """
        /// The event of a line; nil if its payload is not what the chart declares.
      \(head) {
          let event: \(type).Event
          switch name {
      \(cases.joined(separator: "\n"))
          default: return nil
          }
          return \(type).message(of: event).data == data ? event : nil
        }

      """
  }

  private var contextWriter: String {
    if model.context.isEmpty { return "    answer.append((\"context\", [:]))" }
    let entries = model.context.map { name, identifier, type in
      "      (\(SwiftWord.literal(name)), \(type.payload("context.\(SwiftWord.written(identifier))"))),"
    }
    return """
          let context = machine.context
          let values: [(key: String, value: Payload)] = [
      \(entries.joined(separator: "\n"))
          ]
          answer.append(("context", .map(values)))
      """
  }

  private var workLines: String {
    if model.services.isEmpty { return "" }
    return """
          if let id = request["done"]?.string.flatMap(\(type).Invocation.init) {
            return report(machine.finish(id, request["data"] ?? .null).outcome)
          }
          if let id = request["failed"]?.string {
            return report(machine.machine.send("error.invoke.\\(id)", request["data"] ?? .null).outcome)
          }

      """
  }
}
