import StateKitAnalysis
import StateKitCore
import StateKitEditor
import StateKitFormat

/// The findings of `validate` for an open document, with the spans of its text.
enum DocumentCheck {
  /// `streams` open the text of an open document in place of its file. `reach` limits where files that it names may
  /// be.
  static func check(_ document: OpenDocument, chart: String?, within reach: Reach, streams: Streams) {
    document.isChecked = true
    document.located = nil
    document.findings = []
    switch document.kind {
    case .foreign:
      if let size = document.refusedSize {
        let mebibytes = (InputLimits.documentBytes >> 20, InputLimits.workspaceBytes >> 20)
        document.findings = [
          OpenDocument.Finding(
            diagnostic: Diagnostic(
              .tooLarge, at: SourceSpan(0, end: 0),
              message: "the document has \(size) bytes: the language server reads documents of up to "
                + "\(mebibytes.0) MiB, and of \(mebibytes.1) MiB together"), span: SourceSpan(0, end: 0), notes: [])
        ]
      }
    case .chart, .translated: checkChart(document, within: reach, streams: streams)
    case .script: checkScript(document, chart: chart, within: reach, streams: streams)
    }
  }

  private static func checkChart(_ document: OpenDocument, within reach: Reach, streams: Streams) {
    let check = ChartLoading(streams: streams).locate(document.source, at: document.path, within: reach)
    document.located = check.loaded?.located
    if let located = check.located { Analyzer.analyze(located, findings: check.findings) }
    let source = check.source
    document.findings = check.findings.sorted(in: source).map { diagnostic in
      OpenDocument.Finding(
        diagnostic: diagnostic, span: source.shown(diagnostic.span),
        notes: diagnostic.notes.map { ($0.message, source.shown($0.span)) })
    }
  }

  private static func checkScript(_ document: OpenDocument, chart: String?, within reach: Reach, streams: Streams) {
    guard let chart else {
      document.findings = [unreadable(document, message: "the chart is not known: name it in a line \":chart FILE\"")]
      return
    }
    switch ChartLoading.open(chart, streams: streams, within: reach) {
    case .unreadable(let name, let reason, _):
      document.findings = [
        unreadable(document, message: "cannot read the chart \(DisplayText.quoted(name)): \(reason)")
      ]
    case .tooLarge(let diagnostic, _): document.findings = [unreadable(document, message: diagnostic.message)]
    case .text(let file):
      var loading = ChartLoading(streams: streams)
      loading.widenedKeys = ScriptFile.widenedKeys(by: [document.path], streams: streams)
      let check = loading.locate(file, at: chart, within: reach)
      let report = FindingsList(document)
      var writer = FindingsWriter(report, to: MemoryOutput(), showsAll: true)
      guard let script = try? ScriptFile(document.path, streams: streams) else { return }
      if let loaded = check.loaded {
        document.located = loaded.located
        document.findings = []
        try? ScriptCheck.check(script, of: loaded, host: HostLines(), writer: &writer)
      } else {
        let first = check.findings.sorted(in: check.source).first { $0.severity == .error }?.message ?? ""
        document.findings = [unreadable(document, message: "the chart is not valid: \(first)")]
        try? ScriptCheck.checkLines(of: script, writer: &writer)
      }
      document.findings += report.found.enumerated().sorted {
        ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset)
      }.map(\.element)
    }
  }

  /// At the line that names the chart, or at the first line.
  private static func unreadable(_ document: OpenDocument, message: String) -> OpenDocument.Finding {
    let lines = document.script.lines
    let span = (lines.first { $0.kind == .chart } ?? lines.first)?.span ?? SourceSpan(0, end: 0)
    return OpenDocument.Finding(
      diagnostic: Diagnostic(.unreadableChart, at: span, message: message), span: span, notes: [])
  }
}

/// Findings in the lines of a script, with their spans in the whole script.
private final class FindingsList: FindingsReport {
  private let document: OpenDocument
  private(set) var found: [OpenDocument.Finding] = []

  init(_ document: OpenDocument) {
    self.document = document
  }

  func append(_ diagnostic: Diagnostic, in lines: LineIndex, to out: inout ByteBuffer) {
    let name = FilePath.shown(document.path)
    guard lines.source.name.utf8.elementsEqual(name.utf8) else { return }
    let line = lines.source.firstLine - 1
    guard line < document.script.lines.count else { return }
    let start = Int(document.script.lines[line].span.start)
    func moved(_ span: SourceSpan) -> SourceSpan { SourceSpan(start + Int(span.start), end: start + Int(span.end)) }
    let notes = diagnostic.notes.map { ($0.message, moved($0.span)) }
    found.append(OpenDocument.Finding(diagnostic: diagnostic, span: moved(diagnostic.span), notes: notes))
  }
}
