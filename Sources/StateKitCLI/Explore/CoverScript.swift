import StateKitCore
import StateKitFormat
import StateKitSearch

/// The scripts that cover a chart, as one file of tests with what was observed (Exploring.md, Covering).
enum CoverScript {
  static func bytes(
    of plan: CoverPlan, _ chart: Chart, chartFile: String?, answered: HostAnswers?, _ limits: Limits
  ) -> [UInt8] {
    let recorder = ScriptRecorder(chart, chartFile: chartFile)
    let parser = ScriptParser(chart)
    var names: [String: Int] = [:]
    for test in plan.tests {
      let count = names[test.name, default: 0] + 1
      names[test.name] = count
      let name = count == 1 ? test.name : "\(test.name) (\(count))"
      var machine = Machine(chart, limits: limits, sink: recorder)
      machine.note(":test " + DisplayText.string(name))
      var answers = answered
      var steps = test.lines.compactMap { line in
        try? parser.parse(ScriptLine(file: "", number: 2, bytes: Array(line.utf8)))
      }[...]
      for line in answered?.lines ?? [] { recorder.note(line) }
      // What stands in for the host holds from the start on.
      while case .host(let line)? = steps.first {
        recorder.note(line)
        answers = HostAnswers.adding(line, to: answers)
        steps.removeFirst()
      }
      machine.answers = answers
      machine.start()
      for step in steps {
        if case .host(let line) = step {
          recorder.note(line)
          answers = HostAnswers.adding(line, to: answers)
          machine.answers = answers
        } else {
          machine.take(step)
        }
      }
    }
    return recorder.bytes
  }
}
