// An initializer for each kind of event, condition and action. The compiler tries those of typed inputs and of several
// targets last, so that a large chart compiles in half the time.
internal import StateKitCore

/// A handler of an event.
public struct On: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// A handler of an event by its name, with a condition, an expression, and a list of actions.
  ///
  /// ```swift
  /// On("pay", if: "cents > 0", to: "paid") { Assign("paid", "cents") }
  /// ```
  ///
  /// - Parameters:
  ///   - event: the event's name.
  ///   - condition: the name of a guard, or an expression; nil if the handler is always taken.
  ///   - target: the state that it leads to; nil if it only acts.
  ///   - reenter: the active states that are exited and entered again.
  ///   - file: the Swift source, for diagnostics.
  ///   - line: the line in the source.
  ///   - column: the column in the source.
  ///   - actions: what is done between the exits and the entries.
  public init(
    _ event: String, if condition: String? = nil, to target: String? = nil, reenter: Reenter = .no,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    nodes = .handler(
      .event(event), if: .text(condition), to: target, reenter: reenter, do: actions(), at: (file, line, column))
  }

  /// A handler of an event by its name, with a condition, an expression, and a closure.
  public init(
    _ event: String, if condition: String? = nil, to target: String? = nil, reenter: Reenter = .no,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    nodes = .handler(
      .event(event), if: .text(condition), to: target, reenter: reenter, perform: body, at: (file, line, column))
  }

  /// A handler of an event by its name, with a closure as its condition, which gets the payload, and a list of actions.
  public init(
    _ event: String, if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil,
    reenter: Reenter = .no, file: String = #fileID, line: Int = #line, column: Int = #column,
    @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    nodes = .handler(
      .event(event), if: .payload(condition), to: target, reenter: reenter, do: actions(), at: (file, line, column))
  }

  /// A handler of an event by its name, with a closure as its condition, which gets the payload, and a closure.
  public init(
    _ event: String, if condition: @escaping @Sendable (Payload) throws -> Bool, to target: String? = nil,
    reenter: Reenter = .no, file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    nodes = .handler(
      .event(event), if: .payload(condition), to: target, reenter: reenter, perform: body, at: (file, line, column))
  }

  /// A handler of an input, with a condition, an expression, and a list of actions.
  @_disfavoredOverload
  public init(
    _ input: Inputs, if condition: String? = nil, to target: String? = nil, reenter: Reenter = .no,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    nodes = .handler(
      .event(input.name), if: .text(condition), to: target, reenter: reenter, do: actions(), at: (file, line, column))
  }

  /// A handler of an input, with a condition, an expression, and a closure.
  @_disfavoredOverload
  public init(
    _ input: Inputs, if condition: String? = nil, to target: String? = nil, reenter: Reenter = .no,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    nodes = .handler(
      .event(input.name), if: .text(condition), to: target, reenter: reenter, perform: body, at: (file, line, column))
  }

  /// A handler of a typed input, with a condition, an expression, and a closure that also gets the argument. An
  /// argument that cannot be decoded is an error in the chart.
  @_disfavoredOverload
  public init<Argument: Decodable>(
    _ input: Input<Argument>, if condition: String? = nil, to target: String? = nil, reenter: Reenter = .no,
    file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call, Argument) throws -> Void
  ) {
    nodes = .handler(
      .event(input.name), if: .text(condition), to: target, reenter: reenter,
      perform: { try body($0, $0.payload.decode(Argument.self)) }, at: (file, line, column))
  }

  /// A handler of a typed input, with a closure as its condition, which gets the argument, and a list of actions.
  @_disfavoredOverload
  public init<Argument: Decodable>(
    _ input: Input<Argument>, if condition: @escaping @Sendable (Argument) throws -> Bool, to target: String? = nil,
    reenter: Reenter = .no, file: String = #fileID, line: Int = #line, column: Int = #column,
    @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    nodes = .handler(
      .event(input.name), if: .input(condition), to: target, reenter: reenter, do: actions(), at: (file, line, column))
  }

  /// A handler of a typed input, with a closure as its condition, which gets the argument, and a closure.
  @_disfavoredOverload
  public init<Argument: Decodable>(
    _ input: Input<Argument>, if condition: @escaping @Sendable (Argument) throws -> Bool, to target: String? = nil,
    reenter: Reenter = .no, file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call) throws -> Void
  ) {
    nodes = .handler(
      .event(input.name), if: .input(condition), to: target, reenter: reenter, perform: body, at: (file, line, column))
  }

  /// A handler of a typed input, with a closure as its condition, which gets the argument, and a closure that also gets
  /// the argument. An argument that cannot be decoded is an error in the chart.
  ///
  /// ```swift
  /// On(Inputs.pay, if: { $0.cents > 3 }, to: "paid") { call, payment in till.add(payment.cents) }
  /// ```
  ///
  /// - Parameters:
  ///   - input: the event and the type of its payload.
  ///   - condition: gets the payload; an error that it throws counts as false.
  ///   - target: the state that it leads to; nil if it only acts.
  ///   - reenter: the active states that are exited and entered again.
  ///   - file: the Swift source, for diagnostics.
  ///   - line: the line in the source.
  ///   - column: the column in the source.
  ///   - body: called between the exits and the entries.
  @_disfavoredOverload
  public init<Argument: Decodable>(
    _ input: Input<Argument>, if condition: @escaping @Sendable (Argument) throws -> Bool, to target: String? = nil,
    reenter: Reenter = .no, file: String = #fileID, line: Int = #line, column: Int = #column,
    perform body: @escaping @Sendable (Call, Argument) throws -> Void
  ) {
    nodes = .handler(
      .event(input.name), if: .input(condition), to: target, reenter: reenter,
      perform: { try body($0, $0.payload.decode(Argument.self)) }, at: (file, line, column))
  }

  /// A handler of an event by its name that leads to one of several states, which a closure chooses.
  ///
  /// ```swift
  /// On("route", toOneOf: ["home", "work"]) { data in data["hour"]?.int ?? 0 < 8 ? "home" : "work" }
  /// ```
  ///
  /// The closure is called once for each event. A choice that is not one of the targets is an error in the chart.
  public init(
    _ event: String, toOneOf targets: [String], file: String = #fileID, line: Int = #line, column: Int = #column,
    choose: @escaping @Sendable (Payload) throws -> String
  ) {
    if targets.isEmpty {
      let why = "the handler of \(DisplayText.quoted(event)) has no targets to choose from"
      nodes = .one(.wrong(.missingKey, why), at: (file, line, column))
      return
    }
    let choice = TargetChoice(targets, choose: choose)
    nodes = targets.indices.flatMap { index -> [ChartNode] in
      .handler(
        .event(event), if: .closure { try choice.isTaken(index, for: $0) }, to: targets[index],
        at: (file, line, column))
    }
  }

  /// A handler with several targets, in regions of one parallel state.
  @_disfavoredOverload
  public init(
    _ event: String, if condition: String? = nil, to targets: [String], reenter: Reenter = .no, file: String = #fileID,
    line: Int = #line, column: Int = #column, @ActionsBuilder _ actions: () -> Actions = { Actions() }
  ) {
    let handler = ChartNode.Handler(
      guardText: condition, targets: targets, actions: actions().actions, reenter: reenter)
    nodes = .one(.handler(.event(event), handler), at: (file, line, column))
  }
}

extension ChartNode.Handler {
  enum Condition {
    /// An expression; nil if the condition is always true.
    case text(String?)
    case closure(@Sendable (Call) throws -> Bool)

    static func payload(_ condition: @escaping @Sendable (Payload) throws -> Bool) -> Condition {
      .closure { try condition($0.payload) }
    }

    static func input<Argument: Decodable & Sendable>(
      _ condition: @escaping @Sendable (Argument) throws -> Bool
    ) -> Condition {
      .closure { try condition($0.payload.decode(Argument.self)) }
    }
  }

  init(_ condition: Condition, to target: String?, reenter: Reenter = .no, actions: [ActionNode]) {
    switch condition {
    case .text(let text): guardText = text
    case .closure(let closure): guardClosure = closure
    }
    targets = target.map { [$0] } ?? []
    self.actions = actions
    self.reenter = reenter
  }
}
