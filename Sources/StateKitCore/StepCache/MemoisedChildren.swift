/// Replays macrosteps of children, by the charts that they run.
final class MemoisedChildren: ChildReplay {
  /// It owns this object, and outlives every call.
  private unowned let family: MachineFamily
  private let writer: any StepWriter
  /// The memories by the indices of the charts; nil if nothing can be replayed, or nothing has been looked up yet.
  private var memories: [ChildMemory?]
  private var isLookedFor: [Bool]

  /// `writer`: the trace writer of the family's machines.
  init(_ family: MachineFamily, writer: any StepWriter) {
    self.family = family
    self.writer = writer
    memories = [ChildMemory?](repeating: nil, count: family.charts.members.count + 1)
    isLookedFor = [Bool](repeating: false, count: memories.count)
  }

  /// The number of replayed macrosteps.
  var replayed: Int { memories.reduce(0) { $0 + ($1?.replayed ?? 0) } }

  func pass(
    _ event: SentEvent, to children: inout [Child], from start: Int, below end: Int32, forwarded: Bool,
    outcome: inout Outcome
  ) -> (index: Int, symbol: Int32?) {
    var index = start
    while index < children.count, children[index].facts.serial < end {
      let member = children[index].facts.chart
      guard let symbol = memories[Int(member)]?.symbol(of: event, isForwarded: forwarded) else { return (index, nil) }
      let before = index
      let room = family.limits.macrosteps - family.macrosteps
      var budget = room
      // One access in place, because a memory is large.
      index =
        memories[Int(member)]?.pass(
          symbol, to: &children, from: index, below: end, forwarded: forwarded, budget: &budget, line: &family.line,
          outcome: &outcome)
        ?? index
      // A single message has already been counted.
      if forwarded { family.macrosteps += room - budget }
      if index == before || index < children.count && children[index].facts.chart == member { return (index, symbol) }
    }
    return (index, nil)
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
