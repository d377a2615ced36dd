import CEL
import StateKitCore

/// Writes the values of actions in C: conditions, data and texts.
struct CValues {
  let model: CModel
  /// The events for which the actions may be carried out.
  let scope: CEventScope

  private var chart: Chart { model.chart }

  /// The statements that end a list at an error.
  private static let failure = "failed(d); return;"

  typealias Written = (statements: [String], code: CExpression.Code)
  typealias Dropped = (statements: [String], example: Value)
  typealias Fields = (statements: [String], fields: [(name: String?, code: CExpression.Code)])

  func expression(_ index: Int32) throws(NotGenerated) -> Written {
    var (writer, tree) = try writer(of: index)
    let code = try writer.write(tree)
    return (writer.statements, code)
  }

  private func writer(of index: Int32) throws(NotGenerated) -> (writer: CExpression, tree: ExpressionTree) {
    let expression = chart.expressions[Int(index)]
    guard let tree = expression.program.tree else {
      throw NotGenerated("this expression", help: CExpression.known)
    }
    return (CExpression(model: model, scope: scope, tests: expression.tests, failure: Self.failure), tree)
  }

  /// The statements of an expression whose value the program does not keep, and a value of its type.
  func dropped(_ index: Int32) throws(NotGenerated) -> Dropped {
    var (writer, tree) = try writer(of: index)
    let example = try writer.writeDropped(tree)
    return (writer.statements, example)
  }

  /// The statements of data that the program does not keep: only an error of them is seen by the chart.
  func dropped(_ template: DataTemplate) throws(NotGenerated) -> Dropped {
    var (statements, stack): ([String], [Value]) = ([], [])
    for step in template.steps {
      switch step {
      case .literal(let value): stack.append(value)
      case .expression(let index):
        let value = try dropped(index)
        statements += value.statements
        stack.append(value.example)
      case .list(let count):
        let elements = Array(stack.suffix(count))
        stack.removeLast(elements.count)
        stack.append(.list(ListValue(elements)))
      case .map(let keys):
        let entries = zip(keys, stack.suffix(keys.count)).map { (key: Value.string($0), value: $1) }
        stack.removeLast(entries.count)
        stack.append(.map(MapValue(entries)))
      }
    }
    return (statements, stack.last ?? .null)
  }

  /// A value that is kept; nil for a list or a map.
  func value(_ step: DataTemplate.Step) throws(NotGenerated) -> Written? {
    switch step {
    case .expression(let index):
      var (writer, tree) = try writer(of: index)
      let code = try writer.writeKept(tree)
      return (writer.statements, code)
    case .literal(let value):
      var writer = CExpression(model: model, scope: scope, tests: [])
      return ([], try writer.write(.constant(value)))
    case .list, .map: return nil
    }
  }

  /// The fields of a payload or of the data of an action; a single value has no name.
  func fields(_ template: DataTemplate) throws(NotGenerated) -> Fields {
    if let fields = try fieldsOfMap(template) { return fields }
    var (statements, stack): ([String], [CExpression.Code]) = ([], [])
    var names: [String]?
    for step in template.steps {
      if names == nil, case .map(let keys) = step, keys.count == stack.count {
        names = keys
      } else if names == nil, let value = try value(step) {
        statements += value.statements
        stack.append(value.code)
      } else {
        throw NotGenerated("data in data", help: "use fields of one level")
      }
    }
    return (statements, stack.enumerated().map { (names?[$0], $1) })
  }

  /// The fields of a map that is one expression or one constant; nil for other data.
  private func fieldsOfMap(_ template: DataTemplate) throws(NotGenerated) -> Fields? {
    let (tree, tests): (ExpressionTree?, [StateID]) =
      switch template.onlyStep {
      case .expression(let index): (chart.expressions[Int(index)].program.tree, chart.expressions[Int(index)].tests)
      case .literal(.map(let map)): (.map(map.entries.map { (.constant($0.key), .constant($0.value)) }), [])
      default: (nil, [])
      }
    guard case .map(let entries) = tree else { return nil }
    var writer = CExpression(model: model, scope: scope, tests: tests, failure: Self.failure)
    let fields = try entries.map { key, value throws(NotGenerated) in
      guard case .constant(.string(let name)) = key else {
        throw NotGenerated("a key that is computed", help: "write the key out")
      }
      return (name: String?.some(name), code: try writer.writeKept(value))
    }
    return (writer.statements, fields)
  }

  /// A value of the type that fields make.
  func example(of fields: Fields) -> Value {
    if let first = fields.fields.first, first.name == nil { return first.code.type.example }
    return .map(MapValue(fields.fields.map { (key: .string($0.name ?? ""), value: $0.code.type.example) }))
  }
}
