import CEL
import StateKitCore
import StateKitSearch

/// The graph of the explored states, for other programs.
struct StateGraphOutput {
  let report: ExploreReport
  private var space: StateSpace { report.space }
  private var chart: Chart { report.loaded.chart }

  /// `{"complete", "bound", "states": [{"id", "configuration", "context", "timers", "finished"}],
  /// "arcs": [{"from", "to", "line"}]}`.
  func writeJSON(to output: any OutputStream) {
    var out = ByteBuffer()
    out.append("{")
    report.appendEnd(to: &out)
    out.append(",\n \"states\": [")
    for state in 0..<space.states {
      let facts = space.parts(of: state)
      out.append(state == 0 ? "\n {" : ",\n {")
      out.append(number: "id", value: state)
      out.append(texts: "configuration", value: facts.leaves.map { chart.path($0) })
      out.append(object: "context") { out in
        for (name, value) in zip(chart.contextNames, facts.values) {
          out.append(key: name)
          value.appendJSON(to: &out)
        }
      }
      out.append(", \"timers\": [\(facts.timers.map { String($0.remaining) }.joined(separator: ", "))]")
      let answers = space.answers(in: state)
      if !answers.isEmpty {
        out.append(object: "guards") { out in
          for answer in answers { out.append(flag: answer.name, value: answer.isTrue) }
        }
      }
      out.append(flag: "finished", value: facts.isFinished)
      out.append("}")
      if !Self.flush(&out, to: output) { return }
    }
    out.append("],\n \"arcs\": [")
    var isFirst = true
    forEachArc { from, to, line in
      out.append(isFirst ? "\n {" : ",\n {")
      isFirst = false
      out.append(number: "from", value: from)
      out.append(number: "to", value: to)
      out.append(string: "line", value: line)
      out.append("}")
      return Self.flush(&out, to: output)
    }
    out.append("]}\n")
    out.withSpan { output.write($0) }
  }

  /// A directed graph in the language of Graphviz.
  func writeDOT(to output: any OutputStream) {
    var out = ByteBuffer()
    out.append("digraph states {\n  node [shape=box, style=rounded];\n")
    if !space.isComplete { out.append("  // \(report.verdict())\n") }
    for state in 0..<space.states {
      let facts = space.parts(of: state)
      var label = facts.leaves.map { chart.shownReference($0) }.joined(separator: ", ")
      for (key, value) in facts.values.enumerated() { label += "\n\(chart.contextNames[key]) = \(value.shownJSON())" }
      for timer in facts.timers { label += "\nin \(Delay.text(timer.remaining))" }
      for answer in space.answers(in: state) { label += "\n\(DisplayText.name(answer.name)): \(answer.isTrue)" }
      out.append("  s\(state) [label=")
      append(dot: label, to: &out)
      out.append(facts.isFinished ? ", peripheries=2];\n" : "];\n")
      if !Self.flush(&out, to: output) { return }
    }
    forEachArc { from, to, line in
      out.append("  s\(from) -> s\(to) [label=")
      append(dot: line, to: &out)
      out.append("];\n")
      return Self.flush(&out, to: output)
    }
    out.append("}\n")
    out.withSpan { output.write($0) }
  }

  /// Calls `body` with each arc, until it returns false.
  private func forEachArc(_ body: (Int, Int, String) -> Bool) {
    for state in 0..<space.states {
      for arc in space.lines(from: state) where !body(state, arc.target, arc.line) { return }
    }
  }

  /// Writes a block when there is enough for one. Returns false if the output takes no more.
  private static func flush(_ out: inout ByteBuffer, to output: any OutputStream) -> Bool {
    if out.count < 48 << 10 { return true }
    out.withSpan { output.write($0) }
    out.removeAll()
    return output.failure == nil
  }

  /// A text in double quotes; a line end in it is `\n`.
  private func append(dot text: String, to out: inout ByteBuffer) {
    out.append("\"")
    for (index, line) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if index > 0 { out.append("\\n") }
      var shown = ByteBuffer()
      DisplayText.appendRaw(String(Substring(line)), to: &shown)
      for byte in shown.bytes {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { out.append(UInt8(ascii: "\\")) }
        out.append(byte)
      }
    }
    out.append("\"")
  }
}
