import StateKitCore
import StateKitFormat
import StateKitInterchange

/// `statekit convert CHART --to KIND`: writes a chart in another notation.
struct ConvertCommand: ChartCommand {
  let streams: Streams
  let arguments: Arguments

  func checkOptions() throws(UsageError) {
    if arguments.target == nil { throw .missingTarget }
  }

  func run(_ loaded: LoadedChart, messenger: inout Messenger) throws(UsageError) -> ExitStatus {
    guard let target = arguments.target else { throw .missingTarget }
    let source = loaded.source.spelledOut
    let losses = Findings()
    let bytes = text(of: source, as: target, losses: losses)
    messenger.show(losses, in: source)
    if losses.hasErrors { return .inputAtFault }
    guard let output = arguments.output, output != "-" else {
      streams.output.write((target == .scxml ? bytes : DisplayText.escaped(json: bytes)).span)
      return .ok
    }
    let saveGuard = SaveGuard(streams: streams, chart: loaded.chart, chartPath: path, inputs: arguments.inputs)
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
