/// What a memory of steps needs of a machine: to watch it, and to put it where steps have led.
extension Machine {
  /// Takes an event, and notes how.
  mutating func sendRecording(_ event: Event) -> StepRecord {
    record = StepRecord()
    data.record()
    send(event)
    var made = record ?? StepRecord()
    record = nil
    made.moments = data.endRecord()
    made.isSound = !data.isTouched && !timers.isTouched && faults.isEmpty && rejection == nil
    return made
  }

  /// Takes the context of another machine of the chart.
  package mutating func resetData(to other: Machine) {
    data.restore(other.data.slots, other.data.seen)
  }

  /// Takes up where steps that were made without this machine have led.
  mutating func resume(at place: MachinePlace, _ outcome: Outcome?, _ seen: SeenEvent) {
    configuration.restore(place.leaves)
    if chart.hasHistory { history.restore(place.history) }
    lastOutcome = outcome
    faults.removeAll()
    rejection = nil
    data.see(seen)
    isFinished = configuration.isDone(.root)
    if isFinished { finish() }
  }
}
