/// A state: atomic, or compound where other states stand in it.
public struct State: StatePart {
  /// What it is.
  public let node: ChartNode

  /// A state by its name, unique beside the others of its parent.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - initial: its parent begins here.
  ///   - file: the Swift source, for diagnostics.
  ///   - line: the line there.
  ///   - column: the column there.
  ///   - parts: its handlers, hooks and sub-states.
  public init(
    _ name: String, initial: Bool = false, file: String = #fileID, line: Int = #line, column: Int = #column,
    @StateBuilder _ parts: () -> [ChartNode] = { [] }
  ) {
    node = ChartNode(
      .state(name: name, type: nil, isInitial: initial, parts: parts()),
      position: CodePosition(file: file, line: line, column: column))
  }
}

/// A state whose sub-states, its regions, are active together.
public struct Parallel: StatePart {
  /// What it is.
  public let node: ChartNode

  /// A parallel state by its name; the parameters are those of `State`.
  public init(
    _ name: String, initial: Bool = false, file: String = #fileID, line: Int = #line, column: Int = #column,
    @StateBuilder _ parts: () -> [ChartNode]
  ) {
    node = ChartNode(
      .state(name: name, type: "parallel", isInitial: initial, parts: parts()),
      position: CodePosition(file: file, line: line, column: column))
  }
}

/// A state in which its parent is done.
public struct Final: StatePart {
  /// What it is.
  public let node: ChartNode

  /// A final state by its name; in it `Entry` and `Output` may stand.
  public init(
    _ name: String, initial: Bool = false, file: String = #fileID, line: Int = #line, column: Int = #column,
    @StateBuilder _ parts: () -> [ChartNode] = { [] }
  ) {
    node = ChartNode(
      .state(name: name, type: "final", isInitial: initial, parts: parts()),
      position: CodePosition(file: file, line: line, column: column))
  }
}

/// Stands for what was active in its parent when that was exited last.
public struct History: StatePart {
  /// What it is.
  public let node: ChartNode

  /// A history state by its name. `deep`: it stands for the deepest states, not for the child alone; `to`: where it leads as
  /// long as nothing was recorded.
  public init(
    _ name: String, deep: Bool = false, to target: String? = nil, file: String = #fileID, line: Int = #line,
    column: Int = #column
  ) {
    node = ChartNode(
      .history(name: name, isDeep: deep, target: target), position: CodePosition(file: file, line: line, column: column)
    )
  }
}

/// What is done when a state is entered.
public struct Entry: StatePart {
  /// What it is.
  public let node: ChartNode

  /// Calls a host action.
  public init(_ action: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    let position = CodePosition(file: file, line: line, column: column)
    node = ChartNode(.entry([ActionNode(.call(action, data: nil), position: position)]), position: position)
  }

  /// Does a list of actions.
  public init(
    file: String = #fileID, line: Int = #line, column: Int = #column, @ActionsBuilder _ actions: () -> [ActionNode]
  ) {
    node = ChartNode(.entry(actions()), position: CodePosition(file: file, line: line, column: column))
  }

  /// Calls a closure.
  public init(
    file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    node = ChartNode(.entry([ActionNode(body, position: position)]), position: position)
  }
}

/// What is done when a state is exited.
public struct Exit: StatePart {
  /// What it is.
  public let node: ChartNode

  /// Calls a host action.
  public init(_ action: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    let position = CodePosition(file: file, line: line, column: column)
    node = ChartNode(.exit([ActionNode(.call(action, data: nil), position: position)]), position: position)
  }

  /// Does a list of actions.
  public init(
    file: String = #fileID, line: Int = #line, column: Int = #column, @ActionsBuilder _ actions: () -> [ActionNode]
  ) {
    node = ChartNode(.exit(actions()), position: CodePosition(file: file, line: line, column: column))
  }

  /// Calls a closure.
  public init(
    file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    node = ChartNode(.exit([ActionNode(body, position: position)]), position: position)
  }
}

/// A host invocation that lasts as long as the state is active.
public struct Invoke: StatePart {
  /// What it is.
  public let node: ChartNode

  /// Invokes a source of the host; `id` is the source where none is given, `input` an expression.
  public init(
    _ source: String, id: String? = nil, input: String? = nil, file: String = #fileID, line: Int = #line,
    column: Int = #column
  ) {
    node = ChartNode(
      .invoke(source: source, id: id, input: input), position: CodePosition(file: file, line: line, column: column))
  }
}

/// What a final state's done event carries.
public struct Output: StatePart {
  /// What it is.
  public let node: ChartNode

  /// The value of an expression.
  public init(_ expression: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    node = ChartNode(.output(expression), position: CodePosition(file: file, line: line, column: column))
  }
}

/// A key of the chart's context, with its first value. Stands at the top of a chart.
public struct Context: StatePart {
  /// What it is.
  public let node: ChartNode

  /// A key and its first value.
  public init(_ key: String, _ value: Payload, file: String = #fileID, line: Int = #line, column: Int = #column) {
    node = ChartNode(.context(key, value), position: CodePosition(file: file, line: line, column: column))
  }
}

/// A named guard. Stands at the top of a chart.
public struct Guard: StatePart {
  /// What it is.
  public let node: ChartNode

  /// A guard by its name; without an expression the host answers it.
  public init(
    _ name: String, _ expression: String? = nil, file: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    node = ChartNode(.guarding(name, expression), position: CodePosition(file: file, line: line, column: column))
  }
}

/// What must hold after every macrostep. Stands at the top of a chart.
public struct Invariant: StatePart {
  /// What it is.
  public let node: ChartNode

  /// An expression by a name.
  public init(_ name: String, _ expression: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    node = ChartNode(.invariant(name, expression), position: CodePosition(file: file, line: line, column: column))
  }
}

/// Which states are asked for a handler of an event. Stands at the top of a chart.
public struct Bubbling: StatePart {
  /// The order in which states are asked.
  public enum Order: String, Sendable {
    /// Each active leaf, then its ancestors.
    case leaf
    /// A parallel state and its ancestors only where no region below has an enabled handler, as in XState.
    case subtree
  }

  /// What it is.
  public let node: ChartNode

  /// The order for the whole chart; without it, by leaf.
  public init(_ order: Order, file: String = #fileID, line: Int = #line, column: Int = #column) {
    node = ChartNode(.bubbling(order.rawValue), position: CodePosition(file: file, line: line, column: column))
  }
}
