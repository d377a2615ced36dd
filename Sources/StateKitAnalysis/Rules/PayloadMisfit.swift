import CEL
import StateKitCore

/// A payload of a `raise` or `send` that does not fit the declared event; or data of a call that does not fit the
/// declared host action. Static types must show the misfit.
enum PayloadMisfit {
  static let rule = Rule(explainedBy: [page], restsOn: .actionData, check: check)

  static let page = Explanation(
    .payloadMisfit, title: "a raised or sent payload does not fit its event",
    meaning: """
      "events" declares what an event carries. This raise or send gives another type, whatever values its expressions have.
      In a run that action raises error.execution.
      """,
    wrong: """
      {
        "events": {"drop": null},
        "internalEvents": {"coin": "int"},
        "root": {
          "drop": {"actions": {"raise": "coin", "data": "'ten'"}},
          "coin": {"actions": "count"}
        }
      }
      """,
    fixed: .replacing(#""'ten'""#, with: "10"))

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    if chart.alphabet == nil, chart.hostActions == nil { return }
    for (index, action) in chart.actions.enumerated() {
      switch action {
      case .raise(.event(let event), let data), .send(.event(let event), let data, _, _, nil):
        guard let type = chart.alphabet?[chart.eventNames[event.index]],
          let why = misfit(data, type: type, called: "payload", in: chart)
        else { continue }
        let isInternal = chart.internalEvents.contains(chart.eventNames[event.index])
        findings.add(
          .payloadMisfit, at: data?.span(in: chart) ?? chart.actionSpans[index],
          message: "the payload does not fit \(subject.shown(event)): \(why)",
          help: "the event is declared in \"\(isInternal ? "internalEvents" : "events")\"")
      case .call(let name, let data):
        guard let type = chart.hostActions?[name], let why = misfit(data, type: type, called: "data", in: chart) else {
          continue
        }
        findings.add(
          .payloadMisfit, at: data?.span(in: chart) ?? chart.actionSpans[index],
          message: "the data do not fit the action \(DisplayText.quoted(chart.names.text(name))): \(why)",
          help: "the action is declared in \"actions\"")
      case .raise, .send, .log, .assign, .cancel, .goTo, .unless, .skip, .block, .forEach: break
      }
    }
  }

  /// The reason why a payload cannot fit, whatever values its expressions have; nil if it can.
  private static func misfit(_ data: DataTemplate?, type: EventType, called what: String, in chart: Chart) -> String? {
    guard let data else { return type.misfit(of: nil, called: what) }
    // The known parts of each value that the template builds, innermost first.
    var stack: [Value?] = []
    for step in data.steps {
      switch step {
      case .literal(let value): stack.append(value)
      case .expression(let expression): stack.append(example(of: chart.expressions[Int(expression)].program.type))
      case .list(let count):
        stack.removeLast(min(count, stack.count))
        stack.append(.list(ListValue([])))
      case .map(let keys):
        let values = Array(stack.suffix(keys.count))
        stack.removeLast(values.count)
        stack.append(map(keys, values: values, type: type))
      }
    }
    guard let shape = stack.last, let value = shape else { return nil }
    return type.misfit(of: value, called: what)
  }

  /// A map whose unknown values are assumed to fit.
  private static func map(_ keys: [String], values: [Value?], type: EventType) -> Value {
    var entries: [(key: Value, value: Value)] = []
    for (key, value) in zip(keys, values) {
      var fitting = Value.null
      if case .record(let fields) = type,
        let field = fields.first(where: { $0.name.utf8.elementsEqual(key.utf8) })
      {
        fitting = example(of: field.type.staticType) ?? (field.type.base == .map ? .map(MapValue([])) : .null)
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
