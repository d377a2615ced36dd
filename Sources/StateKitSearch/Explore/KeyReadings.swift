import CEL
import StateKitCore

/// Who reads and who assigns each context key.
struct KeyReadings {
  let chart: Chart
  /// Boolean expressions, and all others whose values decide what the chart does.
  private(set) var deciding: [Expression]
  /// Expressions whose values are only shown or given to the host: an error in one still counts.
  private(set) var shown: [Expression] = []
  /// The values that are assigned to each key; nil for an assignment to a part of it.
  private(set) var sources: [[DataTemplate?]]
  struct Readers {
    var deciding: [Expression] = []
    var shown: [Expression] = []
    /// Those whose values are assigned, with the keys that get them.
    var assigned: [(expression: Expression, key: Int)] = []
  }

  private(set) var readers: [Readers]
  private(set) var isLive: [Bool]
  /// True for keys with values so large that a sum may overflow, which tells them apart.
  private(set) var isLarge: [Bool]

  init(_ chart: Chart, asked: [Expression]) {
    self.chart = chart
    deciding = asked
    sources = [[DataTemplate?]](repeating: [], count: chart.contextNames.count)
    readers = [Readers](repeating: Readers(), count: chart.contextNames.count)
    isLive = [Bool](repeating: false, count: chart.contextNames.count)
    isLarge = isLive
    sortExpressions()
    findReaders()
    findLargeKeys()
    findLiveKeys()
  }

  func expressions(in template: DataTemplate) -> [Expression] { template.expressions.map { chart.expressions[$0] } }

  private mutating func decides(_ number: Int32) {
    if number >= 0 { deciding.append(chart.expressions[Int(number)]) }
  }

  private mutating func sortExpressions() {
    for handler in chart.handlers { decides(handler.condition) }
    for invariant in chart.invariants { decides(invariant.expression) }
    for named in chart.guards { decides(named.definition) }
    for action in chart.actions { sort(action) }
    for state in chart.states where state.output >= 0 {
      let output = expressions(in: chart.outputs[Int(state.output)])
      // The handler of a done event may look at an output.
      if isLast(state) { shown += output } else { deciding += output }
    }
    for invocation in chart.invocations {
      switch invocation.work {
      case .chart(_, let input, _): for entry in input { deciding += expressions(in: entry.value) }
      case .host(_, let input): if let input { shown += expressions(in: input) }
      }
    }
  }

  /// True for a final state that ends the chart, if the chart does not handle its end.
  private func isLast(_ state: StateNode) -> Bool {
    guard state.parent == 0 else { return false }
    let event = chart.states[0].doneEvent
    return event < 0 || !chart.isHandled(EventID(rawValue: event))
  }

  private mutating func sort(_ action: Action) {
    let used = action.expressions.map { chart.expressions[$0] }
    switch action {
    case .call(let name, let data):
      if let data, let type = chart.hostActions?[name], chart.mayMisfit(data, type: type) {
        deciding += used
      } else {
        shown += used
      }
    case .log: shown += used
    case .assign(let path, let value):
      // An assignment to a part fails where the path does not exist.
      if let key = path.slot { sources[key].append(path.names.count == 1 ? value : nil) }
      if path.names.count > 1 { deciding += used }
    case .raise, .send, .cancel, .unless, .forEach, .goTo, .skip, .block: deciding += used
    }
  }

  private mutating func findReaders() {
    for expression in deciding { for key in keys(in: expression) { readers[key].deciding.append(expression) } }
    for expression in shown { for key in keys(in: expression) { readers[key].shown.append(expression) } }
    for target in sources.indices {
      for case .some(let source) in sources[target] {
        for expression in expressions(in: source) {
          for key in keys(in: expression) { readers[key].assigned.append((expression, target)) }
        }
      }
    }
  }

