internal import CEL
internal import StateKitCore

/// The argument of a closure of the host: the occasion of a host action, a host guard, a host invocation or a hook.
public struct Call: Sendable {
  /// An object, so that a copy of a call retains one reference for all facts.
  private let shared: Box<Facts>
  /// The payload of the event that is being handled.
  public let payload: Payload
  /// Takes the events that the closure sends; nil for a call that is only kept.
  private let mailbox: Mailbox?
  /// True if `data` falls back to the payload of the event, as for a closure in a chart in code.
  private let givesPayload: Bool

  /// The name of the action, the guard or the source; empty for a hook.
  public var action: String { shared.value.action }
  /// The data that the chart passes to the action or the guard. For a hook, and for a closure in a chart in code, the
  /// payload of the event.
  public var data: Payload {
    guard let data = shared.value.data, !givesPayload || !data.isNull else { return payload }
    return data
  }
  /// The input of a host invocation; otherwise null.
  public var input: Payload { shared.value.input }
  /// The id of a host invocation, which reports its end; otherwise nil.
  public var invocation: String? { shared.value.invocation }
  /// The event that is being handled; nil at the start, for a timer, and without an event.
  public var event: String? { shared.value.event }
  /// The full path of the state whose hook or invocation runs; nil for the actions of a handler.
  public var state: String? { shared.value.state }
  /// The full path of the state whose handler is carried out; nil at the start.
  public var source: String? { shared.value.source }
  /// The full paths of the states that the transition goes to.
  public var targets: [String] { shared.value.targets }

  /// The machine that makes the call; nil for a call that is only kept.
  var machine: ObjectIdentifier? { mailbox.map { ObjectIdentifier($0) } }

  /// Everything except the payload of the event. Known steps share it, because it is equal each time.
  struct Facts {
    let action: String
    /// The data; nil if they are the payload of the event.
    var data: Payload?
    var input = Payload.null
    var invocation: String?
    var event: String?
    var state: String?
    var source: String?
    var targets: [String] = []
  }

  @inline(__always)
  private init(_ shared: Box<Facts>, payload: Payload, givesPayload: Bool = false, mailbox: Mailbox? = nil) {
    self.shared = shared
    self.payload = payload
    self.givesPayload = givesPayload
    self.mailbox = mailbox
  }

  /// Sends an event to the machine that calls the closure. The event is handled after the current step; an event from a
  /// task that outlives the step is handled by an actor at once, and by a `Statechart` after its next step. In a guard,
  /// sending is an error, and the call of a guard sends nothing when the guard has answered.
  ///
  /// ```swift
  /// try machine.action("dispense") { call in if motor.isJammed { call.send("jammed") } }
  /// ```
  ///
  /// - Parameters:
  ///   - event: the event's name.
  ///   - data: its payload.
  public func send(_ event: String, _ data: Payload = .null) {
    _ = mailbox?.post(.event(event, data))
  }

  /// Sends an event with its payload; see `send(_:_:)` with a name.
  ///
  /// - Parameters:
  ///   - input: the event and the type of its payload.
  ///   - argument: the payload.
  public func send<Argument: Encodable & Sendable>(_ input: Input<Argument>, _ argument: Argument) {
    send(input.name, Payload(encoding: argument))
  }

  /// Sends an event without a payload; see `send(_:_:)` with a name.
  ///
  /// - Parameter input: the event.
  public func send(_ input: Input<Void>) {
    send(input.name)
  }

  /// Adds async work to the queue of the machine that calls the closure.
  func enqueue(_ work: @escaping @Sendable () async -> Void) {
    mailbox?.line.add(work)
  }

  /// Reports that the closure failed after its step.
  func fail(_ message: String, underlying error: any Error) {
    mailbox?.post(.failure(message, error))
  }

  init(_ facts: Facts, payload: Payload, mailbox: Mailbox? = nil) {
    self.init(Box(facts), payload: payload, mailbox: mailbox)
  }

  /// Creates a call for a running machine. `state`: the state whose hook it is, if that differs from the state of the
  /// handler.
  init(
    _ action: String, data: Payload?, in machine: borrowing Machine, at state: StateID? = nil,
    seeing event: SeenEvent? = nil
  ) {
    let occasion = machine.occasion
    let chart = machine.chart
    let seen = Seen(event ?? machine.data.seen, in: chart)
    let facts = Facts(
      action: action, data: data, event: seen.event, state: (state ?? occasion.hook).map { chart.path($0) },
      source: occasion.source.map { chart.path($0) }, targets: occasion.targets.map { chart.path($0) })
    self.init(facts, payload: seen.payload)
  }

  /// Creates a call for a host invocation that begins or is stopped.
  init(_ work: HostWork, input: Value?, in machine: borrowing Machine) {
    let seen = Seen(machine.data.seen, in: machine.chart)
    let facts = Facts(
      action: work.source, data: Payload(input), input: Payload(input),
      invocation: (work.path + [work.id]).joined(separator: "."), event: seen.event, state: work.state)
    self.init(facts, payload: seen.payload)
  }

  /// A copy for an event with another payload, whose events go to a mailbox. `givesPayload`: its data are the payload of
  /// the event, for a closure in a chart in code.
  @inline(__always)
  func carrying(_ payload: Payload, givesPayload: Bool = false, sendingTo mailbox: Mailbox) -> Call {
    Call(shared, payload: payload, givesPayload: givesPayload, mailbox: mailbox)
  }

  /// A copy whose events go to a mailbox.
  @inline(__always)
  func sending(to mailbox: Mailbox) -> Call {
    Call(shared, payload: payload, givesPayload: givesPayload, mailbox: mailbox)
  }

  /// A copy for an event without a payload.
  var withoutPayload: Call { Call(shared, payload: .null) }

  /// An event with its payload, for the host.
  struct Seen {
    let event: String?
    let payload: Payload

    init(_ seen: SeenEvent, in chart: Chart) {
      // The start and timers are not events of a chart.
      event = seen.isEvent ? chart.text(of: seen.label) : nil
      payload = Payload(seen.data)
    }
  }
}
