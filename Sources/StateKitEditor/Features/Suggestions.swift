import CEL
package import StateKitCore
import StateKitFormat

package struct Proposal: Sendable, Equatable {
  /// A kind with its number in the Language Server Protocol.
  package enum Kind: Int, Sendable {
    case function = 3, variable = 6, state = 7, key = 10, word = 12, snippet = 15, event = 23
  }

  package let label: String
  package let kind: Kind
  /// A short description.
  package let detail: String
  /// The replacement for `span`.
  package let text: String
}

/// Completion: the proposals at the cursor, and the span that they replace.
package struct Suggestions: Sendable {
  package internal(set) var proposals: [Proposal] = []
  package internal(set) var span: SourceSpan

  /// The text with which an editor compares the typed one. It begins with a quote if the replaced span does: a name that is
  /// typed with quotes may not need them.
  package func filterText(of proposal: Proposal, in file: [UInt8]) -> String {
    let quote = UInt8(ascii: "\"")
    let isQuoted = file[span.range.clamped(to: file.indices)].first == quote
    return isQuoted && proposal.text.utf8.first != quote ? DisplayText.string(proposal.label) : proposal.text
  }
}

extension Suggestions {
  /// Returns the proposals at an offset of a chart.
  package static func at(_ offset: Int, in document: ChartDocument) -> Suggestions {
    let names = document.charts[document.chart(at: offset)]
    guard let node = document.tree.node(at: offset) else { return Suggestions(span: SourceSpan(offset, end: offset)) }
    let found = document.tree.nodes[node]
    // A word without quotes is a key in an object, and a value elsewhere.
    let isKey = found.hasKey && found.keySpan.touches(offset)
    if isKey, found.parent >= 0 {
      return keys(of: Int(found.parent), replacing: found.keySpan, hasColon: found.hasColon, names: names, in: document)
    }
    switch found.kind {
    case .object where offset > Int(found.span.start) && (!found.isClosed || offset < Int(found.span.end)):
      if let member = unfinished(of: node, before: offset, in: document) {
        return values(document.shape(of: member), at: SourceSpan(offset, end: offset), names: names)
      }
      return keys(of: node, replacing: SourceSpan(offset, end: offset), hasColon: false, names: names, in: document)
    case .array where offset > Int(found.span.start) && (!found.isClosed || offset < Int(found.span.end)):
      let shape = document.shape(of: node)
      return values(shape, at: SourceSpan(offset, end: offset), names: names)
    case .string, .word, .missing, .null, .bool, .number:
      let shape = document.shape(of: node)
      // At the quotes, the whole text is replaced.
      let isInside = offset > Int(found.span.start) && (!found.isClosed || offset < Int(found.span.end))
      if found.kind == .string, isInside {
        if let site = names.expression(at: offset) { return expression(site, at: offset, names: names, isInJSON: true) }
        if shape.isExpression {
          let span = SourceSpan(offset, end: offset)
          return Suggestions(proposals: variables(names) + functions, span: span)
        }
      }
      return values(shape, at: replaced(found, from: offset, in: document), names: names)
    default:
      return Suggestions(span: SourceSpan(offset, end: offset))
    }
  }

  /// The member whose colon is the last token before an offset.
  static func unfinished(of node: Int, before offset: Int, in document: ChartDocument) -> Int? {
    let bytes = document.source.bytes
    var index = offset
    while index > 0, bytes[index - 1] <= 0x20 { index -= 1 }
    guard index > 0, bytes[index - 1] == UInt8(ascii: ":") else { return nil }
    var found: Int?
    for child in document.tree.children(of: node) where Int(document.tree.nodes[child].keySpan.end) < index {
      found = child
    }
    return found
  }

  /// The span that a proposal replaces: a value, also if the cursor is before it in the same line.
  private static func replaced(_ value: SyntaxTree.Node, from offset: Int, in document: ChartDocument) -> SourceSpan {
    let (start, end) = (Int(value.span.start), Int(value.span.end))
    if offset >= start, value.kind != .missing { return value.span }
    let isAlone = value.kind == .missing || document.source.bytes[offset..<start].contains(UInt8(ascii: "\n"))
    return SourceSpan(offset, end: isAlone ? offset : end)
  }

  // MARK: Keys

  private static func keys(
    of node: Int, replacing span: SourceSpan, hasColon: Bool, names: NameIndex, in document: ChartDocument
  ) -> Suggestions {
    let shape = document.shape(of: node)
    // The existing keys, and the keys already proposed.
    var known = Set(document.tree.children(of: node).map { Array(StateFacts.key(of: $0, in: document).utf8) })
    // Excludes the key that is being typed.
    if !span.range.isEmpty { known.remove(Array(StringText(document.source.bytes, at: span).text.utf8)) }
    var result = Suggestions(span: span)
    func add(_ name: String, kind: Proposal.Kind, detail: String, value: String) {
      guard known.insert(Array(name.utf8)).inserted else { return }
      let key = DisplayText.string(name)
      result.proposals.append(
        Proposal(label: name, kind: kind, detail: detail, text: hasColon ? key : key + ": " + value))
    }
    for row in shape.rows { add(row.name, kind: .key, detail: row.help, value: "") }
    if shape == .state || shape == .handlersByEvent {
      for thing in names.things where thing.kind == .event {
        add(names.names.text(thing.name), kind: .event, detail: "event", value: "")
      }
    }
    if shape == .data || shape == .dataByPath,
      StateFacts.key(of: node, in: document).utf8.elementsEqual(ChartKey.assign.text.utf8)
    {
      for path in names.contextPaths { add(path, kind: .variable, detail: "in the context", value: "") }
    }
    return result
  }

