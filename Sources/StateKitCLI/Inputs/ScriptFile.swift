import CEL
import StateKitCore
import StateKitEditor
import StateKitFormat

/// A script that is read line by line; a regular file can be read again.
struct ScriptFile {
  let name: String
  /// The path, if the name only displays it.
  private let path: [UInt8]?
  let input: any ByteInput

  /// Opens a script; "-" is standard input.
  init(_ path: String, streams: Streams) throws(InputError) {
    name = SourceFile.name(of: path)
    self.path = SourceFile.path(path)
    input = try streams.read(path)
    guard FolderFiles.endsAsChart(path), input.size != nil else { return }
    var head: [UInt8] = []
    _ = try input.read(64 << 10, into: &head)
    if FolderFiles.isChart(path, bytes: head) { throw InputError(reason: Self.isChart) }
    _ = input.rewind(to: 0)
  }

  /// The reason why a chart is not read as a script.
  static let isChart = "it is a chart, not a script"

  /// True for a script that can only be read once.
  var isStream: Bool { input.size == nil }

  /// True if all lines are new to a journal, as on standard input.
  var isNewToJournal: Bool { isStream || name == SourceFile.standardInputName }

  /// Passes the lines that set context to a parser, as far as they can be read in advance; none for a stream.
  func lookForSettings(_ parser: ScriptParser) {
    if isStream { return }
    var lines = LineReader(input)
    while let next = try? lines.next(willWait: {}) {
      if case .line(let range) = next, lines.buffer[range].contains(UInt8(ascii: ":")) {
        parser.look(at: line(next, lines: lines))
      }
    }
    _ = input.rewind(to: 0)
  }

  /// The context keys of a chart that scripts, settings of the command line, or saved states set to values of other
  /// types.
  static func widenedKeys(
    by paths: [String], streams: Streams, settings: [Setting] = [], states: [String] = []
  ) -> ChartLoading.WidenedKeys {
    { chart in
      let saved = states.filter { !Reach.isReadOnce($0) }.flatMap { path -> [String] in
        guard let bytes = try? streams.bytes(of: path, limit: StateFile.mostBytes), let file = try? StateFile(bytes)
        else { return [] }
        return ScriptParser(chart, holding: file.context(of: chart)).dynamicKeys
      }
      let parser = ScriptParser(chart, holding: (try? Setting.apply(settings, to: chart)) ?? [])
      for path in paths where !Reach.isReadOnce(path) {
        (try? ScriptFile(path, streams: streams))?.lookForSettings(parser)
      }
      return parser.dynamicKeys + saved
    }
  }

  /// The slots of a chart's context that the lines read, as far as they can be read in advance; all slots for a
  /// stream.
  func slotsRead(in chart: Chart) -> Set<Int> {
    if isStream { return Set(chart.contextNames.indices) }
    let parser = ScriptParser(chart)
    var lines = LineReader(input)
    var slots: Set<Int> = []
    while let next = try? lines.next(willWait: {}) {
      guard let step = try? parse(next, line: line(next, lines: lines), parser: parser) else { continue }
      slots.formUnion(step.slotsRead(in: chart).filter { $0 < chart.contextNames.count })
    }
    _ = input.rewind(to: 0)
    return slots
  }

  /// Passes the errors that lines have with any chart.
  func lookForErrors(_ report: ([Diagnostic], SourceText) -> Void) throws(InputError) {
    guard let parser = ScriptParser.forAnyChart else { return }
    var lines = LineReader(input)
    while let next = try lines.next(willWait: {}) {
      let line = line(next, lines: lines)
      if case .tooLong = next {
        report([ScriptLine.tooLong(at: 0)], source(of: line))
      } else {
        let found = parser.errors(of: line)
        if !found.isEmpty { report(found, source(of: line)) }
      }
    }
  }

  /// A line that was read, with its number.
  func line(_ next: LineReader.Line, lines: LineReader) -> ScriptLine {
    switch next {
    case .line(let range): ScriptLine(file: name, number: lines.number, bytes: Array(lines.buffer[range]))
    case .tooLong: ScriptLine(file: name, number: lines.number, bytes: [])
    }
  }

  /// A line as a text for diagnostics.
  func source(of line: ScriptLine) -> SourceText {
    SourceText(name: name, path: path, bytes: line.bytes, firstLine: line.number)
  }

  /// The step of a line.
  func parse(
    _ next: LineReader.Line, line: ScriptLine, parser: ScriptParser
  ) throws(ScriptParser.LineError) -> ScriptStep {
    switch next {
    case .line: return try parser.parse(line)
    case .tooLong: throw ScriptParser.LineError(diagnostics: [ScriptLine.tooLong(at: 0)])
    }
  }
}

/// The facts about a script that are collected before it runs.
struct ScriptSurvey {
  var hasTests = false
  /// True if expectations ask for more than outcomes and active states.
  var needsRecord = false
  private var warned: Set<[UInt8]> = []

  /// Records what a step needs. Returns a warning about it, if any.
  mutating func look(at step: ScriptStep, line: ScriptLine, in chart: Chart) -> Diagnostic? {
    switch step {
    case .test: hasTests = true
    case .expect(let expectation):
      if expectation.needsRecord { needsRecord = true }
      guard let event = expectation.refused, !chart.isKnown(event) else { return nil }
      return unhandled(event, line: line, in: chart)
    case .event(let event):
      // A rejected event is reported when it is rejected.
      if chart.isKnown(event) || chart.rejection(of: event) != nil { return nil }
      return unhandled(event, line: line, in: chart)
    case .nothing, .end, .advance, .chart, .set, .show, .host: break
    }
    return nil
  }

  /// Lets a later line with the event have a warning again.
  mutating func forget(_ event: Event, in chart: Chart) {
    warned.remove(Array(chart.text(of: event.label).utf8))
  }

  /// A warning for each unhandled event, once for each name, up to a limit of names.
  private mutating func unhandled(_ event: Event, line: ScriptLine, in chart: Chart) -> Diagnostic? {
    let name = chart.text(of: event.label)
    let bytes = Array(name.utf8)
    if warned.contains(bytes) { return nil }
    // Further warnings are only counted.
    let isShown = warned.count < InputLimits.messagesOfOneCode
    if isShown { warned.insert(bytes) }
    let part = ScriptDocument(line.source).lines.first?.parts.first { $0.kind == .event || $0.kind == .json }
    let advice = isShown ? chart.adviceForUnhandled(name) : (help: nil, fix: nil)
    return Diagnostic(
      .unhandledEvent, at: part?.span ?? line.body, message: "no state handles the event \(DisplayText.quoted(name))",
      help: advice.help, fix: advice.fix)
  }
}
