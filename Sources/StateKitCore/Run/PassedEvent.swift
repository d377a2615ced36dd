/// An event that a machine passes on to its children and descendants; its outcome is the best outcome of them all.
struct PassedEvent {
  /// The machine that handled it first.
  let asker: MachineAddress
  /// Handled before declined before rejected before ignored.
  private(set) var outcome = Outcome.ignored
  /// The reason why a machine rejected it.
  private(set) var rejection = ""
  /// The guards that were false, by machine, in order.
  private(set) var refusals: [(machine: MachineAddress, entries: [TraceEntry])] = []
  /// The number of its messages that have not been delivered.
  var waiting = 0
  /// True for the event of a script line, false for one that was sent.
  var isLine = false

  init(asker: MachineAddress) {
    self.asker = asker
  }

  mutating func note(_ outcome: Outcome) {
    self.outcome = self.outcome.better(outcome)
    if self.outcome == .handled { refusals = [] }
  }

  mutating func note(rejection why: String) {
    if rejection.isEmpty { rejection = why }
    note(.rejected)
  }

  mutating func note(_ entries: [TraceEntry], of machine: MachineAddress) {
    if outcome == .declined, !entries.isEmpty { refusals.append((machine, entries)) }
  }
}

extension Outcome {
  /// The better of two outcomes of one event.
  package func better(_ other: Outcome) -> Outcome {
    if self == .handled || other == .handled { return .handled }
    if self == .declined || other == .declined { return .declined }
    return self == .rejected || other == .rejected ? .rejected : .ignored
  }
}

extension Machine {
  /// Shows that no machine handled a passed event, after the last machine got it.
  mutating func conclude(_ index: Int32, named name: String, family: MachineFamily) {
    family.passed[Int(index)].waiting -= 1
    let event = family.passed[Int(index)]
    guard event.waiting == 0 else { return }
    if family.lastFired?.passed == index { family.lastFired?.outcome = event.outcome }
    switch event.outcome {
    case .handled: break
    case .rejected:
      withMachine(at: event.asker, family: family) { $0.reject(name, isLine: event.isLine, why: event.rejection) }
    case .ignored: withMachine(at: event.asker, family: family) { $0.emit(.ignored) }
    case .declined:
      for refusal in event.refusals {
        withMachine(at: refusal.machine, family: family) { machine in
          for entry in refusal.entries { machine.emit(entry) }
        }
      }
    }
  }

  /// Shows that a passed event was rejected.
  private mutating func reject(_ name: String, isLine: Bool, why: String) {
    emit(.rejected(why))
    trace.recorder?.note(.reports)
    if isLine { return rejection = why }
    addFault(Fault(code: .rejected, message: "\(DisplayText.name(name)) was rejected by a child: \(why)"))
  }
}