  /// A key is large if its first value or a constant is large, or if it gets the value of a large key.
  private mutating func findLargeKeys() {
    func isFar(_ value: Value?) -> Bool {
      if case .int(let number)? = value { number.magnitude > 1 << 62 } else { false }
    }
    var todo = sources.indices.filter { key in
      isFar(chart.contextValues[key])
        || sources[key].contains { source in
          switch source?.onlyStep {
          case .literal(let value): isFar(value)
          case .expression(let number):
            chart.expressions[Int(number)].program.sum.map { $0.number.magnitude > 1 << 40 } ?? false
          default: false
          }
        }
    }
    while let key = todo.popLast() {
      if isLarge[key] { continue }
      isLarge[key] = true
      todo += readers[key].assigned.map(\.key)
    }
  }

  /// A key is live if a value decides what the chart does, or whether an error occurs, also through other live keys.
  private mutating func findLiveKeys() {
    var todo: [Int] = []
    for expression in deciding { todo += keys(in: expression) }
    for expression in shown { todo += keys(in: expression).filter { !isHarmless($0, in: expression) } }
    for key in sources.indices {
      for source in sources[key] {
        guard let source else {
          todo.append(key)
          continue
        }
        for expression in expressions(in: source) {
          todo += keys(in: expression).filter { !isHarmless($0, in: expression) }
        }
      }
    }
    while let key = todo.popLast() {
      if isLive[key] { continue }
      isLive[key] = true
      for source in sources[key] {
        guard let source else { continue }
        for expression in expressions(in: source) { todo += keys(in: expression) }
      }
    }
  }

  func keys(in expression: Expression) -> [Int] {
    expression.program.slots.filter { $0 < sources.count }
  }

  /// True if an expression fails or not whatever the value of the key is.
  func isHarmless(_ key: Int, in expression: Expression) -> Bool {
    if expression.program.isPlainVariable { return true }
    guard let type = chart.environment.type(of: chart.contextNames[key]), type != .dyn else { return false }
    return ExpressionShape.onlyAddsAndCompares(Array(expression.text.utf8))
      && !keys(in: expression).contains { isLarge[$0] }
  }

  // MARK: Counters

  func use(of key: Int) -> KeyUses.Use {
    if sources[key].isEmpty { return .exact }
    if !isLive[key] { return .unread }
    guard !isLarge[key], let step = direction(of: key), let limits = limits(of: key) else { return .exact }
    return step > 0 ? .rising(limit: limits.upperBound) : .falling(limit: limits.lowerBound)
  }

  /// 1 if the key is only set to constants and increased by constants, -1 if it is decreased; else nil.
  private func direction(of key: Int) -> Int? {
    guard case .int = chart.contextValues[key] else { return nil }
    var found: Int?
    for source in sources[key] {
      switch source?.onlyStep {
      case .literal(.int): continue
      case .expression(let number):
        let program = chart.expressions[Int(number)].program
        if ExpressionShape.isWholeNumber(Array(chart.expressions[Int(number)].text.utf8)) { continue }
        guard let sum = program.sum, sum.slot == key else { return nil }
        if sum.number == 0 { continue }
        let step = sum.number > 0 ? 1 : -1
        if let found, found != step { return nil }
        found = step
      default: return nil
      }
    }
    return found
  }

  /// The least and the largest constant that the key is compared with; nil if anything else is done with it.
  private func limits(of key: Int) -> ClosedRange<Int64>? {
    var limits: ClosedRange<Int64>?
    for expression in readers[key].deciding {
      guard let found = ExpressionShape.limits(of: chart.contextNames[key], in: Array(expression.text.utf8)) else {
        return nil
      }
      for limit in found { limits = min(limits?.lowerBound ?? limit, limit)...max(limits?.upperBound ?? limit, limit) }
    }
    if readers[key].shown.contains(where: { !isHarmless(key, in: $0) }) { return nil }
    // Other live keys must not get its value.
    let givesAway = readers[key].assigned.contains { reader in
      reader.key != key && (isLive[reader.key] || !isHarmless(key, in: reader.expression))
    }
    if givesAway { return nil }
    return limits
  }
}

extension Chart {
  /// True if static types leave open whether data fit a declared action: data that do not fit are an error.
  func mayMisfit(_ data: DataTemplate, type: EventType) -> Bool {
    // Which fields a map has is not in its type.
    if case .expression? = data.onlyStep, case .record = type { return true }
    return data.expressions.contains { number in
      let found = expressions[number].program.type
      return found == .dyn || found == .double && type.takesInt
    }
  }
}
