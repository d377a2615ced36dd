import StateKitCore
import StateKitFormat
import StateKitPictures

/// A finished run of a script for a picture: its result, and each step if a page plays it.
struct ShownRun {
  let configuration: Configuration
  let counts: CoverageCounts
  let status: ExitStatus

  /// Runs a script on a chart, and reports errors; nil if the script has some. `recorder` receives every step.
  static func run(
    _ script: ScriptFile, on loaded: LoadedChart, options: ScriptRunner.Options, recorder: RunRecorder?,
    messenger: inout Messenger
  ) throws(InputError) -> ShownRun? {
    let (chart, source) = (loaded.chart, loaded.source)
    if !script.isStream {
      var plan = ScriptPlan(chart)
      if try !plan.lookThrough(script, in: chart, holding: [], messenger: &messenger) { return nil }
      if !script.input.rewind(to: 0) { throw InputError(reason: "it cannot be read again") }
    }
    let coverage = recorder?.coverage ?? Coverage(chart)
    var runner = ScriptRunner(chart, options: options, trace: NoTrace(), listener: recorder, coverage: coverage)
    messenger.show(runner.start(), of: chart, in: source)
    recorder?.note(runner.machine)
    let parser = ScriptParser(chart)
    var reader = LineReader(script.input)
    while recorder?.isFull != true, let next = try reader.next(willWait: {}) {
      let line = script.line(next, lines: reader)
      do throws(ScriptParser.LineError) {
        let step = try script.parse(next, line: line, parser: parser)
        messenger.show(runner.run(step, at: line), of: chart, in: source)
        recorder?.note(runner.machine)
      } catch {
        messenger.show(error.diagnostics, in: line.source)
      }
    }
    messenger.show(runner.finish(), of: chart, in: source)
    recorder?.note(runner.machine)
    return ShownRun(
      configuration: runner.machine.configuration, counts: coverage.counts,
      status: messenger.hasErrors ? .inputAtFault : .ok)
  }
}
