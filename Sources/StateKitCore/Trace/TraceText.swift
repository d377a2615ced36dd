// Longer than others: one format, from its first byte to its last.
import CEL

/// The trace as text, byte for byte as in Trace.md.
package final class TraceText: TraceWriter {
  // Checking each access takes longer than most lines. Nothing that a method here calls can access this object: it
  // calls only a chart's names, and an output that takes bytes.
  @exclusivity(unchecked)
  private var lines: TraceLines

  private let isFull: Bool

  /// `source` is the chart's file, for the positions of errors. `isFull`: true to show a macrostep that the step limit
  /// ended completely, instead of its cycle once.
  package init(_ chart: Chart, source: SourceText, output: any ByteOutput, isFull: Bool = false) {
    self.isFull = isFull
    unsafe lines = TraceLines(chart, source: source, output: output)
  }

  /// True to omit the next header of a line: a person who typed the line sees it already.
  package var omitsHeader = false

  package func begin(_ header: TraceHeader) {
    if omitsHeader {
      if case .start = header {
      } else {
        omitsHeader = false
        return
      }
    }
    unsafe lines.begin(header)
  }

  package func add(_ entries: TraceEntries) {
    unsafe lines.add(entries)
  }

  package func add(endless entries: TraceEntries) {
    isFull ? unsafe lines.add(entries) : unsafe lines.add(endless: entries)
  }

  package func end(_ summary: TraceSummary) {
    unsafe lines.end(summary)
  }

  package func add(_ step: borrowing MoveStep) {
    unsafe lines.add(step)
  }

  package func layOut(_ step: borrowing TraceStep) -> StepText {
    unsafe lines.layOut(step)
  }

  package func layOut(_ step: borrowing TraceStep, ofChild chart: Int) -> StepText? {
    unsafe lines.layOut(step, ofChild: chart)
  }

  package var out: OutputBuffer {
    _read { yield unsafe lines.out }
    _modify { yield unsafe &lines.out }
  }
}

/// The lines of a text trace in progress. A struct, so that a batch of entries costs one access.
private struct TraceLines: ~Copyable {
  private let chart: Chart
  /// The names and the file of the chart whose entries are being written.
  private var speaker: TraceSpeaker
  /// The speakers of invoked charts, by their indices.
  private var others: [Int: TraceSpeaker] = [:]
  var out: OutputBuffer
  /// A buffer for text that is not written now.
  private var scratch = ByteBuffer()

  init(_ chart: Chart, source: SourceText, output: any ByteOutput) {
    self.chart = chart
    out = OutputBuffer(output)
    speaker = TraceSpeaker(chart, in: source)
  }

  mutating func add(_ entries: TraceEntries) {
    for index in entries.indices {
      switch entries.part(at: index) {
      case .exit(let state): speaker.names.appendLine("  exit ", state: state, to: &out.bytes)
      case .enter(let state): speaker.names.appendLine("  enter ", state: state, to: &out.bytes)
      case .number(let number): append(entries.numbers[number])
      // Iterates by index: iterating over the entries would copy each of them.
      case .other(let other): append(entries.others[other])
      }
      out.flushIfFull()
    }
  }

  mutating func add(_ step: borrowing MoveStep) {
    speaker.names.appendLine(step.event, to: &out.bytes)
    speaker.names.appendLines("  exit ", states: step.states, line: step.exited.indices, to: &out.bytes)
    speaker.names.appendLines("  enter ", states: step.states, line: step.entered.indices, to: &out.bytes)
    if step.changed { speaker.names.appendLine("  => ", state: step.leaves[0], to: &out.bytes) }
    out.steps += 1
    out.flushIfFull()
  }

  /// Adds the lines of an endless macrostep, with its cycle once.
  mutating func add(endless entries: TraceEntries) {
    var (path, member, own) = ([String](), 0, entries)
    if entries.count == 1, case .child(let trace) = entries[0] {
      (path, member, own) = (trace.path, trace.chart, trace.entries)
    }
    for part in RoundFolding(own).parts {
      switch part {
      case .entries(let range) where path.isEmpty: add(TraceEntries(own[range]))
      case .entries(let range): add(ChildTrace(path: path, chart: member, entries: TraceEntries(own[range])))
      case .rounds(let count): appendGap(count, what: count == 1 ? "round" : "rounds", path: path)
      case .lines(let count): appendGap(count, what: "lines", path: path)
      }
    }
  }

