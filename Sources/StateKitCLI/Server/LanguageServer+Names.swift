import CEL
import StateKitCore
import StateKitEditor
import StateKitFormat

/// Definitions, uses and renames of names.
extension LanguageServer {
  /// The name at a position, with its chart and its span in the document. A key of an `input` is a name of the child.
  func name(
    _ document: OpenDocument, at offset: Int
  ) -> (name: NameOccurrence, names: NameIndex, chart: OpenDocument, span: SourceSpan)? {
    switch document.kind {
    case .chart:
      guard let (found, names) = document.chart.occurrence(at: offset), found.isNamed(at: offset) else {
        return inputKey(document, at: offset)
      }
      return (found, names, document, document.shown(found.span))
    case .script:
      guard let chart = chart(of: document) else { return nil }
      return document.script.occurrence(at: offset, of: chart.chart.names)
        .map { ($0, chart.chart.names, chart, $0.span) }
    case .translated:
      return document.foreign.name(at: offset).map { ($0.occurrence, document.chart.names, document, $0.span) }
    case .foreign: return nil
    }
  }

  private func inputKey(
    _ document: OpenDocument, at offset: Int
  ) -> (name: NameOccurrence, names: NameIndex, chart: OpenDocument, span: SourceSpan)? {
    guard document.chart.isInputKey(at: offset) else { return nil }
    let relatives = relatives(of: document)
    guard let (name, unit) = relatives.names.inputKey(at: offset) else { return nil }
    let child = relatives.names.units[unit]
    return (name, child.names, relatives.charts[child.file], name.span)
  }

  private static func location(_ document: OpenDocument, at span: SourceSpan) -> Value {
    let shown = document.kind == .script ? span : document.shown(span)
    return .object([("uri", .string(document.uri)), ("range", document.range(shown))])
  }

  /// The locations of names of a chart, each once: one name of a source may occur several times in its translation.
  private static func append(
    _ uses: [NameOccurrence], of chart: OpenDocument, to out: inout AnswerWriter
  ) throws(ServerError) {
    var known: Set<SourceSpan> = []
    for use in uses where known.insert(chart.shown(use.token)).inserted {
      try out.append(location(chart, at: use.token))
    }
  }

  func define(_ params: Value, to out: inout AnswerWriter) throws(ServerError) {
    let document = try document(params)
    let offset = document.offset(try position(params))
    if let path = fileNamed(at: offset, in: document), let file = file(at: path, within: reach(of: document.path)) {
      return try out.append(.array([Self.location(file, at: SourceSpan(0, end: 0))]))
    }
    guard let (name, names, chart, _) = name(document, at: offset), name.thing >= 0 else {
      return try out.append(.array([]))
    }
    let relatives = relatives(of: chart)
    out.open("[")
    let found = relatives.names.definitions(of: Int(name.thing), in: Self.unit(of: names, in: chart))
    for (chart, definitions) in zip(relatives.charts, found) { try Self.append(definitions, of: chart, to: &out) }
    out.close("]")
  }

  /// The path of the chart named at an offset, as a child or by a script.
  private func fileNamed(at offset: Int, in document: OpenDocument) -> String? {
    let folder = FilePath.folder(of: document.path)
    switch document.kind {
    case .chart:
      let child = document.chart.charts.flatMap(\.children).first { $0.file != nil && $0.span.touches(offset) }
      return child?.file.map { folder + $0 }
    case .script:
      guard let line = document.script.line(at: offset), document.script.lines[line].kind == .chart else { return nil }
      return chartPath(of: document)
    case .translated, .foreign: return nil
    }
  }

  func findReferences(_ params: Value, to out: inout AnswerWriter) throws(ServerError) {
    let document = try document(params)
    let offset = document.offset(try position(params))
    guard let (name, names, chart, _) = name(document, at: offset), name.thing >= 0 else {
      return try out.append(.array([]))
    }
    let withDefinitions = params.member("context", "includeDeclaration")?.boolValue ?? true
    let relatives = relatives(of: chart, withScripts: true)
    let (thing, home) = (Int(name.thing), Self.unit(of: names, in: chart))
    let uses = relatives.names.uses(of: thing, in: home)
    let definitions = withDefinitions ? [] : relatives.names.definitions(of: thing, in: home)
    out.open("[")
    for (index, chart) in relatives.charts.enumerated() {
      let excluded = withDefinitions ? [] : Set(definitions[index].map(\.span))
      try Self.append(uses.charts[index].filter { !excluded.contains($0.span) }, of: chart, to: &out)
    }
    for (script, uses) in zip(relatives.scripts, uses.scripts) {
      for use in uses { try out.append(Self.location(script, at: use.token)) }
    }
    out.close("]")
  }

  // MARK: Rename

  func prepareRename(_ params: Value) throws(ServerError) -> Value {
    let document = try document(params)
    let offset = document.offset(try position(params))
    guard let (name, names, _, span) = name(document, at: offset), name.thing >= 0 else { return .null }
    return .object([("range", document.range(span)), ("placeholder", .string(names.names.text(name.name)))])
  }

