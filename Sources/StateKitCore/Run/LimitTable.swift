import CEL

/// Every limit with its value as text, for `explain limits` and the documentation (Limits.md).
package enum LimitTable {
  /// The limited quantities and their limits.
  package static let all: [(what: String, bound: String)] = {
    let run = Limits()
    return [
      ("a chart file", mebibytes(InputLimits.chartBytes)),
      ("invocations of a chart", number(InputLimits.invocations)),
      (
        "charts that a chart invokes", "\(number(InputLimits.relatives)), \(mebibytes(InputLimits.chartBytes)) together"
      ),
      ("nesting of JSON", number(InputLimits.jsonDepth)),
      ("elements and texts of XML", number(InputLimits.xmlNodes)),
      ("states of a chart", number(InputLimits.states)),
      ("handlers of a chart", number(InputLimits.handlers)),
      ("repeated parts of SCXML", number(InputLimits.repetitions)),
      ("search for dotted names", "\(number(InputLimits.stateVisits)) states with the same last name"),
      ("a picture", "\(number(InputLimits.pictureStates)) states, \(number(InputLimits.pictureHandlers)) handlers"),
      (
        "a picture in SVG or HTML",
        "\(number(InputLimits.drawnStates)) states, \(number(InputLimits.drawnHandlers)) handlers"
      ),
      ("arrows in SVG or HTML", "\(number(InputLimits.drawnLines)) parts, one for each layer"),
      ("the layout of a picture in SVG or HTML", "\(number(InputLimits.layoutSteps)) steps"),
      ("a name", "\(number(InputLimits.nameBytes)) bytes"),
      ("a line of a script", mebibytes(InputLimits.lineBytes)),
      ("a state file", mebibytes(InputLimits.stateBytes)),
      ("a recorded trace", mebibytes(InputLimits.traceBytes)),
      ("steps of a macrostep", "\(number(run.steps)), or --max-steps"),
      ("nested goToState", "\(number(run.nestedGoToState)) deep"),
      ("actions of a macrostep", number(run.actions)),
      ("nested invocations", "\(number(run.invokeDepth)) deep"),
      ("children at the same time", number(run.children)),
      ("macrosteps of a script line", number(run.macrosteps)),
      ("lines of a host after a script line", "\(number(InputLimits.hostLines)), without --realtime"),
      ("cost of a script line", "\(number(run.cost)), or --max-cost"),
      ("memory of all machines", "\(run.memory.shownLimit), or --max-memory"),
      ("output, and each written file", "1 GiB, or --max-output"),
      ("files of statekit new", "templates of a fixed size"),
      ("a line of a trace, or a step in a journal", mebibytes(InputLimits.heldBytes)),
      ("a page, and the steps of a run in it", mebibytes(InputLimits.pageBytes)),
      ("names of events in a replay", "half of --max-memory, then (others)"),
      ("a message to the language server", mebibytes(InputLimits.messageBytes)),
      ("an answer of the language server", mebibytes(InputLimits.answerBytes)),
      ("a document in the language server", mebibytes(InputLimits.documentBytes)),
      ("open documents, or files of a folder, in it", mebibytes(InputLimits.workspaceBytes)),
      ("names of an XState or SCXML document in it", number(InputLimits.translatedNames)),
      ("paths of states in XState, SCXML and pictures", mebibytes(InputLimits.pathBytes)),
      ("an expression", "\(number(Compiler.longest)) bytes, \(number(Compiler.deepest)) deep"),
      ("an expression and its named guards", "\(number(Compiler.longestProgram)) instructions"),
      ("all expressions with named guards", "\(number(Compiler.mostExpanded)) instructions"),
      ("an expression in generated C", "\(number(ExpressionTree.deepest)) deep"),
      ("nested host guards", "\(number(HostQuestions.deepest)) deep"),
      ("a pattern of matches()", "\(number(PatternLimits.steps)) steps, \(number(PatternLimits.depth)) deep"),
      ("repeats in a pattern", number(PatternLimits.repeats)),
      ("classes of a pattern", "\(number(PatternLimits.ranges)) characters"),
      ("cost of an evaluation", "\(number(Evaluator.highestCost)) steps"),
      ("constant conditions together", "\(number(InputLimits.analysisCost)) steps in validate"),
      ("a value", "\(number(ValueLimits.nodes)) nodes, \(number(ValueLimits.depth)) deep"),
      ("a text from a template", mebibytes(DataModel.longestText)),
      ("time", Delay.shownLongest),
      ("messages of one code", "\(number(InputLimits.messagesOfOneCode)), then a count"),
      ("a message", "\(number(DisplayText.longestMessage)) characters"),
      ("a part of a file in a message", "\(number(DisplayText.longestPart)) characters"),
      ("a list of known failures", mebibytes(InputLimits.listBytes)),
    ]
  }()

  /// The rules for counting cost and memory, which are equal on every platform.
  package static let counting = [
    """
    The cost of a script line counts its evaluations (1 for each instruction, more for long texts, lists and maps) and 1 for
    each action, entry and exit, in all macrosteps of the line and in all children. An assign below a context key costs 1 more for each
    entry of the maps on its path. A line that exceeds the limit ends there.
    """,
    """
    The memory of all machines counts each value in full for each holder, in bytes: \(ValueSize.node) for a value, plus the
    UTF-8 of a text; for an entry of a map \(ValueSize.entry), twice the UTF-8 of its key, and its value. A waiting event counts
    \(HeldBytes.event) and its data, a timer or a delayed `send` \(HeldBytes.timer) and its event, a child \(number(HeldBytes.child)), \(HeldBytes.state) for each state of
    its chart, and its context. An action that would exceed the limit is not done, and the line ends there.
    """,
  ]

  private static func mebibytes(_ count: Int) -> String {
    "\(number(count >> 20)) MiB"
  }

  private static func number(_ count: Int) -> String { DisplayText.grouped(count) }
}
