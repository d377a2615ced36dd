import CEL
import StateKitCore
import StateKitFormat

/// The values of `--set` for the script of a case. `:set` lines act after the start, so they replace the option only if
/// the start does not depend on the values.
struct FirstValues {
  /// The lines that give the context these values, or a comment that names the options.
  let lines: [String]
  /// False if the script needs the options.
  let areSetByLines: Bool

  init(loaded: LoadedChart, settings: [Setting], context: [Value]?, host: HostLines) {
    let setting = settings.map { ":set \($0.path) = \($0.value.json)" }
    let start = Start(loaded: loaded, host: host)
    areSetByLines = settings.isEmpty || start.result(context: context, lines: []) == start.result(lines: setting)
    let options = settings.map { "--set " + ShellText.quoted("\($0.path)=\($0.value.json)") }.joined(separator: " ")
    lines = areSetByLines ? setting : ["# run it with " + options]
  }

  /// The start of a chart.
  private struct Start {
    let loaded: LoadedChart
    let host: HostLines

    /// The trace of a start, and the state after some lines.
    func result(context: [Value]? = nil, lines: [String]) -> [[UInt8]?] {
      let (chart, source) = (loaded.chart, loaded.source)
      var options = ScriptRunner.Options()
      options.machine.context = context
      options.host = host
      let output = MemoryOutput()
      let trace = TraceText(chart, source: source, output: output, isFull: true)
      var runner = ScriptRunner(chart, options: options, trace: trace)
      _ = runner.start() + runner.begin()
      trace.flush()
      let shown = output.bytes
      let parser = ScriptParser(chart)
      for line in lines {
        let line = ScriptLine(file: "", number: 1, bytes: Array(line.utf8))
        if let step = try? parser.parse(line) { _ = runner.run(step, at: line) }
      }
      _ = runner.finish()
      let state = StateFile(runner.machine.snapshot, chart: chart, source: source, steps: 0)
      return [shown, state.bytes(upTo: StateFile.mostBytes)]
    }
  }
}
