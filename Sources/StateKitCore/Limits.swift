/// The bounds that keep every run finite (CommandLine.md, Limits).
package struct Limits: Sendable {
  /// `goToState`, `always` and internal-event steps of one macrostep; `--max-steps`.
  package var steps = 1_000
  /// `goToState` actions inside one another.
  package var nestedGoToState = 100
  /// Macrosteps of one script item: sent events and due timers.
  package var macrosteps = 100_000
  /// Actions of one macrostep.
  package var actions = 1_000_000
  /// Children of children.
  package var invokeDepth = 10
  /// Children of a run, those of children among them, that are there at the same time.
  package var children = 10_000

  package init() {}
}

/// The bounds on what a chart or a script may be (CommandLine.md, Limits).
package enum InputLimits {
  /// Bytes of a chart file.
  package static let chartBytes = 256 << 20
  /// Entries of `invoke` in a chart.
  package static let invocations = 100_000
  /// Charts that a chart invokes, directly or not; their bytes together are bounded as those of one are.
  package static let relatives = 1_000
  /// Nesting of JSON values.
  package static let jsonDepth = 4_096
  /// States of a chart.
  package static let states = 1_000_000
  /// Handlers of a chart.
  package static let handlers = 10_000_000
  /// Bytes of a name.
  package static let nameBytes = 1 << 10
  /// Bytes of a script line.
  package static let lineBytes = 1 << 20
  /// Messages shown of one code.
  package static let messagesOfOneCode = 100
}
