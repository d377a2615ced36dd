import CEL
import StateKitCore

/// The handlers that an event can reach, in document order, with the expressions that they use.
struct EventReaders {
  let handlers: [Int]
  let expressions: Set<Int>

  init(of handlers: [Int], in all: AnsweredExpressions) {
    self.handlers = handlers
    expressions = Self.expressions(of: handlers, in: all)
  }

  private static func expressions(of handlers: some Sequence<Int>, in all: AnsweredExpressions) -> Set<Int> {
    let chart = all.chart
    var found: Set<Int> = []
    for handler in handlers {
      if chart.handlers[handler].condition >= 0 { found.insert(Int(chart.handlers[handler].condition)) }
      add(chart.handlers[handler].actions, of: chart, to: &found)
    }
    return withGuards(found, in: all)
  }

  private static func add(_ range: TableRange, of chart: Chart, to found: inout Set<Int>) {
    for action in range.indices { found.formUnion(chart.actions[action].expressions) }
  }

  /// The expressions that may see every event: those of hooks, `always`, invocations, outputs and invariants.
  static func expressionsOfHooks(in all: AnsweredExpressions) -> Set<Int> {
    let chart = all.chart
    var found = expressions(of: chart.states.lazy.flatMap { $0.always.indices }, in: all)
    for state in chart.states {
      add(state.enterActions, of: chart, to: &found)
      add(state.exitActions, of: chart, to: &found)
    }
    for initial in chart.initials { add(initial.actions, of: chart, to: &found) }
    for invocation in chart.invocations {
      add(invocation.finalize, of: chart, to: &found)
      found.formUnion(invocation.inputExpressions)
    }
    for output in chart.outputs { found.formUnion(output.expressions) }
    for invariant in chart.invariants { found.insert(Int(invariant.expression)) }
    return withGuards(found, in: all)
  }

  /// Adds the definitions of the named guards that these expressions use.
  private static func withGuards(_ expressions: Set<Int>, in all: AnsweredExpressions) -> Set<Int> {
    expressions.reduce(into: expressions) { $0.formUnion(all.definitions(askedBy: $1)) }
  }
}
