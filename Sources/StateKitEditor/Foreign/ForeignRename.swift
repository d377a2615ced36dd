import CEL
import StateKitCore
import StateKitFormat
import StateKitInterchange

/// Renames in a file that is translated when it is read.
package enum ForeignRename {
  /// Returns the edits of the file that correspond to a rename in its translation. Refuses a rename that has no exact
  /// equivalent.
  package static func edits(
    _ result: RenameResult, from old: String, to new: String, in names: ForeignNames
  ) throws(RenameRefusal) -> [TextEdit] {
    guard ForeignNames.isPlain(new) else {
      throw RenameRefusal(
        "the new name \(DisplayText.quoted(new)) has characters with a special meaning",
        help: "use letters, digits, _, - and .")
    }
    let translation = names.document.source
    var known: Set<SourceSpan> = []
    var edits: [TextEdit] = []
    var tokens: Set<SourceSpan> = []
    for edit in result.charts[0] {
      let token = translation.shown(edit.span)
      guard tokens.insert(token).inserted else { continue }
      // The id of a state does not change with its name.
      let spans = names.spans(of: old, kind: result.kind, in: token)
      for span in spans where known.insert(span).inserted { edits.append(TextEdit(span, bytes: Array(new.utf8))) }
    }
    edits.sort { $0.span.start < $1.span.start }
    try checkPrefixes(result.kind, old: old, new: new, names: names)
    // The translation of the changed file must be the translation with the new name.
    let file = SourceText(name: names.file.name, bytes: TextEdit.apply(edits, to: names.file.bytes))
    // One at a time: the names of a long document take a lot of memory.
    let wanted = meaning(of: SourceText(name: "", bytes: TextEdit.apply(result.charts[0], to: translation.bytes)))
    let after = meaning(of: ForeignChart.translate(file, options: ForeignOptions(), findings: Findings()))
    if wanted != after {
      throw RenameRefusal("with the new name \(DisplayText.quoted(new)) the file would change its meaning")
    }
    return edits
  }

  /// In an SCXML document, a handler of `a` also handles `a.b`.
  private static func checkPrefixes(
    _ kind: NameKind, old: String, new: String, names: ForeignNames
  ) throws(RenameRefusal) {
    guard kind == .event, names.isMarkup else { return }
    for other in Suggestions.all(.event, names: names.names) where !other.utf8.elementsEqual(old.utf8) {
      guard let event = [old, new].first(where: { other.utf8.starts(with: ($0 + ".").utf8) }) else { continue }
      throw RenameRefusal(
        "handlers of \(DisplayText.quoted(event)) also handle \(DisplayText.quoted(other)); rename by hand")
    }
  }

  /// The meaning of every name of a chart, independent of how short a reference is, as bytes.
  private static func meaning(of source: SourceText) -> [UInt8] {
    let document = ChartDocument(source)
    var out = ByteBuffer()
    func append(_ text: String) { out.append(counted: Array(text.utf8)) }
    for names in document.charts {
      for state in names.states { append("\(state.parent) \(names.names.text(state.name))") }
      for (index, name) in names.occurrences.enumerated() {
        // In a path, the last name counts.
        let next = index + 1 < names.occurrences.count ? names.occurrences[index + 1] : nil
        if let next, name.kind == .state, next.token == name.token, next.span.start == name.span.end + 1 { continue }
        append("\(name.kind.rawValue) \(name.role) \(meaning(of: name, in: names))")
      }
      // Texts that are no names must stay as they are.
      for site in names.expressions {
        for token in ExpressionToken.all(in: Array(site.text.bytes)) where token.isPlainText {
          append("text \(token.text)")
        }
      }
    }
    return out.bytes
  }

  private static func meaning(of name: NameOccurrence, in names: NameIndex) -> String {
    let text = names.names.text(name.name)
    let reference: String
    switch name.kind {
    case .state:
      guard name.thing >= 0 else { return text }
      return "#\(names.things[Int(name.thing)].state)"
    case .event where text.utf8.starts(with: "done.state.".utf8):
      reference = String(text.dropFirst("done.state.".count))
    case .event, .context, .action, .guard: return text
    }
    guard case .state(let state) = names.resolve(reference) else { return text }
    return "done.state.#\(state.index)"
  }
}
