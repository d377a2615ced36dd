import StateKitCore

/// The errors of an exploration, once for each source position.
struct FaultList {
  struct Entry {
    let fault: Machine.Fault
    /// The first moment at which it occurred.
    let moment: StateSpace.Moment
  }

  private(set) var entries: [Entry] = []
  private var known: Set<String> = []

  mutating func add(_ faults: [Machine.Fault], at moment: StateSpace.Moment) {
    for fault in faults {
      let position = fault.span.map { "\($0.start) \($0.end)" } ?? fault.message
      let key = "\(fault.code.rawValue) \(fault.isEndless) \(fault.chart) \(position)"
      if known.insert(key).inserted { entries.append(Entry(fault: fault, moment: moment)) }
    }
  }
}
