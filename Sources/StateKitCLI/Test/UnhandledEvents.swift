import StateKitCore
import StateKitFormat
import StateKitTest

/// Finds events of tests that no state of the chart handles, in a whole script before it runs.
enum UnhandledEvents {
  /// Warns of each event once in a script, unless a line behind it expects it. `isWanted` says whether a test is to be
  /// run.
  static func warn(of files: [TestFile], messenger: Messenger, isWanted: (_ script: String, _ test: String?) -> Bool) {
    var messenger = messenger
    for file in files {
      guard case .tests(let script, let loaded, _) = file.content,
        script.cases.contains(where: { isWanted(file.name, $0.name) })
      else { continue }
      var survey = ScriptSurvey()
      for (index, line) in script.lines.enumerated() {
        let step = script.step(of: line)
        switch step {
        case .event(let event) where !loaded.chart.isKnown(event) && !script.isExpectedToFail(index): break
        case .expect(let expectation) where expectation.refused != nil: break
        default: continue
        }
        let source = script.source(of: line)
        if let warning = survey.look(at: step, line: source, in: loaded.chart) {
          messenger.show([warning], in: source.source)
        }
      }
    }
    messenger.finish()
  }
}
