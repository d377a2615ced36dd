internal import CEL
internal import StateKitCore

/// What a closure of the host is called for: a host action, a host guard, a host invocation or a hook.
public struct Call: Sendable {
  /// The name of the action, the guard or the source; empty for a hook.
  public let action: String
  /// What the chart gives the action or the guard. For a hook, and for a closure that stands in a chart in code, what the
  /// event carries.
  public let data: Payload
  /// The input of a host invocation; else nothing.
  public let input: Payload
  /// The id of a host invocation, by which its end is reported; else nil.
  public let invocation: String?
  /// The event that is handled; nil at the start, for a timer and where there is none.
  public let event: String?
  /// What that event carries.
  public let payload: Payload
  /// The full path of the state whose hook or invocation runs; nil for the actions of a handler.
  public let state: String?
  /// The full path of the state whose handler is taken; nil at the start.
  public let source: String?
  /// The full paths of the states that the transition goes to.
  public let targets: [String]

  init(
    action: String, data: Payload, input: Payload = .null, invocation: String? = nil, event: String?, payload: Payload,
    state: String?,
    source: String?, targets: [String]
  ) {
    self.action = action
    self.data = data
    self.input = input
    self.invocation = invocation
    self.event = event
    self.payload = payload
    self.state = state
    self.source = source
    self.targets = targets
  }

  /// A call for a machine that runs. `state`: the state whose hook it is, where that is not the one of the occasion.
  init(
    _ action: String, _ data: Payload?, _ machine: borrowing Machine, at state: StateID? = nil,
    seeing event: SeenEvent? = nil
  ) {
    let occasion = machine.occasion
    let chart = machine.chart
    let seen = Seen(event ?? machine.data.seen, chart)
    self.init(
      action: action, data: data ?? seen.payload, event: seen.event, payload: seen.payload,
      state: (state ?? occasion.hook).map { chart.path($0) }, source: occasion.source.map { chart.path($0) },
      targets: occasion.targets.map { chart.path($0) })
  }

  /// A call for a host invocation that begins or is stopped.
  init(_ work: HostWork, _ input: Value?, _ machine: borrowing Machine) {
    let seen = Seen(machine.data.seen, machine.chart)
    self.init(
      action: work.source, data: Payload(input), input: Payload(input),
      invocation: (work.path + [work.id]).joined(separator: "."), event: seen.event, payload: seen.payload,
      state: work.state, source: nil, targets: [])
  }

  /// The same with what the event carries for data, as a closure in a chart is called.
  var carryingPayload: Call {
    Call(
      action: action, data: data.isNull ? payload : data, input: input, invocation: invocation, event: event,
      payload: payload, state: state,
      source: source, targets: targets)
  }

  /// The same for an event that carries nothing.
  var withoutPayload: Call {
    Call(
      action: action, data: action.isEmpty ? .null : data, input: input, invocation: invocation, event: event,
      payload: .null, state: state, source: source, targets: targets)
  }

  /// The event and what it carries, as the host sees it.
  struct Seen {
    let event: String?
    let payload: Payload

    init(_ seen: SeenEvent, _ chart: StateKitCore.Chart) {
      // The start and timers are no events of a chart.
      event = seen.isEvent ? chart.text(of: seen.eventLabel) : nil
      payload = Payload(seen.payload)
    }
  }
}
