import CEL
import StateKitCore
import StateKitFormat

/// What is known of a script before it runs: that it is free of errors, and the ids of its lines.
struct ScriptPlan {
  var survey = ScriptSurvey()
  var known: KnownLines
  /// The lines from the first on, as ids of `known`.
  var lines: [LineID] = []
  /// Where the first line begins that has no id, and how many lines come before it; nil where all have one.
  var rest: (offset: Int, lines: Int)?

  /// More lines are read again when they run.
  private static let mostLines = 8 << 20

  /// How many bytes a line has at least that says something.
  private static let shortestLine = 2

  init(_ chart: Chart) {
    known = KnownLines(chart)
  }

  /// A script that is taken as it comes: anything may be in it.
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

  /// Reads a script once and shows its errors; false when there are any. `values`: what the context begins with, if that is not
  /// what the chart says.
  mutating func lookThrough(
    _ script: ScriptFile, in chart: Chart, holding values: [Value], messenger: inout Messenger
  ) throws(InputError) -> Bool {
    let parser = ScriptParser(chart, holding: values)
    var reader = LineReader(script.input)
    var isGood = true
    var unused: [LineID] = []
    // Room that is not used costs nothing. A list that grows is copied, which touches twice the memory.
    if let size = script.input.size { lines.reserveCapacity(min(Self.mostLines, size / Self.shortestLine)) }
    while true {
      if rest == nil {
        reader.take(known, into: &lines, atMost: Self.mostLines - lines.count)
      } else {
        reader.take(known, into: &unused, atMost: 4_096)
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
  /// Keeps a line, unless what it says can depend on where it stands.
  mutating func add(_ line: ScriptLine, step: ScriptStep) -> LineID? {
    line.number == 1 && line.source.markLength > 0 ? nil : add(line.bytes.span, step: step)
  }
}
