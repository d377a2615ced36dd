import CEL
import StateKitCore

/// The data of charts: context, declared events, invariants, and expressions (Charts.md, Expressions.md).
extension ChartDecoder {
  mutating func decodeContext() {
    guard expect(.object, node: 0, help: "\"context\": {\"NAME\": 0}, each name with its first value") else {
      draft.lost.context = true
      return
    }
    if !draft.context.isEmpty {
      // Declared keys replace keys that were found elsewhere.
      let declared = Set(tree.children(of: 0).map { text(tree.nodes[$0].keyName) })
      draft.context.removeAll { declared.contains($0.0) }
    }
    for child in tree.children(of: 0) {
      guard checkName(tree.nodes[child].keyName, at: tree.nodes[child].keySpan, what: "a context key"),
        let value = value(child)
      else { continue }
      draft.context.append((text(tree.nodes[child].keyName), value, tree.nodes[child].keySpan))
    }
  }

  /// Adds data under another key than `context`, so that references to them are valid.
  mutating func adoptContext() {
    guard tree.nodes[0].kind == .object else {
      draft.lost.context = true
      return
    }
    var known = Set(draft.context.map { Array($0.0.utf8) })
    for child in tree.children(of: 0) {
      let name = text(tree.nodes[child].keyName)
      if !known.insert(Array(name.utf8)).inserted { continue }
      guard let value = value(child) else { continue }
      draft.context.append((name, value, tree.nodes[child].keySpan))
    }
  }

  /// A literal value, within the limit of nodes.
  func value(_ node: Int) -> Value? {
    if Int(tree.nodes[node].next) - node > ValueLimits.nodes {
      report(.tooMany, at: tree.nodes[node].span, message: "a value of more than \(ValueLimits.nodes) nodes, the limit")
      return nil
    }
    return JSONText.value(node, of: tree, bytes: reader.bytes, names: reader.names)
  }

  mutating func decodeInvariants() {
    guard expect(.object, node: 0, help: "\"invariants\": {\"NAME\": \"EXPRESSION\"}") else { return }
    for child in tree.children(of: 0) {
      let key = tree.nodes[child]
      guard checkName(key.keyName, at: key.keySpan, what: "an invariant"),
        let condition = expression(child, role: .condition)
      else { continue }
      draft.invariants.append((text(key.keyName), condition))
    }
  }

  // MARK: Expressions

  /// Adds a string as an expression, and returns its index.
  mutating func expression(_ node: Int, role: ExpressionDraft.Role) -> Int32? {
    guard expect(.string, node: node) else { return nil }
    let span = tree.nodes[node].span
    if !tree.nodes[node].hasEscapes {
      let (bytes, inner) = (reader.bytes, Int(span.start) + 1..<Int(span.end) - 1)
      return add(bytes.span.extracting(inner), in: ExpressionSource(span: span, start: inner.lowerBound), role: role)
    }
    return add(StringText(reader.bytes, at: span), at: span, role: role)
  }

  private mutating func add(_ text: Span<UInt8>, in source: ExpressionSource, role: ExpressionDraft.Role) -> Int32 {
    draft.expressions.add(text, role: role, scope: scope, event: event, at: source)
  }

  /// Adds an expression that is a string or a part of one.
  private mutating func add(_ text: StringText, at span: SourceSpan, role: ExpressionDraft.Role) -> Int32 {
    add(text.bytes.span, in: ExpressionSource(span: span, start: text.start, shifts: text.shifts), role: role)
  }

