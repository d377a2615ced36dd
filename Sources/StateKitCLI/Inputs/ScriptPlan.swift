import CEL
import StateKitCore
import StateKitFormat

/// A checked script: it has no errors, and its lines have ids.
struct ScriptPlan {
  var survey = ScriptSurvey()
  var known: KnownLines
  /// The lines from the first one, as ids of `known`.
  var lines: [LineID] = []
  /// The offset of the first line without an id, and the count of lines before it; nil if all lines have ids.
  var rest: (offset: Int, lines: Int)?

  /// The limit of lines with ids; further lines are read again when they run.
  private static let mostLines = 8 << 20

  /// The least number of bytes of an effective line.
  private static let shortestLine = 2

  init(_ chart: Chart) {
    known = KnownLines(chart)
  }

  /// Prepares for a script that is read once: any line may occur.
  mutating func expectStream() {
    survey.hasTests = true
    survey.needsRecord = true
    readAgain()
  }

  /// Every line is read when it runs.
  mutating func readAgain() {
    lines = []
    rest = (0, 0)
  }

  /// Reads a script once and shows its errors. Returns false if there are any. `values`: the first values of the
  /// context, if they differ from the chart's.
  mutating func lookThrough(
    _ script: ScriptFile, in chart: Chart, holding values: [Value], messenger: inout Messenger
  ) throws(InputError) -> Bool {
    let parser = ScriptParser(chart, holding: values)
    var reader = LineReader(script.input)
    var isGood = true
    var unused: [LineID] = []
    // Unused capacity costs nothing. A list that grows is copied, and uses twice the memory.
    if let size = script.input.size { lines.reserveCapacity(min(Self.mostLines, size / Self.shortestLine)) }
    while true {
      if rest == nil {
        reader.readKnown(known, into: &lines, atMost: Self.mostLines - lines.count)
      } else {
        reader.readKnown(known, into: &unused, atMost: 4_096)
        unused.removeAll(keepingCapacity: true)
      }
      let lineStart = (reader.offset, reader.number)
      guard let next = try reader.next(willWait: {}) else { return isGood }
      let line = script.line(next, lines: reader)
      var id: LineID?
      do throws(ScriptParser.LineError) {
        let step = try script.parse(next, line: line, parser: parser)
        id = known.add(line, step: step)
        if let warning = survey.look(at: step, line: line, in: chart) { messenger.show([warning], in: line.source) }
      } catch {
        isGood = false
        messenger.show(error.diagnostics, in: line.source)
      }
      if let id, rest == nil, lines.count < Self.mostLines {
        lines.append(id)
      } else if rest == nil {
        rest = lineStart
      }
    }
  }
}

extension KnownLines {
  /// Stores a line, unless its meaning can depend on its position.
  mutating func add(_ line: ScriptLine, step: ScriptStep) -> LineID? {
    line.number == 1 && line.source.markLength > 0 ? nil : add(line.bytes.span, step: step)
  }
}
