import CEL
import StateKitCore
import StateKitEditor

/// The symbols of a document, or of all documents, for outlines and search.
extension LanguageServer {
  private static func outline(of document: OpenDocument) -> [OutlineSymbol] {
    switch document.kind {
    case .chart, .translated: Outline.symbols(of: document.chart)
    case .script: Outline.symbols(of: document.script)
    case .foreign: []
    }
  }

  func findSymbols(_ params: Value, to out: inout AnswerWriter) throws(ServerError) {
    let document = try document(params)
    out.open("[")
    // The symbols around the next one; they close at the next symbol of their depth or less.
    var open = 0
    func close(to depth: Int, in out: inout AnswerWriter) {
      while open > depth {
        out.close("]}")
        open -= 1
      }
    }
    for symbol in Self.outline(of: document) {
      close(to: symbol.depth, in: &out)
      try out.open([
        ("name", .string(symbol.name.isEmpty ? "\"\"" : symbol.name)), ("detail", .string(symbol.detail)),
        ("kind", .number(symbol.kind.rawValue)), ("range", Self.range(of: symbol, in: document)),
        ("selectionRange", Self.selection(of: symbol, in: document)),
      ])
      out.open("\"children\":[")
      open += 1
    }
    close(to: 0, in: &out)
    out.close("]")
  }

  private static func selection(of symbol: OutlineSymbol, in document: OpenDocument) -> Value {
    document.range(document.kind == .script ? symbol.selection : document.shown(symbol.selection))
  }

  /// The range of a symbol. It contains the selection, even if a translation has only that position.
  private static func range(of symbol: OutlineSymbol, in document: OpenDocument) -> Value {
    if document.kind != .translated { return document.range(symbol.span) }
    let (first, last) = (
      document.shown(symbol.selection), document.shown(SourceSpan(Int(symbol.span.end) - 1, end: Int(symbol.span.end)))
    )
    let end = max(first.end, last.end)
    return document.range(SourceSpan(Int(first.start), end: Int(end)))
  }

  /// The limit of files that are searched: charts and scripts below the client's folders, and open documents.
  private static let mostFiles = 1_000
  private static let mostSymbols = 1_000

  func findWorkspaceSymbols(_ params: Value, to out: inout AnswerWriter) throws(ServerError) {
    let query = Array((params.member("query")?.textValue ?? "").lowercased().utf8)
    out.open("[")
    var count = 0
    func look(in document: OpenDocument, to out: inout AnswerWriter) throws(ServerError) {
      for symbol in Self.outline(of: document) where Self.holds(symbol.name, query: query) {
        if count == Self.mostSymbols { return }
        count += 1
        try out.append(
          .object([
            ("name", .string(symbol.name)), ("kind", .number(symbol.kind.rawValue)),
            ("containerName", .string(FilePath.name(of: document.path))),
            (
              "location",
              .object([("uri", .string(document.uri)), ("range", Self.selection(of: symbol, in: document))])
            ),
          ]))
      }
    }
    for document in documents.all {
      makeRoom(for: document)
      try look(in: document, to: &out)
    }
    // One file at a time is held in memory, with a limit for the sum of all.
    var room = InputLimits.workspaceBytes
    for folder in folders {
      let found = FolderFiles(below: folder)
      for path in (found.charts + found.scripts).prefix(Self.mostFiles) where document(at: path) == nil {
        if count == Self.mostSymbols { break }
        let limit = min(room, InputLimits.documentBytes)
        guard let file = file(at: path, within: found.reach, limit: limit) else { continue }
        room -= file.bytes.count
        if file.kind == .script || FolderFiles.skip(path, in: file.source) == nil {
          try look(in: file, to: &out)
        }
      }
    }
    out.close("]")
  }

  /// True if a name contains the letters of a query, in order.
  private static func holds(_ name: String, query: [UInt8]) -> Bool {
    var rest = query[...]
    for byte in name.lowercased().utf8 {
      if rest.isEmpty { return true }
      if byte == rest.first { rest.removeFirst() }
    }
    return rest.isEmpty
  }
}
