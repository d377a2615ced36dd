/// Writes a program around the generated Swift that speaks the protocol of `--program`: a JSON object a line, an answer
/// for each.
struct SwiftHarness {
  let model: SwiftModel
  let type: String

  /// `needs`: those of the type.
  func text(needs: Set<String>) -> String {
    let protocols = [("ACTIONS", "Actions"), ("GUARDS", "Guards"), ("SERVICES", "Services")].filter {
      needs.contains($0.0)
    }
    var arguments = protocols.map { "\($0.1.lowercased()): recorder" }
    if !model.delays.isEmpty {
      let delays = model.delays.map { "\($0.identifier): .seconds(1)" }.joined(separator: ", ")
      arguments.append("delays: \(type).Delays(\(delays))")
    }
    let values = [
      "Type": type, "Recorder": type + "Recorder", "Program": type + "Program",
      "protocols": protocols.map { "\(type).\($0.1)" }.joined(separator: ", "),
      "arguments": arguments.joined(separator: ", "),
      "leaves": model.hasRegions ? "machine.states" : "[machine.state]",
    ]
    let inserts = ["recorder": recorder, "events": events, "context": context]
    let template = Template(needs: needs.union(protocols.isEmpty ? [] : ["HOSTS"]), values: values, inserts: inserts)
    return template.text(PackageResources.harness_swift_txt)
  }

  /// The functions of the class that is told what the chart calls for.
  private var recorder: [String] {
    var lines: [String] = []
    for action in model.actions {
      let data: String? =
        switch action.payload {
        case .none: nil
        case .value(let type): type.payload("data")
        case .fields(let fields): SwiftGenerator.map(fields, of: "\(type).map", values: fields.map(\.name.written))
        }
      var entry = data.map { "[\"name\": \(action.name.literal), \"data\": \($0)]" } ?? action.name.literal
      // nil may stand for null or for no value: then the name alone is compared.
      let missing = action.payload.optionals.map { "\($0) == nil" }.joined(separator: " || ")
      if !missing.isEmpty { entry = "\(missing) ? \(action.name.literal) : \(entry)" }
      lines += ["", "func \(action.name.written)(\(action.payload.parameters(label: "_ data: "))) {"]
      lines += ["  did_.append(\(entry))", "}"]
    }
    for name in model.guards { lines += ["", "func \(name.written)(_ data: Payload) -> Bool { false }"] }
    for name in model.services.map(\.written) {
      lines += ["", "func \(name)(_ invocation: \(type).Invocation, input: Payload) {}"]
    }
    return lines + (model.services.isEmpty ? [] : ["", "func stop(_ invocation: \(type).Invocation) {}"])
  }

  /// The cases that turn the name of an event and `data` into an event of the type.
  private var events: [String] {
    model.events.map { event in
      let arguments = event.payload.arguments(from: "data")
      let made = ".\(event.name.identifier)" + (arguments.isEmpty ? "" : "(\(arguments))")
      return "case \(event.name.literal): event = \(made)"
    }
  }

  private var context: [String] {
    model.context.map { "(\($0.name.literal), \($0.type.payload("context.\($0.name.identifier)")))," }
  }
}
