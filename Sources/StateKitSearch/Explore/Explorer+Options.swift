package import StateKitCore

extension Explorer {
  /// The options of an exploration, and its limits.
  package struct Options: Sendable {
    package var choice = InputCandidates.Choice()
    package var bounds = ExploreBounds()
    package var limits = Limits()
    package var properties = Properties()
    /// States that may be dead ends.
    package var allowedDeadEnds: [StateID] = []
    package var isVerbose = false
    /// True if arcs between states are needed for more than the properties.
    package var keepsArcs = false
    /// True if each value of a counter makes another state, also those that nothing can tell apart.
    package var isExact = false
    /// True if a step is replayed when it depends on equal parts of a state; else the machine computes each step.
    package var replaysSteps = true
    /// True if of equal timers that are due one right after the other, only two are kept.
    var joinsTimers = true
    /// True if timers that are due at one moment are tried in other orders, too: only findings need that.
    var triesTies = true
    /// The time limit in milliseconds, for the report; `stop` enforces it.
    package var timeLimit = 0
    /// Returns the reason to stop now, or nil; called often.
    package var stop: @Sendable () -> ExploreBounds.Kind? = { nil }
    /// True if the findings must be reported now: what is not decided stays open.
    package var endsReport: @Sendable () -> Bool = { false }

    package init() {}
  }

  /// The progress of an exploration.
  package struct Progress: Sendable {
    package let depth: Int
    package let states: Int
    package let waiting: Int
    package let transitions: Int
    package let bytes: Int
  }
}
