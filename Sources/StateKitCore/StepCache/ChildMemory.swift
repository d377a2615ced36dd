import CEL

/// Memoised macrosteps of the children of one chart: most of many children do equal work.
struct ChildMemory {
  private(set) var automaton: Automaton
  /// Contains a child's data during a replay.
  private var machine: Machine
  private let writer: any TraceWriter
  /// The symbols of events with payloads, and of unknown events, by their names and payloads.
  private var symbols: [[UInt8]: Int32] = [:]
  /// Limits on the number of symbols and their lengths.
  private static let mostSymbols = 4_096
  private static let longestSymbol = 256

  /// Returns nil if a child's behaviour does not follow from its situation and data, or its output not from its
  /// behaviour.
  init?(_ family: MachineFamily, chart index: Int, writer: any TraceWriter) {
    let chart = family.first.relative(index)
    guard chart.invocations.isEmpty, writer.layOut(TraceStep(), ofChild: index) != nil else { return nil }
    self.writer = writer
    machine = Machine(of: family, chart: index)
    machine.relatives = nil
    automaton = Automaton(chart, keepsEntries: false, refusesUnhandled: false, patience: 32)
  }

  /// The symbol of an event that describes it completely; nil if there is none. A forwarded event has another symbol
  /// than a sent one, because its answer is shorter.
  mutating func symbol(of event: SentEvent, isForwarded: Bool) -> Int32? {
    guard event.ids.send == nil, event.ids.invoke == nil, event.origin.isExternal, !automaton.isUseless else {
      return nil
    }
    let chart = automaton.chart
    if event.isOwn, chart.isInternal(event.name) { return nil }
    if event.data == nil, let id = chart.event(named: event.name.utf8Bytes.span), id.index < chart.eventCount {
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
    let symbol = Int32(2 * chart.eventCount + symbols.count)
    symbols[bytes] = symbol
    return symbol
  }

  /// The id of a machine's situation; nil if lookups cost more than they save.
  mutating func situation(of machine: borrowing Machine) -> Int32? {
    automaton.isUseless ? nil : automaton.id(of: machine)
  }

  /// Passes an event to children of this chart, while their steps are known (`Automaton.pass`). `line`: the cost of the
  /// script line and the memory of the machines.
  mutating func pass(_ symbol: Int32, in delivery: inout Delivery, to children: inout [Child], line: inout LineUse) {
    machine.data.resume(from: line)
    automaton.pass(symbol, in: &delivery, to: &children, data: &machine.data, out: &writer.out)
    line.resume(from: machine.data)
  }

  /// The number of replayed macrosteps.
  var replayed: Int { automaton.cursor.hits }

  /// Memoises the step of a machine that ran as a child.
  mutating func learn(
    _ record: MacrostepRecord, from before: Int32, symbol: Int32, to after: Int32, in machine: borrowing Machine
  ) {
    guard let text = writer.layOut(record.trace, ofChild: Int(machine.kin.member)) else { return }
    // A child's macrostep is not a step of its own, so its record has no summary yet.
    var record = record
    record.trace.summary = TraceSummary(
      outcome: record.unhandledOutcome ?? .handled, changed: true, time: 0, leaves: [], isDone: false)
    let source = StepPrograms.Source(
      record: record, text: text, next: after, seen: machine.data.seen, keepsEntries: automaton.keepsEntries)
    automaton.learn(source, from: before, symbol: symbol)
  }
}
