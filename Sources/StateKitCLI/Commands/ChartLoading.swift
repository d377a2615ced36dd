import StateKit
import StateKitFormat

/// A chart file on its way in: opened, read once, decoded, its mistakes shown.
enum ChartLoading {
  enum Result {
    /// Warnings may have been shown.
    case chart(Chart, SourceText)
    case failed(ExitStatus)
  }

  static func load(_ path: String, _ streams: Tool.Streams, _ messenger: inout Messenger) -> Result {
    let name = path == "-" ? SourceFile.standardInputName : path
    let bytes: [UInt8]
    do {
      let input = path == "-" ? try streams.input() : try FileInput(path: path)
      bytes = try SourceFile.read(input, limit: InputLimits.chartBytes)
    } catch let error as InputError {
      messenger.say("statekit: cannot read \(name): \(error.reason)")
      return .failed(.unable)
    } catch SourceFile.Failure.unreadable(let reason) {
      messenger.say("statekit: cannot read \(name): \(reason)")
      return .failed(.unable)
    } catch {
      let message = "the chart is larger than \(InputLimits.chartBytes >> 20) MiB, the limit"
      messenger.show([Diagnostic(.tooLarge, at: SourceSpan(0, 0), message)], in: SourceText(name: name, bytes: []))
      return .failed(.inputAtFault)
    }
    let source = SourceText(name: name, bytes: bytes)
    let findings = Findings()
    let chart = ChartReader.read(source, findings)
    messenger.show(findings, in: source)
    guard let chart else { return .failed(.inputAtFault) }
    return .chart(chart, source)
  }
}
