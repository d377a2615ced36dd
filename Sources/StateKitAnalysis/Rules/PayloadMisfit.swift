import CEL
import StateKitCore

/// A payload that a `raise` or `send` gives to a declared event and that does not fit it, as far as that can be told
/// without running anything (SPEC §1.1).
enum PayloadMisfit {
  static let rule = Rule(restsOn: .expressions, check: check)

  private static func check(_ subject: Subject, _ findings: Findings) {
    let chart = subject.chart
    guard let alphabet = chart.alphabet else { return }
    for (place, action) in chart.actions.enumerated() {
      let event: EventID
      let data: DataTemplate?
      switch action {
      case .raise(.event(let raised), let payload): (event, data) = (raised, payload)
      case .send(.event(let sent), let payload, _, _, nil): (event, data) = (sent, payload)
      default: continue
      }
      guard let type = alphabet[chart.eventNames[event.index]], let why = misfit(data, type, chart) else { continue }
      findings.add(
        .payloadMisfit, at: data?.span(in: chart) ?? chart.actionSpans[place],
        "the payload does not fit \(subject.shown(event)): \(why)", help: "the event is declared in \"events\"")
    }
  }

  /// Why a payload cannot fit, whatever its expressions come to; nil where it can.
  private static func misfit(_ data: DataTemplate?, _ type: EventType, _ chart: Chart) -> String? {
    guard let data else { return type.misfit(of: nil) }
    // What is known of each value that the template builds, innermost first.
    var stack: [Value?] = []
    for step in data.steps {
      switch step {
      case .literal(let value): stack.append(value)
      case .expression(let number): stack.append(example(of: chart.expressions[Int(number)].program.type))
      case .list(let count):
        stack.removeLast(min(count, stack.count))
        stack.append(.list(ListValue([])))
      case .map(let keys):
        let values = Array(stack.suffix(keys.count))
        stack.removeLast(values.count)
        stack.append(map(keys, values, type))
      }
    }
    guard let shape = stack.last, let value = shape else { return nil }
    return type.misfit(of: value)
  }

  /// A map whose unknown values are taken to fit.
  private static func map(_ keys: [String], _ values: [Value?], _ type: EventType) -> Value {
    var entries: [(key: Value, value: Value)] = []
    for (key, value) in zip(keys, values) {
      var fitting = Value.null
      if case .record(let fields) = type,
        let field = fields.first(where: { $0.name.utf8.elementsEqual(key.utf8) })
      {
        fitting = example(of: field.type)
      }
      entries.append((.string(key), value ?? fitting))
    }
    return .map(MapValue(entries))
  }

  /// Some value of a type that is known; nil where it is not.
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

  private static func example(of type: FieldType) -> Value {
    switch type.base {
    case .bool: .bool(true)
    case .int: .int(0)
    case .double: .double(0)
    case .string: .string("")
    case .list: .list(ListValue([]))
    case .map: .map(MapValue([]))
    case .any: .null
    }
  }
}
