import CEL
package import StateKitCore

/// A handler of active states for an event in a state file, for the comparison with a later chart.
package struct HandledEvent: Sendable, Hashable {
  package let event: [UInt8]
  /// As `SavedPaths` names states.
  package let source: [UInt8]
  package let targets: [[UInt8]]
  /// The text of the guard, with the definitions of the named guards in it.
  package let condition: [UInt8]?

  /// The handlers of a configuration in the order of the chart's events, from the deepest states upwards.
  package static func all(in leaves: [StateID], of chart: Chart) -> [HandledEvent] {
    let paths = SavedPaths(chart)
    return chart.handlers(in: leaves).map { event, handler in
      HandledEvent(
        event: Array(event.utf8), source: Array(paths.text(of: handler.state).utf8),
        targets: chart.targets[handler.targets.indices].map { Array(paths.text(of: $0).utf8) },
        condition: handler.condition < 0 ? nil : condition(chart.expressions[Int(handler.condition)], in: chart))
    }
  }

  private static func condition(_ guarding: Expression, in chart: Chart) -> [UInt8] {
    let definitions = guarding.program.guards.map { name in
      let definition = chart.namedGuard(name)?.definition ?? -1
      return "; \(name)" + (definition < 0 ? "" : " = \(chart.expressions[Int(definition)].text)")
    }
    return Array((guarding.text + definitions.joined()).utf8)
  }

  private init(event: [UInt8], source: [UInt8], targets: [[UInt8]], condition: [UInt8]?) {
    self.event = event
    self.source = source
    self.targets = targets
    self.condition = condition
  }

  /// Decodes the form of `value`; nil for another value.
  init?(_ value: Value) {
    guard case .map(let map) = value, case .string(let event)? = map["event"],
      case .string(let source)? = map["source"], case .list(let targets)? = map["targets"]
    else { return nil }
    self.event = Array(event.utf8)
    self.source = Array(source.utf8)
    var paths: [[UInt8]] = []
    for target in targets.elements {
      guard case .string(let path) = target else { return nil }
      paths.append(Array(path.utf8))
    }
    self.targets = paths
    if case .string(let text)? = map["guard"] { condition = Array(text.utf8) } else { condition = nil }
  }

  /// The value in JSON form.
  var value: Value {
    func text(_ bytes: [UInt8]) -> Value { .string(String(decoding: bytes, as: UTF8.self)) }
    return .map(
      MapValue([
        (.string("event"), text(event)), (.string("source"), text(source)),
        (.string("targets"), .list(ListValue(targets.map(text)))),
        (.string("guard"), condition.map(text) ?? .null),
      ]))
  }
}

extension StateFile {
  /// The handlers of the configuration when the file was written.
  package var handled: [HandledEvent] {
    guard case .map(let map) = value, case .list(let list)? = map["handled"] else { return [] }
    return list.elements.compactMap { HandledEvent($0) }
  }

  /// The events that would be handled differently than before, in order: by another state, with other targets or
  /// guards, no longer, or newly. `leaves`: the configuration on the chart.
  package func handledDifferently(in leaves: [StateID], of chart: Chart) -> [String] {
    let (before, now) = (handled, HandledEvent.all(in: leaves, of: chart))
    let old = Dictionary(grouping: before, by: \.event)
    let new = Dictionary(grouping: now, by: \.event)
    var seen: Set<[UInt8]> = []
    return (before + now).compactMap { handler in
      guard seen.insert(handler.event).inserted, old[handler.event] != new[handler.event] else { return nil }
      return String(decoding: handler.event, as: UTF8.self)
    }
  }
}
