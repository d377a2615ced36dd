/// An event name of a chart, as its index.
///
/// Numbers below `Chart.eventCount` are names; from there on they stand for "a name the chart does not know whose longest
/// matching pattern is …" (`Chart.eventKeys` has both).
package struct EventID: Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package var index: Int { Int(rawValue) }
}

/// How far a handler leaves before it goes to its targets (Semantics.md, rule 14).
package enum Reentry: UInt8, Sendable {
  /// `false`: only what is in the way is left.
  case none
  /// `true`: everything below the least common proper compound ancestor is left first.
  case external
  /// `"children"`: everything below the handler's own state is left first.
  case children
  /// `"lca"`: everything below the least common proper ancestor, compound or parallel, is left first.
  case ancestor

  /// Whether everything below an ancestor of the handler's state is exited first.
  package var exitsBelowAncestor: Bool {
    switch self {
    case .external, .ancestor: true
    case .none, .children: false
    }
  }

  /// In words, after the chart's own: `reenter children`; nil for the usual.
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
  /// `null`: the event is handled here and does nothing.
  package var isForbidden = false
  package var reentry = Reentry.none
  /// The entry of `Chart.expressions` that has to hold; -1 for none.
  package var condition: Int32 = -1
  package var targets = TableRange.empty
  package var actions = TableRange.empty
  package var span: SourceSpan

  package init(state: StateID, span: SourceSpan) {
    self.state = state
    self.span = span
  }

  /// Whether it exits or enters anything; else it only acts.
  var goes: Bool { reentry != .none || !targets.isEmpty }
}

/// A timer that a state starts when it is entered.
package struct AfterTimer: Sendable {
  /// How long it runs.
  package enum Length: Sendable {
    case milliseconds(Int64)
    /// What the host says.
    case named(NameID)
  }

  package var delay: Length
  package var candidates: TableRange

  package init(delay: Length, candidates: TableRange) {
    self.delay = delay
    self.candidates = candidates
  }

  /// Whether it is surely due as soon as it is started.
  package var isDueAtOnce: Bool {
    if case .milliseconds(0) = delay { true } else { false }
  }

  /// Its length as people read it: a duration, or the name of one that the host gives.
  package func shownLength(in chart: Chart) -> String {
    switch delay {
    case .milliseconds(let number): Delay.text(number)
    case .named(let name): DisplayText.name(chart.names.text(name))
    }
  }

  /// In words: `the timer of 5s in open`. `state`: the one that starts it.
  package func shown(of state: StateID, in chart: Chart) -> String {
    "the timer of \(shownLength(in: chart)) in \(chart.shownReference(state))"
  }
}
