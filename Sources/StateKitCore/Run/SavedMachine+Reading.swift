package import CEL

/// Reading a machine again. What stands in the value may be anything: what does not fit the chart is said, part by part.
extension SavedMachine {
  /// What a saved machine is on a chart, and what fits and what does not.
  package struct Reading {
    package fileprivate(set) var snapshot: MachineSnapshot
    /// In words.
    package fileprivate(set) var fits: [String] = []
    package fileprivate(set) var lost: [String] = []
  }

  /// A machine as `value(of:)` gave it, on this chart or on another one; nil where the value is none. Where something is lost
  /// the snapshot is not to be used. `isSameChart`: it is of a chart that means the same, which is known to have led there;
  /// a limit may have ended its last transition halfway.
  package static func read(_ value: Value, on chart: Chart, isSameChart: Bool) -> Reading? {
    guard case .map(let map) = value, case .int(let time)? = map["time"], (0...Delay.longest).contains(time) else {
      return nil
    }
    var reading = Reading(snapshot: MachineSnapshot(unborn: chart, context: chart.contextValues))
    reading.snapshot.own = 0
    var reader = SavedMachineReader(chart, first: chart, now: time, path: [], isSameChart: isSameChart)
    guard reader.read(map, into: &reading.snapshot) else { return nil }
    reading.snapshot.held = reading.snapshot.own + reader.heldByChildren
    // The machines of a family count together.
    reading.snapshot.timers.nextSerial = max(reading.snapshot.timers.nextSerial, reader.lastOrder + 1)
    reading.snapshot.lastOutcome = outcome(map["outcome"])
    (reading.fits, reading.lost) = (reader.fits, reader.lost)
    return reading
  }

  private static func outcome(_ value: Value?) -> Outcome? {
    if case .string(let text)? = value { Outcome(rawValue: text) } else { nil }
  }
}
