import StateKitCore

/// The expected kind of a value, and the words for the found kind.
extension ChartDecoder {
  /// Returns true if a value has the expected kind; reports it otherwise.
  @inline(__always)
  mutating func expect(_ kind: JSONNode.Kind, node: Int, help: @autoclosure () -> String? = nil) -> Bool {
    if tree.nodes[node].kind == kind { return true }
    reportKind(kind, node: node, help: help())
    return false
  }

  @inline(never)
  private mutating func reportKind(_ kind: JSONNode.Kind, node: Int, help: String?) {
    report(.wrongType, at: tree.nodes[node].span, message: "expected \(words(kind)), found \(found(node))", help: help)
  }

  mutating func expectString(_ node: Int) -> String? {
    expect(.string, node: node) ? string(node) : nil
  }

  func string(_ node: Int) -> String {
    JSONText.string(reader.bytes, in: tree.nodes[node].span.range)
  }

  func bool(_ node: Int) -> Bool {
    reader.bytes[Int(tree.nodes[node].span.start)] == UInt8(ascii: "t")
  }

  /// The decoded bytes of a string.
  func name(_ node: Int) -> [UInt8] {
    Array(string(node).utf8)
  }

  mutating func intern(_ node: Int) -> NameID {
    let range = tree.nodes[node].span.range
    if tree.nodes[node].hasEscapes { return reader.names.intern(string(node)) }
    return reader.name(range.lowerBound + 1..<range.upperBound - 1)
  }

  func text(_ name: NameID) -> String {
    reader.names.text(name)
  }

  func quoted(_ name: NameID) -> String {
    DisplayText.quoted(text(name))
  }

  /// The kind of a value in words; for a short value, the value itself.
  func found(_ node: Int) -> String {
    switch tree.nodes[node].kind {
    case .null: return "null"
    case .bool: return bool(node) ? "true" : "false"
    case .int, .double: return "a number"
    case .string: return "a string"
    case .array: return "an array"
    case .object: return "an object"
    }
  }

  private func words(_ kind: JSONNode.Kind) -> String {
    switch kind {
    case .null: "null"
    case .bool: "true or false"
    case .int: "an integer"
    case .double: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// `instead`: keys of other notations, with the keys here.
  func unknownKey(
    _ node: Int, what: String, known: [ChartKey], instead: [(theirs: String, ours: ChartKey)] = [],
    shape: String? = nil
  ) {
    let key = tree.nodes[node].keyName
    let ours = instead.first { $0.theirs.utf8.elementsEqual(reader.names[key]) }?.ours
    report(
      .unknownKey, at: tree.nodes[node].keySpan, message: "unknown key \(quoted(key)) in \(what)",
      help: (shape.map { $0 + "; known: " } ?? "known: ") + known.map(\.text).joined(separator: ", "),
      fix: ours.map { synonym(node, ours: $0) } ?? Suggestion.fix(for: text(key), among: known.map(\.text)))
  }

  /// The fix for a key of another notation; not certain if the key has an opposite or different meaning there, or if its
  /// texts are no expressions there.
  private func synonym(_ node: Int, ours key: ChartKey) -> Fix {
    let (theirs, ours) = (text(tree.nodes[node].keyName), key.text)
    if key == .data || key == .input,
      (node..<Int(tree.nodes[node].next)).contains(where: { tree.nodes[$0].kind == .string })
    {
      return Fix(
        theirs, to: ours, isCertain: false,
        help: "use \"\(ours)\"; its texts are expressions, and a text is written in quotes: \"'text'\"")
    }
    if key == .to, tree.nodes[node].kind == .string, string(node).hasPrefix("#_") {
      let child = string(node).dropFirst(2)
      return Fix(
        theirs, to: ours, isCertain: false,
        help: child == "internal" ? "use the action \"raise\"" : "write \"to\": \(DisplayText.string(String(child)))")
    }
    let isSame = !["in", "unless", "internal", "external", "before", "after"].contains(theirs)
    let opposite =
      switch theirs {
      case "unless": " with the opposite condition: \"\(ours)\": \"!(…)\""
      case "internal": " with the opposite value: \"\(ours)\": true for \"internal\": false"
      default: ""
      }
    return Fix(theirs, to: ours, isCertain: isSame, help: "use \"\(ours)\"\(opposite)")
  }

  func report(
    _ code: DiagnosticCode, at span: SourceSpan, message: @autoclosure () -> String,
    help: @autoclosure () -> String? = nil, fix: @autoclosure () -> Fix? = nil
  ) {
    findings.add(code, at: span, message: message(), help: help(), fix: fix())
  }
}
