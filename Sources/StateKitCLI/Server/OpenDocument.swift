import CEL
import StateKitCore
import StateKitEditor
import StateKitFormat
import StateKitInterchange

/// A document that a client has open: its text, and the data computed from its current version.
final class OpenDocument {
  enum Kind {
    /// A chart in our notation.
    case chart
    /// An XState machine, or an SCXML document.
    case translated
    case script
    /// JSON with other content.
    case foreign
  }

  /// The language that the client says.
  private enum Language {
    case json, statekit, other
  }

  /// A finding in a text, with its span.
  struct Finding {
    let diagnostic: Diagnostic
    let span: SourceSpan
    let notes: [(message: String, span: SourceSpan)]
  }

  /// A new text for a part of the document, or for all of it without a range.
  struct Change {
    let range: (start: TextPosition, end: TextPosition)?
    let text: String

    /// An element of `contentChanges`; nil if it is invalid.
    init?(_ value: Value) {
      guard let text = value.member("text")?.textValue else { return nil }
      self.text = text
      guard let range = value.member("range") else {
        self.range = nil
        return
      }
      guard let start = range.member("start")?.positionValue, let end = range.member("end")?.positionValue else {
        return nil
      }
      self.range = (start, end)
    }
  }

  let uri: String
  let path: String
  /// Its path without `.` and `..`.
  let key: [UInt8]
  private let language: Language
  private let encoding: PositionEncoding
  private(set) var version: Int?
  private(set) var bytes: [UInt8]
  private var knownPositions: TextPositions?
  private var knownChart: ChartDocument?
  private var knownTranslation: ChartDocument?
  private var knownScript: ScriptDocument?
  private var knownKind: Kind?
  /// The chart from the last time when the text had no errors.
  var located: LocatedChart?
  var findings: [Finding] = []
  var isChecked = false
  /// The keys of the files that its last check has opened: its findings depend on them.
  var needs: Set<[UInt8]> = []
  /// True if the client has the findings of the current text.
  var isPublished = false
  /// True if the client has ever had findings of this document, which it keeps until they are cleared.
  var wasPublished = false
  /// True if data computed from the text may be held.
  var isHeld = false

  /// The size of a text that was not kept because it is too large; the text is empty then.
  private(set) var refusedSize: Int?

  /// Marks the computed data as outdated.
  func becomeUnchecked() {
    isChecked = false
    isPublished = false
  }

  /// Releases the computed data; the client keeps the findings.
  func release() {
    (knownPositions, knownChart, knownTranslation, knownScript, located, findings) = (nil, nil, nil, nil, nil, [])
    isChecked = false
  }

  /// Releases the text, too.
  func close() {
    release()
    bytes = []
    isHeld = false
  }

  /// Drops the text if it has more than `most` bytes.
  func limit(to most: Int) {
    guard bytes.count > most else { return }
    refusedSize = bytes.count
    bytes = []
    release()
    knownKind = nil
  }

  /// True if it has been a chart.
  private var wasChart = false

  init(uri: String, language: String, version: Int?, text: String, encoding: PositionEncoding) {
    self.uri = uri
    path = FileURI.path(of: uri) ?? uri
    key = FilePath.key(of: path)
    self.language = language == "json" ? .json : language == "statekit" ? .statekit : .other
    self.version = version
    self.encoding = encoding
    bytes = Array(text.utf8)
  }

  /// The bytes that it takes while it is open, without data computed from its text.
  var size: Int { bytes.count + ownSize }

  /// The bytes beside the text: a share for the document itself, and the names by which it is found.
  var ownSize: Int { 1_024 + 4 * uri.utf8.count }

  var source: SourceText { SourceText(name: FilePath.shown(path), bytes: bytes) }

  var positions: TextPositions { known(\.knownPositions) { TextPositions(bytes, encoding: encoding) } }

