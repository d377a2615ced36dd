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
    column: Int = #column, @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    let handler = ChartNode.Handler(.text(condition), to: target, actions: actions().actions)
    nodes = [ChartNode(.handler(.always, handler), position: position)]
  }

  /// A handler with a condition, an expression, and a closure.
  public init(
    if condition: String? = nil, to target: String? = nil, file: String = #fileID, line: Int = #line,
    column: Int = #column, perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    let handler = ChartNode.Handler(.text(condition), to: target, actions: [ActionNode(body, position: position)])
    nodes = [ChartNode(.handler(.always, handler), position: position)]
  }

  /// A handler with a condition, a closure that gets the payload of the current event, and a list of actions.
  public init(
    if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil, file: String = #fileID,
    line: Int = #line,
    column: Int = #column, @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    let handler = ChartNode.Handler(.payload(condition), to: target, actions: actions().actions)
    nodes = [ChartNode(.handler(.always, handler), position: position)]
  }

  /// A handler with a condition, a closure that gets the payload of the current event, and a closure.
  public init(
    if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil, file: String = #fileID,
    line: Int = #line,
    column: Int = #column, perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    let handler = ChartNode.Handler(.payload(condition), to: target, actions: [ActionNode(body, position: position)])
    nodes = [ChartNode(.handler(.always, handler), position: position)]
  }
}

/// A handler that is carried out a given time after the state is entered.
///
/// ```swift
/// After(.seconds(30), to: "closed")
/// After("patience", to: "closed")  // machine.delay("patience", .seconds(30))
/// ```
public struct After: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// A handler with a delay, a condition, an expression, and a list of actions.
  ///
  /// - Parameters:
  ///   - delay: the time since the entry; a fraction of a millisecond is dropped.
  ///   - condition: the name of a guard, or an expression; nil if the handler is always taken.
  ///   - target: the state that it leads to; nil if it only acts.
  ///   - file: the Swift source, for diagnostics.
  ///   - line: the line in the source.
  ///   - column: the column in the source.
  ///   - actions: what is done between the exits and the entries.
  public init(
    _ delay: Swift.Duration, if condition: String? = nil, to target: String? = nil, file: String = #fileID,
    line: Int = #line,
    column: Int = #column, @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    let handler = ChartNode.Handler(.text(condition), to: target, actions: actions().actions)
    nodes = [ChartNode(.handler(.after("\(delay.milliseconds)"), handler), position: position)]
  }

  /// A handler with a delay in whole milliseconds, a condition, an expression, and a closure.
  public init(
    _ delay: Swift.Duration, if condition: String? = nil, to target: String? = nil, file: String = #fileID,
    line: Int = #line,
    column: Int = #column, perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    let handler = ChartNode.Handler(.text(condition), to: target, actions: [ActionNode(body, position: position)])
    nodes = [ChartNode(.handler(.after("\(delay.milliseconds)"), handler), position: position)]
  }

  /// A handler with a delay in whole milliseconds, a condition, a closure that gets the payload of the current event,
  /// and a list of actions.
  public init(
    _ delay: Swift.Duration, if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil,
    file: String = #fileID, line: Int = #line,
    column: Int = #column, @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    let handler = ChartNode.Handler(.payload(condition), to: target, actions: actions().actions)
    nodes = [ChartNode(.handler(.after("\(delay.milliseconds)"), handler), position: position)]
  }

  /// A handler with a delay in whole milliseconds, a condition, a closure that gets the payload of the current event,
  /// and a closure.
  public init(
    _ delay: Swift.Duration, if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil,
    file: String = #fileID, line: Int = #line,
    column: Int = #column, perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    let handler = ChartNode.Handler(.payload(condition), to: target, actions: [ActionNode(body, position: position)])
    nodes = [ChartNode(.handler(.after("\(delay.milliseconds)"), handler), position: position)]
  }

  /// A handler with a named delay, a condition, an expression, and a list of actions.
  public init(
    _ name: String, if condition: String? = nil, to target: String? = nil, file: String = #fileID, line: Int = #line,
    column: Int = #column, @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    let handler = ChartNode.Handler(.text(condition), to: target, actions: actions().actions)
    nodes = [ChartNode(.handler(.after(name), handler), position: position)]
  }

  /// A handler with a named delay, a condition, an expression, and a closure.
  public init(
    _ name: String, if condition: String? = nil, to target: String? = nil, file: String = #fileID, line: Int = #line,
    column: Int = #column, perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    let handler = ChartNode.Handler(.text(condition), to: target, actions: [ActionNode(body, position: position)])
    nodes = [ChartNode(.handler(.after(name), handler), position: position)]
  }

  /// A handler with a named delay, a condition, a closure that gets the payload of the current event,
  /// and a list of actions.
  public init(
    _ name: String, if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil,
    file: String = #fileID, line: Int = #line,
    column: Int = #column, @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    let handler = ChartNode.Handler(.payload(condition), to: target, actions: actions().actions)
    nodes = [ChartNode(.handler(.after(name), handler), position: position)]
  }

  /// A handler with a named delay, a condition, a closure that gets the payload of the current event,
  /// and a closure.
  public init(
    _ name: String, if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil,
    file: String = #fileID, line: Int = #line,
    column: Int = #column, perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    let handler = ChartNode.Handler(.payload(condition), to: target, actions: [ActionNode(body, position: position)])
    nodes = [ChartNode(.handler(.after(name), handler), position: position)]
  }
}

/// A handler that is carried out when the state is done.
public struct OnDone: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// A handler with a condition, an expression, and a list of actions.
  public init(
    if condition: String? = nil, to target: String? = nil, file: String = #fileID, line: Int = #line,
    column: Int = #column, @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    let handler = ChartNode.Handler(.text(condition), to: target, actions: actions().actions)
    nodes = [ChartNode(.handler(.done, handler), position: position)]
  }

  /// A handler with a condition, an expression, and a closure.
  public init(
    if condition: String? = nil, to target: String? = nil, file: String = #fileID, line: Int = #line,
    column: Int = #column, perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    let handler = ChartNode.Handler(.text(condition), to: target, actions: [ActionNode(body, position: position)])
    nodes = [ChartNode(.handler(.done, handler), position: position)]
  }

  /// A handler with a condition, a closure that gets the payload of the current event, and a list of actions.
  public init(
    if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil, file: String = #fileID,
    line: Int = #line,
    column: Int = #column, @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    let handler = ChartNode.Handler(.payload(condition), to: target, actions: actions().actions)
    nodes = [ChartNode(.handler(.done, handler), position: position)]
  }

  /// A handler with a condition, a closure that gets the payload of the current event, and a closure.
  public init(
    if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil, file: String = #fileID,
    line: Int = #line,
    column: Int = #column, perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    let handler = ChartNode.Handler(.payload(condition), to: target, actions: [ActionNode(body, position: position)])
    nodes = [ChartNode(.handler(.done, handler), position: position)]
  }
}

/// The usual length of a named delay. Belongs to the top level of a chart; `Statechart.delay` sets another one.
public struct Delay: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// A name and a length in whole milliseconds.
  public init(
    _ name: String, _ duration: Swift.Duration, file: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    nodes = [ChartNode(.delay(name, duration), position: CodePosition(file: file, line: line, column: column))]
  }
}