  private mutating func appendGap(_ count: Int, what: String, path: [String]) {
    if !path.isEmpty { LinePrefix(path).write(to: &out.bytes) }
    out.bytes.append("  … ")
    out.bytes.append(decimal: Int64(count))
    out.bytes.append(" " + what)
    endLine()
  }

  /// Adds the lines of a child, each with its id as a prefix (Children.md).
  private mutating func add(_ trace: ChildTrace) {
    let prefix = LinePrefix(trace.path)
    var child = removeSpeaker(trace.chart)
    swap(&speaker, &child)
    for entry in trace.entries {
      prefix.write(to: &out.bytes)
      append(entry)
      out.flushIfFull()
    }
    swap(&speaker, &child)
    others[trace.chart] = child
  }

  /// The output of a step, built outside the unwritten output.
  mutating func layOut(_ step: borrowing TraceStep) -> StepText {
    swap(&out.bytes, &scratch)
    out.bytes.removeAll()
    var text = StepText()
    begin(step.header)
    layOut(step, hasPrefix: false, text: &text)
    appendEnd(step.summary)
    text.bytes = out.bytes.bytes
    swap(&out.bytes, &scratch)
    return text
  }

  mutating func layOut(_ step: borrowing TraceStep, ofChild member: Int) -> StepText {
    swap(&out.bytes, &scratch)
    out.bytes.removeAll()
    var text = StepText()
    var child = removeSpeaker(member)
    swap(&speaker, &child)
    layOut(step, hasPrefix: true, text: &text)
    swap(&speaker, &child)
    others[member] = child
    text.bytes = out.bytes.bytes
    swap(&out.bytes, &scratch)
    return text
  }

  private mutating func layOut(_ step: borrowing TraceStep, hasPrefix: Bool, text: inout StepText) {
    var open = step.openEntries[...]
    for index in step.entries.indices {
      if hasPrefix { text.holes.append((out.bytes.count, .prefix)) }
      guard open.first?.index == index, let entry = open.popFirst(),
        case .effect(let effect, let inHook) = step.entries[index]
      else {
        append(step.entries[index])
        continue
      }
      if case .assign(let path, _) = effect {
        beginAssign(path, inHook: inHook)
        text.holes.append((out.bytes.count, .value))
      } else {
        indent(inHook)
        out.bytes.append("log ")
        for part in entry.parts {
          if let part {
            DisplayText.appendRaw(part, to: &out.bytes)
          } else {
            text.holes.append((out.bytes.count, .text(isQuoted: false)))
          }
        }
      }
      endLine()
    }
  }

  /// Removes and returns the speaker of a child's chart; the caller puts it back.
  private mutating func removeSpeaker(_ member: Int) -> TraceSpeaker {
    others.removeValue(forKey: member) ?? TraceSpeaker(chart, relative: member, speaker: speaker)
  }

  mutating func begin(_ header: TraceHeader) {
    switch header {
    case .start: out.bytes.append("init")
    case .event(.known(let name), nil): return speaker.names.appendLine(name, to: &out.bytes)
    case .event(let label, let data):
      append(label)
      append(data)
    case .end(let end): DisplayText.appendRaw(end.shown, to: &out.bytes)
    case .line(let text), .aside(let text): DisplayText.appendRaw(text, to: &out.bytes)
    }
    endLine()
  }

  mutating func end(_ summary: borrowing TraceSummary) {
    appendEnd(summary)
    out.steps += 1
    out.flushIfFull()
  }

  private mutating func appendEnd(_ summary: borrowing TraceSummary) {
    if summary.changed {
      if summary.leaves.count == 1 {
        return speaker.names.appendLine("  => ", state: summary.leaves[0], to: &out.bytes)
      }
      out.bytes.append("  => ")
      for (index, leaf) in summary.leaves.enumerated() {
        if index > 0 { out.bytes.append(", ") }
        append(leaf)
      }
      endLine()
    }
  }

