/// What children have done before, by the charts that they run.
extension MachineFamily {
  /// The number of a machine's place; nil where nobody remembers.
  func place(of machine: borrowing Machine) -> Int32? {
    let number = Int(machine.member)
    if !hasMemory[number] {
      hasMemory[number] = true
      memories[number] = ChildMemory(self, chart: number)
    }
    return memories[number]?.place(of: machine)
  }

  /// Passes an event to children, from a place on and below a number, as far as is known what they do; the place of the first
  /// that is left, and the event's number where that says all about it.
  func pass(
    _ event: SentEvent, to children: inout [Child], from start: Int, below end: Int32, passesOn: Bool
  ) -> (place: Int, symbol: Int32?) {
    var place = start
    while place < children.count, children[place].facts.number < end {
      let number = children[place].facts.chart
      guard let symbol = memories[Int(number)]?.symbol(of: event, isForwarded: passesOn) else { return (place, nil) }
      let before = place
      var budget = limits.macrosteps - macrosteps
      let room = budget
      place =
        memories[Int(number)]?.pass(
          symbol, to: &children, from: place, below: end, passesOn: passesOn, &budget) ?? place
      // That of a single message is counted already.
      if passesOn { macrosteps += room - budget }
      if place == before || place < children.count && children[place].facts.chart == number { return (place, symbol) }
    }
    return (place, nil)
  }

  /// Remembers what a machine has done as a child.
  func learn(_ record: StepRecord, from before: Int32, _ symbol: Int32, to after: Int32, _ machine: borrowing Machine) {
    memories[Int(machine.member)]?.learn(record, from: before, symbol, to: after, machine)
  }

  /// Where remembered steps have led a child, and what it saw last; nil where its state says that itself.
  func resolve(_ standing: Automaton.Standing, _ chart: Int32) -> (place: MachinePlace, seen: SeenEvent)? {
    guard standing.ending >= 0, let automaton = memories[Int(chart)]?.automaton else { return nil }
    return (automaton.place(standing.place), automaton.seen(standing.ending))
  }
}
