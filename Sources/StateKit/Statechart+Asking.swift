internal import CEL
internal import StateKitCore
internal import StateKitFormat

/// Queries of a machine, without effects. Inside a closure, they return the state at that moment.
extension Statechart {
  /// The full paths of the deepest active states in document order; empty before the start.
  public var configuration: [String] {
    if isAtRest { return node.paths }
    return look { machine in machine.configuration.leaves.map { machine.chart.path($0) } }
  }

  /// Returns true if a state is active. The reference is a name or the end of a path, as in the chart. For a reference
  /// that matches no state or several, returns false.
  ///
  /// ```swift
  /// lamp.isOn = machine.isIn("open")
  /// ```
  ///
  /// - Parameter state: a name, or the end of a path such as `door.open`.
  /// - Returns: false before the start, too.
  public func isIn(_ state: String) -> Bool {
    guard case .state(let state) = state.withUTF8Bytes({ core.chart.resolve($0) }) else { return false }
    if isAtRest { return node.isActive(state) }
    return look { $0.configuration.isActive(state) }
  }

  /// True if the machine is finished: its root is done, and it handles no more events.
  public var isFinished: Bool {
    isAtRest ? node.isFinished : look { $0.isFinished }
  }

  /// Returns true if an event would be handled now.
  ///
  /// ```swift
  /// button.isEnabled = machine.can("pay")
  /// ```
  ///
  /// - Parameters:
  ///   - event: the event's name.
  ///   - data: the payload that guards see.
  /// - Returns: true if a handler would be taken. Nothing changes.
  public func can(_ event: String, _ data: Payload = .null) -> Bool {
    verdict(event, data).isHandled
  }

  /// Returns the result that an event would have now, with the reasons.
  ///
  /// ```swift
  /// label.text = "\(machine.verdict("pay"))"  // declined: root.idle: cents > 0
  /// ```
  ///
  /// - Parameters:
  ///   - event: the event's name.
  ///   - data: the payload that guards see.
  /// - Returns: the outcome, and what each guard on the way says.
  public func verdict(_ event: String, _ data: Payload = .null) -> Verdict {
    if let why = refusal(of: event, data: data) { return .rejected(why) }
    let index = isAtRest && extra == nil && node.keepsSteps ? core.index(ofEvent: event) : nil
    if let index {
      return knownVerdict(event, data: data, index: index) ?? makeVerdict(event, data: data, index: index)
    }
    let found = self.event(event, data: data)
    if isAtRest, extra == nil, core.ignores(found) {
      return .ignored(active: node.isFinished ? [] : node.paths, handlers: [])
    }
    return look { machine in Self.outcome(machine.verdict(on: found), of: found, on: machine) }
  }

  static func outcome(_ verdict: StateKitFormat.Verdict, of event: Event, on machine: Machine) -> Outcome {
    let chart = machine.chart
    switch verdict {
    case .handled: return .handled
    case .rejected(let why): return .rejected(why)
    case .declined(let refusals):
      return .declined(
        refusals.map { refusal in
          let asked = machine.descendant(at: refusal.path)
          let handler = asked.chart.handlers[refusal.handler]
          return Outcome.Refusal(
            state: asked.chart.path(handler.state), guardText: asked.chart.written(expression: handler.condition),
            error: refusal.error)
        })
    case .ignored:
      if machine.isFinished { return .ignored(active: [], handlers: []) }
      return .ignored(
        active: machine.configuration.leaves.map { chart.path($0) },
        handlers: chart.statesHandling(event).map { chart.path($0) })
    }
  }

  /// The events that would be handled now without a payload, or whose handlers have no guard, in the order of the
  /// chart; without those that only the interpreter sends, such as `done.invoke.load`.
  public var events: [String] {
    guard hasStarted else { return [] }
    return look { machine in
      machine.handledEventNames.filter { name in
        if EventType.comesByItself(name) { return false }
        let event = machine.chart.event(name.utf8Bytes.span, data: nil)
        // A guard that reads the payload cannot be decided without one.
        return machine.outcome(of: event) == .handled
      }
    }
  }

  /// The current data of the chart.
  public var context: ContextValues {
    if isAtRest { return ContextValues(core, slots: slots) }
    return ContextValues(core, slots: look { $0.data.slots })
  }

  /// Decodes the value of a context key as a type of the program.
  ///
  /// ```swift
  /// let order = try machine.decode(Order.self, from: "order")
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - key: a key of the chart's `context`.
  /// - Returns: the value.
  /// - Throws: `DecodingError` if the key does not exist or the value does not fit.
  public func decode<T: Decodable>(_ type: T.Type, from key: String) throws(DecodingError) -> T {
    guard let value = context[key] else {
      let text = "the context has no such key"
      throw DecodingError.keyNotFound(AnyKey(key), .init(codingPath: [], debugDescription: text))
    }
    return try value.decode(type)
  }

  /// The time until the next timer is due, on the machine's clock; nil if there is no timer.
  public var nextDue: Swift.Duration? {
    let left: Int64? =
      if isAtRest, extra == nil { data.nextDue.map { $0 - clock } } else {
        look { machine in machine.nextTimer().map { $0 - machine.time } }
      }
    return left.map { max(.zero, .milliseconds($0) - fraction) }
  }

  // MARK: Looking

  /// True if no step is in progress, so that the stored properties are the state of the machine.
  var isAtRest: Bool {
    guard let host else { return true }
    if case .rest = host.moment { return true }
    return false
  }

  /// Calls `body` with the machine in its state at this moment. Changes by `body` are discarded.
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
    case .asking:
      return look(at: wholeSnapshot) { machine in
        if let replayed = host?.replayed, let question = replayed.question {
          machine.follow([], seeing: question.seen(payload: replayed.payload, in: core.chart))
        }
        return body(&machine)
      }
    case .rest: return look(at: wholeSnapshot, body: body)
    }
  }

  /// Calls `body` with the machine at the end of its last step.
  func lookAtEnd<Result>(_ body: (inout Machine) -> Result) -> Result {
    look(
      at: wholeSnapshot.ended(last?.facts.end, faults: last?.facts.faults ?? [], rejection: last?.facts.rejection),
      body: body)
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

  /// The value of a key; nil if the chart does not have the key.
  ///
  /// - Parameter key: a key of the chart's `context`.
  public subscript(key: String) -> Payload? {
    guard let slot = core.chart.contextSlot(named: key), slots.indices.contains(slot) else { return nil }
    return Payload(slots[slot])
  }
}

extension ContextValues: CustomStringConvertible {
  /// The keys with their values, as JSON: `{"cents":25}`.
  public var description: String { Payload.map(keys.map { ($0, self[$0] ?? .null) }).description }
}