  /// A string with `${expression}` in it; an expression ends at the first brace outside a CEL text.
  mutating func template(_ node: Int) -> TextTemplate? {
    guard expect(.string, node: node) else { return nil }
    let span = tree.nodes[node].span
    let whole = StringText(reader.bytes, at: span)
    let text = whole.bytes
    var parts: [TextTemplate.Part] = []
    var literal = 0
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "$"), index + 1 < text.count, text[index + 1] == UInt8(ascii: "{") else {
        index += 1
        continue
      }
      guard let end = TemplateScanner.end(of: text, from: index + 2) else {
        report(
          .expressionSyntax, at: whole.span(of: index..<index + 2), message: "\"${\" is not closed",
          help: "a } is missing")
        return nil
      }
      if index > literal { parts.append(.literal(String(decoding: text[literal..<index], as: UTF8.self))) }
      parts.append(.expression(add(whole.part(index + 2..<end), at: span, role: .part)))
      index = end + 1
      literal = index
    }
    if literal < text.count { parts.append(.literal(String(decoding: text[literal...], as: UTF8.self))) }
    return TextTemplate(parts: parts)
  }

  /// A JSON value whose strings are expressions, at any depth.
  mutating func data(_ node: Int) -> DataTemplate? {
    if tree.nodes[node].kind == .string { return expression(node, role: .value).map { DataTemplate(expression: $0) } }
    let span = tree.nodes[node].span
    let hasText = (node..<Int(tree.nodes[node].next)).contains { tree.nodes[$0].kind == .string }
    guard hasText else { return value(node).map { DataTemplate(steps: [.literal($0)], span: span) } }
    var steps: [DataTemplate.Step] = []
    // The open containers: their nodes, the number of their children, and their keys.
    var open: [(node: Int, count: Int, keys: [String])] = []
    var index = node
    while true {
      let current = tree.nodes[index]
      var isWhole = true
      switch current.kind {
      case .string:
        guard let added = expression(index, role: .value) else { return nil }
        steps.append(.expression(added))
      case .array, .object:
        open.append((index, 0, []))
        isWhole = Int(current.next) == index + 1
      default: steps.append(.literal(JSONText.value(index, of: tree, bytes: reader.bytes, names: reader.names)))
      }
      var next = index + 1
      if isWhole {
        if current.kind == .array || current.kind == .object { close(&open, steps: &steps) }
        var done = index
        while let top = open.last?.node {
          open[open.count - 1].count += 1
          if tree.nodes[top].kind == .object { open[open.count - 1].keys.append(text(tree.nodes[done].keyName)) }
          next = Int(tree.nodes[done].next)
          if next < Int(tree.nodes[top].next) { break }
          done = top
          close(&open, steps: &steps)
        }
        if open.isEmpty { return DataTemplate(steps: steps, span: span) }
      }
      index = next
    }
  }

  private func close(_ open: inout [(node: Int, count: Int, keys: [String])], steps: inout [DataTemplate.Step]) {
    guard let top = open.popLast() else { return }
    steps.append(tree.nodes[top.node].kind == .array ? .list(top.count) : .map(top.keys))
  }
}

/// Finds the end of a `${…}`.
package enum TemplateScanner {
  /// The `}` that closes the expression at `start`, outside its texts and inner braces; nil if there is none.
  package static func end(of text: [UInt8], from start: Int) -> Int? {
    var depth = 0
    var index = start
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        if depth == 0 { return index }
        depth -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let end = endOfText(text, from: index, start: start) else { return nil }
        index = end
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The last byte of a CEL text that begins with the quote at `index`.
  private static func endOfText(_ text: [UInt8], from index: Int, start: Int) -> Int? {
    let quote = text[index]
    let isTriple = index + 2 < text.count && text[index + 1] == quote && text[index + 2] == quote
    let isRaw = index > start && text[index - 1] | 0x20 == UInt8(ascii: "r")
    var offset = index + (isTriple ? 3 : 1)
    while offset < text.count {
      if text[offset] == UInt8(ascii: "\\"), !isRaw {
        offset += 2
      } else if text[offset] != quote {
        offset += 1
      } else if !isTriple {
        return offset
      } else if offset + 2 < text.count, text[offset + 1] == quote, text[offset + 2] == quote {
        return offset + 2
      } else {
        offset += 1
      }
    }
    return nil
  }
}
