import StateKitCore
import StateKitFormat
import StateKitSearch

/// The scripts that cover a chart as one file of tests with the observed results (Exploring.md, Covering).
struct CoverScript {
  let plan: CoverPlan
  let chart: Chart
  /// The file name for the `:chart` line; nil for none.
  let chartFile: String?
  let answered: HostAnswers?
  let limits: Limits

  /// Writes the tests, one after the other, until `isOver`. Returns the number of lines that are left out.
  func write(to output: any ByteOutput, until isOver: () -> Bool) -> Int {
    let recorder = ScriptRecorder(chart, chartFile: chartFile, output: output)
    var names: [String: Int] = [:]
    var left = plan.lines
    // Without a test, the file would be run as one that expects nothing of the start.
    for test in plan.tests.isEmpty ? [CoverPlan.Test(name: "start", lines: [])] : plan.tests {
      if !names.isEmpty, isOver() { break }
      // With its number, it must not be too long for a name.
      let shown = DisplayText.cut(test.name)
      let count = names[shown, default: 0] + 1
      names[shown] = count
      let name = count == 1 ? shown : "\(shown) (\(count))"
      var machine = Machine(chart, limits: limits, sink: recorder)
      machine.note(":test " + DisplayText.string(name))
      for line in answered?.lines ?? [] { recorder.note(line) }
      machine.play(
        test.lines, answers: answered, note: { recorder.note($0) },
        until: {
          if isOver() { return true }
          left -= 1
          return false
        })
    }
    recorder.finish()
    return left
  }
}
