import CEL
package import StateKitCore

/// A handler of active states for an event in a state file, for the comparison with a later chart.
package struct HandledEvent: Sendable, Hashable {
  package let event: [UInt8]
  /// The ids on the way to the child that has the handler; empty for the machine itself.
  package let child: [[UInt8]]
  /// As `SavedPaths` names states.
  package let source: [UInt8]
  package let targets: [[UInt8]]
  /// The text of the guard, with the definitions of the named guards in it.
  package let condition: [UInt8]?

  /// The handlers of a machine in the order of its chart's events, from the deepest states upwards. Then those of the
  /// children to which its events are forwarded.
  package static func all(in snapshot: MachineSnapshot, of chart: Chart) -> [HandledEvent] {
    all(in: snapshot, of: chart, first: chart, child: [])
  }

  /// Recursive, because children are nested at most ten levels deep.
  private static func all(
    in snapshot: MachineSnapshot, of chart: Chart, first: Chart, child: [[UInt8]]
  ) -> [HandledEvent] {
    let paths = SavedPaths(chart)
    let own = chart.handlers(in: snapshot.configuration).map { event, handler in
      HandledEvent(
        event: Array(event.utf8), child: child, source: Array(paths.text(of: handler.state).utf8),
        targets: chart.targets[handler.targets.indices].map { Array(paths.text(of: $0).utf8) },
        condition: handler.condition < 0 ? nil : condition(chart.expressions[Int(handler.condition)], in: chart))
    }
    let forwarded = snapshot.children.all.filter(\.facts.forwards).flatMap { below in
      all(
        in: below.state, of: first.relative(Int(below.facts.chart)), first: first,
        child: below.facts.path.map { Array($0.utf8) })
    }
    return own + forwarded.filter { chart.rejection(of: chart.event($0.event.span, data: nil)) != Chart.undeclared }
  }

  private static func condition(_ guarding: Expression, in chart: Chart) -> [UInt8] {
    let definitions = guarding.program.guards.map { name in
      let definition = chart.namedGuard(name)?.definition ?? -1
      return "; \(name)" + (definition < 0 ? "" : " = \(chart.expressions[Int(definition)].text)")
    }
    return Array((guarding.text + definitions.joined()).utf8)
  }
}

/// The form in a state file.
extension HandledEvent {
  /// Decodes the form of `value`; nil for another value.
  init?(_ value: Value) {
    guard case .map(let map) = value, case .string(let event)? = map["event"],
      case .string(let source)? = map["source"], let targets = Self.texts(map["targets"] ?? .null),
      let child = Self.texts(map["child"] ?? .list(ListValue([])))
    else { return nil }
    self.event = Array(event.utf8)
    self.child = child
    self.source = Array(source.utf8)
    self.targets = targets
    if case .string(let text)? = map["guard"] { condition = Array(text.utf8) } else { condition = nil }
  }

  /// The elements of a list of texts; nil for another value.
  private static func texts(_ value: Value) -> [[UInt8]]? {
    guard case .list(let list) = value else { return nil }
    var texts: [[UInt8]] = []
    for element in list.elements {
      guard case .string(let text) = element else { return nil }
      texts.append(Array(text.utf8))
    }
    return texts
  }

  /// The value in JSON form.
  var value: Value {
    func text(_ bytes: [UInt8]) -> Value { .string(String(decoding: bytes, as: UTF8.self)) }
    func texts(_ all: [[UInt8]]) -> Value { .list(ListValue(all.map(text))) }
    let place: [(key: Value, value: Value)] = child.isEmpty ? [] : [(.string("child"), texts(child))]
    return .map(
      MapValue(
        [(.string("event"), text(event))] + place + [
          (.string("source"), text(source)), (.string("targets"), texts(targets)),
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
  /// guards, no longer, or newly. `snapshot`: the machine on the chart.
  package func handledDifferently(in snapshot: MachineSnapshot, of chart: Chart) -> [String] {
    let (before, now) = (handled, HandledEvent.all(in: snapshot, of: chart))
    let old = Dictionary(grouping: before, by: \.event)
    let new = Dictionary(grouping: now, by: \.event)
    var seen: Set<[UInt8]> = []
    return (before + now).compactMap { handler in
      guard seen.insert(handler.event).inserted, old[handler.event] != new[handler.event] else { return nil }
      return String(decoding: handler.event, as: UTF8.self)
    }
  }
}
