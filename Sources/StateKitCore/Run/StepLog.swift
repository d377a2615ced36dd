/// The latest steps of a macrostep, or the latest macrosteps of a script line, that may be endless, to show their cycle
/// (Semantics.md, rule 32).
struct StepLog: Sendable {
  enum Step: Sendable, Equatable {
    case goToState(StateID)
    case always(StateID)
    case after(StateID, milliseconds: Int64)
    case event(NameID)
    /// An event that the chart does not name: the bytes of its name.
    case other([UInt8])
  }

  /// The number of kept steps: enough to detect a cycle of a third of them.
  static let capacity = 3_000
  private static let shownSteps = 10

  private(set) var count = 0
  private var recent: [Step] = []

  @inline(__always)
  mutating func removeAll() {
    if count > 0 { clear() }
  }

  private mutating func clear() {
    count = 0
    recent.removeAll(keepingCapacity: true)
  }

  mutating func append(_ step: Step) {
    count += 1
    if recent.count == 2 * Self.capacity { recent.removeFirst(Self.capacity) }
    recent.append(step)
  }

  mutating func append(event label: EventLabel, in chart: Chart) {
    switch label {
    case .known(let name): append(.event(name))
    case .other(let name): append(.other(Array(name.utf8)))
    }
  }

  mutating func append(_ timer: TimerQueue.Timer, in chart: Chart) {
    switch timer.payload {
    case .send(let event, _, _): append(event: event.label, in: chart)
    case .after(let state, _, let milliseconds): append(.after(state, milliseconds: milliseconds))
    }
  }

  /// The cycle as text: `it repeats always a, always b`; without a cycle, the last steps.
  func summary(in chart: Chart) -> String {
    let period = self.period
    let steps = recent.suffix(min(period ?? Self.shownSteps, Self.shownSteps))
    let text = steps.map { describe($0, in: chart) }.joined(separator: ", ")
    guard let period else { return "the last steps were \(text)" }
    return "it repeats " + text + (period > Self.shownSteps ? ", … (\(period) steps)" : "")
  }

  /// The length of the shortest cycle at the end of the log that occurs at least twice.
  private var period: Int? {
    guard recent.count >= 2 else { return nil }
    for period in 1...max(1, recent.count / 2) {
      let checked = min(recent.count - period, 2 * period)
      guard checked >= period else { return nil }
      let tail = recent.suffix(checked)
      if tail.elementsEqual(recent.dropLast(period).suffix(checked)) { return period }
    }
    return nil
  }

  private func describe(_ step: Step, in chart: Chart) -> String {
    switch step {
    case .goToState(let state): "goToState \(chart.shownReference(state))"
    case .always(let state): "always \(chart.shownReference(state))"
    case .after(let state, let milliseconds): "after \(Delay.text(milliseconds)) in \(chart.shownReference(state))"
    case .event(let name): "event \(DisplayText.name(chart.names.text(name)))"
    case .other(let name): "event \(DisplayText.name(String(decoding: name, as: UTF8.self)))"
    }
  }
}
