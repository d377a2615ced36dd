internal import CEL
internal import StateKitCore

/// What one event, or one move of the clock, did to a machine.
public struct Step: Sendable {
  @safe private enum Content: @unchecked Sendable {
    case facts(ChartCore, StepFacts)
    /// The chart keeps what is known of the step.
    case known(ChartCore, Unmanaged<StepFacts>)
    /// The same, with the values that are not known.
    case replayed(ChartCore, Unmanaged<StepFacts>, ShownValues)
    /// Nothing happened.
    case nothing([String], Outcome)
  }

  private let content: Content

  init(_ core: ChartCore, facts: StepFacts) {
    content = .facts(core, facts)
  }

  @unsafe @inline(__always)
  init(_ core: ChartCore, known facts: Unmanaged<StepFacts>) {
    content = unsafe .known(core, facts)
  }

  /// A known step, with the values that it shows.
  @unsafe @inline(__always)
  init(_ core: ChartCore, known facts: Unmanaged<StepFacts>, values: ShownValues) {
    if case .none = values {
      content = unsafe .known(core, facts)
    } else {
      content = unsafe .replayed(core, facts, values)
    }
  }

  init(at paths: [String], outcome: Outcome) {
    content = .nothing(paths, outcome)
  }

  /// How the event ended; of a move of the clock, how the last timer did (ignored where none fired).
  public var outcome: Outcome {
    if case .nothing(_, let outcome) = content { return outcome }
    return facts?.outcome ?? .handled
  }

  /// The full paths of the deepest active states before, in document order.
  public var from: [String] {
    if case .nothing(let paths, _) = content { return paths }
    return facts?.from.paths ?? []
  }

  /// The same afterwards.
  public var to: [String] {
    if case .nothing(let paths, _) = content { return paths }
    return facts?.to.paths ?? []
  }

  /// What happened, in order. What children do is in `Change.child`.
  public var changes: [Change] {
    guard let core, let facts else { return [] }
    return entries(facts).flatMap { Change.all($0, of: core.chart) }
  }

  private func entries(_ facts: StepFacts) -> [TraceEntry] {
    if case .replayed(_, _, let values) = content { values.entries(of: facts.recorded) } else { facts.entries }
  }

  /// What went wrong and nothing in the chart took up: messages with their positions, at most 100.
  public var errors: [String] {
    guard let core, let facts else { return [] }
    return facts.faults.map { core.text(of: $0) }
  }

  var facts: StepFacts? {
    switch content {
    case .facts(_, let facts): facts
    case .known(_, let facts), .replayed(_, let facts, _): unsafe facts.takeUnretainedValue()
    case .nothing: nil
    }
  }

  private var core: ChartCore? {
    switch content {
    case .facts(let core, _), .known(let core, _), .replayed(let core, _, _): core
    case .nothing: nil
    }
  }
}

extension Step: CustomStringConvertible {
  /// The outcome, and where the machine stands now: `handled, root.open`.
  public var description: String {
    "\(outcome), \(to.joined(separator: ", "))" + (errors.isEmpty ? "" : "; " + errors.joined(separator: "; "))
  }
}
