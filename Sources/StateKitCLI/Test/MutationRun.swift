import StateKitCore
import StateKitFormat
import StateKitSearch
import StateKitTest

/// The mutants of the charts of some tests, and their results.
struct MutationRun {
  /// The results of a chart's mutants.
  struct ChartResult {
    let path: String
    let chart: LoadedChart
    let mutants: [(mutant: Mutant, fate: MutantFate)]
  }

  let threads: Int
  let seed: UInt64
  /// How many mutants of each chart are tried.
  let most: Int
  let limits: Limits
  let host: HostLines
  /// The tests that are run; nil for all.
  let filter: String?
  /// The time limits in seconds for one mutant, and for all.
  private static let secondsOfOne: Int64 = 10
  private static let seconds: Int64 = 600

  func run(_ files: [TestFile]) -> [ChartResult] {
    var charts: [(path: String, chart: LoadedChart, scripts: [MutationTrial.Script])] = []
    var indices: [[UInt8]: Int] = [:]
    for file in files {
      guard case .tests(let tests, let chart, let trace) = file.content else { continue }
      let isWanted: @Sendable (String?) -> Bool = { [filter] name in
        TestJob.admits(filter, script: file.name, name: name)
      }
      let recorded = isWanted("trace") ? (try? trace?.get())?.bytes : nil
      guard recorded != nil || tests.cases.contains(where: { isWanted($0.name) }) else { continue }
      let script = MutationTrial.Script(file: file.script, bytes: file.bytes, trace: recorded, isWanted: isWanted)
      let name = Reach.key(of: file.chartPath)
      if let index = indices[name] {
        charts[index].scripts.append(script)
      } else {
        indices[name] = charts.count
        charts.append((file.chartPath, chart, [script]))
      }
    }
    let all = WallClock.limits(limits, seconds: Self.seconds)
    return charts.map { path, chart, scripts in
      let chart = LoadedChart(located: chart.located, source: chart.source.spelledOut)
      let mutants = chosen(Mutator.mutants(of: chart.source, in: chart.chart))
      let trial = MutationTrial(chart.chart, in: chart.source, scripts: scripts, host: host) {
        [host] tests, trace, chart, source, limits in
        // A mutant moves the positions in the chart.
        let comparison = TraceComparison(trace, positions: .omitted, most: 0)
        let options = TestJob.options(limits, host: host)
        TestJob.trace(tests, chart: chart, source: source, options: options, to: comparison)
        return comparison.isSame
      }
      let fates = Workers.map(mutants.count, threads: threads) { index in
        if all.isInterrupted() { return MutantFate.untried }
        return trial.fate(of: mutants[index], limits: WallClock.limits(all, seconds: Self.secondsOfOne))
      }
      return ChartResult(path: path, chart: chart, mutants: Array(zip(mutants, fates)).map { ($0.0, $0.1) })
    }
  }

  /// Some of the mutants, still in order of position.
  private func chosen(_ mutants: [Mutant]) -> [Mutant] {
    if mutants.count <= most { return mutants }
    var random = SplitMix64(state: seed)
    // The choice of a seed stays what it has always been: it begins with the second number.
    _ = random.next()
    let keyed = mutants.indices.map { (key: random.next(), index: $0) }
    return keyed.sorted { $0.key < $1.key }.prefix(most).map(\.index).sorted().map { mutants[$0] }
  }

  // MARK: Text

  /// The results of all mutants, in lines.
  static func text(_ results: [ChartResult]) -> String {
    var out = ByteBuffer()
    var caught = 0
    var survived = 0
    var undecided = 0
    for result in results {
      var counts = (caught: 0, survived: 0, undecided: 0, equivalent: 0, invalid: 0, untried: 0)
      var survivors = ByteBuffer()
      let lines = LineIndex(result.chart.source)
      for (mutant, fate) in result.mutants {
        switch fate {
        case .caught: counts.caught += 1
        case .equivalent: counts.equivalent += 1
        case .invalid: counts.invalid += 1
        case .untried: counts.untried += 1
        case .survived(let telling):
          counts.survived += 1
          let script = telling.joined(separator: ", ")
          let isStart = telling.allSatisfy { $0.utf8.first == UInt8(ascii: ":") }
          let start = "the start would catch it" + (telling.isEmpty ? "" : ", with \(script)")
          let what = isStart ? start : "this would catch it: \(script)"
          append(mutant, as: "survives", what: what, lines: lines, to: &survivors)
        case .undecided(let within):
          counts.undecided += 1
          append(mutant, as: "undecided", what: "no difference\(within)", lines: lines, to: &survivors)
        }
      }
      DisplayText.appendRaw("mutants of \(result.path): ", to: &out)
      out.append("\(counts.caught) of \(counts.caught + counts.survived) caught")
      if counts.undecided > 0 { out.append(", \(counts.undecided) undecided") }
      if counts.equivalent > 0 { out.append(", \(counts.equivalent) equal to the original") }
      if counts.invalid > 0 { out.append(", \(counts.invalid) not valid") }
      if counts.untried > 0 {
        out.append(", \(counts.untried) not tried within \(seconds) s, use --count to try fewer")
      }
      if let invoked = result.chart.chart.family?.members.count, invoked > 0 {
        out.append(", \(DisplayText.counted(invoked, noun: "invoked chart")) not changed")
      }
      out.append("\n")
      out.append(survivors.bytes)
      caught += counts.caught
      survived += counts.survived
      undecided += counts.undecided
    }
    let score = caught + survived == 0 ? 100 : caught * 100 / (caught + survived)
    out.append("mutation score: \(score) % (\(caught) of \(caught + survived))")
    if undecided > 0 { out.append(", \(undecided) undecided") }
    out.append("\n")
    return out.text
  }

  private static func append(
    _ mutant: Mutant, as fate: String, what: String, lines: LineIndex, to out: inout ByteBuffer
  ) {
    let position = lines.position(of: Int(mutant.span.start))
    DisplayText.appendLine(
      "  \(lines.source.name):\(position.line):\(position.column): \(fate): \(mutant.what); \(what)", to: &out)
    let before = lines.source.bytes[lines.shown(mutant.span).range.clamped(to: lines.source.bytes.indices)].prefix(100)
    var parts = [("    - ", Array(before))]
    // The replacement is in our notation: only a chart in our notation can have it.
    if !lines.isOfTranslation { parts.append(("    + ", mutant.replacement)) }
    for (sign, bytes) in parts where !bytes.isEmpty {
      // A handler of several lines is shown in one.
      let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      DisplayText.appendLine(sign + text, to: &out)
    }
  }
}
