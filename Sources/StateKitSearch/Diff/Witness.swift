import StateKitCore

/// The recorder of one of two charts that are compared.
enum Witness {
  case outside(ObservationSink)
  case trace(TraceText, ByteCollector)

  init(_ chart: Chart, sight: ChartDiff.Sight) {
    switch sight {
    case .outside, .states: self = .outside(ObservationSink(chart))
    case .trace:
      // Only so many bytes of a step are compared.
      let output = ByteCollector(most: 4 << 20)
      // Positions are not compared, so the source has none.
      self = .trace(TraceText(chart, source: SourceText(name: "", bytes: []), output: output), output)
    }
  }

  var sink: any TraceSink {
    switch self {
    case .outside(let sink): sink
    case .trace(let sink, _): sink
    }
  }

  /// True if a child handled an event in the last step. A trace shows that itself.
  var isChildActive: Bool {
    switch self {
    case .outside(let sink): sink.isChildActive
    case .trace: false
    }
  }

  /// The observation of a machine's last step.
  func observation(of machine: borrowing Machine, response: Observation.Response) -> Observation {
    switch self {
    case .outside(let sink): return sink.observation(of: machine, response: response)
    case .trace(let sink, let output):
      sink.flush()
      defer { output.bytes.removeAll(keepingCapacity: true) }
      let lines = output.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { ChartDiff.compared($0) }
      // The trace shows the outcome of the input.
      return Observation(seen: Array(lines.joined(separator: [UInt8(ascii: "\n")])))
    }
  }
}

extension ChartDiff {
  /// The part of a line of a trace that is behaviour: without the position of an error, and without the text of a guard
  /// that was false.
  package static func compared(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end: Int? =
      if line.starts(with: "  error: ".utf8) {
        line.lastIndex(of: UInt8(ascii: "("))
      } else if line.starts(with: "  declined ".utf8) {
        line.firstIndex(of: UInt8(ascii: ":"))
      } else {
        nil
      }
    return line[..<(end ?? line.endIndex)]
  }
}
