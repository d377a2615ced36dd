import CEL

/// What a step looks at of what the machine is when it begins, and which context keys it sets.
///
/// A machine that is the same in all that is noted here, and in the timers that fire, takes the same step. What is not noted
/// has no part in it: `StateKitSearch` keeps steps by their footprints. Invocations and answers of the host are not noted.
package final class Footprint {
  /// Slots of the context whose first value was read.
  package private(set) var slots: [Int] = []
  /// States that were looked at: which of their ancestors are active, and what is active in them.
  package private(set) var states: [StateID] = []
  /// History states whose record was asked for.
  package private(set) var histories: [StateID] = []
  /// Events for which all active states were asked.
  package private(set) var events: [EventID] = []
  /// The whole configuration and all records were looked at.
  package private(set) var isWide = false
  /// For each slot the one whose first value stands in it now; -1 where it follows from what was read.
  private var origins: [Int]
  private var isWritten: [Bool]
  /// What is assigned is the value of this slot as it is.
  private var copied: Int?

  package init(_ chart: Chart) {
    origins = Array(chart.contextNames.indices)
    isWritten = [Bool](repeating: false, count: origins.count)
  }

  /// The slots that were set. `source`: the slot whose first value stands there now; nil where it follows from what was read.
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

  /// Takes what another step in the same state has looked at as looked at.
  package func read(asIn other: Footprint) {
    slots += other.slots
    states += other.states
    histories += other.histories
    events += other.events
    isWide = isWide || other.isWide
  }

  func ask(_ event: EventID) { events.append(event) }

  /// A transition is planned: whether its targets are active decides what it exits and enters.
  func look(at transition: borrowing Transition) {
    for target in transition.targets { states.append(target.state) }
    for resolved in transition.resolved { states.append(resolved.state) }
  }

  /// The same for the targets of a handler.
  func look(atTargetsOf handler: borrowing EventHandler, in chart: Chart) {
    for target in handler.targets.indices { states.append(chart.targets[target]) }
  }

  func read(history: StateID) { histories.append(history) }

  /// The handlers that are taken look at what is active around their targets.
  func take(_ selection: borrowing HandlerSelection, in chart: Chart) {
    // Which of several are kept depends on what each of them would exit.
    if selection.handlers.count > 1 || selection.hasDisplaced { isWide = true }
    for index in selection.handlers {
      let handler = chart.handlers[Int(index)]
      states.append(handler.state)
      for target in handler.targets.indices { states.append(chart.targets[target]) }
    }
  }

  fileprivate func read(_ slot: Int) {
    // The event and loops follow from what was read before.
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

  /// An assignment begins. The value of another slot is not looked at where it is only moved.
  func beginAssigning(to path: ContextPath, template: DataTemplate, in chart: Chart) {
    copied = nil
    guard path.names.count == 1, case .expression(let index)? = template.onlyStep else { return }
    let program = chart.expressions[Int(index)].program
    if program.isPlainVariable, let slot = program.slots.first, slot < origins.count { copied = slot }
  }

  func write(_ slot: Int, isWhole: Bool) {
    // What is set within a map leaves the rest of it as it was.
    if !isWhole { read(slot) }
    origins[slot] = copied.map { origins[$0] } ?? -1
    isWritten[slot] = true
    copied = nil
  }
}

extension MacrostepRecorder {
  /// Notes an event for which the active states are asked.
  func note(asking event: Event) {
    note(event.origin)
    if let footprint, let id = event.id { footprint.ask(id) }
  }

  /// Notes that an expression is evaluated.
  func note(reading expression: Expression, slots: borrowing [Value], isActive: (StateID) -> Bool) {
    note(.data)
    footprint?.read(expression, values: slots, isActive: isActive)
  }
}

extension Machine {
  /// Lets `body` make the machine take a step, and notes what that looks at.
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
