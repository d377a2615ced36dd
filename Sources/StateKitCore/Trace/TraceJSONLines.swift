// Longer than others: one format, from its first byte to its last.
import CEL

/// The trace as JSON Lines: one object for each step (Trace.md, `--format jsonl`).
package final class TraceJSONLines: TraceWriter {
  /// The first chart, and the chart whose entries are being written, with its file and line index.
  private let first: (chart: Chart, source: SourceText)
  private var chart: Chart
  private var source: SourceText
  private var indices: [Int: LineIndex] = [:]
  private var member = 0
  /// The ids of the machines on the way to the child whose entries are being written.
  private var path: [String] = []
  package var out: OutputBuffer
  /// The fields before `trace`; the outcome and the time are known only at the end.
  private var header = TraceHeader.start
  /// The entries of the step so far.
  private var entries = ByteBuffer()
  /// How many bytes the entries of a step may have.
  private var mostBytes = Int.max
  /// The step has more bytes: its entries are forgotten.
  private var isTooLong = false

  /// `source` is the chart's file, for the positions of errors.
  package init(_ chart: Chart, source: SourceText, output: any ByteOutput) {
    first = (chart, source)
    self.chart = chart
    self.source = source
    out = OutputBuffer(output)
  }

  package func begin(_ header: TraceHeader) {
    self.header = header
    entries.removeAll()
    mostBytes = out.mostHeld
    isTooLong = false
  }

  package func add(_ batch: TraceEntries) {
    for entry in batch {
      if isTooLong { return }
      if case .child(let trace) = entry {
        speak(for: trace.path, newMember: trace.chart)
        for entry in trace.entries { appendNext(entry) }
      } else {
        if !path.isEmpty { speak(for: [], newMember: 0) }
        appendNext(entry)
      }
    }
  }

  private func appendNext(_ entry: TraceEntry) {
    if isTooLong { return }
    separate()
    append(entry)
    if entries.count <= mostBytes { return }
    isTooLong = true
    entries = ByteBuffer()
    out.refuseHeld()
  }

  private func separate() {
    if let last = entries.last, last != UInt8(ascii: "[") { entries.append(UInt8(ascii: ",")) }
  }

  /// Continues with the entries of a child, within those of the machines on the way to it.
  private func speak(for newPath: [String], newMember: Int) {
    var shared = 0
    while shared < min(path.count, newPath.count), path[shared].utf8.elementsEqual(newPath[shared].utf8) { shared += 1 }
    for _ in shared..<path.count { entries.append("]}}") }
    for id in newPath[shared...] {
      separate()
      entries.append("{\"child\":{\"id\":")
      DisplayText.appendQuoted(id, to: &entries)
      entries.append(",\"trace\":[")
    }
    path = newPath
    member = newMember
    chart = first.chart.relative(newMember)
    source = first.chart.source(of: newMember, first: first.source)
  }

  package func end(_ summary: TraceSummary) {
    if !path.isEmpty { speak(for: [], newMember: 0) }
    // The next step is not written either: the output has failed.
    if isTooLong { return out.steps += 1 }
    out.beginStep(0, at: summary.time)
    appendHead(header, outcome: summary.outcome, to: &out.bytes)
    entries.withSpan { out.bytes.append($0) }
    appendEnd(summary, to: &out.bytes)
    out.steps += 1
    out.flushIfFull()
  }

  package func layOut(_ step: borrowing TraceStep, ofChild chart: Int) -> StepText? { nil }

  package func layOut(_ step: borrowing TraceStep) -> StepText {
    var text = StepText()
    var line = ByteBuffer()
    text.holes.append((0, .stepHead))
    appendHead(step.header, outcome: step.summary.outcome, to: &line)
    let start = line.count
    var openEntries = step.openEntries[...]
    entries.removeAll()
    for index in step.entries.indices {
      if entries.count > 0 { entries.append(UInt8(ascii: ",")) }
      guard openEntries.first?.index == index, let entry = openEntries.popFirst() else {
        append(step.entries[index])
        continue
      }
      if case .effect(.assign(let path, _), _) = step.entries[index] {
        beginAssign(path)
        text.holes.append((start + entries.count, .value))
        entries.append("}}")
      } else {
        open("log")
        entries.append("\"")
        for part in entry.parts {
          if let part {
            DisplayText.appendInString(part, to: &entries)
          } else {
            text.holes.append((start + entries.count, .text(isQuoted: true)))
          }
        }
        entries.append("\"}")
      }
    }
    entries.withSpan { line.append($0) }
    appendEnd(step.summary, to: &line)
    text.bytes = line.bytes
    return text
  }

  /// The fields between the time and the entries.
  private func appendHead(_ header: TraceHeader, outcome: Outcome?, to out: inout ByteBuffer) {
    var payload: Value?
    var path: [String] = []
    out.append(",\"event\":")
    switch header {
    case .start: out.append("null")
    case .event(let label, let data):
      append(label, to: &out)
      payload = data
    case .end(let end):
      DisplayText.appendQuoted(end.event, to: &out)
      (payload, path) = (end.data, end.path)
    case .line(let text), .aside(let text): DisplayText.appendQuoted(text, to: &out)
    }
    out.append(",\"data\":")
    (payload ?? .null).appendJSON(to: &out)
    if let child = path.first {
      // As in a line of a script.
      out.append(",\"to\":")
      let address: Value = path.count == 1 ? .string(child) : .list(ListValue(path.map { .string($0) }))
      address.appendJSON(to: &out)
    }
    out.append(",\"outcome\":")
    if let outcome {
      DisplayText.appendQuoted(outcome.rawValue, to: &out)
    } else {
      out.append("null")
    }
    out.append(",\"trace\":[")
  }

  private func appendEnd(_ summary: TraceSummary, to out: inout ByteBuffer) {
    out.append("],\"configuration\":[")
    for (index, leaf) in summary.leaves.enumerated() {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      append(leaf, to: &out)
    }
    out.append("],\"done\":")
    summary.isDone ? out.append("true}\n") : out.append("false}\n")
  }

  private func append(_ entry: TraceEntry) {
    switch entry {
    case .exit(let state): field("exit", state: state)
    case .enter(let state): field("enter", state: state)
    case .effect(let effect, _): append(effect)
    case .event(let label): field("event", label: label)
    case .always(let state): field("always", state: state)
    case .afterFired(let time, let delay, let state):
      openTimer(time)
      entries.append(",\"after\":")
      DisplayText.appendQuoted(Delay.text(delay), to: &entries)
      entries.append(",\"state\":")
      append(state, to: &entries)
      entries.append("}}")
    case .sendFired(let time, let label):
      openTimer(time)
      entries.append(",\"send\":")
      append(label, to: &entries)
      entries.append("}}")
    case .invoke(let id, let source, let input):
      open("invoke")
      entries.append("{\"id\":")
      DisplayText.appendQuoted(id, to: &entries)
      entries.append(",\"src\":")
      DisplayText.appendQuoted(source, to: &entries)
      if let input {
        entries.append(",\"input\":")
        input.appendJSON(to: &entries, upTo: mostBytes)
      }
      entries.append("}}")
    case .stop(let id): field("stop", text: id)
    case .ignored: entries.append("{\"ignored\":true}")
    case .declined(let state, let guardText, _):
      entries.append("{\"declined\":{\"state\":")
      append(state, to: &entries)
      entries.append(",\"guard\":")
      DisplayText.appendQuoted(guardText, to: &entries)
      entries.append("}}")
    case .forbidden(let state): field("forbidden", state: state)
    case .rejected(let why): field("rejected", text: why)
    case .error(let message, let span): field("error", text: message + position(span))
    case .invariant(let name): field("invariant", text: name)
    case .value(let value):
      entries.append("{\"value\":")
      value.appendJSON(to: &entries, upTo: mostBytes)
      entries.append("}")
    case .done: entries.append("{\"done\":true}")
    case .child: break
    }
  }

  private func append(_ effect: Effect) {
    switch effect {
    case .call(let name, let data):
      field("do", label: .known(name), part: "name", data: data, delay: 0)
    case .log(let text): field("log", text: text)
    case .raise(let label, let data): field("raise", label: label, part: "event", data: data, delay: 0)
    case .send(let label, let data, let delay): field("send", label: label, part: "event", data: data, delay: delay)
    case .cancel(let id): field("cancel", text: id)
    case .assign(let path, let value):
      beginAssign(path)
      value.appendJSON(to: &entries, upTo: mostBytes)
      entries.append("}}")
    case .goToState(let state): field("goToState", state: state)
    }
  }

  /// `{"do":"x"}`, or `{"do":{"name":"x","data":…}}` with further parts.
  private func field(_ key: StaticString, label: EventLabel, part: StaticString, data: Value?, delay: Int64) {
    let hasData = data.map { !$0.isNull } ?? false
    guard hasData || delay > 0 else {
      field(key, label: label)
      return
    }
    open(key)
    entries.append("{\"")
    entries.append(part)
    entries.append("\":")
    append(label, to: &entries)
    if let data, hasData {
      entries.append(",\"data\":")
      data.appendJSON(to: &entries, upTo: mostBytes)
    }
    if delay > 0 {
      entries.append(",\"delay\":")
      entries.append(decimal: delay)
    }
    entries.append("}}")
  }

  private func field(_ key: StaticString, state: StateID) {
    open(key)
    append(state, to: &entries)
    entries.append("}")
  }

  private func field(_ key: StaticString, label: EventLabel) {
    open(key)
    append(label, to: &entries)
    entries.append("}")
  }

  private func field(_ key: StaticString, text: String) {
    open(key)
    DisplayText.appendQuoted(text, to: &entries)
    entries.append("}")
  }

  private func beginAssign(_ path: ContextPath) {
    open("assign")
    entries.append("{")
    DisplayText.appendQuoted(path.text, to: &entries)
    entries.append(":")
  }

  private func open(_ key: StaticString) {
    entries.append("{\"")
    entries.append(key)
    entries.append("\":")
  }

  private func openTimer(_ time: Int64) {
    entries.append("{\"timer\":{\"time\":")
    entries.append(decimal: time)
  }

  private func append(_ state: StateID, to out: inout ByteBuffer) {
    var path = ByteBuffer(capacity: 64)
    chart.appendPath(state, to: &path)
    path.withSpan { DisplayText.appendQuoted($0, to: &out) }
  }

  private func append(_ label: EventLabel, to out: inout ByteBuffer) {
    switch label {
    case .known(let name): DisplayText.appendQuoted(Array(chart.names[name]).span, to: &out)
    case .other(let name): DisplayText.appendQuoted(name, to: &out)
    }
  }

  private func position(_ span: SourceSpan?) -> String {
    guard let span else { return "" }
    let lines = indices[member] ?? LineIndex(source)
    indices[member] = lines
    return " (\(lines.shownPosition(of: Int(span.start))))"
  }
}