  // MARK: Values

  private static func values(_ shape: ValueShape, at span: SourceSpan, names: NameIndex) -> Suggestions {
    var result = Suggestions(span: span)
    func add(_ text: String, kind: Proposal.Kind, detail: String) {
      result.proposals.append(Proposal(label: text, kind: kind, detail: detail, text: DisplayText.string(text)))
    }
    switch shape {
    case .target, .targets, .handler, .initial:
      for (reference, path) in states(names) { add(reference, kind: .state, detail: path) }
    case .event: for name in others(.event, at: span, names: names) { add(name, kind: .event, detail: "event") }
    case .actions, .actionName:
      for name in others(.action, at: span, names: names) { add(name, kind: .function, detail: "host action") }
    case .choice(let words) where words.contains("final"):
      for word in words.sorted() { add(word, kind: .word, detail: "type of a state") }
    case .choice(let words) where words.contains("deep"):
      for word in words { add(word, kind: .word, detail: "type of a history") }
    case .machine: for child in names.children.map(\.id) + ["parent"] { add(child, kind: .word, detail: "machine") }
    case _ where shape.isExpression:
      for variable in variables(names) where variable.text != "event" {
        add(variable.text, kind: variable.kind, detail: variable.detail)
      }
    default: break
    }
    return result
  }

  /// The names of a kind, without the one that is being typed.
  private static func others(_ kind: NameKind, at span: SourceSpan, names: NameIndex) -> [String] {
    let typed = names.occurrences.first { $0.token == span }?.thing
    let isNew = names.occurrences.count { $0.thing == typed } == 1
    return names.things.enumerated().filter { index, thing in
      thing.kind == kind && !names.names.text(thing.name).isEmpty && !(isNew && typed == Int32(index))
    }.map { names.names.text($0.element.name) }
  }

  static func all(_ kind: NameKind, names: NameIndex) -> [String] {
    names.things.filter { $0.kind == kind }.map { names.names.text($0.name) }
  }

  /// Every state except the root: its shortest reference, and its path. Ends when the texts are longer than an answer
  /// of the server can be.
  static func states(_ names: NameIndex) -> [(reference: String, path: String)] {
    var found: [(reference: String, path: String)] = []
    var room = InputLimits.answerBytes
    for state in names.states.indices.dropFirst() where room >= 0 {
      found.append((names.reference(toState: state), names.path(ofState: state).joined(separator: ".")))
      room -= found[found.count - 1].reference.utf8.count + found[found.count - 1].path.utf8.count
    }
    return found
  }

  // MARK: Expressions

  static func variables(_ names: NameIndex) -> [Proposal] {
    func proposals(_ names: [String], kind: Proposal.Kind, detail: String) -> [Proposal] {
      names.filter { ExpressionWords.isName($0) }.map { Proposal(label: $0, kind: kind, detail: detail, text: $0) }
    }
    return proposals(all(.context, names: names), kind: .variable, detail: "key of the context")
      + proposals(all(.guard, names: names), kind: .function, detail: "guard")
      + proposals(["event"], kind: .variable, detail: "the last event")
  }

  static var functions: [Proposal] {
    (["isIn"] + ExpressionWords.functions).map {
      Proposal(label: $0, kind: .function, detail: "function", text: $0 + "(")
    }
  }

  static func expression(_ site: ExpressionSite, at offset: Int, names: NameIndex, isInJSON: Bool) -> Suggestions {
    let text = site.text.bytes
    let cursor = site.text.offset(ofFile: offset)
    if let quote = ExpressionWords.openQuote(in: text[..<cursor]) {
      var result = Suggestions(span: site.text.span(of: quote + 1..<cursor))
      if ExpressionWords.asksForState(text[..<quote]) {
        result.proposals = states(names).map { Proposal(label: $0.0, kind: .state, detail: $0.1, text: $0.0) }
      }
      return result
    }
    var word = cursor
    while word > 0, ExpressionWords.isNameByte(text[word - 1]) { word -= 1 }
    var result = Suggestions(span: site.text.span(of: word..<cursor))
    if word > 0, text[word - 1] == UInt8(ascii: ".") {
      var head = word - 1
      while head > 0, ExpressionWords.isNameByte(text[head - 1]) || text[head - 1] == UInt8(ascii: ".") { head -= 1 }
      if text[head..<word - 1].elementsEqual("event".utf8) {
        for name in ["data", "name", "type", "sendId", "invokeId"] {
          result.proposals.append(Proposal(label: name, kind: .variable, detail: "of the event", text: name))
        }
        return result
      }
      if text[head..<word - 1].elementsEqual("event.data".utf8) {
        result.proposals = names.payloadFields(of: site.event).map {
          Proposal(label: $0, kind: .variable, detail: "of the payload", text: $0)
        }
      }
      for path in names.contextPaths where path.utf8.starts(with: text[head..<word]) {
        let name = path.utf8.dropFirst(word - head)
        if name.contains(UInt8(ascii: ".")) { continue }
        let text = String(decoding: name, as: UTF8.self)
        result.proposals.append(Proposal(label: text, kind: .variable, detail: "in the context", text: text))
      }
      for name in ExpressionWords.methods {
        result.proposals.append(Proposal(label: name, kind: .function, detail: "method", text: name + "("))
      }
      return result
    }
    result.proposals =
      site.loops.map { Proposal(label: $0, kind: .variable, detail: "of the loop", text: $0) } + variables(names)
      + functions
    return result
  }
}
