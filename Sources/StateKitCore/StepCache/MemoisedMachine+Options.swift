package import CEL

extension MemoisedMachine {
  /// How a machine is to run.
  package struct Options: Sendable {
    package var limits = Limits()
    /// What replaces the first values of the chart's context.
    package var context: [Value]?
    /// What answers host guards and named delays from the start on.
    package var answers: HostAnswers?
    /// Whether macrosteps may be replayed; what is written is the same either way.
    package var replays = true
    /// How many events are made before any is kept: most runs are over before it pays.
    package var patience = 32
    /// Somebody asks `record` what the last step did.
    package var keepsEntries = false
    /// Events that are ignored or declined are made by the machine, each time.
    package var refusesUnhandled = false

    package init() {}
  }
}
