import StateKitCore

/// The JSON Schema (draft 2020-12) of chart files, built from the tables of the decoder.
package enum ChartSchema {
  /// The schema as a file.
  package static var text: String {
    var out = ""
    whole.write(to: &out, indent: 0)
    return out + "\n"
  }

  /// Its title, by which it is known.
  package static let title = "A statechart for statekit"

  private static var whole: Node {
    var members: [(String, Node)] = [
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text(title)),
      (
        "description",
        .text("A schema cannot check duplicate keys, targets and expressions: `statekit validate` does.")
      ),
    ]
    members += object(KeyTable.topLevel)
    members.append(("$defs", .object(definitions)))
    return .object(members)
  }

  private static var definitions: [(String, Node)] {
    let candidate = Node.alternatives([
      .reference("target"), .object(object(KeyTable.handler)),
      .type("null", help: "The event is handled here and does nothing."),
    ])
    let action = Node.alternatives(
      [.type("string", help: "A host action.")] + ActionVerb.allCases.map { .object(object($0.entries)) })
    return [
      ("name", .object([("type", .text("string")), ("pattern", .text("\\S"))])),
      ("state", .object(object(KeyTable.state, others: .reference("handler")))),
      (
        "handler",
        described(
          .alternatives([.reference("candidate"), .list(of: .reference("candidate"))]),
          help: "A target, an object, null, or an array of candidates of which the first whose guard is true is taken.")
      ),
      ("candidate", candidate),
      ("target", described(.type("string"), help: "The name of a state, or the shortest dotted path that is unique.")),
      ("targets", .alternatives([.reference("target"), .list(of: .reference("target"), isFilled: true)])),
      ("initial", .alternatives([.reference("targets"), .object(object(KeyTable.initial))])),
      (
        "actions",
        .alternatives([
          .reference("action"),
          .list(of: .alternatives([.reference("action"), .list(of: .reference("action"))])),
        ])
      ),
      ("action", action),
      (
        "expression",
        described(
          .type("string"), help: "An expression of the Common Expression Language (CEL) over context and event.")
      ),
      ("template", described(.type("string"), help: "A text; ${expression} in it is replaced.")),
      (
        "delay",
        .object([
          ("type", .text("string")),
          (
            // Validators in several languages read it, and no Unicode class has a form that all of them support.
            "pattern",
            .text(
              "^(?=.)([0-9]+|([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?|[^\\x00-@\\[-^`{-\\x7F][^\\x00-,/;-@\\[-^`{-\\x7F]*)$"
            )
          ),
        ])
      ),
      ("data", .object([("description", .text("Any JSON value; every text in it is an expression."))])),
      ("invoke", .object(object(KeyTable.invoke))),
      ("hostGuard", .object(object(KeyTable.hostGuard))),
      (
        "fieldType",
        .object([("enum", .array(FieldType.Base.allCases.flatMap { [.text($0.rawValue), .text($0.rawValue + "?")] }))])
      ),
    ]
  }

  /// An object with these keys; `others` is the value of any other key, nil if no other key is allowed.
  private static func object(_ entries: [KeyEntry], others: Node? = nil) -> [(String, Node)] {
    var members: [(String, Node)] = [("type", .text("object"))]
    members.append(("properties", .object(entries.map { ($0.key.text, described(shape($0.shape), help: $0.help)) })))
    let required = entries.filter(\.isRequired).map { Node.text($0.key.text) }
    if !required.isEmpty { members.append(("required", .array(required))) }
    if others != nil { members.append(("propertyNames", .reference("name"))) }
    members.append(("additionalProperties", others ?? .flag(false)))
    return members
  }

  private static func map(of values: Node) -> Node {
    .object([("type", .text("object")), ("propertyNames", .reference("name")), ("additionalProperties", values)])
  }

  private static func described(_ node: Node, help: String) -> Node {
    guard case .object(let members) = node else { return node }
    return .object([("description", .text(help))] + members.filter { $0.0 != "description" })
  }

  private static func shape(_ shape: ValueShape) -> Node {
    switch shape {
    case .text, .actionName: .type("string")
    case .texts: .list(of: .type("string"))
    case .flag: .type("boolean")
    case .object: .type("object")
    case .choice(let words): .object([("enum", .array(words.map { .text($0) }))])
    case .expression, .listExpression: .reference("expression")
    case .template, .delay, .event, .machine: .reference("template")
    case .data: .reference("data")
    case .dataByPath: map(of: .reference("data"))
    case .target: .reference("target")
    case .targets: .reference("targets")
    case .initial: .reference("initial")
    case .handler: .reference("handler")
    case .handlersByEvent: map(of: .reference("handler"))
    case .handlersByDelay:
      .object([
        ("type", .text("object")), ("propertyNames", .reference("delay")),
        ("additionalProperties", .reference("handler")),
      ])
    case .actions: .reference("actions")
    case .state: .reference("state")
    case .statesByName: map(of: .reference("state"))
    case .chart: .alternatives([.type("string"), .object([("$ref", .text("#"))])])
    case .invoke: .alternatives([.reference("invoke"), .list(of: .reference("invoke"))])
    case .reentry: .object([("enum", .array([.flag(false), .flag(true), .text("children"), .text("lca")]))])
    case .eventTypes:
      map(
        of: .alternatives([
          .type("null", help: "No payload."), .reference("fieldType"), map(of: .reference("fieldType")),
        ]))
    case .expressionsByName: map(of: .reference("expression"))
    case .guardsByName:
      map(of: .alternatives([.type("null", help: "The embedding program answers."), .reference("expression")]))
    case .condition:
      .alternatives([
        .reference("expression"), .reference("hostGuard"),
        .list(of: .alternatives([.reference("expression"), .reference("hostGuard")])),
      ])
    case .meta:
      .object([
        (
          "properties",
          .object([("allow", .object([("type", .text("object")), ("additionalProperties", .type("string"))]))])
        )
      ])
    }
  }

  /// A JSON value of the schema.
  private indirect enum Node {
    case text(String)
    case flag(Bool)
    case array([Node])
    case object([(String, Node)])

    static func reference(_ name: String) -> Node {
      .object([("$ref", .text("#/$defs/" + name))])
    }

    static func type(_ name: String, help: String? = nil) -> Node {
      .object((help.map { [("description", .text($0))] } ?? []) + [("type", .text(name))])
    }

    static func list(of items: Node, isFilled: Bool = false) -> Node {
      .object([("type", .text("array")), ("items", items)] + (isFilled ? [("minItems", .number(1))] : []))
    }

    static func alternatives(_ nodes: [Node]) -> Node {
      .object([("anyOf", .array(nodes))])
    }

    case number(Int)

    /// Writes short values on one line, others with one member a line. Recursive, because the schema is a few levels
    /// deep.
    func write(to out: inout String, indent: Int) {
      switch self {
      case .text(let text): out += DisplayText.string(text)
      case .flag(let flag): out += flag ? "true" : "false"
      case .number(let number): out += String(number)
      case .array(let nodes):
        write(nodes.map { (nil, $0) }, open: "[", close: "]", to: &out, indent: indent)
      case .object(let members):
        write(members.map { ($0.0, $0.1) }, open: "{", close: "}", to: &out, indent: indent)
      }
    }

    private func write(
      _ members: [(key: String?, node: Node)], open: String, close: String, to out: inout String, indent: Int
    ) {
      var short = open
      for (index, member) in members.enumerated() {
        if index > 0 { short += ", " }
        if let key = member.key { short += DisplayText.string(key) + ": " }
        member.node.write(to: &short, indent: 0)
        if short.utf8.count > 90 || short.utf8.contains(0x0A) { break }
      }
      if short.utf8.count + indent < 90, !short.utf8.contains(0x0A) {
        out += short + close
        return
      }
      let margin = String(repeating: " ", count: indent + 2)
      out += open + "\n"
      for (index, member) in members.enumerated() {
        out += margin
        if let key = member.key { out += DisplayText.string(key) + ": " }
        member.node.write(to: &out, indent: indent + 2)
        out += index + 1 < members.count ? ",\n" : "\n"
      }
      out += String(repeating: " ", count: indent) + close
    }
  }
}
