/// Stops an event here: it is handled, and does nothing.
public struct Forbid: StatePart {
  /// What it is.
  public let node: ChartNode

  /// Stops an event by its name.
  public init(_ event: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    node = ChartNode(
      .handler(.event(event), ChartNode.Handler(isForbidden: true)),
      position: CodePosition(file: file, line: line, column: column))
  }
}

/// A handler that is taken without an event.
public struct Always: StatePart {
  /// What it is.
  public let node: ChartNode

  /// A handler with a condition, an expression, and a list of actions.
  public init(
    if condition: String? = nil, to target: String? = nil, file: String = #fileID, line: Int = #line,
    column: Int = #column,
    @ActionsBuilder _ actions: () -> [ActionNode] = { [] }
  ) {
    let handler = ChartNode.Handler(
      guardText: condition, targets: target.map { [$0] } ?? [], actions: actions())
    node = ChartNode(.handler(.always, handler), position: CodePosition(file: file, line: line, column: column))
  }
}

/// A handler that is taken some time after the state was entered.
public struct After: StatePart {
  /// What it is.
  public let node: ChartNode

  /// A handler with a delay, in whole milliseconds, a condition, an expression, and a list of actions.
  public init(
    _ delay: Swift.Duration, if condition: String? = nil, to target: String? = nil, file: String = #fileID,
    line: Int = #line, column: Int = #column,
    @ActionsBuilder _ actions: () -> [ActionNode] = { [] }
  ) {
    let handler = ChartNode.Handler(
      guardText: condition, targets: target.map { [$0] } ?? [], actions: actions())
    node = ChartNode(
      .handler(.after("\(delay.milliseconds)"), handler), position: CodePosition(file: file, line: line, column: column)
    )
  }
}

/// A handler that is taken when the state is done.
public struct OnDone: StatePart {
  /// What it is.
  public let node: ChartNode

  /// A handler with a condition, an expression, and a list of actions.
  public init(
    if condition: String? = nil, to target: String? = nil, file: String = #fileID, line: Int = #line,
    column: Int = #column,
    @ActionsBuilder _ actions: () -> [ActionNode] = { [] }
  ) {
    let handler = ChartNode.Handler(
      guardText: condition, targets: target.map { [$0] } ?? [], actions: actions())
    node = ChartNode(.handler(.done, handler), position: CodePosition(file: file, line: line, column: column))
  }
}
