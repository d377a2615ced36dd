import CEL

/// Every limit with its value as text, for `--help` and the documentation (CommandLine.md, Limits).
package enum LimitTable {
  /// The limited quantities and their limits.
  package static let all: [(what: String, bound: String)] = {
    let run = Limits()
    return [
      ("a chart file", mebibytes(InputLimits.chartBytes)),
      ("invocations of a chart", number(InputLimits.invocations)),
      ("charts that one invokes", "\(number(InputLimits.relatives)), \(mebibytes(InputLimits.chartBytes)) together"),
      ("nesting of JSON", number(InputLimits.jsonDepth)),
      ("elements and texts of XML", number(InputLimits.xmlNodes)),
      ("states of a chart", number(InputLimits.states)),
      ("handlers of a chart", number(InputLimits.handlers)),
      ("parts of SCXML said again", number(InputLimits.repetitions)),
      ("looking for dotted names", "\(number(InputLimits.stateVisits)) states of the same last name"),
      ("a picture", "\(number(InputLimits.pictureStates)) states, \(number(InputLimits.pictureHandlers)) handlers"),
      (
        "an SVG or HTML one", "\(number(InputLimits.drawnStates)) states, \(number(InputLimits.drawnHandlers)) handlers"
      ),
      ("arrows of such a one", "\(number(InputLimits.drawnLines)) parts, one for each layer"),
      ("a name", "\(number(InputLimits.nameBytes)) bytes"),
      ("a line of a script", mebibytes(InputLimits.lineBytes)),
      ("steps of a macrostep", "\(number(run.steps)), or --max-steps"),
      ("goToState in goToState", "\(number(run.nestedGoToState)) deep"),
      ("actions of a macrostep", number(run.actions)),
      ("invoke in invoke", "\(number(run.invokeDepth)) deep"),
      ("children at the same time", number(run.children)),
      ("macrosteps of a script line", number(run.macrosteps)),
      ("cost of a script line", "\(number(run.cost)), or --max-cost"),
      ("memory of all machines", "\(run.memory.shownLimit), or --max-memory"),
      ("output, and each file written", "1 GiB, or --max-output"),
      ("files that new writes", "templates of a fixed size"),
      ("a step in JSON, or kept for a journal", mebibytes(InputLimits.heldBytes)),
      ("steps that a page plays", mebibytes(InputLimits.pageBytes)),
      ("names of events in a replay", "half of --max-memory, then (others)"),
      ("files of a folder, for symbols in an editor", mebibytes(InputLimits.workspaceBytes)),
      ("an expression", "\(number(Compiler.longest)) bytes, \(number(Compiler.deepest)) deep"),
      ("one with its named guards", "\(number(Compiler.longestProgram)) instructions"),
      ("host guards in host guards", "\(number(HostQuestions.deepest)) deep"),
      ("a pattern", "\(number(PatternLimits.steps)) steps, \(number(PatternLimits.depth)) deep"),
      ("repeats in a pattern", number(PatternLimits.repeats)),
      ("classes of a pattern", "\(number(PatternLimits.ranges)) characters"),
      ("cost of an evaluation", "\(number(Evaluator.highestCost)) steps"),
      ("all constant conditions", "\(number(InputLimits.analysisCost)) steps in validate"),
      ("a value", "\(number(ValueLimits.nodes)) nodes, \(number(ValueLimits.depth)) deep"),
      ("a text put together", mebibytes(DataModel.longestText)),
      ("time", Delay.shownLongest),
      ("messages of one code", "\(number(InputLimits.messagesOfOneCode)), then a count"),
      ("a message", "\(number(DisplayText.longestMessage)) characters"),
      ("what it repeats of a file", "\(number(DisplayText.longestPart)) characters"),
      ("a list of known failures", mebibytes(InputLimits.listBytes)),
    ]
  }()

  /// The rules for counting cost and memory, which are equal on every platform.
  package static let counting = """
    The cost of a script line is that of its evaluations (a step each instruction, more where texts, lists or maps are long) and 1 for
    each action, entry and exit, of all macrosteps of the line and of all children; an assign below a context key costs 1 more for each
    entry of the maps on the way. A line that exceeds it ends there.

    The memory of all machines counts each value in full for each of its holders, in bytes: \(ValueSize.node) for a value, and the
    UTF-8 of a text besides; for an entry of a map \(ValueSize.entry), twice the UTF-8 of its key, and its value. An event that waits counts
    \(HeldBytes.event) and its data, a timer or a delayed `send` \(HeldBytes.timer) and its event, a child \(number(HeldBytes.child)), \(HeldBytes.state) for each state of
    its chart, and its context. The action that would exceed the limit is not done, and the line ends there.

    """

  private static func mebibytes(_ count: Int) -> String {
    "\(number(count >> 20)) MiB"
  }

  private static func number(_ count: Int) -> String { DisplayText.grouped(count) }
}
