import CEL
import StateKitCore
import StateKitEditor
import StateKitFormat

/// Requests about the regions of a document.
extension LanguageServer {
  // MARK: Regions

  func folding(_ params: Value) throws(ServerError) -> Value {
    let document = try document(params)
    let spans: [SourceSpan] =
      switch document.kind {
      case .chart, .foreign: Regions.folding(document.tree)
      case .script: Regions.folding(document.script)
      case .translated: isMarkup(document) ? MarkupDocument(document.bytes).folding : Regions.folding(document.tree)
      }
    var folds: [Value] = []
    var last = 0..<0
    for span in spans {
      let start = document.positions.position(Int(span.start), in: document.bytes).line
      var end = document.positions.position(Int(span.end), in: document.bytes).line
      // The line of the closing bracket stays visible.
      if document.kind != .script { end -= 1 }
      guard end > start, last != start..<end else { continue }
      last = start..<end
      folds.append(.object([("startLine", .number(start)), ("endLine", .number(end))]))
    }
    return .array(folds)
  }

  func selection(_ params: Value) throws(ServerError) -> Value {
    let document = try document(params)
    var answers: [Value] = []
    for position in (params.member("positions")?.elementValues ?? []).compactMap(\.positionValue) {
      let offset = document.offset(position)
      let spans: [SourceSpan] =
        switch document.kind {
        case .chart, .foreign: Regions.selection(at: offset, in: document.tree)
        case .script: Regions.selection(at: offset, in: document.script)
        case .translated:
          isMarkup(document)
            ? MarkupDocument(document.bytes).selection(at: offset) : Regions.selection(at: offset, in: document.tree)
        }
      var answer: Value?
      for span in spans.reversed() {
        let range = ("range", document.range(span))
        answer = .object(answer.map { [range, ("parent", $0)] } ?? [range])
      }
      answers.append(answer ?? .null)
    }
    return .array(answers)
  }

  func isMarkup(_ document: OpenDocument) -> Bool {
    document.bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  // MARK: Highlighting and hints

  func semanticTokens(_ params: Value) throws(ServerError) -> Value {
    let document = try document(params)
    let parts: [Highlighting.Part] =
      switch document.kind {
      case .chart: Highlighting.parts(of: document.chart)
      case .script: Highlighting.parts(of: document.script, names: chart(of: document)?.chart.names ?? Self.noNames)
      case .translated: document.foreign.parts
      case .foreign: []
      }
    var data: [Value] = []
    var last = TextPosition(0, character: 0)
    for part in parts {
      let start = document.positions.position(Int(part.span.start), in: document.bytes)
      let end = document.positions.position(Int(part.span.end), in: document.bytes)
      // A token must not cross the end of a line.
      guard start.line == end.line else { continue }
      let sameLine = start.line == last.line
      data += [
        .number(start.line - last.line), .number(sameLine ? start.character - last.character : start.character),
        .number(end.character - start.character), .number(part.kind.rawValue), .int(0),
      ]
      last = start
    }
    return .object([("data", .array(data))])
  }

  private static var noNames: NameIndex { ChartDocument(SourceText(name: "", bytes: [])).names }

  func inlayHints(_ params: Value) throws(ServerError) -> Value {
    let document = try document(params)
    var range = 0..<document.bytes.count + 1
    if let start = params.member("range", "start")?.positionValue,
      let end = params.member("range", "end")?.positionValue
    {
      let first = document.offset(start)
      range = first..<max(first, document.offset(end)) + 1
    }
    let hints: [(offset: Int, text: String)] =
      switch document.kind {
      case .chart: InlayHints.hints(in: range, document: document.chart)
      case .script:
        chart(of: document).map { InlayHints.hints(in: range, document: document.script, names: $0.chart.names) } ?? []
      case .translated: document.foreign.hints(in: range)
      case .foreign: []
      }
    return .array(
      hints.map { hint in
        .object([
          ("position", document.position(hint.offset)), ("label", .string(hint.text)), ("paddingLeft", .bool(true)),
        ])
      })
  }
}
