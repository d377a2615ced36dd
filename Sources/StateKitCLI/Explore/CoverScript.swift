import StateKitCore
import StateKitFormat
import StateKitSearch

/// Writes the scripts that cover a chart as one file of tests with the observed results (Exploring.md, Covering).
enum CoverScript {
  static func bytes(
    of plan: CoverPlan, in chart: Chart, chartFile: String?, answered: HostAnswers?, limits: Limits
  ) -> [UInt8] {
    let output = MemoryOutput()
    let recorder = ScriptRecorder(chart, chartFile: chartFile, output: output)
    var names: [String: Int] = [:]
    for test in plan.tests {
      let count = names[test.name, default: 0] + 1
      names[test.name] = count
      let name = count == 1 ? test.name : "\(test.name) (\(count))"
      var machine = Machine(chart, limits: limits, sink: recorder)
      machine.note(":test " + DisplayText.string(name))
      for line in answered?.lines ?? [] { recorder.note(line) }
      machine.play(test.lines, answers: answered, note: { recorder.note($0) })
    }
    recorder.finish()
    return output.bytes
  }
}
