import CEL
import StateKitCore
import StateKitFormat

/// Names in expressions, and in texts with expressions in them (Expressions.md).
extension NameCollector {
  /// Collects a JSON value whose texts are expressions.
  mutating func data(_ node: Int, around: Surroundings) {
    for child in node..<Int(tree.nodes[node].next) where tree.nodes[child].kind == .string {
      expression(child, around: around)
    }
  }

  mutating func expression(_ node: Int, around: Surroundings) {
    guard tree.nodes[node].kind == .string else { return }
    let span = tree.nodes[node].span
    let text = StringText(file, at: span)
    expression(text, range: 0..<text.bytes.count, in: span, around: around, isInJSON: true)
  }

  /// Collects a text with `${expression}` in it. `names`: true if the text is the name of an event.
  mutating func template(_ node: Int, around: Surroundings, names: Bool = false) {
    guard tree.nodes[node].kind == .string else { return }
    let span = tree.nodes[node].span
    let text = StringText(file, at: span)
    var isComputed = false
    var offset = 0
    while offset + 1 < text.bytes.count {
      guard text.bytes[offset] == UInt8(ascii: "$"), text.bytes[offset + 1] == UInt8(ascii: "{") else {
        offset += 1
        continue
      }
      isComputed = true
      let end = TemplateScanner.end(of: text.bytes, from: offset + 2)
      expression(text, range: offset + 2..<(end ?? text.bytes.count), in: span, around: around, isInJSON: true)
      guard let end else { break }
      offset = end + 1
    }
    if !names { return }
    if isComputed {
      index.computed.append((.event, span))
    } else {
      event(WrittenName(file, at: span), name: index.names.intern(text.bytes.span))
    }
  }

  /// Collects an expression in a part of a text.
  mutating func expression(
    _ text: StringText, range: Range<Int>, in token: SourceSpan, around: Surroundings, isInJSON: Bool
  ) {
    let part = text.part(range)
    index.expressions.append(
      ExpressionSite(text: part, token: token, loops: around.loops, event: around.event, isInJSON: isInJSON))
    let id = index.names.intern(part.bytes.span)
    let tokens = self.tokens[id] ?? ExpressionToken.all(in: part.bytes)
    self.tokens[id] = tokens
    for found in tokens {
      switch found.kind {
      case .name, .function: word(found, text: part, token: token, around: around, isInJSON: isInJSON)
      case .string: string(found, text: part, token: token, isInJSON: isInJSON)
      case .element, .field, .method, .keyword, .number, .sign: break
      }
    }
  }

  private mutating func word(
    _ found: ExpressionToken, text: StringText, token: SourceSpan, around: Surroundings, isInJSON: Bool
  ) {
    if around.loops.contains(where: { $0.utf8.elementsEqual(found.text.utf8) }) { return }
    if found.kind == .name, found.text == "event" || found.text == "params" { return }
    let name = index.names.intern(found.text)
    let written = WrittenName(text, range: found.range, in: token, spelling: .word(inJSON: isInJSON))
    let context = found.kind == .name ? known(.context, name: name) : -1
    if context < 0, known(.guard, name: name) >= 0 {
      add(.guard, thing: known(.guard, name: name), name: name, at: written)
    } else if found.kind == .name {
      add(.context, thing: context, name: name, at: written)
    }
  }

  private mutating func string(
    _ found: ExpressionToken, text: StringText, token: SourceSpan, isInJSON: Bool
  ) {
    let isState = found.function == "isIn"
    guard isState || found.isEventName else { return }
    let name = index.names.intern(found.text)
    guard let inner = found.inner else {
      // The expression has escapes: the span of the whole text represents the name.
      let written = WrittenName(text, range: found.range, in: token, spelling: .escaped)
      if isState {
        references.append(written)
      } else {
        add(.event, thing: thing(.event, name: name), name: name, at: written)
      }
      return
    }
    let quote = text.bytes[inner.lowerBound - 1]
    let written = WrittenName(text, range: inner, in: token, spelling: .text(quote: quote, inJSON: isInJSON))
    if isState { references.append(written) } else { event(written, name: name) }
  }

  // MARK: States

  /// Resolves references to states, after everything is collected.
  mutating func finish() {
    for state in index.states.indices.reversed() {
      let parent = Int(index.states[state].parent)
      if parent >= 0 { index.states[parent].end = max(index.states[parent].end, index.states[state].end) }
    }
    index.nodesOfStates = index.states.map { StateNode(name: $0.name, parent: $0.parent) }
    for state in index.states.indices { index.nodesOfStates[state].end = index.states[state].end }
    index.directory = StateDirectory(names: index.names, states: index.nodesOfStates)
    index.directory.setReferenceLengths(of: &index.nodesOfStates, names: index.names)
    resolveReferences()
    index.occurrences.sort { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }
    index.expressions.sort { $0.text.start < $1.text.start }
    index.children.sort { $0.span.start < $1.span.start }
  }

  mutating func resolveReferences() {
    for reference in references { addStates(of: reference) }
    references.removeAll()
  }

  private mutating func addStates(of reference: WrittenName) {
    let bytes = Array(reference.bytes)
    if reference.spelling == .escaped {
      let text = ExpressionToken.all(in: bytes).first?.text ?? ""
      if let state = state(of: Array(text.utf8)) { add(index.states[state.index], at: reference) }
      return
    }
    guard let found = state(of: bytes) else {
      return add(.state, thing: -1, name: index.names.intern(bytes.span), at: reference)
    }
    // From the end: the state's own name, then the written names of its ancestors.
    var written = reference
    var end = reference.range.upperBound
    var next = found.rawValue
    while next >= 0 {
      let state = index.states[Int(next)]
      let start = end - index.names[state.name].count
      guard start >= reference.range.lowerBound else { return }
      written.range = start..<end
      add(state, at: written)
      end = start - 1
      next = state.parent
    }
  }

  private mutating func add(_ state: NameIndex.State, at written: WrittenName) {
    add(.state, thing: state.thing, name: state.name, at: written)
  }
}
