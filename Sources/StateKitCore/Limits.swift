/// The bounds that keep every run finite (Limits.md).
package struct Limits: Sendable {
  /// The number of `goToState`, `always` and internal-event steps in one macrostep; `--max-steps`.
  package var steps = 1_000
  /// The nesting depth of `goToState` actions.
  package var nestedGoToState = 100
  /// The number of macrosteps in one step of a script: sent events and due timers.
  package var macrosteps = 100_000
  /// The number of actions in one macrostep.
  package var actions = 1_000_000
  /// The nesting depth of children.
  package var invokeDepth = 10
  /// The number of children and descendants that exist at one time in a run.
  package var children = 10_000
  /// The cost of a script line: evaluations, actions, entries and exits together; `--max-cost`.
  package var cost = 100_000_000
  /// The memory of all machines that share this pool; `--max-memory`.
  package var memory = MemoryPool(limit: 512 << 20)
  /// Returns true if the run should stop. Called often, so it must return at once.
  package var isInterrupted: @Sendable () -> Bool = { false }

  package init() {}

  /// The limits for one of very many runs, for example in a search: a line may cost a hundredth.
  package func forSearching(macrosteps: Int) -> Limits {
    var limits = self
    limits.macrosteps = macrosteps
    limits.cost = min(cost, max(cost / 100, 1_000))
    return limits
  }
}

/// The limits on the sizes of charts, scripts and other inputs (Limits.md).
package enum InputLimits {
  /// Bytes of a chart file.
  package static let chartBytes = 256 << 20
  /// Bytes of a state file.
  package static let stateBytes = 256 << 20
  /// Entries of `invoke` in a chart.
  package static let invocations = 100_000
  /// Charts that a chart invokes directly or indirectly; the limit on bytes applies to all of them together.
  package static let relatives = 1_000
  /// The cost of evaluating constant conditions in `validate`, for a whole chart.
  package static let analysisCost = 2_000_000
  /// Nesting of JSON values.
  package static let jsonDepth = 4_096
  /// Elements and texts of an XML document.
  package static let xmlNodes = 10_000_000
  /// States of a chart.
  package static let states = 1_000_000
  /// States that are visited to resolve references other than shortest paths, for a whole chart.
  package static let stateVisits = 200_000_000
  /// Handlers of a chart.
  package static let handlers = 10_000_000
  /// Repetitions of parts of an SCXML document under other names, for a whole document.
  package static let repetitions = 250_000
  /// States and handlers of a picture.
  package static let pictureStates = 20_000
  package static let pictureHandlers = 100_000
  /// States and handlers of a picture that is laid out.
  package static let drawnStates = 5_000
  package static let drawnHandlers = 20_000
  /// Bytes of a page, and of the steps that it plays.
  package static let pageBytes = 16 << 20
  /// Bytes of a step that are kept until it is written.
  package static let heldBytes = 128 << 20
  /// Bytes of the paths of all states, in a picture or as ids of XState and SCXML.
  package static let pathBytes = 64 << 20
  /// Bytes of a message to the language server.
  package static let messageBytes = 16 << 20
  /// Bytes of an answer of the language server: it can be far longer than the document.
  package static let answerBytes = 64 << 20
  /// Bytes of the messages that wait for the language server. Above this, it answers before it reads on.
  package static let waitingBytes = 4 << 20
  /// Bytes of a document in the language server.
  package static let documentBytes = 8 << 20
  /// Names in the translation of an XState or SCXML document in the language server.
  package static let translatedNames = 1_000_000
  /// Bytes of the URI of a document in the language server.
  package static let uriBytes = 64 << 10
  /// Bytes of all open documents, and of all the files of a workspace that are searched for names.
  package static let workspaceBytes = 64 << 20
  /// Parts of the arrows of a picture that is laid out: one for each layer that an arrow passes.
  package static let drawnLines = 300_000
  /// Steps of one search for the layers or the columns of such a picture: a few seconds.
  package static let layoutSteps = 500_000_000
  /// Bytes of a name.
  package static let nameBytes = 1 << 10
  /// The reason why a name is too long; nil if it is not. `subject`: the name of something, or its id.
  package static func longName(_ subject: String, bytes: Int) -> String? {
    bytes > nameBytes ? "\(subject) has \(bytes) bytes, the limit is \(nameBytes)" : nil
  }
  /// Bytes of a script line.
  package static let lineBytes = 1 << 20
  /// Lines that a process may write as the host after one line of the script.
  package static let hostLines = 100_000
  /// The bytes of the lines that a host may write before it answers.
  package static let hostBytes = 64 << 20
  /// Bytes of a recorded trace.
  package static let traceBytes = 256 << 20
  /// Bytes of a longer line that are skipped to find its end.
  package static let skippedBytes = 4 << 30
  /// Bytes of a file that lists tests.
  package static let listBytes = 16 << 20
  /// The number of messages that are shown for one code.
  package static let messagesOfOneCode = 100
}
