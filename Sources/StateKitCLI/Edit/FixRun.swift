import StateKitCore
import StateKitAnalysis
import StateKitEditor
import StateKitFormat
import StateKitInterchange

/// `validate --fix`: applies the certain fixes of findings to the files, before they are validated (Editing.md).
struct FixRun {
  private let streams: Streams
  private let arguments: Arguments
  private var edits: FileEdits
  /// The limit of rounds: a fix may make others possible.
  private static let mostRounds = 10

  /// How many findings of a code a round knows. In a large chart there are fewer: each name is compared with all others.
  private static func mostFindings(in chart: SourceText) -> Int {
    max(InputLimits.messagesOfOneCode, min(10_000, 10_000_000 / max(1, chart.bytes.count)))
  }

  init(_ streams: Streams, arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
    edits = FileEdits(streams, arguments: arguments.editing)
  }

  /// Writes all fixes, or none. The status says if a file would change, or could not be written.
  func write(_ messenger: Messenger) -> ExitStatus { edits.write(messenger) }

  /// The chart with its fixes, which are shown or stored for `write`; the unchanged file if no fixes are requested.
  mutating func fix(_ file: SourceText, at path: String, within reach: Reach?) -> SourceText {
    guard arguments.editing.fixes else { return file }
    let fixed = improved(file) { source in
      var loading = ChartLoading(streams: streams, reading: arguments.reading)
      loading.mostFindings = Self.mostFindings(in: file)
      let check = loading.locate(source, at: path, within: reach)
      if let located = check.located { Analyzer.analyze(located, findings: check.findings) }
      // A translated chart is fixed at the positions of its file, unless the file has another encoding.
      if check.source.origin != nil, check.source.shown.bytes.count != source.bytes.count { return [] }
      return check.findings.sorted(in: check.source).map { $0.moved { check.source.shown($0) } }
    }
    // A file that is no chart, as a state file, is left alone.
    if case .noChart? = FolderFiles.skip(path, in: fixed) { return file }
    add(fixed, over: file, at: path)
    return fixed
  }

  mutating func fix(script file: SourceText, at path: String, for chart: Chart) {
    guard arguments.editing.fixes else { return }
    // The script may already be fixed for another chart.
    let source = edits.text(of: path).map { SourceText(name: file.name, path: file.path, bytes: $0) } ?? file
    let fixed = improved(source) { Self.errors(of: ScriptDocument($0), for: chart) }
    add(fixed, over: file, at: path)
  }

  /// The errors in the lines of a script, at offsets of the file, and events that the chart does not have.
  private static func errors(of script: ScriptDocument, for chart: Chart) -> [Diagnostic] {
    let parser = ScriptParser(chart)
    var found: [Diagnostic] = []
    let lines = script.lines.filter { $0.kind != .blank && $0.kind != .comment }
    for (index, line) in lines.enumerated() {
      let bytes = Array(script.source.bytes[line.span.range])
      do throws(ScriptParser.LineError) {
        let step = try parser.parse(ScriptLine(file: script.source.name, number: line.number, bytes: bytes))
        guard case .event(let event) = step, let name = line.parts.first, name.kind == .event || line.kind == .object,
          !chart.isKnown(event),
          !isMeantToBeUnknown(lines[(index + 1)...], in: script.source)
        else { continue }
        let fix = Suggestion.fix(for: chart.text(of: event.label), among: chart.inputEventNames)
        found.append(Diagnostic(.unhandledEvent, at: name.span, message: "no state handles the event", fix: fix))
      } catch {
        found += error.diagnostics.map { $0.moved(by: Int(line.span.start)) }
      }
    }
    return found
  }

  /// True if one of the lines that ask about an event expects that no state handles it. `lines`: those after the event.
  private static func isMeantToBeUnknown(_ lines: ArraySlice<ScriptLineSyntax>, in source: SourceText) -> Bool {
    lines.prefix { $0.kind == .expect || $0.kind == .question }.contains { line in
      guard let form = line.parts.first(where: { $0.kind == .form }) else { return false }
      return ["ignored", "rejected"].contains { source.bytes[form.span.range].elementsEqual($0.utf8) }
    }
  }

  private mutating func add(_ fixed: SourceText, over file: SourceText, at path: String) {
    edits.add(FileEdits.Edit(path: path, name: file.name, old: file.bytes, new: fixed.bytes))
  }

  // MARK: Rounds

  /// A text with all certain fixes of the findings of `find`, in rounds. A fix that causes an error is left out.
  private func improved(_ file: SourceText, find: (SourceText) -> [Diagnostic]) -> SourceText {
    var source = file
    var found = find(source)
    for _ in 0..<Self.mostRounds {
      guard let next = round(source, edits: edits(of: found, in: source), find: find) else { break }
      (source, found) = next
    }
    return source
  }

  /// The text with the good ones of the edits, and its new findings; nil if no edit is good.
  private func round(
    _ source: SourceText, edits: [TextEdit], find: (SourceText) -> [Diagnostic]
  ) -> (SourceText, [Diagnostic])? {
    var edits = edits
    while !edits.isEmpty {
      let text = SourceText(name: source.name, path: source.path, bytes: TextEdit.apply(edits, to: source.bytes))
      let after = find(text)
      // A duplicate key is reported at one of the two, with a note at the other.
      let errors = after.filter { $0.severity == .error }.flatMap { [$0.span] + $0.notes.map(\.span) }
      var shift = 0
      let good = edits.filter { edit in
        let start = Int(edit.span.start) + shift
        shift += edit.bytes.count - edit.span.range.count
        let written = start..<start + edit.bytes.count
        return !errors.contains { $0.range.overlaps(written) && $0.range.count <= written.count + 2 }
      }
      if good.count == edits.count { return (text, after) }
      edits = good
    }
    return nil
  }

  /// The certain fixes in order, without overlapping ones.
  private func edits(of found: [Diagnostic], in source: SourceText) -> [TextEdit] {
    var edits: [TextEdit] = []
    let isMarkup = ChartKind.isMarkup(source.bytes)
    for finding in found {
      guard let fix = finding.fix, fix.isCertain, !isMarkup || ForeignNames.isPlain(fix.new),
        let edit = FixText.edit(for: finding, in: source)
      else { continue }
      edits.append(edit)
    }
    edits.sort { $0.span.start < $1.span.start }
    var end: Int32 = -1
    return edits.filter { edit in
      defer { end = max(end, edit.span.end) }
      return edit.span.start >= end
    }
  }
}
