import CEL
package import StateKitCore
import StateKitFormat

/// The names that completion offers in a script.
package struct ScriptVocabulary {
  /// The names in the text of the chart, which may have errors.
  let names: NameIndex?
  /// The chart without errors; it knows payloads, invariants and children.
  let chart: Chart?

  package init(names: NameIndex?, chart: Chart?) {
    self.names = names
    self.chart = chart
  }
}

extension Suggestions {
  package static func at(_ offset: Int, script: ScriptDocument, known: ScriptVocabulary) -> Suggestions {
    let bytes = script.source.bytes
    var start = offset
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n"), bytes[start - 1] != UInt8(ascii: "\r") { start -= 1 }
    while start < offset, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    let typed = Array(bytes[start..<offset])
    if let found = forChild(typed, from: start, offset: offset, in: bytes, known: known) { return found }
    let words = String(decoding: typed, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
    let isQuoted = typed.first == UInt8(ascii: "\"")
    let isInString = isQuoted && JSONText.closingQuote(in: typed.span, from: 0, to: typed.count) >= typed.count - 1
    guard let first = words.first, words.count > 1, !isInString else {
      var result = Suggestions(span: name(from: start, to: offset, in: bytes))
      if let names = known.names { result.proposals = events(names, chart: known.chart) }
      result.proposals += children(behind: [], known: known)
      if !isQuoted { result.proposals += commands }
      return result
    }
    let word = start + ScriptParser.startOfLastEntry(in: typed, from: min(first.utf8.count, typed.count))
    let span = name(from: word, to: offset, in: bytes)
    guard let names = known.names else { return Suggestions(proposals: [], span: span) }
    switch first {
    case ":expect":
      return expectation(typed, from: start, offset: offset, script: script, known: known)
    case "?": return expression(from: start + 1, at: offset, script: script, names: names)
    case ":set", ":guard":
      if let equals = typed.firstIndex(of: UInt8(ascii: "=")) {
        return expression(from: start + equals + 1, at: offset, script: script, names: names)
      }
      let proposals =
        first == ":set"
        ? named(names.contextPaths, kind: .variable, detail: "in the context")
        : named(all(.guard, names: names), kind: .function, detail: "guard")
      return Suggestions(proposals: proposals, span: span)
    default: return Suggestions(span: span)
    }
  }

  /// The span of a name that begins at `start`: up to the cursor, or a JSON string up to its closing quote, if the line has
  /// one.
  private static func name(from start: Int, to offset: Int, in bytes: [UInt8]) -> SourceSpan {
    guard start < offset, bytes[start] == UInt8(ascii: "\"") else { return SourceSpan(start, end: offset) }
    let isLineEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    let lineEnd = bytes[offset...].firstIndex(where: isLineEnd) ?? bytes.count
    let close = JSONText.closingQuote(in: bytes.span, from: start, to: lineEnd)
    return SourceSpan(start, end: close < lineEnd ? max(close + 1, offset) : offset)
  }

  /// The words after the id of a child; nil if the line names no child.
  private static func forChild(
    _ typed: [UInt8], from start: Int, offset: Int, in bytes: [UInt8], known: ScriptVocabulary
  ) -> Suggestions? {
    let (path, index) = ScriptParser.children(typedIn: typed, from: 0)
    if path.isEmpty { return nil }
    let word = typed[index...]
    let hasMore = word.first != UInt8(ascii: "\"") && word.contains(where: ScriptParser.isSpace)
    return Suggestions(
      proposals: hasMore ? [] : children(behind: path, known: known),
      span: name(from: start + word.startIndex, to: offset, in: bytes))
  }

  private static func children(behind path: [String], known: ScriptVocabulary) -> [Proposal] {
    childWords(known.chart?.lineWords(behind: path) ?? [], kind: .word, detail: "end of host work")
  }

  /// Words of children: an id ends with a blank, the others are of a kind.
  private static func childWords(_ words: [String], kind: Proposal.Kind, detail: String) -> [Proposal] {
    words.map { word in
      let isChild = word.hasSuffix(" ")
      return Proposal(label: word, kind: isChild ? .word : kind, detail: isChild ? "child" : detail, text: word)
    }
  }

  private static func named(_ names: [String], kind: Proposal.Kind, detail: String) -> [Proposal] {
    names.map { Proposal(label: $0, kind: kind, detail: detail, text: DisplayText.name($0)) }
  }

  /// Events with templates of their payloads, without internal events.
  private static func events(_ names: NameIndex, chart: Chart?) -> [Proposal] {
    let things = names.things.filter { $0.kind == .event && !names.internalEvents.contains($0.name) }
    return things.map { names.names.text($0.name) }.filter { !EventType.comesByItself($0) }.map { name in
      let data = chart?.payloadType(of: name)?.skeleton
      let text = DisplayText.name(name) + (data.map { " " + $0 } ?? "")
      return Proposal(label: name, kind: .event, detail: data.map { "event with \($0)" } ?? "event", text: text)
    }
  }

  private static var commands: [Proposal] {
    // The first section has the lines; the forms of :expect follow the word.
    let lines = ScriptReference.sections.prefix(1).flatMap(\.rows)
    return lines.filter { [":", "+", "?"].contains($0.name.first) }.compactMap { row in
      if row.name.utf8.starts(with: "+DURATION".utf8) { return nil }
      let hasMore = !row.value.isEmpty
      return Proposal(label: row.name, kind: .key, detail: row.help, text: row.name + (hasMore ? " " : ""))
    }
  }

  private static func expectation(
    _ typed: [UInt8], from start: Int, offset: Int, script: ScriptDocument, known: ScriptVocabulary
  ) -> Suggestions {
    guard let names = known.names else { return Suggestions(span: SourceSpan(offset, end: offset)) }
    var operand = ":expect".utf8.count
    while operand < typed.count, typed[operand] == 0x20 { operand += 1 }
    guard let form = ExpectationForm.begun(by: typed[operand...]) else {
      var result = Suggestions(span: SourceSpan(start + operand, end: offset))
      result.proposals = ExpectationForm.all.map { form in
        let hasMore = form.operand != .nothing
        return Proposal(
          label: form.word, kind: .word, detail: form.operand.rawValue, text: form.word + (hasMore ? " " : ""))
      }
      let expression = expression(from: start + operand, at: offset, script: script, names: names)
      if expression.span != result.span { return expression }
      result.proposals += expression.proposals
      return result
    }
    let entry = ScriptParser.startOfLastEntry(in: typed, from: min(operand + form.word.utf8.count, typed.count))
    let bytes = script.source.bytes
    var result = Suggestions(span: name(from: start + entry, to: offset, in: bytes))
    switch form.operand {
    case .states:
      let (path, index) = ScriptParser.children(typedIn: typed, from: entry)
      result.span = name(from: start + index, to: offset, in: bytes)
      if path.isEmpty {
        // A history is never active.
        let active = states(names).filter { state in
          guard case .state(let found)? = known.chart?.resolve(state.path.utf8Bytes.span) else { return true }
          return known.chart?.states[found.index].kind.isHistory == false
        }
        result.proposals = active.map {
          Proposal(label: $0.reference, kind: .state, detail: $0.path, text: DisplayText.name($0.reference))
        }
      }
      if form.admitsChildren, let chart = known.chart {
        result.proposals += childWords(chart.stateWords(behind: path), kind: .state, detail: "state of a child")
      }
    case .actions: result.proposals = named(all(.action, names: names), kind: .function, detail: "action")
    case .events: result.proposals = named(all(.event, names: names), kind: .event, detail: "event")
    case .event: result.proposals = events(names, chart: known.chart)
    case .invariants:
      let invariants = known.chart?.invariants.map(\.name) ?? []
      result.proposals = named(invariants, kind: .variable, detail: "invariant")
    case .nothing, .text, .delay: break
    }
    return result
  }

  private static func expression(
    from start: Int, at offset: Int, script: ScriptDocument, names: NameIndex
  ) -> Suggestions {
    let text = StringText(verbatim: script.source.bytes, in: min(start, offset)..<offset)
    let site = ExpressionSite(text: text, token: text.span, loops: [], event: nil, isInJSON: false)
    return expression(site, at: offset, names: names, isInJSON: false)
  }
}

extension EventType {
  /// A payload with placeholders for all fields; nil without a payload.
  fileprivate var skeleton: String? {
    switch self {
    case .none: return nil
    case .value(let type): return type.skeleton
    case .record(let fields):
      let members = fields.filter { !$0.type.isOptional }.map { "\(DisplayText.string($0.name)): \($0.type.skeleton)" }
      return "{" + members.joined(separator: ", ") + "}"
    }
  }
}

extension FieldType {
  fileprivate var skeleton: String {
    switch base {
    case .bool: "false"
    case .int: "0"
    case .double: "0.0"
    case .string: "\"\""
    case .list: "[]"
    case .map: "{}"
    case .any: "null"
    }
  }
}
