/// Macrosteps that were made before, with what they wrote: a lazily built automaton (configuration, event → next).
///
/// What an event does depends on the configuration alone as long as no expression, data, timer or history is involved; such
/// a step is replayed as one copy of its trace. Bounded, and given up where it does not pay.
package struct MacrostepMemory: Sendable {
  package struct Step: Sendable {
    let configuration: Int32
    let event: Int32
    /// The configuration that the step leads to.
    package let next: Int32
    package let outcome: Outcome
    /// Its trace, in the arena.
    let text: Range<Int>
  }

  /// Made when a run has gone on for a while: most are over before it pays.
  private var steps: [Step?] = []
  /// What expressions see after each step.
  private var seen: [SeenEvent?] = []
  private var arena: [UInt8] = []
  private var configurations: [[StateID]] = []
  private var numbers: [[StateID]: Int32] = [:]
  private var hits = 0
  private var misses = 0

  private static let size = 1 << 14
  /// So many events are made before any is remembered.
  private static let patience = 32
  private static let mostConfigurations = 1 << 16
  private static let arenaSize = 64 << 20
  /// After so many misses it is asked whether there were as many hits.
  private static let trial = 4_096

  package init() {}

  /// More is looked up in vain than found: looking costs more than it saves.
  package var isUseless: Bool { misses > Self.trial && hits < misses }

  /// The number of a configuration; nil when there are too many to remember.
  package mutating func number(of leaves: [StateID]) -> Int32? {
    if let number = numbers[leaves] { return number }
    guard configurations.count < Self.mostConfigurations else { return nil }
    let number = Int32(configurations.count)
    configurations.append(leaves)
    numbers[leaves] = number
    return number
  }

  /// The deepest active states of a configuration.
  package func leaves(of configuration: Int32) -> [StateID] {
    configurations[Int(configuration)]
  }

  /// The step that an event makes, as its place; nil where it was not made yet.
  package mutating func step(from configuration: Int32, _ event: EventID) -> Int? {
    let place = self.place(configuration, event.rawValue)
    if !steps.isEmpty, let step = steps[place], step.configuration == configuration, step.event == event.rawValue {
      hits += 1
      return place
    }
    misses += 1
    return nil
  }

  /// The step at a place that `step(from:_:)` gave.
  package func step(at place: Int) -> Step? {
    steps[place]
  }

  package func seen(at place: Int) -> SeenEvent? {
    seen[place]
  }

  /// Writes the trace of a step.
  package func replay(_ step: Step, to writer: any BlockWriter) {
    writer.replay(arena.span.extracting(step.text))
  }

  package mutating func add(
    from configuration: Int32, _ event: EventID, to next: Int32, _ outcome: Outcome, _ seen: SeenEvent, text: [UInt8]
  ) {
    guard misses > Self.patience, arena.count + text.count <= Self.arenaSize else { return }
    if steps.isEmpty {
      steps = Array(repeating: nil, count: Self.size)
      self.seen = Array(repeating: nil, count: Self.size)
    }
    let start = arena.count
    arena.append(contentsOf: text)
    let place = self.place(configuration, event.rawValue)
    steps[place] = Step(
      configuration: configuration, event: event.rawValue, next: next, outcome: outcome, text: start..<arena.count)
    self.seen[place] = seen
  }

  private func place(_ configuration: Int32, _ event: Int32) -> Int {
    let mixed = UInt32(bitPattern: configuration) &* 2_654_435_769 ^ UInt32(bitPattern: event) &* 2_246_822_519
    return Int(mixed >> 18)
  }
}
