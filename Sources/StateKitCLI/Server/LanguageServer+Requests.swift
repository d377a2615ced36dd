import CEL
import StateKitCore
import StateKitEditor
import StateKitFormat

/// Requests about a document, by their methods.
extension LanguageServer {
  func request(_ method: String, params: Value, to out: inout AnswerWriter) throws(ServerError) {
    switch method {
    case "textDocument/hover": try out.append(try hover(params))
    case "textDocument/completion": try complete(params, to: &out)
    case "textDocument/definition": try define(params, to: &out)
    case "textDocument/references": try findReferences(params, to: &out)
    case "textDocument/prepareRename": try out.append(try prepareRename(params))
    case "textDocument/rename": try rename(params, to: &out)
    case "textDocument/formatting": try out.append(try formatting(params))
    case "textDocument/documentSymbol": try findSymbols(params, to: &out)
    case "workspace/symbol": try findWorkspaceSymbols(params, to: &out)
    case "textDocument/foldingRange": try fold(params, to: &out)
    case "textDocument/selectionRange": try select(params, to: &out)
    case "textDocument/codeAction": try offerActions(params, to: &out)
    case "textDocument/semanticTokens/full": try highlight(params, to: &out)
    case "textDocument/inlayHint": try hint(params, to: &out)
    case "textDocument/codeLens": try addLenses(params, to: &out)
    case "workspace/executeCommand": try out.append(try execute(params))
    default: throw ServerError(.methodNotFound, message: "no method is named \(method)")
    }
  }

  func position(_ params: Value) throws(ServerError) -> TextPosition {
    guard let position = params.member("position")?.positionValue else {
      throw ServerError(.invalidParams, message: "position is missing")
    }
    return position
  }

  // MARK: Hover

  private func hover(_ params: Value) throws(ServerError) -> Value {
    let document = try document(params)
    let offset = document.offset(try position(params))
    var found: HoverText?
    let chart = chart(of: document)
    let name =
      document.kind == .script
      ? chart.flatMap { document.script.occurrence(at: offset, of: $0.chart.names) }
      : self.name(document, at: offset)?.name
    // A state is a name of one chart.
    let isShared = name.map { $0.thing >= 0 && $0.kind != .state } ?? false
    let shared = isShared ? chart.map { relatives(of: $0).names } : nil
    switch document.kind {
    case .chart:
      found = Hover.text(at: offset, in: document.chart, shared: shared) { type(of: $0, in: document.located?.chart) }
    case .script:
      found = Hover.text(at: offset, script: document.script, in: chart?.chart, shared: shared) {
        guard let located = document.located else { return nil }
        return (try? ScriptParser(located.chart).expression($0.text.bytes))?.program.type.name
      }
    case .translated:
      // The meaning is looked up in the translation, at its occurrence of the name.
      if let name {
        found = Hover.text(at: Int(name.span.start), in: document.chart, shared: shared) { _ in nil }
      }
    case .foreign: break
    }
    var texts = found.map { [$0.text] } ?? []
    var span = found.map { document.kind == .script ? $0.span : document.shown($0.span) }
    // The findings at this position, with their pages.
    for finding in document.findings where finding.span.touches(offset) {
      let page = Explanation.of(finding.diagnostic.code)
      texts.append("**\(page.code.rawValue)**: \(page.title)\n\n\(page.meaning)")
      if span == nil { span = finding.span }
    }
    guard let span else { return .null }
    let contents = Value.object([
      ("kind", .string("markdown")), ("value", .string(texts.joined(separator: "\n\n---\n\n"))),
    ])
    return .object([("contents", contents), ("range", document.range(span))])
  }

  /// The type of an expression as the check compiled it, for a chart without errors. The text may have changed since.
  private func type(of site: ExpressionSite, in chart: Chart?) -> String? {
    let found = chart?.expressions.first {
      $0.source.span(of: 0..<1).start == site.span.start && $0.text.utf8.elementsEqual(site.text.bytes)
    }
    return found?.program.type.name
  }

  // MARK: Completion

  private func complete(_ params: Value, to out: inout AnswerWriter) throws(ServerError) {
    let document = try document(params)
    let offset = document.offset(try position(params))
    let found: Suggestions
    switch document.kind {
    case .chart: found = Suggestions.at(offset, in: document.chart)
    case .script:
      let known = ScriptVocabulary(names: self.chart(of: document)?.chart.names, chart: document.located?.chart)
      found = Suggestions.at(offset, script: document.script, known: known)
    case .translated where isMarkup(document): found = MarkupSuggestions.at(offset, in: document.bytes)
    case .translated: found = MachineSuggestions.at(offset, in: document.tree)
    case .foreign: return try out.append(.array([]))
    }
    try out.append(each: found.proposals) { proposal in
      .object([
        ("label", .string(proposal.label)), ("kind", .number(proposal.kind.rawValue)),
        ("detail", .string(proposal.detail)),
        ("filterText", .string(found.filterText(of: proposal, in: document.bytes))),
        ("textEdit", document.edit(found.span, text: proposal.text)),
      ])
    }
  }
}
