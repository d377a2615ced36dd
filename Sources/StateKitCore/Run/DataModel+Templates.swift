package import CEL

/// Values and texts that are built from expressions.
extension DataModel {
  /// Builds a value that JSON can represent.
  mutating func value(
    of template: DataTemplate, in configuration: borrowing Configuration
  ) throws(Failure) -> Value {
    if let step = template.onlyStep {
      let value: Value
      switch step {
      case .literal(let literal): value = literal
      case .expression(let index): value = try evaluate(index, in: configuration)
      case .list, .map: value = .null
      }
      if let why = Self.whyNotKept(value) { throw Failure(message: why, span: template.span(in: chart)) }
      return value
    }
    var stack: [Value] = []
    var size = 0
    for step in template.steps {
      switch step {
      case .literal(let value): stack.append(value)
      case .expression(let index):
        let value = try evaluate(index, in: configuration)
        size += value.size
        try admit(size, at: template.span(in: chart))
        stack.append(value)
      case .list(let count):
        let elements = Array(stack.suffix(count))
        stack.removeLast(count)
        stack.append(.list(ListValue(elements)))
      case .map(let keys):
        let values = stack.suffix(keys.count)
        let entries = zip(keys, values).map { (key: Value.string($0), value: $1) }
        stack.removeLast(keys.count)
        stack.append(.map(MapValue(entries)))
      }
    }
    let value = stack.popLast() ?? .null
    if let why = Self.whyNotKept(value) { throw Failure(message: why, span: template.span(in: chart)) }
    return value
  }

  /// The reason why a context cannot store a value; nil if it can.
  package static func whyNotKept(_ value: Value) -> String? {
    if case .int = value { return nil }
    if value.nodes > ValueLimits.nodes { return "a value of more than \(ValueLimits.nodes) nodes, the limit" }
    if value.depth > ValueLimits.depth { return "a value nested deeper than \(ValueLimits.depth), the limit" }
    return value.whyNotJSON(isKept: true)
  }

  /// Replaces the expressions in a text by their values: texts unchanged, other values as compact JSON. `isShown`: true
  /// if only the trace shows the result.
  mutating func text(
    of template: TextTemplate, in configuration: borrowing Configuration, isShown: Bool = false
  ) throws(Failure) -> String {
    if let literal = template.literal { return literal }
    var out = ""
    for part in template.parts {
      switch part {
      case .literal(let text): out += text
      case .expression(let index):
        let before = recorder?.record.dependence
        let value = try evaluate(index, in: configuration)
        if isShown, let before { noteShown(value, of: index, since: before, in: configuration) }
        if case .string(let text) = value {
          out += text
        } else if let why = Self.whyNotKept(value) {
          throw Failure(message: why, span: chart.expressions[Int(index)].source.span)
        } else {
          try admit(value.size, at: chart.expressions[Int(index)].source.span)
          // A longer text fails below.
          var json = ByteBuffer()
          value.appendJSON(to: &json, upTo: Self.longestText)
          out += json.text
        }
        _ = meter.spend(out.utf8.count / Self.textBytesOfCost)
      }
      if out.utf8.count > Self.longestText {
        let span = template.parts.lazy.compactMap { part in
          if case .expression(let index) = part { index } else { nil }
        }.first.map { chart.expressions[Int($0)].source.span }
        throw Failure(
          message: "a text of more than \(Self.longestText >> 20) MiB, the limit", span: span ?? SourceSpan(0, end: 0))
      }
    }
    return out
  }

  /// The number of bytes of built text for each step of the cost.
  private static let textBytesOfCost = 16

  /// The maximum length of a built text in bytes.
  static let longestText = 16 << 20
}