  func rename(_ params: Value, to out: inout AnswerWriter) throws(ServerError) {
    let document = try document(params)
    guard let new = params.member("newName")?.textValue else {
      throw ServerError(.invalidParams, message: "newName is missing")
    }
    let offset = document.offset(try position(params))
    guard let (name, names, chart, _) = name(document, at: offset), name.thing >= 0 else {
      throw ServerError(.requestFailed, message: "there is no name of the chart at this position")
    }
    let inner = Self.unit(of: names, in: chart)
    let thing = names.things[Int(name.thing)]
    let old = thing.kind == .state ? names.reference(toState: Int(thing.state)) : names.names.text(thing.name)
    if chart.kind == .translated {
      let request = RenameRequest(old, to: new, kind: thing.kind, inChart: inner)
      return try append(renameTranslated(chart, request: request, old: names.names.text(thing.name)), to: &out)
    }
    let errors = MemoryOutput()
    var messenger = Messenger(errors, hasColor: false, isQuiet: true)
    var loading = RenameLoading(streams: streams)
    let outermost = try outermostParent(of: chart)
    loading.read(chart: outermost.path, as: ChartReading(), messenger: &messenger)
    let own = loading.chartPaths.firstIndex { FilePath.key(of: $0) == chart.key } ?? 0
    if loading.status == .ok {
      for script in scripts(of: outermost) { loading.read(script: script.path, messenger: messenger) }
      if own > 0 {
        for script in scripts(of: chart) { loading.read(script: script.path, of: own, messenger: messenger) }
      }
    }
    guard loading.status == .ok else { throw ServerError(.requestFailed, message: errors.text) }
    let result: RenameResult
    do throws(RenameRefusal) {
      let before = loading.files.charts[..<own].reduce(0) { $0 + $1.document.charts.count }
      let request = RenameRequest(old, to: new, kind: thing.kind, inChart: before + inner)
      result = try Renaming.perform(request, in: loading.files)
    } catch {
      throw ServerError(.requestFailed, message: error.message + (error.help.map { ", " + $0 } ?? ""))
    }
    var changes: [(file: OpenDocument, edits: [TextEdit])] = []
    let files = zip(loading.chartPaths + loading.scriptPaths, result.charts + result.scripts)
    for (path, edits) in files where !edits.isEmpty {
      guard let file = file(at: path, within: reach(of: outermost.path)) else {
        throw ServerError(.requestFailed, message: "cannot read \(FilePath.shown(path))")
      }
      changes.append((file, edits))
    }
    try append(changes, to: &out)
  }

  /// The open chart from which all open charts that invoke a chart are reached; the chart itself without any.
  private func outermostParent(of chart: OpenDocument) throws(ServerError) -> OpenDocument {
    var known: Set = [chart.key]
    var outermost = chart
    let allParents = openParents()
    while true {
      let parents = (allParents[outermost.key] ?? []).filter { !known.contains($0.key) }
      guard let parent = parents.first else { return outermost }
      if parents.count > 1 {
        let names = parents.map { DisplayText.quoted(FilePath.name(of: $0.path)) }.joined(separator: " and ")
        throw ServerError(
          .requestFailed, message: "\(names) invoke \(FilePath.name(of: outermost.path)): rename in each by hand")
      }
      known.insert(parent.key)
      outermost = parent
    }
  }

  /// A workspace edit.
  private func append(
    _ changes: [(file: OpenDocument, edits: [TextEdit])], to out: inout AnswerWriter
  ) throws(ServerError) {
    out.open("{\"changes\":{")
    for (file, edits) in changes {
      try out.append(.string(file.uri))
      out.close(":")
      try out.append(each: edits) { file.edit($0.span, text: String(decoding: $0.bytes, as: UTF8.self)) }
    }
    out.close("}}")
  }

  /// The rename in a translated file, and in its scripts.
  private func renameTranslated(
    _ chart: OpenDocument, request: RenameRequest, old: String
  ) throws(ServerError) -> [(file: OpenDocument, edits: [TextEdit])] {
    if chart.chart.charts.contains(where: { $0.children.contains { $0.file != nil } }) {
      throw ServerError(.requestFailed, message: "this chart invokes other files: rename the name by hand")
    }
    let scripts = scripts(of: chart)
    let files = RenameFiles(
      charts: [RenameFiles.ChartFile(chart.chart)],
      scripts: scripts.map { RenameFiles.ScriptFile($0.script, chart: 0) })
    do throws(RenameRefusal) {
      let result = try Renaming.perform(request, in: files)
      let own = (file: chart, edits: try ForeignRename.edits(result, from: old, to: request.new, in: chart.foreign))
      return [own] + zip(scripts, result.scripts).filter { !$0.1.isEmpty }.map { (file: $0.0, edits: $0.1) }
    } catch {
      throw ServerError(.requestFailed, message: error.message + (error.help.map { ", " + $0 } ?? ""))
    }
  }
}
