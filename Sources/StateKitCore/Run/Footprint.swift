import CEL

/// The parts of a machine's initial state that a step reads, and the context keys that it sets.
///
/// Machines that are equal in these parts, and in the timers that fire, make equal steps: `StateKitSearch` stores steps
/// by their footprints. Invocations and answers of the host are not recorded.
package final class Footprint {
  /// Slots of the context whose initial value was read.
  package private(set) var slots: [Int] = []
  /// States that were read: their active ancestors, and the active states below them.
  package private(set) var states: [StateID] = []
  /// History states whose record was read.
  package private(set) var histories: [StateID] = []
  /// Events for which all active states were searched.
  package private(set) var events: [EventID] = []
  /// True if the whole configuration and all records were read.
  package private(set) var isWide = false
  /// For each slot, the slot whose initial value it contains now; -1 if its value follows from values that were read.
  private var origins: [Int]
  private var isWritten: [Bool]
  /// The slot whose value is assigned unchanged.
  private var copied: Int?

  package init(_ chart: Chart) {
    origins = Array(chart.contextNames.indices)
    isWritten = [Bool](repeating: false, count: origins.count)
  }

  /// The slots that were set. `source`: the slot whose initial value they contain now; nil if the value follows from
  /// values that were read.
  package var writes: [(slot: Int, source: Int?)] {
    isWritten.indices.filter { isWritten[$0] }.map { ($0, origins[$0] < 0 ? nil : origins[$0]) }
  }

  fileprivate func begin() {
    slots.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
    histories.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
    isWide = false
    copied = nil
    for slot in origins.indices {
      origins[slot] = slot
      isWritten[slot] = false
    }
  }

  // MARK: What is read

  /// Adds the reads of another step in an equal state.
  package func read(asIn other: Footprint) {
    slots += other.slots
    states += other.states
    histories += other.histories
    events += other.events
    isWide = isWide || other.isWide
  }

  func ask(_ event: EventID) { events.append(event) }

  /// Records a planned transition: whether its targets are active decides what it exits and enters.
  func look(at transition: borrowing Transition) {
    for target in transition.targets { states.append(target.state) }
    for resolved in transition.resolved { states.append(resolved.state) }
  }

  func look(atTargetsOf handler: borrowing EventHandler, in chart: Chart) {
    for target in handler.targets.indices { states.append(chart.targets[target]) }
  }

  func read(history: StateID) { histories.append(history) }

  /// Records the targets of the handlers that are carried out: the active states around them matter.
  func record(_ selection: borrowing HandlerSelection, in chart: Chart) {
    // The choice between several handlers depends on the states that each of them would exit.
    if selection.handlers.count > 1 || selection.hasDisplaced { isWide = true }
    for index in selection.handlers {
      let handler = chart.handlers[Int(index)]
      states.append(handler.state)
      for target in handler.targets.indices { states.append(chart.targets[target]) }
    }
  }

  fileprivate func read(_ slot: Int) {
    // The event and loops follow from values that were read before.
    if slot < origins.count, origins[slot] >= 0 { slots.append(origins[slot]) }
  }

  fileprivate func read(_ expression: Expression, values: borrowing [Value], isActive: (StateID) -> Bool) {
    if let copied, expression.program.isPlainVariable, expression.program.slots.first == copied { return }
    let tests = expression.tests
    let isPlain = expression.program.noteDeciding(
      values, test: { isActive(tests[$0]) }, slot: { read($0) }, question: { states.append(tests[$0]) })
    if isPlain { return }
    for slot in expression.program.slots { read(slot) }
    states += tests
  }

  // MARK: What is written

  /// Records the beginning of an assignment. The value of another slot is not read if it is only copied.
  func beginAssigning(to path: ContextPath, template: DataTemplate, in chart: Chart) {
    copied = nil
    guard path.names.count == 1, case .expression(let index)? = template.onlyStep else { return }
    let program = chart.expressions[Int(index)].program
    if program.isPlainVariable, let slot = program.slots.first, slot < origins.count { copied = slot }
  }

  func write(_ slot: Int, isWhole: Bool) {
    // An assignment within a map keeps the rest of the map.
    if !isWhole { read(slot) }
    origins[slot] = copied.map { origins[$0] } ?? -1
    isWritten[slot] = true
    copied = nil
  }
}

extension MacrostepRecorder {
  /// Records an event for which the active states are searched.
  func note(asking event: Event) {
    if let footprint, let id = event.id { footprint.ask(id) }
  }

  /// Records the evaluation of an expression.
  func note(reading expression: Expression, slots: borrowing [Value], isActive: (StateID) -> Bool) {
    note(.data)
    footprint?.read(expression, values: slots, isActive: isActive)
  }
}

extension Machine {
  /// Calls `body` to make the machine take a step, and records what the step reads.
  package mutating func noting(_ footprint: Footprint, body: (inout Machine) -> Void) {
    footprint.begin()
    let recorder = MacrostepRecorder()
    recorder.footprint = footprint
    trace.recorder = recorder
    data.recorder = recorder
    body(&self)
    flush()
    trace.recorder = nil
    data.recorder = nil
  }
}
