import StateKitCore

/// What watches one of two charts that are compared.
enum Witness {
  case outside(ObservationSink)
  case trace(TraceText, StepOutput)

  init(_ chart: Chart, sight: ChartDiff.Sight) {
    switch sight {
    case .outside, .states: self = .outside(ObservationSink(chart))
    case .trace:
      let output = StepOutput()
      // No position is compared: the source only has them.
      self = .trace(TraceText(chart, source: SourceText(name: "", bytes: []), output: output), output)
    }
  }

  var sink: any TraceSink {
    switch self {
    case .outside(let sink): sink
    case .trace(let sink, _): sink
    }
  }

  /// A child handled something in the last step, which a trace tells by itself.
  var isChildActive: Bool {
    switch self {
    case .outside(let sink): sink.isChildActive
    case .trace: false
    }
  }

  /// What was seen of the last step of a machine.
  func observation(of machine: borrowing Machine, response: Observation.Response) -> Observation {
    switch self {
    case .outside(let sink): return sink.observation(of: machine, response: response)
    case .trace(let sink, let output):
      sink.flush()
      // The trace tells how the input ended.
      return Observation(seen: output.taken())
    }
  }
}

/// What a machine wrote in one step.
final class StepOutput: ByteOutput {
  private var bytes: [UInt8] = []

  /// More of a step is not compared.
  private static let mostBytes = 4 << 20

  func write(_ span: Span<UInt8>) {
    if bytes.count > Self.mostBytes { return }
    for index in span.indices { bytes.append(span[index]) }
  }

  /// What was written since the last time, without positions in the file.
  func taken() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.starts(with: "  error: ".utf8) ? line.prefix { $0 != UInt8(ascii: "(") } : line
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}
