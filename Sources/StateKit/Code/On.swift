/// A handler of an event.
public struct On: StatePart {
  /// What it is.
  public let node: ChartNode

  /// `event`: the name of the event as the host gives it; nil where its name stands in `handler` alone.
  private init(_ event: String, _ handler: ChartNode.Handler, _ position: CodePosition) {
    node = ChartNode(.handler(.event(event), handler), position)
  }

  /// A handler of an event by its name, with a condition, an expression,
  /// and a list of actions.
  public init(
    _ event: String, if condition: String? = nil, to target: String? = nil, reenter: Reenter = .no,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    @ActionsBuilder _ actions: () -> [ActionNode] = { [] }
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    var handler = ChartNode.Handler()
    handler.guardText = condition
    handler.targets = target.map { [$0] } ?? []
    handler.reenter = reenter
    handler.actions = actions()
    self.init(event, handler, position)
  }

  /// A handler of an event by its name, with a condition, an expression,
  /// and a closure.
  public init(
    _ event: String, if condition: String? = nil, to target: String? = nil, reenter: Reenter = .no,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    var handler = ChartNode.Handler()
    handler.guardText = condition
    handler.targets = target.map { [$0] } ?? []
    handler.reenter = reenter
    handler.actions = [ActionNode(content: .closure(body), position: position)]
    self.init(event, handler, position)
  }

  /// A handler of an event by its name, with a closure that says of the payload whether it is taken,
  /// and a list of actions.
  public init(
    _ event: String, if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil,
    reenter: Reenter = .no,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    @ActionsBuilder _ actions: () -> [ActionNode] = { [] }
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    var handler = ChartNode.Handler()
    handler.guardClosure = { try condition($0.payload) }
    handler.targets = target.map { [$0] } ?? []
    handler.reenter = reenter
    handler.actions = actions()
    self.init(event, handler, position)
  }

  /// A handler of an event by its name, with a closure that says of the payload whether it is taken,
  /// and a closure.
  public init(
    _ event: String, if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil,
    reenter: Reenter = .no,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    var handler = ChartNode.Handler()
    handler.guardClosure = { try condition($0.payload) }
    handler.targets = target.map { [$0] } ?? []
    handler.reenter = reenter
    handler.actions = [ActionNode(content: .closure(body), position: position)]
    self.init(event, handler, position)
  }

  /// A handler of a typed input, with a condition, an expression,
  /// and a list of actions.
  public init<Argument: Decodable>(
    _ input: Input<Argument>, if condition: String? = nil, to target: String? = nil, reenter: Reenter = .no,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    @ActionsBuilder _ actions: () -> [ActionNode] = { [] }
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    var handler = ChartNode.Handler()
    handler.guardText = condition
    handler.targets = target.map { [$0] } ?? []
    handler.reenter = reenter
    handler.actions = actions()
    self.init(input.name, handler, position)
  }

  /// A handler of a typed input, with a condition, an expression,
  /// and a closure.
  public init<Argument: Decodable>(
    _ input: Input<Argument>, if condition: String? = nil, to target: String? = nil, reenter: Reenter = .no,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    var handler = ChartNode.Handler()
    handler.guardText = condition
    handler.targets = target.map { [$0] } ?? []
    handler.reenter = reenter
    handler.actions = [ActionNode(content: .closure(body), position: position)]
    self.init(input.name, handler, position)
  }

  /// A handler of a typed input, with a condition, an expression,
  /// and a closure that is given the argument, too; one that does not fit is an error of the chart.
  public init<Argument: Decodable>(
    _ input: Input<Argument>, if condition: String? = nil, to target: String? = nil, reenter: Reenter = .no,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call, Argument) throws -> Void
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    var handler = ChartNode.Handler()
    handler.guardText = condition
    handler.targets = target.map { [$0] } ?? []
    handler.reenter = reenter
    handler.actions = [
      ActionNode(content: .closure { try body($0, $0.payload.decode(Argument.self)) }, position: position)
    ]
    self.init(input.name, handler, position)
  }

  /// A handler of a typed input, with a closure that says of the argument whether it is taken,
  /// and a list of actions.
  public init<Argument: Decodable>(
    _ input: Input<Argument>, if condition: @escaping @Sendable (Argument) throws -> Bool, to target: String? = nil,
    reenter: Reenter = .no,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    @ActionsBuilder _ actions: () -> [ActionNode] = { [] }
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    var handler = ChartNode.Handler()
    handler.guardClosure = { try condition($0.payload.decode(Argument.self)) }
    handler.targets = target.map { [$0] } ?? []
    handler.reenter = reenter
    handler.actions = actions()
    self.init(input.name, handler, position)
  }

  /// A handler of a typed input, with a closure that says of the argument whether it is taken,
  /// and a closure.
  public init<Argument: Decodable>(
    _ input: Input<Argument>, if condition: @escaping @Sendable (Argument) throws -> Bool, to target: String? = nil,
    reenter: Reenter = .no,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    var handler = ChartNode.Handler()
    handler.guardClosure = { try condition($0.payload.decode(Argument.self)) }
    handler.targets = target.map { [$0] } ?? []
    handler.reenter = reenter
    handler.actions = [ActionNode(content: .closure(body), position: position)]
    self.init(input.name, handler, position)
  }

  /// A handler of a typed input, with a closure that says of the argument whether it is taken,
  /// and a closure that is given the argument, too; one that does not fit is an error of the chart.
  public init<Argument: Decodable>(
    _ input: Input<Argument>, if condition: @escaping @Sendable (Argument) throws -> Bool, to target: String? = nil,
    reenter: Reenter = .no,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call, Argument) throws -> Void
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    var handler = ChartNode.Handler()
    handler.guardClosure = { try condition($0.payload.decode(Argument.self)) }
    handler.targets = target.map { [$0] } ?? []
    handler.reenter = reenter
    handler.actions = [
      ActionNode(content: .closure { try body($0, $0.payload.decode(Argument.self)) }, position: position)
    ]
    self.init(input.name, handler, position)
  }

  /// A handler of an input that carries nothing, with a condition, an expression,
  /// and a list of actions.
  public init(
    _ input: Input<Void>, if condition: String? = nil, to target: String? = nil, reenter: Reenter = .no,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    @ActionsBuilder _ actions: () -> [ActionNode] = { [] }
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    var handler = ChartNode.Handler()
    handler.guardText = condition
    handler.targets = target.map { [$0] } ?? []
    handler.reenter = reenter
    handler.actions = actions()
    self.init(input.name, handler, position)
  }

  /// A handler of an input that carries nothing, with a condition, an expression,
  /// and a closure.
  public init(
    _ input: Input<Void>, if condition: String? = nil, to target: String? = nil, reenter: Reenter = .no,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    let position = CodePosition(file: file, line: line, column: column)
    var handler = ChartNode.Handler()
    handler.guardText = condition
    handler.targets = target.map { [$0] } ?? []
    handler.reenter = reenter
    handler.actions = [ActionNode(content: .closure(body), position: position)]
    self.init(input.name, handler, position)
  }

  /// A handler that goes to several states, in regions of one parallel state.
  public init(
    _ event: String, if condition: String? = nil, to targets: [String], reenter: Reenter = .no,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    @ActionsBuilder _ actions: () -> [ActionNode] = { [] }
  ) {
    let handler = ChartNode.Handler(
      guardText: condition, targets: targets, actions: actions(), reenter: reenter)
    self.init(event, handler, CodePosition(file: file, line: line, column: column))
  }
}