  mutating func append(_ entry: TraceEntry) {
    switch entry {
    case .exit(let state):
      out.bytes.append("  exit ")
      append(state)
    case .enter(let state):
      out.bytes.append("  enter ")
      append(state)
    case .effect(.assign(let path, let value), let inHook):
      beginAssign(path, inHook: inHook)
      out.append(json: value)
    case .effect(let effect, let inHook):
      indent(inHook)
      append(effect)
    case .event(let label):
      out.bytes.append("  event ")
      append(label)
    case .always(let state):
      out.bytes.append("  always ")
      append(state)
    case .afterFired(let time, let delay, let state):
      out.bytes.append("  @")
      Delay.append(time, to: &out.bytes)
      out.bytes.append(" after ")
      Delay.append(delay, to: &out.bytes)
      out.bytes.append(" in ")
      append(state)
    case .sendFired(let time, let label):
      out.bytes.append("  @")
      Delay.append(time, to: &out.bytes)
      out.bytes.append(" send ")
      append(label)
    case .invoke(let id, let source, let input):
      out.bytes.append("  invoke ")
      DisplayText.appendName(id, to: &out.bytes)
      out.bytes.append(UInt8(ascii: " "))
      DisplayText.appendName(source, to: &out.bytes)
      append(input)
    case .stop(let id):
      out.bytes.append("  stop ")
      DisplayText.appendName(id, to: &out.bytes)
    case .ignored: out.bytes.append("  ignored")
    case .declined(let state, let guardText, _):
      out.bytes.append("  declined ")
      append(state)
      out.bytes.append(": ")
      DisplayText.appendRaw(guardText, to: &out.bytes)
    case .forbidden(let state):
      out.bytes.append("  forbidden in ")
      append(state)
    case .rejected(let why):
      out.bytes.append("  rejected: ")
      DisplayText.appendRaw(why, to: &out.bytes)
    case .error(let message, let span):
      out.bytes.append("  error: ")
      DisplayText.appendRaw(message, to: &out.bytes)
      append(span)
    case .invariant(let name):
      out.bytes.append("  invariant ")
      DisplayText.appendName(name, to: &out.bytes)
      out.bytes.append(" is broken")
    case .value(let value):
      out.bytes.append("  = ")
      out.append(json: value)
    case .done: out.bytes.append("  done")
    case .child(let trace):
      add(trace)
      return
    }
    endLine()
  }

  private mutating func indent(_ inHook: Bool) {
    inHook ? out.bytes.append("    ") : out.bytes.append("  ")
  }

  private mutating func append(_ assigned: TraceEntries.AssignedNumber) {
    beginAssign(assigned.path, inHook: assigned.inHook)
    out.bytes.append(decimal: assigned.number)
    endLine()
  }

  private mutating func beginAssign(_ path: ContextPath, inHook: Bool) {
    inHook ? out.bytes.append("    assign ") : out.bytes.append("  assign ")
    path.append(to: &out.bytes)
    out.bytes.append(" = ")
  }

  private mutating func append(_ effect: Effect) {
    switch effect {
    case .call(let name, let data):
      out.bytes.append("do ")
      append(name)
      append(data)
    case .log(let text):
      out.bytes.append("log ")
      DisplayText.appendRaw(text, to: &out.bytes)
    case .raise(let label, let data):
      out.bytes.append("raise ")
      append(label)
      append(data)
    case .send(let label, let data, let delay):
      out.bytes.append("send ")
      append(label)
      append(data)
      if delay > 0 {
        out.bytes.append(" in ")
        Delay.append(delay, to: &out.bytes)
      }
    case .cancel(let id):
      out.bytes.append("cancel ")
      DisplayText.appendName(id, to: &out.bytes)
    case .assign: break
    case .goToState(let state):
      out.bytes.append("goToState ")
      append(state)
    }
  }

  private mutating func append(_ state: StateID) {
    speaker.names.append(state, to: &out.bytes)
  }

  private mutating func append(_ name: NameID) {
    speaker.names.append(name, to: &out.bytes)
  }

  private mutating func append(_ label: EventLabel) {
    switch label {
    case .known(let name): append(name)
    case .other(let name): DisplayText.appendName(name, to: &out.bytes)
    }
  }

  /// Appends a payload; none and `null` are equal (Charts.md).
  private mutating func append(_ data: Value?) {
    guard let data, !data.isNull else { return }
    out.bytes.append(UInt8(ascii: " "))
    out.append(json: data)
  }

  private mutating func append(_ span: SourceSpan?) {
    guard let span else { return }
    let position = speaker.position(of: span)
    out.bytes.append(" (")
    DisplayText.appendRaw(speaker.source.name, to: &out.bytes)
    out.bytes.append(":")
    out.bytes.append(decimal: Int64(position.line))
    out.bytes.append(":")
    out.bytes.append(decimal: Int64(position.column))
    out.bytes.append(")")
  }

  private mutating func endLine() {
    out.bytes.append(UInt8(ascii: "\n"))
  }
}
