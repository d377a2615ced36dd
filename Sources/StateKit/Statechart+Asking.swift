internal import CEL
internal import StateKitCore
internal import StateKitFormat

/// Asking a machine; nothing happens. From inside a closure the answers are those of that moment.
extension Statechart {
  /// The full paths of the deepest active states, in document order; none before the start.
  public var configuration: [String] {
    if isAtRest { return standing.paths }
    return look { machine in machine.configuration.leaves.map { machine.chart.path($0) } }
  }

  /// Whether a state is active, by any reference to it that the chart could use: a name, or the end of a path. A reference
  /// that names no state or several is that of no active state.
  public func isIn(_ state: String) -> Bool {
    guard case .state(let state) = core.chart.resolve(state.utf8Bytes.span) else { return false }
    if isAtRest { return standing.isActive(state) }
    return look { $0.configuration.isActive(state) }
  }

  /// Whether the machine is finished: its root is done, and nothing happens any more.
  public var isFinished: Bool {
    isAtRest ? standing.isFinished : look { $0.isFinished }
  }

  /// Whether an event would be handled now.
  public func can(_ event: String, _ data: Payload = .null) -> Bool {
    verdict(event, data).isHandled
  }

  /// What would become of an event now, and why.
  public func verdict(_ event: String, _ data: Payload = .null) -> Verdict {
    if let why = refusal(of: event, data: data) { return .rejected(why) }
    let found = self.event(event, data: data)
    return look { Self.verdict(on: found, of: &$0) }
  }

  private static func verdict(on event: Event, of machine: inout Machine) -> Verdict {
    let chart = machine.chart
    switch machine.verdict(on: event) {
    case .handled: return .handled
    case .rejected(let why): return .rejected(why)
    case .declined(let refusals):
      return .declined(
        refusals.map { refusal in
          let asked = machine.descendant(at: refusal.path)
          let handler = asked.chart.handlers[refusal.handler]
          return Outcome.Refusal(
            state: asked.chart.path(handler.state), guardText: asked.chart.expressions[Int(handler.condition)].text,
            error: asked.failure(of: refusal.handler, event: asked.received(event, from: machine)))
        })
    case .ignored:
      if machine.isFinished { return .ignored(active: [], handlers: []) }
      return .ignored(
        active: machine.configuration.leaves.map { chart.path($0) },
        handlers: chart.statesHandling(event).map { chart.path($0) })
    }
  }

  /// The events of the chart that would be handled now without a payload, or whose handlers have no guard; in the order in
  /// which the chart names them.
  public var events: [String] {
    guard hasStarted else { return [] }
    return look { machine in
      machine.handledEventNames.filter { name in
        let event = machine.chart.event(name.utf8Bytes.span, data: nil)
        // What is asked for a payload cannot tell whether there is one that it takes.
        return machine.outcome(of: event) == .handled
      }
    }
  }

  /// The chart's data as they are now.
  public var context: ContextValues {
    if isAtRest { return ContextValues(core, slots: slots) }
    return ContextValues(core, slots: look { $0.data.slots })
  }

  /// The value of a key of the context as a type of the program.
  ///
  /// - Throws: `DecodingError` where there is no such key, or the value does not fit.
  public func decode<T: Decodable>(_ type: T.Type, from key: String) throws -> T {
    guard let value = context[key] else {
      let text = "the context has no such key"
      throw DecodingError.keyNotFound(AnyKey(key), .init(codingPath: [], debugDescription: text))
    }
    return try value.decode(type)
  }

  /// How long until the next timer is due, on the machine's clock; nil where there is none.
  public var nextDue: Swift.Duration? {
    if isAtRest, extra == nil { return data.nextDue.map { .milliseconds(max(0, $0 - clock)) } }
    return look { machine in machine.nextTimer().map { .milliseconds(max(0, $0 - machine.time)) } }
  }

  // MARK: Looking

  /// Nothing runs: what stands here is the machine.
  var isAtRest: Bool {
    guard let host else { return true }
    if case .rest = host.moment { return true }
    return false
  }

  /// Looks at the machine as it is at this moment. What `body` changes is lost.
  func look<Result>(_ body: (inout Machine) -> Result) -> Result {
    switch host?.moment ?? .rest {
    case .machine(let pointer):
      var copy = unsafe pointer.pointee
      return body(&copy)
    case .snapshot(let snapshot): return look(at: snapshot, body: body)
    case .replay: return lookInReplay(body)
    case .guarding(let view):
      return look(at: wholeSnapshot) { machine in
        machine.follow(view)
        return body(&machine)
      }
    case .rest: return look(at: wholeSnapshot, body: body)
    }
  }

  /// Looks at the machine with the end of its last step.
  func lookAtEnd<Result>(_ body: (inout Machine) -> Result) -> Result {
    look(at: wholeSnapshot.ended(last?.end, faults: last?.faults ?? [], rejection: last?.rejection), body: body)
  }

  func look<Result>(at snapshot: MachineSnapshot, body: (inout Machine) -> Result) -> Result {
    core.withEngine { engine in
      engine.machine.restore(snapshot)
      engine.machine.attach(host)
      defer { engine.machine.attach(nil) }
      return body(&engine.machine)
    }
  }
}

/// The data of a chart at one moment.
public struct ContextValues: Sendable {
  private let core: ChartCore
  private let slots: [Value]

  init(_ core: ChartCore, slots: [Value]) {
    self.core = core
    self.slots = slots
  }

  /// The keys, in document order.
  public var keys: [String] { core.chart.contextNames }

  /// The value of a key; nil where the chart has no such key.
  public subscript(key: String) -> Payload? {
    guard let slot = core.chart.contextSlot(named: key), slots.indices.contains(slot) else { return nil }
    return Payload(slots[slot])
  }
}

extension Machine {
  /// Why the guard of a handler could not be evaluated, where that is so.
  fileprivate func failure(of handler: Int, event: Event) -> String? {
    for candidate in Inquiry(event, of: self).lines.flatMap({ $0.flatMap(\.candidates) })
    where candidate.handler == handler {
      if case .declined(let error) = candidate.fate { return error }
    }
    return nil
  }
}
