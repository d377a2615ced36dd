import StateKitCore
import StateKitFormat
import StateKitPictures

/// A finished run of a script for a picture: its result, and each step if a page plays it.
struct ShownRun {
  let configuration: Configuration
  let counts: CoverageCounts
  let status: ExitStatus

  /// Runs a script on a chart, and reports errors. `recorder` receives every step.
  static func run(
    _ path: String, on loaded: LoadedChart, options: ScriptRunner.Options, streams: Streams, recorder: RunRecorder?,
    messenger: inout Messenger
  ) throws(CommandEnd) -> ShownRun {
    var isGood = true
    do throws(InputError) {
      let script = try ScriptFile(path, streams: streams)
      if !script.isStream {
        var plan = ScriptPlan(loaded.chart)
        isGood = try plan.lookThrough(script, in: loaded.chart, holding: [], messenger: &messenger)
        if isGood, !script.input.rewind(to: 0) { throw InputError(reason: "it cannot be read again") }
      }
      if isGood { return try run(script, on: loaded, options: options, recorder: recorder, messenger: &messenger) }
    } catch {
      throw .cannotRead(path, reason: error.reason)
    }
    throw CommandEnd(.inputAtFault)
  }

  private static func run(
    _ script: ScriptFile, on loaded: LoadedChart, options: ScriptRunner.Options, recorder: RunRecorder?,
    messenger: inout Messenger
  ) throws(InputError) -> ShownRun {
    let (chart, source) = (loaded.chart, loaded.source)
    let coverage = recorder?.coverage ?? Coverage(chart)
    var runner = ScriptRunner(
      chart, options: options, trace: NoTrace(), listener: recorder, hasTests: true,
      keepsRecord: true, coverage: coverage)
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
