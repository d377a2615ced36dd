/// An event name of a chart, as an index.
///
/// Numbers below `Chart.eventCount` are names. Each higher number represents all unknown names with a certain longest
/// matching pattern (`Chart.eventKeys` contains both).
package struct EventID: Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package var index: Int { Int(rawValue) }
}

/// The states that a handler exits before it goes to its targets (Semantics.md, rule 14).
package enum Reentry: UInt8, Sendable {
  /// `false`: only the states that the targets require are exited.
  case none
  /// `true`: everything below the least common proper compound ancestor is exited first.
  case external
  /// `"children"`: everything below the handler's own state is exited first.
  case children
  /// `"lca"`: everything below the least common proper ancestor, compound or parallel, is exited first.
  case ancestor

  /// True if everything below an ancestor of the handler's state is exited first.
  package var exitsBelowAncestor: Bool {
    switch self {
    case .external, .ancestor: true
    case .none, .children: false
    }
  }

  /// The value in the chart's words: `reenter children`; nil for the default.
  package var words: String? {
    switch self {
    case .none: nil
    case .external: "reenter"
    case .children: "reenter children"
    case .ancestor: "reenter lca"
    }
  }
}

/// One candidate of a state for an event, for `always` or for `after` (Charts.md).
package struct EventHandler: Sendable {
  package var state: StateID
  /// `null`: the event is handled in this state, without an effect.
  package var isForbidden = false
  package var reentry = Reentry.none
  /// The condition as an index of `Chart.expressions`; -1 for none.
  package var condition: Int32 = -1
  package var targets = TableRange.empty
  package var actions = TableRange.empty
  package var span: SourceSpan

  package init(state: StateID, span: SourceSpan) {
    self.state = state
    self.span = span
  }

  /// True if it exits or enters states; false if it only has actions.
  package var goes: Bool { reentry != .none || !targets.isEmpty }
}

/// A timer that a state starts when it is entered.
package struct AfterTimer: Sendable {
  package enum Length: Sendable {
    case milliseconds(Int64)
    /// The host defines the length.
    case named(NameID)
  }

  package var delay: Length
  package var candidates: TableRange

  package init(delay: Length, candidates: TableRange) {
    self.delay = delay
    self.candidates = candidates
  }

  /// True if the timer is certainly due as soon as it starts.
  package var isDueAtOnce: Bool {
    if case .milliseconds(0) = delay { true } else { false }
  }

  /// The length for people: a duration, or the name of a delay of the host.
  package func shownLength(in chart: Chart) -> String {
    switch delay {
    case .milliseconds(let number): Delay.text(number)
    case .named(let name): DisplayText.name(chart.names.text(name))
    }
  }

  /// A description: `the timer of 5s in open`. `state`: the state that starts it.
  package func shown(of state: StateID, in chart: Chart) -> String {
    "the timer of \(shownLength(in: chart)) in \(chart.shownReference(state))"
  }
}
