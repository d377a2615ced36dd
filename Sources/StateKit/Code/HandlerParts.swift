/// Stops an event in this state: the event is handled, without any action.
public struct Forbid: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// Stops an event by its name.
  public init(_ event: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    nodes = [
      ChartNode(
        .handler(.event(event), ChartNode.Handler(isForbidden: true)),
        position: CodePosition(file: file, line: line, column: column))
    ]
  }
}

/// A handler without an event: it is carried out whenever its condition is true.
public struct Always: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// A handler with a condition, an expression, and a list of actions.
  public init(
    if condition: String? = nil, to target: String? = nil, file: String = #fileID, line: Int = #line,
    column: Int = #column,
    @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    let handler = ChartNode.Handler(
      guardText: condition, targets: target.map { [$0] } ?? [], actions: actions().actions)
    nodes = [ChartNode(.handler(.always, handler), position: CodePosition(file: file, line: line, column: column))]
  }
}

/// A handler that is carried out a given time after the state is entered.
public struct After: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// A handler with a delay, in whole milliseconds, a condition, an expression, and a list of actions.
  public init(
    _ delay: Swift.Duration, if condition: String? = nil, to target: String? = nil, file: String = #fileID,
    line: Int = #line, column: Int = #column,
    @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    let handler = ChartNode.Handler(
      guardText: condition, targets: target.map { [$0] } ?? [], actions: actions().actions)
    nodes = [
      ChartNode(
        .handler(.after("\(delay.milliseconds)"), handler),
        position: CodePosition(file: file, line: line, column: column)
      )
    ]
  }
}

/// A handler that is carried out when the state is done.
public struct OnDone: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// A handler with a condition, an expression, and a list of actions.
  public init(
    if condition: String? = nil, to target: String? = nil, file: String = #fileID, line: Int = #line,
    column: Int = #column,
    @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    let handler = ChartNode.Handler(
      guardText: condition, targets: target.map { [$0] } ?? [], actions: actions().actions)
    nodes = [ChartNode(.handler(.done, handler), position: CodePosition(file: file, line: line, column: column))]
  }
}
