/// A chart whose entries a trace writes: its shown names, and its file for the positions of errors.
struct TraceSpeaker: Sendable {
  let chart: Chart
  let names: ShownNames
  let source: SourceText
  private var lines: LineIndex?

  init(_ chart: Chart, in source: SourceText) {
    self.chart = chart
    self.source = source
    names = ShownNames(chart)
  }

  /// Creates the speaker for a chart of the family of `first`, whose own speaker is `speaker`.
  init(_ first: Chart, relative index: Int, speaker: TraceSpeaker) {
    if index == 0 {
      self = speaker
    } else {
      self.init(first.relative(index), in: first.source(of: index, first: speaker.source))
    }
  }

  mutating func position(of span: SourceSpan) -> SourcePosition {
    let lines = self.lines ?? LineIndex(source)
    self.lines = lines
    return lines.position(of: Int(span.start))
  }
}
