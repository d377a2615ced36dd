internal import StateKitCore

/// A part of a state or a chart in code: `ChartState`, `On`, `Entry` and others.
public protocol StatePart: Sendable {
  /// The nodes of the chart that it stands for.
  var nodes: [ChartNode] { get }
}

/// An action in a list of actions in code: `Do`, `Raise`, `Assign` and others.
public protocol ActionPart: Sendable {
  /// The actions that it stands for.
  var actions: [ActionNode] { get }
}

/// A part of a chart in code, with its position in the Swift source.
public struct ChartNode: Sendable {
  indirect enum Content: Sendable {
    case state(name: String, type: String?, isInitial: Bool, parts: [ChartNode])
    case history(name: String, isDeep: Bool, target: String?)
    case handler(Trigger, Handler)
    case entry([ActionNode])
    case exit([ActionNode])
    case output(String)
    case invoke(source: String, id: String?, input: String?)
    case invokeChart(ChartDefinition, id: String, input: KeyValuePairs<String, String>, forwards: Bool)
    case delay(String, Swift.Duration)
    case event(EventDeclaration)
    case context(String, Payload)
    case guarding(String, String?)
    case invariant(String, String)
    case bubbling(String)
    /// A part that cannot be written, with the reason.
    case wrong(DiagnosticCode, String)

    /// States nested deeper than the limit.
    static var tooDeep: Content {
      .wrong(.tooDeep, "states are nested deeper than \(ChartNode.deepest), the limit of charts in code")
    }
  }

  enum Trigger: Sendable {
    case event(String)
    case always
    case done
    /// A duration or the name of a delay, as in a chart file.
    case after(String)
  }

  struct Handler: Sendable {
    var guardText: String?
    var guardClosure: (@Sendable (Call) throws -> Bool)?
    var targets: [String] = []
    var actions: [ActionNode] = []
    var reenter = Reenter.no
    var isForbidden = false
  }

  /// The deepest nesting of states; each level is written inside its parent.
  static let deepest = 500

  let content: Content
  let position: CodePosition
  let depth: Int

  init(_ content: Content, position: CodePosition) {
    var content = content
    var depth = 1
    if case .state(_, _, _, let parts) = content {
      depth = 1 + (parts.map(\.depth).max() ?? 0)
      if depth > Self.deepest {
        content = .tooDeep
        depth = 1
      }
    }
    if case .invokeChart(let chart, _, _, _) = content {
      depth = 1 + ((chart.core.origin.code as? ChartCode)?.nodes.map(\.depth).max() ?? 0)
      if depth > Self.deepest {
        content = .tooDeep
        depth = 1
      }
    }
    self.content = content
    self.position = position
    self.depth = depth
  }
}

/// An action of a chart in code, with its position in the Swift source.
public struct ActionNode: Sendable {
  enum Content: Sendable {
    /// A host action with its data as an expression.
    case call(String, data: String?)
    case closure(@Sendable (Call) throws -> Void)
    case log(String)
    case assign(String, String)
    case raise(String, data: Data?)
    case send(String, data: Data?, delay: String?, id: String?)
    case cancel(String)
    case goTo(String)
  }

  /// The payload of an event.
  enum Data: Sendable {
    case expression(String)
    case value(Payload)
  }

  let content: Content
  let position: CodePosition

  init(_ content: Content, position: CodePosition) {
    self.content = content
    self.position = position
  }
}

/// The location of a part in the Swift source, as its initializer gets it.
typealias CodeLocation = (file: String, line: Int, column: Int)

extension CodePosition {
  init(_ location: CodeLocation) {
    self.init(file: location.file, line: location.line, column: location.column)
  }
}

extension [ActionNode] {
  /// A single action.
  static func one(_ content: ActionNode.Content, at location: CodeLocation) -> [ActionNode] {
    [ActionNode(content, position: CodePosition(location))]
  }
}

extension [ChartNode] {
  /// A single part.
  static func one(_ content: ChartNode.Content, at location: CodeLocation) -> [ChartNode] {
    [ChartNode(content, position: CodePosition(location))]
  }

  /// A handler with a list of actions or a closure.
  static func handler(
    _ trigger: ChartNode.Trigger, if condition: ChartNode.Handler.Condition, to target: String?,
    reenter: Reenter = .no, do actions: Actions = Actions(), perform body: (@Sendable (Call) throws -> Void)? = nil,
    at location: CodeLocation
  ) -> [ChartNode] {
    let actions = body.map { .one(.closure($0), at: location) } ?? actions.actions
    return .one(
      .handler(trigger, ChartNode.Handler(condition, to: target, reenter: reenter, actions: actions)), at: location)
  }
}

/// The states that a handler exits before it goes to its targets.
public enum Reenter: Sendable, Hashable {
  /// Only the states that the targets require are exited.
  case no
  /// Everything below the least common compound ancestor is exited first.
  case yes
  /// Everything below the handler's own state is exited first.
  case children
  /// Everything below the least common ancestor of any kind is exited first.
  case ancestor
}

/// The parts that a function with `@StateBuilder` returns.
extension [ChartNode]: StatePart {
  /// The nodes themselves.
  public var nodes: [ChartNode] { self }
}

/// Builds the parts of a state, in a chart or in a function whose parts a chart contains:
///
/// ```swift
/// @StateBuilder func coins() -> [ChartNode] {
///   On("coin", to: "paid")
///   On("refund", to: "idle")
/// }
/// ```
///
/// The compiler checks each function on its own, and the parts of one function together: a chart of more than a few hundred
/// handlers compiles fastest if each of its large states is a function.
///
/// The builder has no `buildExpression`: each overload would make large charts slow to compile.
@resultBuilder
public enum StateBuilder {
  /// Parts in sequence.
  public static func buildBlock(_ parts: any StatePart...) -> [ChartNode] { parts.flatMap(\.nodes) }
  /// The parts of a loop.
  public static func buildArray(_ parts: [[ChartNode]]) -> [ChartNode] { parts.flatMap(\.self) }
  /// Optional parts.
  public static func buildOptional(_ parts: [ChartNode]?) -> [ChartNode] { parts ?? [] }
  /// Parts for a condition that is true.
  public static func buildEither(first parts: [ChartNode]) -> [ChartNode] { parts }
  /// Parts for a condition that is false.
  public static func buildEither(second parts: [ChartNode]) -> [ChartNode] { parts }
}

/// A list of actions in code.
public struct Actions: ActionPart {
  /// The actions that it stands for.
  public let actions: [ActionNode]

  /// No actions.
  public init() {
    self.init(actions: [])
  }

  init(actions: [ActionNode]) {
    self.actions = actions
  }
}

/// Builds a list of actions.
@resultBuilder
public enum ActionsBuilder {
  /// Actions in sequence.
  public static func buildBlock(_ parts: any ActionPart...) -> Actions { Actions(actions: parts.flatMap(\.actions)) }
  /// The actions of a loop.
  public static func buildArray(_ parts: [Actions]) -> Actions { Actions(actions: parts.flatMap(\.actions)) }
  /// Optional actions.
  public static func buildOptional(_ parts: Actions?) -> Actions { parts ?? Actions() }
  /// Actions for a condition that is true.
  public static func buildEither(first parts: Actions) -> Actions { parts }
  /// Actions for a condition that is false.
  public static func buildEither(second parts: Actions) -> Actions { parts }
}
