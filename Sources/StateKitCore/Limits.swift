/// The bounds that keep every run finite (CommandLine.md, Limits).
package struct Limits: Sendable {
  /// `goToState`, `always` and internal-event steps of one macrostep; `--max-steps`.
  package var steps = 1_000
  /// `goToState` actions inside one another.
  package var nestedGoToState = 100
  /// Macrosteps of one step of a script: sent events and due timers.
  package var macrosteps = 100_000
  /// Actions of one macrostep.
  package var actions = 1_000_000
  /// Children of children.
  package var invokeDepth = 10
  /// Children of a run, those of children among them, that are there at the same time.
  package var children = 10_000
  /// What a script line may cost: evaluations, actions, entries and exits together; `--max-cost`.
  package var cost = 100_000_000
  /// What all machines together may hold that are given this; `--max-memory`.
  package var memory = MemoryPool(limit: 512 << 20)
  /// Whether somebody wants what runs to stop; asked often, must answer at once.
  package var isInterrupted: @Sendable () -> Bool = { false }

  package init() {}

  /// These limits for one of very many runs, most of which nobody will look at: a line may cost a hundredth.
  package func forSearching(macrosteps: Int) -> Limits {
    var limits = self
    limits.macrosteps = macrosteps
    limits.cost = min(cost, max(cost / 100, 1_000))
    return limits
  }
}

/// The bounds on what a chart or a script may be (CommandLine.md, Limits).
package enum InputLimits {
  /// Bytes of a chart file.
  package static let chartBytes = 256 << 20
  /// Entries of `invoke` in a chart.
  package static let invocations = 100_000
  /// Charts that a chart invokes, directly or not; their bytes together are bounded as those of one are.
  package static let relatives = 1_000
  /// What `validate` may spend on conditions that read nothing, all of a chart together.
  package static let analysisCost = 2_000_000
  /// Nesting of JSON values.
  package static let jsonDepth = 4_096
  /// Elements and texts of an XML document.
  package static let xmlNodes = 10_000_000
  /// States of a chart.
  package static let states = 1_000_000
  /// States that are looked at, of those of one name, for references that are no shortest path, all of a chart together.
  package static let stateVisits = 200_000_000
  /// Handlers of a chart.
  package static let handlers = 10_000_000
  /// How often parts of an SCXML document are written again, each for another name, all of the document together.
  package static let repetitions = 250_000
  /// States and handlers of a picture.
  package static let pictureStates = 20_000
  package static let pictureHandlers = 100_000
  /// States and handlers of a picture that is laid out.
  package static let drawnStates = 5_000
  package static let drawnHandlers = 20_000
  /// Bytes of the steps that a page plays.
  package static let pageBytes = 128 << 20
  /// Bytes of the files in which names of a workspace are looked for, all together.
  package static let workspaceBytes = 64 << 20
  /// Parts of the arrows of a picture that is laid out: one for each layer that an arrow passes.
  package static let drawnLines = 500_000
  /// Bytes of a name.
  package static let nameBytes = 1 << 10
  /// Bytes of a script line.
  package static let lineBytes = 1 << 20
  /// Bytes of a file that lists tests.
  package static let listBytes = 16 << 20
  /// Messages shown of one code.
  package static let messagesOfOneCode = 100
}
