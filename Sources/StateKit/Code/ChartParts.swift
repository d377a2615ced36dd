/// A key of the chart's context, with its initial value. Belongs to the top level of a chart.
public struct Context: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// A key and its initial value.
  ///
  /// ```swift
  /// Context("cents", 0)
  /// ```
  ///
  /// - Parameters:
  ///   - key: the name in expressions.
  ///   - value: the initial value.
  ///   - file: the Swift source, for diagnostics.
  ///   - line: the line in the source.
  ///   - column: the column in the source.
  public init(_ key: String, _ value: Payload, file: String = #fileID, line: Int = #line, column: Int = #column) {
    nodes = .one(.context(key, value), at: (file, line, column))
  }
}

/// A named guard. Belongs to the top level of a chart.
public struct Guard: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// A guard with a name.
  ///
  /// ```swift
  /// Guard("isRich", "cents > 100")
  /// Guard("isOnline")  // machine.guard("isOnline") { _ in network.isReachable }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the guard's name.
  ///   - expression: its value; without an expression, the host answers it.
  ///   - file: the Swift source, for diagnostics.
  ///   - line: the line in the source.
  ///   - column: the column in the source.
  public init(
    _ name: String, _ expression: String? = nil, file: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    nodes = .one(.guarding(name, expression), at: (file, line, column))
  }
}

/// A condition that must be true after every macrostep. Belongs to the top level of a chart.
public struct Invariant: StatePart {
  /// The chart nodes.
  public let nodes: [ChartNode]

  /// A named expression.
  public init(_ name: String, _ expression: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    nodes = .one(.invariant(name, expression), at: (file, line, column))
  }
}

/// The order in which states are searched for a handler. Belongs to the top level of a chart.
public struct Bubbling: StatePart {
  /// The order in which states are searched.
  public enum Order: String, Sendable {
    /// Each active leaf, then its ancestors.
    case leaf
    /// A parallel state and its ancestors only if no region below has an enabled handler, as in XState.
    case subtree
  }

  /// The chart nodes.
  public let nodes: [ChartNode]

  /// The order for the whole chart; the default is by leaf.
  public init(_ order: Order, file: String = #fileID, line: Int = #line, column: Int = #column) {
    nodes = .one(.bubbling(order.rawValue), at: (file, line, column))
  }
}
