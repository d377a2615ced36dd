import StateKitCore
import StateKitFormat
import StateKitInterchange

/// `statekit convert CHART --to KIND`: writes a chart in another notation.
final class ConvertCommand {
  private let streams: Streams
  private let arguments: Arguments

  init(_ streams: Streams, arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
  }

  func run() throws(UsageError) -> ExitStatus {
    guard let target = arguments.target else { throw .missingTarget }
    var messenger = Messenger(streams, arguments: arguments)
    let status = run(to: target, messenger: &messenger)
    messenger.finish()
    return status
  }

  private func run(to target: ConversionTarget, messenger: inout Messenger) -> ExitStatus {
    let path = arguments.operands[0]
    let loaded: LoadedChart
    switch ChartLoading.load(path, as: arguments.reading, streams: streams, messenger: &messenger) {
    case .chart(let chart): loaded = chart
    case .failed(let status): return status
    }
    let source = loaded.source.spelledOut
    let losses = Findings()
    let bytes = text(of: source, as: target, losses: losses)
    messenger.show(losses, in: source)
    if losses.hasErrors { return .inputAtFault }
    guard let output = arguments.output, output != "-" else {
      streams.output.write((target == .scxml ? bytes : DisplayText.escaped(json: bytes)).span)
      return .ok
    }
    let saveGuard = SaveGuard(streams: streams, chart: loaded.chart, chartPath: path, scriptPath: nil)
    return saveGuard.save(bytes, as: output, isForced: arguments.isForced, messenger: &messenger) ? .ok : .unable
  }

  private func text(of source: SourceText, as target: ConversionTarget, losses: Findings) -> [UInt8] {
    switch target {
    case .statekit: ChartText.laidOut(source)
    case .scxml: ChartText.scxml(source, isLossy: arguments.isLossy, findings: losses)
    case .xstate: ChartText.xstate(source, isLossy: arguments.isLossy, findings: losses)
    }
  }
}
