package import CEL

extension MemoisedMachine {
  package struct Options: Sendable {
    package var limits = Limits()
    /// Replaces the initial values of the chart's context.
    package var context: [Value]?
    /// The initial answers to host guards, and named delays.
    package var answers: HostAnswers?
    /// True if macrosteps may be replayed; the output is the same in both cases.
    package var replays = true
    /// The number of events before any step is memoised: most runs end before it saves time.
    package var patience = 32
    /// True if `record` is asked for the entries of the last step.
    package var keepsEntries = false
    /// True if the machine makes every step with an ignored or declined event.
    package var refusesUnhandled = false

    package init() {}
  }
}
