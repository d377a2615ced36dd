/// A host action, by its name or as a closure.
public struct Do: ActionPart {
  /// What it is.
  public let action: ActionNode

  /// Calls a host action by its name; `data` is an expression.
  public init(_ name: String, data: String? = nil, file: String = #fileID, line: Int = #line, column: Int = #column) {
    action = ActionNode(
      .call(name, data: data), position: CodePosition(file: file, line: line, column: column))
  }

  /// Calls a closure.
  public init(
    file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    action = ActionNode(.closure(body), position: CodePosition(file: file, line: line, column: column))
  }
}

/// A line in the trace.
public struct Log: ActionPart {
  /// What it is.
  public let action: ActionNode

  /// A text; `${expression}` in it is replaced.
  public init(_ text: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    action = ActionNode(.log(text), position: CodePosition(file: file, line: line, column: column))
  }
}

/// Sets what stands at a path of the context.
public struct Assign: ActionPart {
  /// What it is.
  public let action: ActionNode

  /// Sets a path to the value of an expression.
  public init(_ path: String, _ expression: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    action = ActionNode(
      .assign(path, expression), position: CodePosition(file: file, line: line, column: column))
  }
}

/// An internal event, taken before any external one.
public struct Raise: ActionPart {
  /// What it is.
  public let action: ActionNode

  /// Raises an event; `data` is an expression.
  public init(_ event: String, data: String? = nil, file: String = #fileID, line: Int = #line, column: Int = #column) {
    action = ActionNode(
      .raise(event, data: data), position: CodePosition(file: file, line: line, column: column))
  }
}

/// An external event, at once or later.
public struct Send: ActionPart {
  /// What it is.
  public let action: ActionNode

  /// Sends an event; `data` is an expression, `after` when it is taken up, `id` what `Cancel` knows it by.
  public init(
    _ event: String, data: String? = nil, after delay: Swift.Duration = .zero, id: String? = nil,
    file: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    let text = delay.milliseconds == 0 ? nil : "\(delay.milliseconds)"
    action = ActionNode(
      .send(event, data: data, delay: text, id: id),
      position: CodePosition(file: file, line: line, column: column))
  }
}

/// Cancels a delayed event.
public struct Cancel: ActionPart {
  /// What it is.
  public let action: ActionNode

  /// Cancels what was sent with an id.
  public init(_ id: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    action = ActionNode(.cancel(id), position: CodePosition(file: file, line: line, column: column))
  }
}

/// Goes to a state now.
public struct GoTo: ActionPart {
  /// What it is.
  public let action: ActionNode

  /// Goes to a state by its reference.
  public init(_ target: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    action = ActionNode(.goTo(target), position: CodePosition(file: file, line: line, column: column))
  }
}
