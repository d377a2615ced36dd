/// Stops an event in this state: the event is handled, without any action.
public struct Forbid: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// Stops an event by its name.
  public init(_ event: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    nodes = .one(.handler(.event(event), ChartNode.Handler(isForbidden: true)), at: (file, line, column))
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
    nodes = .handler(.always, if: .text(condition), to: target, do: actions(), at: (file, line, column))
  }

  /// A handler with a condition, an expression, and a closure.
  public init(
    if condition: String? = nil, to target: String? = nil, file: String = #fileID, line: Int = #line,
    column: Int = #column, perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    nodes = .handler(.always, if: .text(condition), to: target, perform: body, at: (file, line, column))
  }

  /// A handler with a condition, a closure that gets the payload of the current event, and a list of actions.
  public init(
    if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil, file: String = #fileID,
    line: Int = #line, column: Int = #column, @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    nodes = .handler(.always, if: .payload(condition), to: target, do: actions(), at: (file, line, column))
  }

  /// A handler with a condition, a closure that gets the payload of the current event, and a closure.
  public init(
    if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil, file: String = #fileID,
    line: Int = #line, column: Int = #column, perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    nodes = .handler(.always, if: .payload(condition), to: target, perform: body, at: (file, line, column))
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
    line: Int = #line, column: Int = #column, @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    nodes = .handler(
      .after(delay.delayText), if: .text(condition), to: target, do: actions(), at: (file, line, column))
  }

  /// A handler with a delay in whole milliseconds, a condition, an expression, and a closure.
  public init(
    _ delay: Swift.Duration, if condition: String? = nil, to target: String? = nil, file: String = #fileID,
    line: Int = #line, column: Int = #column, perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    nodes = .handler(
      .after(delay.delayText), if: .text(condition), to: target, perform: body, at: (file, line, column))
  }

  /// A handler with a delay in whole milliseconds, a condition, a closure that gets the payload of the current event,
  /// and a list of actions.
  public init(
    _ delay: Swift.Duration, if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    nodes = .handler(
      .after(delay.delayText), if: .payload(condition), to: target, do: actions(), at: (file, line, column))
  }

  /// A handler with a delay in whole milliseconds, a condition, a closure that gets the payload of the current event,
  /// and a closure.
  public init(
    _ delay: Swift.Duration, if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    nodes = .handler(
      .after(delay.delayText), if: .payload(condition), to: target, perform: body, at: (file, line, column))
  }

  /// A handler with a named delay, a condition, an expression, and a list of actions.
  public init(
    _ name: String, if condition: String? = nil, to target: String? = nil, file: String = #fileID, line: Int = #line,
    column: Int = #column, @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    nodes = .handler(.after(name), if: .text(condition), to: target, do: actions(), at: (file, line, column))
  }

  /// A handler with a named delay, a condition, an expression, and a closure.
  public init(
    _ name: String, if condition: String? = nil, to target: String? = nil, file: String = #fileID, line: Int = #line,
    column: Int = #column, perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    nodes = .handler(.after(name), if: .text(condition), to: target, perform: body, at: (file, line, column))
  }

  /// A handler with a named delay, a condition, a closure that gets the payload of the current event,
  /// and a list of actions.
  public init(
    _ name: String, if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    nodes = .handler(.after(name), if: .payload(condition), to: target, do: actions(), at: (file, line, column))
  }

  /// A handler with a named delay, a condition, a closure that gets the payload of the current event,
  /// and a closure.
  public init(
    _ name: String, if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    nodes = .handler(.after(name), if: .payload(condition), to: target, perform: body, at: (file, line, column))
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
    nodes = .handler(.done, if: .text(condition), to: target, do: actions(), at: (file, line, column))
  }

  /// A handler with a condition, an expression, and a closure.
  public init(
    if condition: String? = nil, to target: String? = nil, file: String = #fileID, line: Int = #line,
    column: Int = #column, perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    nodes = .handler(.done, if: .text(condition), to: target, perform: body, at: (file, line, column))
  }

  /// A handler with a condition, a closure that gets the payload of the current event, and a list of actions.
  public init(
    if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil, file: String = #fileID,
    line: Int = #line, column: Int = #column, @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    nodes = .handler(.done, if: .payload(condition), to: target, do: actions(), at: (file, line, column))
  }

  /// A handler with a condition, a closure that gets the payload of the current event, and a closure.
  public init(
    if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil, file: String = #fileID,
    line: Int = #line, column: Int = #column, perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    nodes = .handler(.done, if: .payload(condition), to: target, perform: body, at: (file, line, column))
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
    nodes = .one(.delay(name, duration), at: (file, line, column))
  }
}
