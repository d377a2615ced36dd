package import CEL

/// Reading a saved machine. The value may be arbitrary; each part that does not fit the chart is reported.
extension SavedMachine {
  /// The result of reading a saved machine: its snapshot, and the parts that fit and do not fit.
  package struct Reading {
    package fileprivate(set) var snapshot: MachineSnapshot
    /// Descriptions of the parts.
    package fileprivate(set) var fits: [String] = []
    package fileprivate(set) var lost: [String] = []
  }

  /// Reads a machine that `value(of:)` wrote, on this chart or on another one; nil if the value is not a machine. If
  /// something is lost, the snapshot must not be used. `isSameChart`: the chart has an equal meaning and is known to
  /// have reached this state; a limit may have ended its last transition halfway.
  package static func read(_ value: Value, on chart: Chart, isSameChart: Bool) -> Reading? {
    guard case .map(let map) = value, case .int(let time)? = map["time"], (0...Delay.longest).contains(time) else {
      return nil
    }
    var reading = Reading(snapshot: MachineSnapshot(unborn: chart, context: chart.contextValues))
    reading.snapshot.own = 0
    var reader = SavedMachineReader(chart, first: chart, now: time, path: [], isSameChart: isSameChart)
    guard reader.read(map, into: &reading.snapshot) else { return nil }
    reading.snapshot.held = reading.snapshot.own + reader.heldByChildren
    // The machines of a family share one counter.
    reading.snapshot.timers.nextSerial = max(reading.snapshot.timers.nextSerial, reader.lastOrder + 1)
    reading.snapshot.lastOutcome = outcome(map["outcome"])
    (reading.fits, reading.lost) = (reader.fits, reader.lost)
    return reading
  }

  private static func outcome(_ value: Value?) -> Outcome? {
    if case .string(let text)? = value { Outcome(rawValue: text) } else { nil }
  }
}
