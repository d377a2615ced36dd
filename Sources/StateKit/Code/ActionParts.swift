/// A host action, by its name or as a closure.
public struct Do: ActionPart {
  /// The action nodes.
  public let actions: [ActionNode]

  /// Calls a host action by its name.
  ///
  /// ```swift
  /// Do("show", data: "{'cents': cents}")
  /// ```
  ///
  /// - Parameters:
  ///   - name: the action's name; `machine.action` sets its closure.
  ///   - data: an expression, the `data` of the call.
  ///   - file: the Swift source, for diagnostics.
  ///   - line: the line in the source.
  ///   - column: the column in the source.
  public init(_ name: String, data: String? = nil, file: String = #fileID, line: Int = #line, column: Int = #column) {
    actions = .one(.call(name, data: data), at: (file, line, column))
  }

  /// Calls a closure.
  public init(
    file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    actions = .one(.closure(body), at: (file, line, column))
  }
}

/// Writes a line to the trace.
public struct Log: ActionPart {
  /// The action nodes.
  public let actions: [ActionNode]

  /// A text; each `${expression}` in it is replaced by its value.
  public init(_ text: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    actions = .one(.log(text), at: (file, line, column))
  }
}

/// Sets a path of the context.
public struct Assign: ActionPart {
  /// The action nodes.
  public let actions: [ActionNode]

  /// Sets a path to the value of an expression.
  ///
  /// ```swift
  /// Assign("cents", "cents + event.data.cents")
  /// ```
  ///
  /// - Parameters:
  ///   - path: a key of the context, or a path into its value.
  ///   - expression: the new value.
  ///   - file: the Swift source, for diagnostics.
  ///   - line: the line in the source.
  ///   - column: the column in the source.
  public init(_ path: String, _ expression: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    actions = .one(.assign(path, expression), at: (file, line, column))
  }
}

/// Raises an internal event, which is handled before any external one.
public struct Raise: ActionPart {
  /// The action nodes.
  public let actions: [ActionNode]

  /// Raises an event.
  ///
  /// ```swift
  /// Raise("paid", data: "{'cents': cents}")
  /// ```
  ///
  /// - Parameters:
  ///   - event: the event's name.
  ///   - data: an expression, its payload.
  ///   - file: the Swift source, for diagnostics.
  ///   - line: the line in the source.
  ///   - column: the column in the source.
  public init(_ event: String, data: String? = nil, file: String = #fileID, line: Int = #line, column: Int = #column) {
    actions = .one(.raise(event, data: data.map { .expression($0) }), at: (file, line, column))
  }
}

extension Raise {
  /// Raises the event of an input with its payload.
  public init<Argument: Encodable & Sendable>(
    _ input: Input<Argument>, _ argument: Argument, file: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    actions = .one(.raise(input.name, data: .value(Payload(encoding: argument))), at: (file, line, column))
  }

  /// Raises the event of an input without a payload.
  public init(_ input: Input<Void>, file: String = #fileID, line: Int = #line, column: Int = #column) {
    self.init(input.name, file: file, line: line, column: column)
  }
}

extension Send {
  /// Sends the event of an input with its payload.
  public init<Argument: Encodable & Sendable>(
    _ input: Input<Argument>, _ argument: Argument, after delay: Swift.Duration = .zero, id: String? = nil,
    file: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    actions = .send(
      input.name, data: .value(Payload(encoding: argument)), after: delay, id: id, at: (file, line, column))
  }

  /// Sends the event of an input without a payload.
  public init(
    _ input: Input<Void>, after delay: Swift.Duration = .zero, id: String? = nil, file: String = #fileID,
    line: Int = #line, column: Int = #column
  ) {
    self.init(input.name, after: delay, id: id, file: file, line: line, column: column)
  }
}

extension [ActionNode] {
  fileprivate static func send(
    _ event: String, data: ActionNode.Data?, after delay: Swift.Duration, id: String?, at location: CodeLocation
  ) -> [ActionNode] {
    let isAtOnce = delay >= .zero && delay.milliseconds == 0
    let text = isAtOnce ? nil : delay.delayText
    return .one(.send(event, data: data, delay: text, id: id), at: location)
  }
}

/// Sends an external event, at once or after a delay.
public struct Send: ActionPart {
  /// The action nodes.
  public let actions: [ActionNode]

  /// Sends an event.
  ///
  /// ```swift
  /// Send("remind", after: .seconds(60), id: "reminder")
  /// ```
  ///
  /// - Parameters:
  ///   - event: the event's name.
  ///   - data: an expression, its payload.
  ///   - delay: the time until the event is handled.
  ///   - id: an id for `Cancel`.
  ///   - file: the Swift source, for diagnostics.
  ///   - line: the line in the source.
  ///   - column: the column in the source.
  public init(
    _ event: String, data: String? = nil, after delay: Swift.Duration = .zero, id: String? = nil,
    file: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    actions = .send(event, data: data.map { .expression($0) }, after: delay, id: id, at: (file, line, column))
  }
}

/// Cancels a delayed event.
public struct Cancel: ActionPart {
  /// The action nodes.
  public let actions: [ActionNode]

  /// Cancels the events that were sent with an id.
  public init(_ id: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    actions = .one(.cancel(id), at: (file, line, column))
  }
}

/// Goes to a state at once.
public struct GoTo: ActionPart {
  /// The action nodes.
  public let actions: [ActionNode]

  /// Goes to a state, given a reference to it.
  public init(_ target: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    actions = .one(.goTo(target), at: (file, line, column))
  }
}
