internal import CEL
internal import StateKitCore

/// The effect of one event, or one clock change, on a machine.
public struct Step: Sendable {
  private enum Content: Sendable {
    case facts(ChartCore, StepFacts)
    /// A memoised step with the values that vary.
    case replayed(ChartCore, StepFacts, ShownValues)
    /// A step without an effect.
    case nothing([String], Outcome)
  }

  private let content: Content

  init(_ core: ChartCore, facts: StepFacts) {
    content = .facts(core, facts)
  }

  /// Creates a memoised step with the values that it shows.
  init(_ core: ChartCore, known facts: StepFacts, values: ShownValues) {
    content = if case .none = values { .facts(core, facts) } else { .replayed(core, facts, values) }
  }

  init(at paths: [String], outcome: Outcome) {
    content = .nothing(paths, outcome)
  }

  /// The result of the event. For a clock change, the result of the last timer, or ignored if no timer fired.
  public var outcome: Outcome {
    if case .nothing(_, let outcome) = content { return outcome }
    return facts?.outcome ?? .handled
  }

  /// The full paths of the deepest active states before the step, in document order.
  public var from: [String] {
    if case .nothing(let paths, _) = content { return paths }
    return facts?.from.paths ?? []
  }

  /// The full paths of the deepest active states after the step, in document order.
  public var to: [String] {
    if case .nothing(let paths, _) = content { return paths }
    return facts?.to.paths ?? []
  }

  /// The changes in order. Changes of children are in `Change.child`.
  public var changes: [Change] {
    guard let core, let facts else { return [] }
    return entries(facts).flatMap { Change.all($0, of: core.chart) }
  }

  private func entries(_ facts: StepFacts) -> [TraceEntry] {
    if case .replayed(_, _, let values) = content { values.entries(of: facts.recorded) } else { facts.entries }
  }

  /// The errors that no handler of the chart handled: messages with their positions, at most 100.
  public var errors: [String] {
    guard let core, let facts else { return [] }
    return facts.faults.map { core.text(of: $0) }
  }

  var facts: StepFacts? {
    switch content {
    case .facts(_, let facts), .replayed(_, let facts, _): facts
    case .nothing: nil
    }
  }

  private var core: ChartCore? {
    switch content {
    case .facts(let core, _), .replayed(let core, _, _): core
    case .nothing: nil
    }
  }
}

extension Step: CustomStringConvertible {
  /// The outcome and the active states: `handled, root.open`.
  public var description: String {
    "\(outcome), \(to.joined(separator: ", "))" + (errors.isEmpty ? "" : "; " + errors.joined(separator: "; "))
  }
}
