package import StateKitCore
import StateKitFormat

/// A text edit that an editor offers.
package struct OfferedEdit: Sendable, Equatable {
  package let title: String
  /// The span to replace; empty for an insertion.
  package let span: SourceSpan
  package let text: String
  /// True if the edit is certain to be the intended one.
  package let isPreferred: Bool
}

package enum CodeActions {
  /// Returns the edits for a finding at `span` of the file.
  package static func edits(
    for finding: Diagnostic, at span: SourceSpan, in document: ChartDocument
  ) -> [OfferedEdit] {
    var edits: [OfferedEdit] = []
    if !repeatsKey(finding, in: document), let fix = fix(for: finding, at: 0, in: document.source) {
      edits.append(fix)
    }
    if finding.code == .unknownTarget, let edit = missingState(at: span, in: document) { edits.append(edit) }
    if finding.severity != .error, let edit = suppression(of: finding.code, at: span, in: document) {
      edits.append(edit)
    }
    return edits
  }

  /// Returns the edits for a finding in a script, where no finding can be suppressed.
  package static func edits(for finding: Diagnostic, at span: SourceSpan, script: ScriptDocument) -> [OfferedEdit] {
    let start = Int(span.start) - Int(finding.span.start)
    guard start >= 0, let line = script.line(at: start).map({ script.lines[$0] }), Int(line.span.start) == start else {
      return []
    }
    let source = SourceText(name: script.source.name, bytes: Array(script.source.bytes[line.span.range]))
    return fix(for: finding, at: start, in: source).map { [$0] } ?? []
  }

  /// True if the fix of a finding about a key gives it the name of another key of its object.
  private static func repeatsKey(_ finding: Diagnostic, in document: ChartDocument) -> Bool {
    let tree = document.tree
    guard let fix = finding.fix, let node = tree.nodes.indices.first(where: { tree.nodes[$0].keySpan == finding.span }),
      tree.nodes[node].parent >= 0
    else { return false }
    return tree.children(of: Int(tree.nodes[node].parent)).contains {
      StateFacts.key(of: $0, in: document).utf8.elementsEqual(fix.new.utf8)
    }
  }

  /// Returns the fix of a finding. The finding's offsets are relative to the offset `start` of the file.
  private static func fix(for finding: Diagnostic, at start: Int, in source: SourceText) -> OfferedEdit? {
    guard let fix = finding.fix, let edit = FixText.edit(for: finding, in: source) else { return nil }
    let span = SourceSpan(start + Int(edit.span.start), end: start + Int(edit.span.end))
    return OfferedEdit(
      title: "change to \(DisplayText.quoted(fix.new))", span: span, text: String(decoding: edit.bytes, as: UTF8.self),
      isPreferred: fix.isCertain)
  }

  // MARK: States

  /// Inserts the state beside the state that names it, or into the state whose `initial` names it.
  private static func missingState(at span: SourceSpan, in document: ChartDocument) -> OfferedEdit? {
    let names = document.charts[document.chart(at: Int(span.start))]
    var name = StringText(document.source.bytes, at: span).text
    // A text in an expression.
    if let quote = name.utf8.first, "'\"".utf8.contains(quote), name.utf8.count > 1 {
      name = String(name.dropFirst().dropLast())
    }
    guard !name.isEmpty, !name.utf8.contains(where: { ".'\"\\".utf8.contains($0) }),
      var state = names.state(at: Int(span.start), in: document.tree)
    else { return nil }
    let isInitial = StateFacts.occasion(at: Int(span.start), of: names.states[state], in: document).utf8.elementsEqual(
      ChartKey.initial.text.utf8)
    let parent = Int(names.states[state].parent)
    if !isInitial, parent >= 0 { state = parent }
    let node = names.states[state].node
    let member = DisplayText.string(name) + ": {}"
    let title = "create the state \(DisplayText.quoted(name))"
    if let states = StateFacts.member(.subStates, of: node, in: document) {
      return insertion(of: member, into: states, title: title, in: document)
    }
    return insertion(of: "\"subStates\": {\(member)}", into: node, title: title, in: document)
  }

  // MARK: Suppressing

  private static func suppression(
    of code: DiagnosticCode, at span: SourceSpan, in document: ChartDocument
  ) -> OfferedEdit? {
    let names = document.charts[document.chart(at: Int(span.start))]
    var node = names.node
    if let state = names.state(at: Int(span.start), in: document.tree),
      document.tree.nodes[names.states[state].node].kind == .object
    {
      node = names.states[state].node
    }
    let title = "allow \(code.rawValue) here"
    let entry = "\(DisplayText.string(code.rawValue)): \"say why\""
    guard let meta = StateFacts.member(.meta, of: node, in: document) else {
      return insertion(of: "\"meta\": {\"allow\": {\(entry)}}", into: node, title: title, in: document)
    }
    guard let allow = StateFacts.member(.allow, of: meta, in: document) else {
      return insertion(of: "\"allow\": {\(entry)}", into: meta, title: title, in: document)
    }
    return insertion(of: entry, into: allow, title: title, in: document)
  }

  /// Inserts a member behind the last one of an object, with the indentation of the last one.
  private static func insertion(
    of member: String, into node: Int, title: String, in document: ChartDocument
  ) -> OfferedEdit? {
    let object = document.tree.nodes[node]
    guard object.kind == .object, object.isClosed else { return nil }
    let bytes = document.source.bytes
    var last: Int?
    for child in document.tree.children(of: node) { last = child }
    guard let last else {
      let offset = Int(object.span.start) + 1
      return OfferedEdit(title: title, span: SourceSpan(offset, end: offset), text: member, isPreferred: false)
    }
    let end = Int(document.tree.nodes[last].span.end)
    var start = Int(document.tree.nodes[last].keySpan.start)
    let key = start
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    let beginsLine = start > 0 && (bytes[start - 1] == UInt8(ascii: "\n") || bytes[start - 1] == UInt8(ascii: "\r"))
    let margin = beginsLine ? "\n" + String(decoding: bytes[start..<key], as: UTF8.self) : " "
    return OfferedEdit(title: title, span: SourceSpan(end, end: end), text: "," + margin + member, isPreferred: false)
  }
}
