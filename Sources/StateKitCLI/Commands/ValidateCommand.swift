import StateKitCore
import StateKitAnalysis
import StateKitFormat

/// `statekit validate CHART...`: every mistake in the files, and what looks like one.
struct ValidateCommand {
  private let streams: Streams
  private let arguments: Arguments

  init(_ streams: Streams, _ arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
  }

  func run() -> ExitStatus {
    let isQuiet = arguments.has(.quiet)
    let messenger = Messenger(
      streams.errors, hasColor: streams.hasColor(arguments.value(.color)), isQuiet: isQuiet)
    var writer = FindingsWriter(report(), to: streams.output, showsAll: !isQuiet)
    for path in arguments.operands { validate(path, &writer, messenger) }
    writer.end()
    let counts = writer.counts
    if !isQuiet { messenger.say("statekit: " + counts.summary) }
    if counts.unreadable > 0 { return .unable }
    let isBad = counts.errors > 0 || arguments.has(.strict) && counts.warnings > 0
    return isBad ? .inputAtFault : .ok
  }

  private func report() -> any FindingsReport {
    switch arguments.value(.reportFormat) {
    case "json": JSONReport()
    case "github": GitHubReport()
    case "sarif": SARIFReport()
    default: TextReport(hasColor: streams.hasColor(arguments.value(.color), on: streams.output))
    }
  }

  private func validate(_ path: String, _ writer: inout FindingsWriter, _ messenger: Messenger) {
    switch ChartLoading.open(path, streams) {
    case .unreadable(let name, let reason):
      messenger.say("statekit: cannot read \(name): \(reason)")
      writer.add(unreadable: name, reason)
    case .tooLarge(let diagnostic, let source):
      writer.beginFile()
      writer.add([diagnostic], in: source)
    case .text(let source):
      let findings = Findings()
      let located = ChartReader.locate(source, findings, in: ChartLoading.folder(of: path, streams))
      let isSound = !findings.hasErrors
      if let located { Analyzer.analyze(located, findings) }
      writer.add(findings, in: source)
      guard let located, isSound else { return }
      for script in arguments.all(.script) { validate(script: script, located.chart, &writer, messenger) }
    }
  }

  private func validate(script path: String, _ chart: Chart, _ writer: inout FindingsWriter, _ messenger: Messenger) {
    do {
      let script = try ScriptFile(path, streams)
      writer.beginFile()
      try ScriptCheck.check(script, chart, &writer)
    } catch {
      let name = SourceFile.name(of: path)
      messenger.say("statekit: cannot read \(name): \(error.reason)")
      writer.add(unreadable: name, error.reason)
    }
  }
}
