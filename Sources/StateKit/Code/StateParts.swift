/// A state: atomic, or compound if it contains other states.
public struct ChartState: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// A state with a name that is unique among its siblings.
  ///
  /// ```swift
  /// ChartState("open", initial: true) {
  ///   Entry("lightOn")
  ///   On("close", to: "closed")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - initial: true if it is the initial state of its parent.
  ///   - file: the Swift source, for diagnostics.
  ///   - line: the line in the source.
  ///   - column: the column in the source.
  ///   - parts: its handlers, hooks and sub-states.
  public init(
    _ name: String, initial: Bool = false, file: String = #fileID, line: Int = #line, column: Int = #column,
    @StateBuilder _ parts: () -> [ChartNode] = { [] }
  ) {
    nodes = .one(.state(name: name, type: nil, isInitial: initial, parts: parts()), at: (file, line, column))
  }
}

/// A state whose sub-states, its regions, are active together.
public struct Parallel: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// A parallel state by its name; the parameters are those of `ChartState`.
  public init(
    _ name: String, initial: Bool = false, file: String = #fileID, line: Int = #line, column: Int = #column,
    @StateBuilder _ parts: () -> [ChartNode]
  ) {
    nodes = .one(.state(name: name, type: "parallel", isInitial: initial, parts: parts()), at: (file, line, column))
  }
}

/// A final state: its parent is done when it is entered.
public struct Final: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// A final state with a name; it may contain `Entry` and `Output`.
  public init(
    _ name: String, initial: Bool = false, file: String = #fileID, line: Int = #line, column: Int = #column,
    @StateBuilder _ parts: () -> [ChartNode] = { [] }
  ) {
    nodes = .one(.state(name: name, type: "final", isInitial: initial, parts: parts()), at: (file, line, column))
  }
}

/// A history state: its parent's active states at the last exit.
public struct History: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// A history state with a name. `deep`: restores the deepest states, not only the child; `to`: the target if no
  /// history is recorded.
  public init(
    _ name: String, deep: Bool = false, to target: String? = nil, file: String = #fileID, line: Int = #line,
    column: Int = #column
  ) {
    nodes = .one(.history(name: name, isDeep: deep, target: target), at: (file, line, column))
  }
}

/// An entry hook of a state.
public struct Entry: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// Calls a host action.
  public init(_ action: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    nodes = .one(.entry(.one(.call(action, data: nil), at: (file, line, column))), at: (file, line, column))
  }

  /// Carries out a list of actions.
  ///
  /// ```swift
  /// Entry {
  ///   Assign("opened", "opened + 1")
  ///   Do("lightOn")
  /// }
  /// ```
  public init(
    file: String = #fileID, line: Int = #line, column: Int = #column, @ActionsBuilder _ actions: () -> Actions
  ) {
    nodes = .one(.entry(actions().actions), at: (file, line, column))
  }

  /// Calls a closure.
  public init(
    file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    nodes = .one(.entry(.one(.closure(body), at: (file, line, column))), at: (file, line, column))
  }
}

/// An exit hook of a state.
public struct Exit: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// Calls a host action.
  public init(_ action: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    nodes = .one(.exit(.one(.call(action, data: nil), at: (file, line, column))), at: (file, line, column))
  }

  /// Carries out a list of actions.
  public init(
    file: String = #fileID, line: Int = #line, column: Int = #column, @ActionsBuilder _ actions: () -> Actions
  ) {
    nodes = .one(.exit(actions().actions), at: (file, line, column))
  }

  /// Calls a closure.
  public init(
    file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    nodes = .one(.exit(.one(.closure(body), at: (file, line, column))), at: (file, line, column))
  }
}

/// A host invocation, or a child chart, that lasts as long as the state is active.
public struct Invoke: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// Invokes a source of the host.
  ///
  /// ```swift
  /// Invoke("load", input: "{'id': 7}")
  /// On("done.invoke.load", to: "shown")
  /// ```
  ///
  /// - Parameters:
  ///   - source: the source, whose work `service` does.
  ///   - id: the id of the invocation; by default the source.
  ///   - input: an expression, the `input` of the call.
  ///   - file: the Swift source, for diagnostics.
  ///   - line: the line in the source.
  ///   - column: the column in the source.
  public init(
    _ source: String, id: String? = nil, input: String? = nil, file: String = #fileID, line: Int = #line,
    column: Int = #column
  ) {
    nodes = .one(.invoke(source: source, id: id, input: input), at: (file, line, column))
  }
}

extension Invoke {
  /// Invokes a child chart. Its end is the event `done.invoke.ID`.
  ///
  /// ```swift
  /// Invoke(chart: payment, id: "payment", input: ["cents": "order.cents"])
  /// On("done.invoke.payment", to: "paid")
  /// ```
  ///
  /// - Parameters:
  ///   - chart: the child.
  ///   - id: the id of the invocation; by default the chart's name.
  ///   - input: initial values of the child's context: its keys, each with an expression of this chart.
  ///   - forwards: true if the child gets the events of this machine, too.
  ///   - file: the Swift source, for diagnostics.
  ///   - line: the line in the source.
  ///   - column: the column in the source.
  public init(
    chart: ChartDefinition, id: String? = nil, input: KeyValuePairs<String, String> = [:], forwards: Bool = false,
    file: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    nodes = .one(
      .invokeChart(chart, id: id ?? chart.name ?? "child", input: input, forwards: forwards), at: (file, line, column))
  }
}

/// The payload of a final state's done event.
public struct Output: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// The value of an expression.
  public init(_ expression: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    nodes = .one(.output(expression), at: (file, line, column))
  }
}
