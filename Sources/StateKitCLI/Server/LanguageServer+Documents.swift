import CEL
import StateKitCore
import StateKitEditor
import StateKitFormat

/// Requests about the regions of a document.
extension LanguageServer {
  // MARK: Regions

  func fold(_ params: Value, to out: inout AnswerWriter) throws(ServerError) {
    let document = try document(params)
    let spans: [SourceSpan] =
      switch document.kind {
      case .chart, .foreign: Regions.folding(document.tree)
      case .script: Regions.folding(document.script)
      case .translated: isMarkup(document) ? MarkupDocument(document.bytes).folding : Regions.folding(document.tree)
      }
    out.open("[")
    var last = 0..<0
    for span in spans {
      let start = document.positions.position(Int(span.start), in: document.bytes).line
      var end = document.positions.position(Int(span.end), in: document.bytes).line
      // The line of the closing bracket stays visible.
      if document.kind != .script { end -= 1 }
      guard end > start, last != start..<end else { continue }
      last = start..<end
      try out.append(.object([("startLine", .number(start)), ("endLine", .number(end))]))
    }
    out.close("]")
  }

  func select(_ params: Value, to out: inout AnswerWriter) throws(ServerError) {
    let document = try document(params)
    let spans: (Int) -> [SourceSpan]
    switch document.kind {
    case .translated where isMarkup(document):
      let markup = MarkupDocument(document.bytes)
      spans = { markup.selection(at: $0) }
    case .chart, .foreign, .translated:
      let tree = document.tree
      spans = { Regions.selection(at: $0, in: tree) }
    case .script:
      let script = document.script
      let tests = Outline.symbols(of: script).map(\.span)
      spans = { Regions.selection(at: $0, in: script, tests: tests) }
    }
    out.open("[")
    for position in (params.member("positions")?.elementValues ?? []).compactMap(\.positionValue) {
      let around = spans(document.offset(position))
      for (index, span) in around.enumerated() {
        if index > 0 { out.open("\"parent\":") }
        try out.open([("range", document.range(span))])
      }
      for _ in around { out.close("}") }
    }
    out.close("]")
  }

  func isMarkup(_ document: OpenDocument) -> Bool {
    document.bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  // MARK: Highlighting and hints

  func highlight(_ params: Value, to out: inout AnswerWriter) throws(ServerError) {
    let document = try document(params)
    let parts: [Highlighting.Part] =
      switch document.kind {
      case .chart: Highlighting.parts(of: document.chart)
      case .script: Highlighting.parts(of: document.script, names: chart(of: document)?.chart.names ?? Self.noNames)
      case .translated: document.foreign.parts
      case .foreign: []
      }
    out.open("{\"data\":[")
    var last = TextPosition(0, character: 0)
    for part in parts {
      let start = document.positions.position(Int(part.span.start), in: document.bytes)
      let end = document.positions.position(Int(part.span.end), in: document.bytes)
      // A token must not cross the end of a line.
      guard start.line == end.line else { continue }
      let sameLine = start.line == last.line
      let numbers = [
        start.line - last.line, sameLine ? start.character - last.character : start.character,
        end.character - start.character, part.kind.rawValue, 0,
      ]
      for number in numbers { try out.append(.number(number)) }
      last = start
    }
    out.close("]}")
  }

  private static var noNames: NameIndex { ChartDocument(SourceText(name: "", bytes: [])).names }

  func hint(_ params: Value, to out: inout AnswerWriter) throws(ServerError) {
    let document = try document(params)
    var range = 0..<document.bytes.count + 1
    if let start = params.member("range", "start")?.positionValue,
      let end = params.member("range", "end")?.positionValue
    {
      let first = document.offset(start)
      range = first..<max(first, document.offset(end)) + 1
    }
    let hints: [InlayHint] =
      switch document.kind {
      case .chart: InlayHints.hints(in: range, document: document.chart)
      case .script:
        chart(of: document).map { InlayHints.hints(in: range, document: document.script, names: $0.chart.names) } ?? []
      case .translated: document.foreign.hints(in: range)
      case .foreign: []
      }
    try out.append(each: hints) { hint in
      .object([
        ("position", document.position(hint.offset)), ("label", .string(hint.text)), ("paddingLeft", .bool(true)),
      ])
    }
  }
}
