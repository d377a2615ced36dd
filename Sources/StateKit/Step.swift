internal import CEL
internal import StateKitCore

/// What one event, or one move of the clock, did to a machine.
public struct Step: Sendable {
  private enum Content: Sendable {
    case facts(ChartCore, StepFacts)
    /// Nothing happened.
    case nothing([String], Outcome)
  }

  private let content: Content

  init(_ core: ChartCore, _ facts: StepFacts) {
    content = .facts(core, facts)
  }

  init(at paths: [String], _ outcome: Outcome) {
    content = .nothing(paths, outcome)
  }

  /// How the event ended; of a move of the clock, how the last timer did (ignored where none fired).
  public var outcome: Outcome {
    switch content {
    case .facts(_, let facts): facts.outcome
    case .nothing(_, let outcome): outcome
    }
  }

  /// The full paths of the deepest active states before, in document order.
  public var from: [String] {
    switch content {
    case .facts(_, let facts): facts.from.paths
    case .nothing(let paths, _): paths
    }
  }

  /// The same afterwards.
  public var to: [String] {
    switch content {
    case .facts(_, let facts): facts.to.paths
    case .nothing(let paths, _): paths
    }
  }

  /// What happened, in order. What children do is told in `Change.child`.
  public var changes: [Change] {
    switch content {
    case .facts(let core, let facts): facts.entries.flatMap { Change.all($0, of: core.chart) }
    case .nothing: []
    }
  }

  /// What went wrong and nothing in the chart took up: messages with their positions, at most 100.
  public var errors: [String] {
    switch content {
    case .facts(let core, let facts): facts.faults.map { core.text(of: $0) }
    case .nothing: []
    }
  }

  var facts: StepFacts? {
    if case .facts(_, let facts) = content { facts } else { nil }
  }
}

extension Step: CustomStringConvertible {
  /// The outcome, and where the machine stands now: `handled, root.open`.
  public var description: String {
    "\(outcome), \(to.joined(separator: ", "))" + (errors.isEmpty ? "" : "; " + errors.joined(separator: "; "))
  }
}
