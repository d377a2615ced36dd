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
      event(text, name: index.names.intern(text.bytes.span), token: span, role: .use, spelling: .json)
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
    let spelling = NameOccurrence.Spelling.word(inJSON: isInJSON)
    let context = found.kind == .name ? known(.context, name: name) : -1
    if context >= 0 {
      add(
        .context, thing: context, name: name, text: text, in: found.range, token: token, role: .use, spelling: spelling)
    } else if known(.guard, name: name) >= 0 {
      add(
        .guard, thing: known(.guard, name: name), name: name, text: text, in: found.range, token: token, role: .use,
        spelling: spelling)
    } else if found.kind == .name {
      add(.context, thing: -1, name: name, text: text, in: found.range, token: token, role: .use, spelling: spelling)
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
      if isState {
        references.append(Reference(text: text, range: found.range, token: token, spelling: .escaped))
      } else {
        add(
          .event, thing: thing(.event, name: name), name: name, text: text, in: found.range, token: token, role: .use,
          spelling: .escaped)
      }
      return
    }
    let spelling = NameOccurrence.Spelling.text(quote: text.bytes[inner.lowerBound - 1], inJSON: isInJSON)
    if isState {
      references.append(Reference(text: text, range: inner, token: token, spelling: spelling))
    } else {
      event(text, name: name, token: token, role: .use, spelling: spelling, range: inner)
    }
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

  private mutating func addStates(of reference: Reference) {
    let bytes = Array(reference.text.bytes[reference.range])
    if reference.spelling == .escaped {
      let text = ExpressionToken.all(in: bytes).first?.text ?? ""
      guard let state = state(of: Array(text.utf8)) else { return }
      add(state.index, reference: reference, in: reference.range)
      return
    }
    guard let found = state(of: bytes) else {
      let name = index.names.intern(bytes.span)
      add(
        .state, thing: -1, name: name, text: reference.text, in: reference.range, token: reference.token, role: .use,
        spelling: reference.spelling)
      return
    }
    // From the end: the state's own name, then the written names of its ancestors.
    var end = reference.range.upperBound
    var state = found.rawValue
    while state >= 0 {
      let length = index.names[index.states[Int(state)].name].count
      let start = end - length
      guard start >= reference.range.lowerBound else { return }
      add(Int(state), reference: reference, in: start..<end)
      end = start - 1
      state = index.states[Int(state)].parent
    }
  }

  private mutating func add(_ state: Int, reference: Reference, in range: Range<Int>) {
    let (thing, name) = (index.states[state].thing, index.states[state].name)
    add(
      .state, thing: thing, name: name, text: reference.text, in: range, token: reference.token, role: .use,
      spelling: reference.spelling)
  }
}
