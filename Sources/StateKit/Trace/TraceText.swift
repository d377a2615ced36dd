import CEL

/// The trace as text, byte for byte as SPEC §4 says.
package final class TraceText: BlockWriter {
  private var lines: TraceLines

  /// `source` is the chart's file, for the places of errors.
  package init(_ chart: Chart, source: SourceText, output: any ByteOutput) {
    lines = TraceLines(chart, source: source, output: output)
  }

  package func flush() {
    lines.flush()
  }

  package func begin(_ header: TraceHeader) {
    lines.begin(header)
  }

  package func add(_ entries: [TraceEntry]) {
    for entry in entries { lines.append(entry) }
  }

  package func end(_ summary: TraceSummary) {
    lines.end(summary)
  }

  package var mark: BlockMark { lines.mark }

  package func block(since mark: BlockMark) -> [UInt8]? {
    lines.block(since: mark)
  }

  package func replay(_ block: Span<UInt8>) {
    lines.replay(block)
  }
}

/// The lines of a text trace on their way out. A struct, so that a batch of entries costs one access to it.
private struct TraceLines: ~Copyable {
  private let chart: Chart
  private let names: ShownNames
  private let output: any ByteOutput
  private let source: SourceText
  private var index: LineIndex?
  private var out = ByteBuffer(capacity: 64 << 10)
  private var flushes = 0

  init(_ chart: Chart, source: SourceText, output: any ByteOutput) {
    self.chart = chart
    self.source = source
    self.output = output
    names = ShownNames(chart)
  }

  mutating func flush() {
    out.withSpan { output.write($0) }
    out.removeAll()
    flushes += 1
  }

  var mark: BlockMark { BlockMark(flushes: flushes, offset: out.count) }

  func block(since mark: BlockMark) -> [UInt8]? {
    mark.flushes == flushes ? out.bytes(from: mark.offset) : nil
  }

  mutating func replay(_ block: Span<UInt8>) {
    out.append(block)
    if out.count >= OutputBlock.size { flush() }
  }

  mutating func begin(_ header: TraceHeader) {
    switch header {
    case .start: out.append("init")
    case .event(let label, let data):
      append(label)
      append(data)
    case .line(let text): DisplayText.appendRaw(text, to: &out)
    }
    endLine()
  }

  mutating func end(_ summary: borrowing TraceSummary) {
    if summary.moved {
      out.append("  => ")
      for (place, leaf) in summary.leaves.enumerated() {
        if place > 0 { out.append(", ") }
        append(leaf)
      }
      endLine()
    }
    if out.count >= OutputBlock.size { flush() }
  }

  mutating func append(_ entry: TraceEntry) {
    switch entry {
    case .exit(let state):
      out.append("  exit ")
      append(state)
    case .enter(let state):
      out.append("  enter ")
      append(state)
    case .effect(let effect, let inHook):
      inHook ? out.append("    ") : out.append("  ")
      append(effect)
    case .event(let label):
      out.append("  event ")
      append(label)
    case .always(let state):
      out.append("  always ")
      append(state)
    case .afterFired(let time, let delay, let state):
      out.append("  @")
      Delay.append(time, to: &out)
      out.append(" after ")
      Delay.append(delay, to: &out)
      out.append(" in ")
      append(state)
    case .sendFired(let time, let label):
      out.append("  @")
      Delay.append(time, to: &out)
      out.append(" send ")
      append(label)
    case .ignored: out.append("  ignored")
    case .declined(let state, let guardText):
      out.append("  declined ")
      append(state)
      out.append(": ")
      DisplayText.appendRaw(guardText, to: &out)
    case .forbidden(let state):
      out.append("  forbidden in ")
      append(state)
    case .rejected(let why):
      out.append("  rejected: ")
      DisplayText.appendRaw(why, to: &out)
    case .error(let message, let span):
      out.append("  error: ")
      DisplayText.appendRaw(message, to: &out)
      append(span)
    case .invariant(let name):
      out.append("  invariant ")
      DisplayText.appendName(name, to: &out)
      out.append(" is broken")
    case .done: out.append("  done")
    }
    endLine()
  }

  private mutating func append(_ effect: Effect) {
    switch effect {
    case .call(let name, let data):
      out.append("do ")
      append(name)
      append(data)
    case .log(let text):
      out.append("log ")
      DisplayText.appendRaw(text, to: &out)
    case .raise(let label, let data):
      out.append("raise ")
      append(label)
      append(data)
    case .send(let label, let data, let delay):
      out.append("send ")
      append(label)
      append(data)
      if delay > 0 {
        out.append(" in ")
        Delay.append(delay, to: &out)
      }
    case .cancel(let id):
      out.append("cancel ")
      DisplayText.appendName(id, to: &out)
    case .assign(let path, let value):
      out.append("assign ")
      DisplayText.appendName(path, to: &out)
      out.append(" = ")
      value.appendJSON(to: &out)
    case .goToState(let state):
      out.append("goToState ")
      append(state)
    }
  }

  private mutating func append(_ state: StateID) {
    names.append(state, to: &out)
  }

  private mutating func append(_ name: NameID) {
    names.append(name, to: &out)
  }

  private mutating func append(_ label: EventLabel) {
    switch label {
    case .known(let name): append(name)
    case .other(let name): DisplayText.appendName(name, to: &out)
    }
  }

  /// A payload; none and `null` are the same (SPEC §7, Data).
  private mutating func append(_ data: Value?) {
    guard let data, !data.isNull else { return }
    out.append(UInt8(ascii: " "))
    data.appendJSON(to: &out)
  }

  private mutating func append(_ span: SourceSpan?) {
    guard let span else { return }
    let index = self.index ?? LineIndex(source)
    self.index = index
    let place = index.place(of: Int(span.start))
    out.append(" (")
    DisplayText.appendRaw(source.name, to: &out)
    out.append(":")
    out.append(decimal: Int64(place.line))
    out.append(":")
    out.append(decimal: Int64(place.column))
    out.append(")")
  }

  private mutating func endLine() {
    out.append(UInt8(ascii: "\n"))
    if out.count >= OutputBlock.size { flush() }
  }
}