  /// The names of the chart; for a translated chart, at spans of the translation.
  var chart: ChartDocument {
    if kind != .translated { return tree }
    return known(\.knownTranslation) {
      let translation = ForeignChart.translate(source, options: ForeignOptions(), findings: Findings())
      if translation.bytes.count <= 4 * InputLimits.documentBytes {
        let document = ChartDocument(translation)
        let count = document.charts.reduce(0) { $0 + $1.occurrences.count }
        if count <= InputLimits.translatedNames { return document }
      }
      // A few bytes of markup can become many names. Requests about so many would take too much memory.
      return ChartDocument(SourceText(bytes: [], from: SourceOrigin(file: source, links: [])))
    }
  }

  /// The names of a translated chart, at spans of its own text.
  var foreign: ForeignNames { ForeignNames(chart) }

  /// The tree of the current text.
  var tree: ChartDocument { known(\.knownChart) { ChartDocument(source) } }

  /// The span in the text of a span of `chart`.
  func shown(_ span: SourceSpan) -> SourceSpan {
    kind == .translated ? chart.source.shown(span) : span
  }

  var script: ScriptDocument { known(\.knownScript) { ScriptDocument(source) } }

  var kind: Kind { known(\.knownKind) { findKind() } }

  /// The part of a version of the text that `make` computes, once.
  private func known<Part>(_ part: ReferenceWritableKeyPath<OpenDocument, Part?>, make: () -> Part) -> Part {
    if let found = self[keyPath: part] { return found }
    let made = make()
    self[keyPath: part] = made
    return made
  }

  private func findKind() -> Kind {
    if refusedSize != nil { return .foreign }
    if FilePath.ends(path, in: [".scxml"]) { return .translated }
    if TestFiles.base(of: path) != nil { return .script }
    let isJSON =
      FilePath.ends(path, in: [".json"]) || language == .json || bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
    // A chart stays one while its keys are edited.
    if isJSON, !wasChart, isForeign { return .foreign }
    switch ChartKind.of(source) {
    case .scxml, .xstate, .xstate4, .xstate5: return .translated
    case .statekit:
      wasChart = isJSON
      return isJSON ? .chart : .script
    }
  }

  /// True if it is not a chart, by the rule for folders. An object without keys, or with a key of charts, counts as a
  /// chart that is being started.
  private var isForeign: Bool {
    if language == .statekit || FolderFiles.skip(path, in: source) == nil { return false }
    let tree = tree.tree
    guard let top = tree.nodes.first, top.kind == .object else { return !bytes.allSatisfy { $0 <= 0x20 } }
    let keys = tree.children(of: 0).map { StringText(bytes, at: tree.nodes[$0].keySpan).text }
    let known = ["root", "context", "events", "internalEvents", "guards", "invariants"]
    return !keys.isEmpty && !keys.contains { key in known.contains { $0.utf8.elementsEqual(key.utf8) } }
  }

  /// Applies changes one after the other. A text of more than `most` bytes is dropped; changes of parts are ignored
  /// then.
  func apply(_ changes: [Change], upTo most: Int) {
    var text = EditedText(bytes, encoding: encoding)
    for change in changes {
      if let range = change.range {
        if refusedSize != nil { continue }
        text.replace(from: range.start, to: range.end, with: change.text)
      } else {
        text = EditedText(Array(change.text.utf8), encoding: encoding)
        refusedSize = nil
      }
      if text.count > most {
        refusedSize = text.count
        text = EditedText([], encoding: encoding)
      }
    }
    bytes = text.bytes
    (knownPositions, knownChart, knownTranslation, knownScript, knownKind) = (nil, nil, nil, nil, nil)
    becomeUnchecked()
  }

  func become(version: Int?) { self.version = version }

  func offset(_ position: TextPosition) -> Int { positions.offset(position, in: bytes) }

  // MARK: Forms of the protocol

  func position(_ offset: Int) -> Value {
    let position = positions.position(offset, in: bytes)
    return .object([("line", .number(position.line)), ("character", .number(position.character))])
  }

  func range(_ span: SourceSpan) -> Value {
    .object([("start", position(Int(span.start))), ("end", position(Int(span.end)))])
  }

  func edit(_ span: SourceSpan, text: String) -> Value {
    .object([("range", range(span)), ("newText", .string(text))])
  }
}
