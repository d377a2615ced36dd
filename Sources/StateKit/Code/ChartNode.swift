/// What stands in a state, or in a chart, that is written in code: `State`, `On`, `Entry` and the like.
public protocol StatePart: Sendable {
  /// What it is.
  var node: ChartNode { get }
}

/// What stands in a list of actions that is written in code: `Do`, `Raise`, `Assign` and the like.
public protocol ActionPart: Sendable {
  /// What it is.
  var action: ActionNode { get }
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
    case context(String, Payload)
    case guarding(String, String?)
    case invariant(String, String)
    case bubbling(String)
    /// States nested deeper than may be.
    case tooDeep
  }

  enum Trigger: Sendable {
    case event(String)
    case always
    case done
    /// A duration or the name of one, as a chart writes it.
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

  /// Deeper states are refused: each level is written inside the one above.
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
    case raise(String, data: String?)
    case send(String, data: String?, delay: String?, id: String?)
    case cancel(String)
    case goTo(String)
  }

  let content: Content
  let position: CodePosition

  init(_ content: Content, position: CodePosition) {
    self.content = content
    self.position = position
  }

  /// An action that calls a closure.
  init(_ body: @escaping @Sendable (Call) throws -> Void, position: CodePosition) {
    self.init(.closure(body), position: position)
  }
}

/// How far a handler leaves before it goes to its targets.
public enum Reenter: Sendable, Hashable {
  /// Only what is in the way is left.
  case no
  /// Everything below the least common compound ancestor is left first.
  case yes
  /// Everything below the handler's own state is left first.
  case children
  /// Everything below the least common ancestor of any kind is left first.
  case ancestor
}

/// Puts the parts of a state together.
@resultBuilder
public enum StateBuilder {
  /// One part.
  public static func buildExpression(_ part: some StatePart) -> [ChartNode] { [part.node] }
  /// Parts that stand in an array.
  public static func buildExpression(_ parts: [any StatePart]) -> [ChartNode] { parts.map(\.node) }
  /// Parts one after the other.
  public static func buildBlock(_ parts: [ChartNode]...) -> [ChartNode] { parts.flatMap(\.self) }
  /// The parts of a loop.
  public static func buildArray(_ parts: [[ChartNode]]) -> [ChartNode] { parts.flatMap(\.self) }
  /// Parts that may be left out.
  public static func buildOptional(_ parts: [ChartNode]?) -> [ChartNode] { parts ?? [] }
  /// Parts where a condition holds.
  public static func buildEither(first parts: [ChartNode]) -> [ChartNode] { parts }
  /// Parts where a condition does not hold.
  public static func buildEither(second parts: [ChartNode]) -> [ChartNode] { parts }
}

/// Puts a list of actions together.
@resultBuilder
public enum ActionsBuilder {
  /// One action.
  public static func buildExpression(_ part: some ActionPart) -> [ActionNode] { [part.action] }
  /// Actions one after the other.
  public static func buildBlock(_ parts: [ActionNode]...) -> [ActionNode] { parts.flatMap(\.self) }
  /// The actions of a loop.
  public static func buildArray(_ parts: [[ActionNode]]) -> [ActionNode] { parts.flatMap(\.self) }
  /// Actions that may be left out.
  public static func buildOptional(_ parts: [ActionNode]?) -> [ActionNode] { parts ?? [] }
  /// Actions where a condition holds.
  public static func buildEither(first parts: [ActionNode]) -> [ActionNode] { parts }
  /// Actions where a condition does not hold.
  public static func buildEither(second parts: [ActionNode]) -> [ActionNode] { parts }
}
