/// Replays macrosteps of children, by the charts that they run.
final class MemoisedChildren: ChildReplay {
  /// It owns this object, and outlives every call.
  private unowned let family: MachineFamily
  private let writer: any TraceWriter
  /// The memories by the indices of the charts; nil if nothing can be replayed, or nothing has been looked up yet.
  private var memories: [ChildMemory?]
  private var isLookedFor: [Bool]

  /// `writer`: the trace writer of the family's machines.
  init(_ family: MachineFamily, writer: any TraceWriter) {
    self.family = family
    self.writer = writer
    memories = [ChildMemory?](repeating: nil, count: family.charts.members.count + 1)
    isLookedFor = [Bool](repeating: false, count: memories.count)
  }

  /// The number of replayed macrosteps.
  var replayed: Int { memories.reduce(0) { $0 + ($1?.replayed ?? 0) } }

  func pass(_ delivery: inout Delivery, to children: inout [Child]) -> Int32? {
    while delivery.next < children.count, children[delivery.next].facts.serial < delivery.end {
      let before = delivery.next
      let member = children[before].facts.chart
      let found = memories[Int(member)]?.symbol(of: delivery.event, isForwarded: delivery.isForwarded)
      guard let symbol = found else { return nil }
      let room = family.limits.macrosteps - family.macrosteps
      delivery.budget = room
      // One access in place, because a memory is large.
      memories[Int(member)]?.pass(symbol, in: &delivery, to: &children, line: &family.line)
      // A single message has already been counted.
      if delivery.isForwarded { family.macrosteps += room - delivery.budget }
      let index = delivery.next
      if index == before || index < children.count && children[index].facts.chart == member { return symbol }
    }
    return nil
  }

  func mark(
    of machine: borrowing Machine, after record: MacrostepRecord?, of symbol: Int32?, from before: ReplayMark?
  ) -> ReplayMark? {
    let member = Int(machine.kin.member)
    if !isLookedFor[member] {
      isLookedFor[member] = true
      memories[member] = ChildMemory(family, chart: member, writer: writer)
    }
    guard let after = memories[member]?.situation(of: machine) else { return nil }
    if let record, let symbol, let before {
      memories[member]?.learn(record, from: before.situation, symbol: symbol, to: after, in: machine)
    }
    return ReplayMark(situation: after, ending: -1)
  }

  func resolve(_ mark: ReplayMark, in chart: Int32) -> (situation: Situation, seen: SeenEvent)? {
    guard mark.ending >= 0, let automaton = memories[Int(chart)]?.automaton else { return nil }
    return (automaton.situation(mark.situation), automaton.seen(mark.ending))
  }
}
