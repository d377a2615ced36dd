import CEL

extension EventType {
  /// True if the value or a field is an int, which may be the value of an expression of type double.
  package var takesInt: Bool {
    switch self {
    case .none: false
    case .value(let type): type.base == .int
    case .record(let fields): fields.contains { $0.type.base == .int }
    }
  }

  /// The reasons why a payload cannot fit, whatever values its expressions have; empty if it can.
  package func misfits(of data: DataTemplate?, called what: String, in expressions: ExpressionTable) -> [String] {
    guard let data else { return misfits(of: nil, called: what) }
    // The known parts of each value that the template builds, innermost first.
    var stack: [Value?] = []
    for step in data.steps {
      switch step {
      case .literal(let value): stack.append(value)
      case .expression(let expression):
        let type = expressions[Int(expression)].program.type
        stack.append(type == .double && takesInt ? nil : Self.example(of: type))
      case .list(let count):
        stack.removeLast(min(count, stack.count))
        stack.append(.list(ListValue([])))
      case .map(let keys):
        let values = Array(stack.suffix(keys.count))
        stack.removeLast(values.count)
        stack.append(map(keys, values: values))
      }
    }
    guard let shape = stack.last, let value = shape else { return [] }
    return misfits(of: value, called: what)
  }

  /// A map whose unknown values are assumed to fit.
  private func map(_ keys: [String], values: [Value?]) -> Value {
    var entries: [(key: Value, value: Value)] = []
    for (key, value) in zip(keys, values) {
      var fitting = Value.null
      if value == nil, case .record(let fields) = self,
        let field = fields.first(where: { $0.name.utf8.elementsEqual(key.utf8) })
      {
        fitting = Self.example(of: field.type.staticType) ?? (field.type.base == .map ? .map(MapValue([])) : .null)
      }
      entries.append((.string(key), value ?? fitting))
    }
    return .map(MapValue(entries))
  }

  /// A value of a known type; nil if the type is unknown.
  private static func example(of type: StaticType) -> Value? {
    switch type {
    case .bool: .bool(true)
    case .int: .int(0)
    case .double: .double(0)
    case .string: .string("")
    case .list: .list(ListValue([]))
    case .null: .null
    case .dyn, .uint, .bytes, .map, .timestamp, .duration, .type, .record: nil
    }
  }
}
