import CEL
import StateKitCore
import StateKitEditor
import StateKitFormat

/// Offered changes: fixes of findings, and the layout.
extension LanguageServer {
  func offerActions(_ params: Value, to out: inout AnswerWriter) throws(ServerError) {
    let document = try document(params)
    guard let start = params.member("range", "start")?.positionValue,
      let end = params.member("range", "end")?.positionValue
    else { throw ServerError(.invalidParams, message: "range is missing") }
    let (first, last) = (document.offset(start), document.offset(end))
    out.open("[")
    for finding in document.findings where Int(finding.span.start) <= last && first <= Int(finding.span.end) {
      let edits: [OfferedEdit] =
        switch document.kind {
        case .chart: CodeActions.edits(for: finding.diagnostic, at: finding.span, in: document.chart)
        case .script: CodeActions.edits(for: finding.diagnostic, at: finding.span, script: document.script)
        case .translated: document.foreign.edit(for: finding.diagnostic, at: finding.span).map { [$0] } ?? []
        case .foreign: []
        }
      for edit in edits {
        let changes = Value.object([(document.uri, .array([document.edit(edit.span, text: edit.text)]))])
        try out.append(
          .object([
            ("title", .string(edit.title)), ("kind", .string("quickfix")), ("isPreferred", .bool(edit.isPreferred)),
            ("diagnostics", .array([finding.shown(in: document)])), ("edit", .object([("changes", changes)])),
          ]))
      }
    }
    out.close("]")
  }

  func formatting(_ params: Value) throws(ServerError) -> Value {
    let document = try document(params)
    var text: [UInt8]?
    switch document.kind {
    // An SCXML document keeps its layout.
    case .chart, .translated:
      switch ChartLayout.laidOut(document.source, upTo: InputLimits.answerBytes) {
      case .text(let laidOut): text = laidOut
      case .tooLarge: throw ServerError.tooLarge
      case .invalid, .markup: break
      }
    case .script: if case .text(let laidOut) = ScriptLayout.laidOut(document.script) { text = laidOut }
    case .foreign: break
    }
    guard let text else { return .null }
    if text == document.bytes { return .array([]) }
    // A common prefix and suffix stay unchanged: editors keep cursors and folds there.
    let start = wholeCharacters(zip(text, document.bytes).prefix { $0 == $1 }.count, text: text)
    let most = min(text.count, document.bytes.count) - start
    var end = zip(text.reversed(), document.bytes.reversed()).prefix(most).prefix { $0 == $1 }.count
    while end > 0, text[text.count - end] & 0xC0 == 0x80 { end -= 1 }
    let isCut =
      end > 0 && end < document.bytes.count && document.bytes[document.bytes.count - end] == UInt8(ascii: "\n")
      && document.bytes[document.bytes.count - end - 1] == UInt8(ascii: "\r")
    if isCut { end -= 1 }
    let new = String(decoding: text[start..<text.count - end], as: UTF8.self)
    return .array([document.edit(SourceSpan(start, end: document.bytes.count - end), text: new)])
  }

  private func wholeCharacters(_ count: Int, text: [UInt8]) -> Int {
    var count = count
    while count > 0, count < text.count, text[count] & 0xC0 == 0x80 { count -= 1 }
    // A line end is not split either.
    if count > 0, text[count - 1] == UInt8(ascii: "\r") { count -= 1 }
    return count
  }
}

extension OpenDocument.Finding {
  /// The finding in the form of the protocol.
  func shown(in document: OpenDocument) -> Value {
    let severity: Int =
      switch diagnostic.severity {
      case .error: 1
      case .warning: 2
      case .info: 3
      }
    var message = diagnostic.message
    if let help = diagnostic.help { message += "\n" + help }
    for reason in diagnostic.reasons { message += "\n" + reason }
    var members: [(String, Value)] = [
      ("range", document.range(span)), ("severity", .number(severity)), ("code", .string(diagnostic.code.rawValue)),
      ("source", .string("statekit")), ("message", .string(message)),
    ]
    if !notes.isEmpty {
      let related = notes.map { note in
        let location = Value.object([("uri", .string(document.uri)), ("range", document.range(note.span))])
        return Value.object([("location", location), ("message", .string(note.message))])
      }
      members.append(("relatedInformation", .array(related)))
    }
    return .object(members)
  }
}
