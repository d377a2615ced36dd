import CEL

/// The trace as text, byte for byte as SPEC §4 says.
package final class TraceText: TraceWriter {
  private let chart: Chart
  private let output: any ByteOutput
  private let source: SourceText
  private var lines: LineIndex?
  private var out = ByteBuffer(capacity: 64 << 10)

  /// `source` is the chart's file, for the places of errors.
  package init(_ chart: Chart, source: SourceText, output: any ByteOutput) {
    self.chart = chart
    self.source = source
    self.output = output
  }

  package func flush() {
    out.withSpan { output.write($0) }
    out.removeAll()
  }

  package func begin(_ header: TraceHeader) {
    switch header {
    case .start: out.append("init")
    case .event(let label, let data):
      append(label)
      append(data)
    case .line(let text): DisplayText.appendRaw(text, to: &out)
    }
    endLine()
  }

  package func add(_ entries: [TraceEntry]) {
    for entry in entries { append(entry) }
  }

  package func end(_ summary: TraceSummary) {
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

  private func append(_ entry: TraceEntry) {
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

  private func append(_ effect: Effect) {
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

  private func append(_ state: StateID) {
    var reference = ByteBuffer(capacity: 64)
    chart.appendReference(state, to: &reference)
    reference.withSpan { DisplayText.appendName($0, to: &out) }
  }

  private func append(_ name: NameID) {
    DisplayText.appendName(Array(chart.names[name]).span, to: &out)
  }

  private func append(_ label: EventLabel) {
    switch label {
    case .known(let name): append(name)
    case .other(let name): DisplayText.appendName(name, to: &out)
    }
  }

  /// A payload; none and `null` are the same (SPEC §7, Data).
  private func append(_ data: Value?) {
    guard let data, !data.isNull else { return }
    out.append(UInt8(ascii: " "))
    data.appendJSON(to: &out)
  }

  private func append(_ span: SourceSpan?) {
    guard let span else { return }
    let lines = self.lines ?? LineIndex(source)
    self.lines = lines
    let place = lines.place(of: Int(span.start))
    out.append(" (")
    DisplayText.appendRaw(source.name, to: &out)
    out.append(":")
    out.append(decimal: Int64(place.line))
    out.append(":")
    out.append(decimal: Int64(place.column))
    out.append(")")
  }

  private func endLine() {
    out.append(UInt8(ascii: "\n"))
    if out.count >= OutputBlock.size { flush() }
  }
}
