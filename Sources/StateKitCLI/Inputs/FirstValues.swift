import CEL
import StateKitCore
import StateKitFormat

/// The values of `--set` for a script that is written. `:set` lines act after the start, so they replace the option
/// only if the start does not depend on the values.
struct FirstValues {
  /// The lines that give the context these values, or a comment that names the options.
  let lines: [String]
  /// False if the script needs the options.
  let areSetByLines: Bool

  /// The warning about a script that needs the options.
  static let warning = "the start depends on --set: run the script with the same --set"

  /// `host`: the lines that replace the host from the start on.
  init(_ chart: Chart, source: SourceText, settings: [Setting], context: [Value]?, host: [String]) {
    let setting = settings.map { ":set \($0.path) = \($0.value.json)" }
    let start = Start(chart: chart, source: source, host: host)
    areSetByLines = settings.isEmpty || start.result(context: context, lines: []) == start.result(lines: setting)
    let options = settings.map { "--set " + ShellText.quoted("\($0.path)=\($0.value.json)") }.joined(separator: " ")
    lines = areSetByLines ? setting : ["# run it with " + DisplayText.raw(options)]
  }

  /// The start of a chart.
  private struct Start {
    let chart: Chart
    let source: SourceText
    let host: [String]

    /// The trace of a start, and the state and the errors after some lines.
    func result(context: [Value]? = nil, lines: [String]) -> [[UInt8]?] {
      var options = ScriptRunner.Options()
      options.machine.context = context
      let output = MemoryOutput()
      let trace = TraceText(chart, source: source, output: output, isFull: true)
      var runner = ScriptRunner(chart, options: options, trace: trace)
      let parser = ScriptParser(chart)
      func run(_ lines: [String]) -> [ScriptRunner.Report] {
        lines.flatMap { text in
          let line = ScriptLine(file: "", number: 2, bytes: Array(text.utf8))
          return (try? parser.parse(line)).map { runner.run($0, at: line) } ?? []
        }
      }
      var reports = runner.start() + run(host)
      reports += runner.begin()
      trace.flush()
      let shown = output.bytes
      reports += run(lines)
      reports += runner.finish()
      let state = StateFile(runner.machine.snapshot, chart: chart, source: source, steps: 0)
      return [shown, state.bytes(upTo: StateFile.mostBytes)] + reports.map { Array($0.diagnostic.message.utf8) }
    }
  }
}
