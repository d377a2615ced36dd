import CEL

/// What children of one chart have done before and can do again without a machine each: most of many children do the same.
struct ChildMemory {
  var automaton: Automaton
  /// Where a child's data is while a step is made.
  var machine: Machine
  private let writer: any TraceWriter
  /// The numbers of events with payloads, and of those that the chart does not know, by their names and payloads.
  private var symbols: [[UInt8]: Int32] = [:]
  /// Bounds on how many there are, and how long.
  private static let mostSymbols = 4_096
  private static let longestSymbol = 256

  /// Nil where what a child does cannot be told from its place and its data, or nobody wants to remember.
  init?(_ family: MachineFamily, chart number: Int) {
    guard family.remembers, let writer = family.sink as? any TraceWriter,
      writer.layOut(StepRecord(), ofChild: number) != nil
    else { return nil }
    let chart = family.first.relative(number)
    guard chart.invocations.isEmpty else { return nil }
    self.writer = writer
    machine = Machine(of: family, chart: number)
    machine.family = nil
    automaton = Automaton(chart, keepsEntries: false, refusesUnhandled: false, patience: 32)
  }

  /// The number of an event that says all about it; nil where there is none. One that is only passed on is answered less than
  /// one that is sent: it has another number.
  mutating func symbol(of event: SentEvent, isForwarded: Bool) -> Int32? {
    guard event.sendID == nil, event.invokeID == nil, event.origin.isExternal, !automaton.isUseless else { return nil }
    let chart = automaton.chart
    if event.data == nil, let id = chart.event(named: event.name.utf8.span), id.index < chart.eventCount {
      return isForwarded ? id.rawValue + Int32(chart.eventCount) : id.rawValue
    }
    var key = ByteBuffer()
    key.append(isForwarded ? ">" : "=")
    key.append(event.name)
    key.append("\0")
    event.data?.appendJSON(to: &key)
    guard key.count <= Self.longestSymbol else { return nil }
    let bytes = key.bytes
    if let known = symbols[bytes] { return known }
    guard symbols.count < Self.mostSymbols else { return nil }
    let number = Int32(2 * chart.eventCount + symbols.count)
    symbols[bytes] = number
    return number
  }

  /// The number of a machine's place; nil where looking costs more than it saves.
  mutating func place(of machine: borrowing Machine) -> Int32? {
    automaton.isUseless ? nil : automaton.number(of: machine)
  }

  /// Passes an event to children of this chart, as far as is known what they do; the place of the first that is left.
  mutating func pass(
    _ symbol: Int32, to children: inout [Child], from place: Int, below end: Int32, passesOn: Bool, _ budget: inout Int
  ) -> Int {
    var reached = place
    writer.lend { out in
      reached = automaton.pass(
        symbol, to: &children, from: place, below: end, passesOn: passesOn, &budget, &machine, &out)
    }
    return reached
  }

  /// Remembers what a machine has done as a child.
  mutating func learn(
    _ record: StepRecord, from before: Int32, _ symbol: Int32, to after: Int32, _ machine: borrowing Machine
  ) {
    guard let text = writer.layOut(record, ofChild: Int(machine.member)) else { return }
    automaton.learn(record, text, from: before, symbol, to: after, machine.data.seen)
  }
}
