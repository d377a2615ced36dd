import CEL
package import StateKitCore
package import StateKitFormat
package import StateKitTest

/// Shortens a failing test while it still fails in the same way. Uses delta debugging (Zeller and Hildebrandt, 2002)
/// over its lines, then over the fields of payloads.
package struct Shrinker: ~Copyable {
  private let chart: Chart
  private var runner: TestRunner
  private let parser: ScriptParser
  private let limits: Limits
  /// False if only the companion is judged.
  package var judgesMachine: Bool {
    get { runner.judgesMachine }
    set { runner.judgesMachine = newValue }
  }
  /// The limit of runs.
  private var runsLeft = 20_000

  /// `limits`: the limits of each run. After an interrupt that they report, the shortest test so far is the result.
  /// `companion`: a program that must do what the machine does.
  package init(
    _ chart: Chart, needsRecord: Bool, limits: Limits = Limits(), host: HostLines = HostLines(),
    companion: (any TestCompanion)? = nil
  ) {
    self.chart = chart
    self.limits = limits
    var options = ScriptRunner.Options()
    options.machine.limits = limits
    options.host = host
    runner = TestRunner(chart, needsRecord: needsRecord, options: options, companion: companion)
    parser = ScriptParser(chart)
  }

  /// The shortest lines found that fail as `failure` does; they end with the failing line.
  package mutating func shrink(_ failure: TestFailure) -> [TestStep] {
    let lines = failure.steps
    // At the start, no line is needed.
    if failure.index < 0 { return [] }
    var best = Array(lines.prefix(failure.index))
    // A failing expectation stays the last line. Other errors also show at the end of a script.
    var goal = Goal(signature: signature(failure))
    if !fails(best, as: goal) { goal.tail = Array(lines.dropFirst(failure.index).prefix(1)) }
    var count: Int
    repeat {
      best = reduced(best, to: goal)
      count = best.count
      best = withoutNeighbours(best, to: goal)
    } while best.count < count
    best = withoutPayloads(best, to: goal)
    return best + goal.tail
  }

  /// The failure that the shorter tests must keep.
  private struct Goal {
    let signature: [String]
    /// The failing line, if it must stay the last one.
    var tail: [TestStep] = []
  }

  /// The identity of a failure. For a script line, it is the text and the whole message, so that `:expect in a` does
  /// not fail in another state instead. For the chart, it is the position, and the message without its numbers.
  private func signature(_ failure: TestFailure) -> [String] {
    failure.reports.map { report in
      let (code, message) = (report.diagnostic.code.rawValue, report.diagnostic.message)
      return switch report.origin {
      case .chart: "\(code) \(report.diagnostic.span.start) \(message.filter { !$0.isNumber })"
      case .script(let line): "\(code) \(message) " + String(decoding: line.bytes, as: UTF8.self)
      case .none: code
      }
    }
  }

  private mutating func fails(_ fewer: [TestStep], as goal: Goal) -> Bool {
    let lines = fewer + goal.tail
    runsLeft -= 1
    guard runsLeft >= 0, !limits.isInterrupted(), let failure = runner.failure(of: lines) else { return false }
    return failure.index >= lines.count - 1 && signature(failure) == goal.signature
  }

  /// Drops halves, quarters, and so on down to single lines, until no single line can be dropped.
  private mutating func reduced(_ lines: [TestStep], to goal: Goal) -> [TestStep] {
    var lines = lines
    var size = max(1, lines.count / 2)
    while !lines.isEmpty {
      var start = 0
      var hasDropped = false
      while start < lines.count {
        var fewer = lines
        fewer.removeSubrange(start..<min(lines.count, start + size))
        if fails(fewer, as: goal) {
          lines = fewer
          hasDropped = true
        } else {
          start += size
        }
      }
      if size == 1, !hasDropped { break }
      if !hasDropped || size > lines.count { size = max(1, size / 2) }
    }
    return lines
  }

  /// Drops lines that only together have no effect, such as an event and the one that undoes it.
  private mutating func withoutNeighbours(_ lines: [TestStep], to goal: Goal) -> [TestStep] {
    var lines = lines
    for size in 2...4 {
      var start = 0
      while start + size <= lines.count {
        var fewer = lines
        fewer.removeSubrange(start..<start + size)
        if fails(fewer, as: goal) { lines = fewer } else { start += 1 }
      }
    }
    return lines
  }

  /// Drops whole payloads if nothing depends on them, else some of their fields.
  private mutating func withoutPayloads(_ lines: [TestStep], to goal: Goal) -> [TestStep] {
    var lines = lines
    for line in lines.indices {
      guard case .event(let event) = lines[line].step, let data = event.data else { continue }
      if replace(line, event: event, data: nil, in: &lines, to: goal) { continue }
      guard case .map(let map) = data else { continue }
      var entries = map.entries
      var index = 0
      while index < entries.count {
        var fewer = entries
        fewer.remove(at: index)
        if replace(line, event: event, data: .map(MapValue(fewer)), in: &lines, to: goal) {
          entries = fewer
        } else {
          index += 1
        }
      }
    }
    return lines
  }

  private mutating func replace(
    _ index: Int, event: Event, data: Value?, in lines: inout [TestStep], to goal: Goal
  ) -> Bool {
    let text = DisplayText.name(chart.text(of: event.label)) + (data.map { " " + $0.json } ?? "")
    let line = ScriptLine(file: lines[index].line.file, number: lines[index].line.number, bytes: Array(text.utf8))
    guard let step = try? parser.parse(line) else { return false }
    var changed = lines
    changed[index] = TestStep(step: step, line: line)
    guard fails(changed, as: goal) else { return false }
    lines = changed
    return true
  }
}
