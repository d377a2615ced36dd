import StateKitCore
import StateKitFormat
import StateKitInterchange

/// `statekit convert CHART --to KIND`: writes a chart in another notation.
struct ConvertCommand {
  private let streams: Streams
  private let arguments: Arguments

  init(_ streams: Streams, _ arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
  }

  func run() throws(UsageError) -> ExitStatus {
    guard let target = arguments.target else { throw .missingTarget }
    var messenger = Messenger(
      streams.errors, hasColor: streams.hasColor(arguments.color), isQuiet: arguments.isQuiet)
    let status = run(to: target, &messenger)
    messenger.finish()
    return status
  }

  private func run(to target: ConversionTarget, _ messenger: inout Messenger) -> ExitStatus {
    let path = arguments.operands[0]
    let chart: Chart
    let source: SourceText
    switch ChartLoading.load(path, as: arguments.reading, streams, &messenger) {
    case .chart(let loaded, let text): (chart, source) = (loaded, text)
    case .failed(let status): return status
    }
    let losses = Findings()
    let bytes = text(of: source, as: target, losses)
    messenger.show(losses, in: source)
    if losses.hasErrors { return .inputAtFault }
    guard let output = arguments.output, output != "-" else {
      streams.output.write(bytes.span)
      return .ok
    }
    let saveGuard = SaveGuard(streams: streams, chart: chart, chartPath: path, scriptPath: nil)
    let rule: FileSave.Rule = arguments.isForced ? .anyFile : .nothing
    if let reason = saveGuard.refusal(output, rule, Self.howToReplace) {
      messenger.say("statekit: cannot write \(FilePath.shown(output)): \(reason)")
      return .unable
    }
    guard let failure = streams.save(output, bytes, rule) else { return .ok }
    messenger.say("statekit: cannot write \(FilePath.shown(output)): \(SaveGuard.text(failure, Self.howToReplace))")
    return .unable
  }

  private func text(of source: SourceText, as target: ConversionTarget, _ losses: Findings) -> [UInt8] {
    switch target {
    case .statekit: ChartText.laidOut(source)
    case .scxml: ChartText.scxml(source, isLossy: arguments.isLossy, losses)
    case .xstate: ChartText.xstate(source, isLossy: arguments.isLossy, losses)
    }
  }

  private static let howToReplace = "--force replaces it"
}
