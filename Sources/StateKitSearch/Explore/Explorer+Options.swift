package import StateKitCore

extension Explorer {
  /// What is to be explored, and how far.
  package struct Options: Sendable {
    package var choice = InputCandidates.Choice()
    package var bounds = ExploreBounds()
    package var limits = Limits()
    package var properties = Properties()
    /// States in which nothing needs to go on, by their full paths.
    package var allowedDeadEnds: [StateID] = []
    package var isVerbose = false
    /// Somebody asks for the arcs between states, besides the properties.
    package var keepsArcs = false
    /// Steps are replayed where they look at the same parts of a state; else each is made by the machine.
    package var replaysSteps = true
    /// In milliseconds, as a report names it; `stop` keeps it.
    package var timeLimit = 0
    /// Why to stop now; asked often.
    package var stop: @Sendable () -> ExploreBounds.Kind? = { nil }

    package init() {}
  }

  /// How far an exploring has come.
  package struct Progress: Sendable {
    package let depth: Int
    package let states: Int
    package let waiting: Int
    package let transitions: Int
    package let bytes: Int
  }
}
