import StateKitCore
import StateKitFormat
import StateKitSearch

/// The comparison of two charts, as text or JSON (Exploring.md, Comparing).
struct DiffReport {
  let first: LoadedChart
  let second: LoadedChart
  /// The names of the charts in messages.
  let names: (first: String, second: String)
  let result: ChartDiff.Result
  let structure: StructureDiff
  /// The host answers for both.
  let host: HostLines
  let limits: Limits

  // MARK: Text

  func text() -> String {
    var out = ByteBuffer()
    out.append(verdict() + "\n")
    if result.verdict == .differs, let script = result.script {
      if script.isEmpty { out.append("    # at the start\n") }
      for line in script { DisplayText.appendLine("    " + line, to: &out) }
      appendTraces(script, to: &out)
    } else {
      let handling = result.verdict == .reduces ? names.first : names.second
      for gap in result.gaps {
        let states = gap.configuration.joined(separator: ", ")
        DisplayText.appendLine(
          "  \(gap.line) in \(states): only \(handling) handles it; the script: \(gap.script.joined(separator: "; "))",
          to: &out)
      }
    }
    let lines = lines
    for difference in structure.all {
      let (kind, change) = (difference.kind.rawValue, difference.change.rawValue)
      let place = positions(difference, lines: lines)
      DisplayText.appendLine("  \(kind) \(change): \(difference.what)\(place.isEmpty ? "" : " (\(place))")", to: &out)
    }
    return out.text
  }

  private func verdict() -> String {
    let pairs = DisplayText.counted(result.pairs, noun: "pair") + " of states"
    let version = result.version.map { "; version: \($0)" } ?? ""
    let within = result.limitation
    switch result.verdict {
    case .equivalent: return "equivalent\(within): \(pairs)\(version)"
    case .extends: return "extends\(within): \(names.second) handles more than \(names.first), \(pairs)\(version)"
    case .reduces: return "reduces\(within): \(names.second) handles less than \(names.first), \(pairs)\(version)"
    case .differs:
      let count = result.script?.count ?? 0
      return "differs: after \(DisplayText.counted(count, noun: "line"))\(version)"
    case .noDifference: return "no difference\(within): \(pairs)"
    }
  }

  private func positions(_ difference: StructureDiff.Difference, lines: Lines) -> String {
    [(difference.first, lines.first), (difference.second, lines.second)].compactMap { span, lines in
      span.map { lines.shownPosition(of: Int($0.start)) }
    }.joined(separator: ", ")
  }

  private typealias Lines = (first: LineIndex, second: LineIndex)

  /// The line indexes of both files, which are needed for every difference.
  private var lines: Lines { (LineIndex(first.source), LineIndex(second.source)) }

  // MARK: Traces

  /// The last step of both charts, side by side.
  private func appendTraces(_ script: [String], to out: inout ByteBuffer) {
    let steps = lastSteps(script)
    let left = [names.first + ":"] + steps.first
    let right = [names.second + ":"] + steps.second
    let width = min(60, left.map { DisplayWidth.of($0) }.max() ?? 0)
    for index in 0..<max(left.count, right.count) {
      let one = index < left.count ? left[index] : ""
      let other = index < right.count ? right[index] : ""
      let margin = String(repeating: " ", count: max(0, width - DisplayWidth.of(one)))
      DisplayText.appendLine("  \(one)\(margin)  |" + (other.isEmpty ? "" : "  " + other), to: &out)
    }
  }

  /// The traces of the last line of a script. If they are equal, adds the full paths of the states and the output.
  private func lastSteps(_ script: [String]) -> (first: [String], second: [String]) {
    let (one, other) = (lastStep(script, loaded: first), lastStep(script, loaded: second))
    if one.trace != other.trace { return (one.trace, other.trace) }
    return (one.trace + one.end, other.trace + other.end)
  }

  /// The trace of the last line of a script, and the state of the machine after it.
  private func lastStep(_ script: [String], loaded: LoadedChart) -> (trace: [String], end: [String]) {
    let output = MemoryOutput()
    let trace = TraceText(loaded.chart, source: loaded.source, output: output)
    var machine = Machine(loaded.chart, limits: limits, sink: trace)
    machine.play(
      script, answers: host.answers(for: loaded.chart),
      before: {
        trace.flush()
        output.removeAll()
      })
    trace.flush()
    let paths = machine.configuration.leaves.map { loaded.chart.path($0) }.joined(separator: ", ")
    let end = machine.isFinished ? "  output: \(machine.finalOutput?.json ?? "none")" : "  states: \(paths)"
    return (output.text.split(separator: "\n").map(String.init), [end])
  }

  // MARK: JSON

  func json() -> String {
    var out = ByteBuffer()
    out.append("{")
    out.append(string: "first", value: names.first)
    out.append(string: "second", value: names.second)
    out.append(string: "verdict", value: result.verdict == .noDifference ? "no-difference" : result.verdict.rawValue)
    out.append(string: "semver", value: result.version)
    out.append(flag: "complete", value: result.bound == nil)
    out.append(string: "bound", value: result.bound?.rawValue)
    out.append(flag: "payloadsSampled", value: result.samples.contains(.payloads))
    out.append(flag: "eventsSampled", value: result.samples.contains(.events))
    out.append(flag: "timesSampled", value: result.samples.contains(.times))
    out.append(number: "pairs", value: result.pairs)
    out.append(number: "depth", value: result.depth)
    out.append(",\n ")
    out.append(texts: "script", value: result.script)
    if let script = result.script, result.verdict == .differs {
      let steps = lastSteps(script)
      out.append(",\n \"traces\": [")
      DisplayText.appendList(steps.first, to: &out)
      out.append(", ")
      DisplayText.appendList(steps.second, to: &out)
      out.append("]")
    }
    out.append(",\n ")
    out.append(objects: "gaps", of: result.gaps, line: "\n  ") { gap, out in
      out.append(texts: "configuration", value: gap.configuration)
      out.append(string: "event", value: gap.line)
      out.append(texts: "script", value: gap.script)
    }
    out.append(",\n ")
    let lines = lines
    out.append(objects: "structure", of: structure.all, line: "\n  ") { difference, out in
      out.append(string: "kind", value: difference.kind.rawValue)
      out.append(string: "change", value: difference.change.rawValue)
      out.append(string: "what", value: difference.what)
      append("first", at: difference.first, lines: lines.first, to: &out)
      append("second", at: difference.second, lines: lines.second, to: &out)
    }
    out.append("}\n")
    return out.text
  }

  private func append(_ key: String, at span: SourceSpan?, lines: LineIndex, to out: inout ByteBuffer) {
    guard let span else { return out.append(string: key, value: nil) }
    let position = lines.position(of: Int(span.start))
    out.append(object: key) { out in
      out.append(string: "file", value: lines.source.name)
      out.append(number: "line", value: position.line)
      out.append(number: "column", value: position.column)
    }
  }
}
