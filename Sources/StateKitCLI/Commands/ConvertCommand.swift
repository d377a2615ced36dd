import StateKitCore
import StateKitFormat
import StateKitInterchange

/// `statekit convert CHART --to KIND`: writes a chart in another notation.
struct ConvertCommand: ToolCommand {
  let streams: Streams
  let arguments: Arguments

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    guard let target = arguments.target else { throw CommandEnd(usage: "--to is missing: the notation to write") }
    let loaded = try load(&messenger)
    let source = loaded.source.spelledOut
    let losses = Findings()
    let bytes = text(of: source, as: target, losses: losses)
    messenger.show(losses, in: source)
    if losses.hasErrors { return .inputAtFault }
    guard let output = arguments.output, output != "-" else {
      streams.output.write((target == .scxml ? bytes : DisplayText.escaped(json: bytes)).span)
      return .ok
    }
    try saveGuard(loaded.chart).save(bytes, as: output, rule: rule)
    return .ok
  }

  private func text(of source: SourceText, as target: ConversionTarget, losses: Findings) -> [UInt8] {
    switch target {
    case .statekit: ChartText.laidOut(source, findings: losses)
    case .scxml: ChartText.scxml(source, isLossy: arguments.isLossy, findings: losses)
    case .xstate: ChartText.xstate(source, isLossy: arguments.isLossy, findings: losses)
    }
  }
}
