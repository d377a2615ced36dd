internal import CEL
internal import StateKitCore

/// What a closure of the host is called for: a host action, a host guard, a host invocation or a hook.
public struct Call: Sendable {
  private let facts: Facts
  /// What the event carries that is handled.
  public let payload: Payload
  /// Where the chart gives no data, what the event carries is given: a closure that stands in a chart is called so.
  private let givesPayload: Bool

  /// The name of the action, the guard or the source; empty for a hook.
  public var action: String { facts.action }
  /// What the chart gives the action or the guard. For a hook, and for a closure that stands in a chart in code, what the
  /// event carries.
  public var data: Payload {
    guard let data = facts.data, !givesPayload || !data.isNull else { return payload }
    return data
  }
  /// The input of a host invocation; else nothing.
  public var input: Payload { facts.input }
  /// The id of a host invocation, by which its end is reported; else nil.
  public var invocation: String? { facts.invocation }
  /// The event that is handled; nil at the start, for a timer and where there is none.
  public var event: String? { facts.event }
  /// The full path of the state whose hook or invocation runs; nil for the actions of a handler.
  public var state: String? { facts.state }
  /// The full path of the state whose handler is taken; nil at the start.
  public var source: String? { facts.source }
  /// The full paths of the states that the transition goes to.
  public var targets: [String] { facts.targets }

  /// All but what the event carries: in known steps it is the same each time, and shared.
  final class Facts: Sendable {
    let action: String
    /// Nil where that is what the event carries.
    let data: Payload?
    let input: Payload
    let invocation: String?
    let event: String?
    let state: String?
    let source: String?
    let targets: [String]

    fileprivate init(
      action: String, data: Payload?, input: Payload, invocation: String?, event: String?, state: String?,
      source: String?, targets: [String]
    ) {
      self.action = action
      self.data = data
      self.input = input
      self.invocation = invocation
      self.event = event
      self.state = state
      self.source = source
      self.targets = targets
    }
  }

  @inline(__always)
  init(_ facts: Facts, payload: Payload, givesPayload: Bool = false) {
    self.facts = facts
    self.payload = payload
    self.givesPayload = givesPayload
  }

  init(
    action: String, data: Payload?, input: Payload = .null, invocation: String? = nil, event: String?, payload: Payload,
    state: String?, source: String?, targets: [String]
  ) {
    facts = Facts(
      action: action, data: data, input: input, invocation: invocation, event: event, state: state, source: source,
      targets: targets)
    self.payload = payload
    givesPayload = false
  }

  /// A call for a machine that runs. `state`: the state whose hook it is, where that is not the one of the occasion.
  init(
    _ action: String, data: Payload?, in machine: borrowing Machine, at state: StateID? = nil,
    seeing event: SeenEvent? = nil
  ) {
    let occasion = machine.occasion
    let chart = machine.chart
    let seen = Seen(event ?? machine.data.seen, in: chart)
    self.init(
      action: action, data: data, event: seen.event, payload: seen.payload,
      state: (state ?? occasion.hook).map { chart.path($0) }, source: occasion.source.map { chart.path($0) },
      targets: occasion.targets.map { chart.path($0) })
  }

  /// A call for a host invocation that begins or is stopped.
  init(_ work: HostWork, input: Value?, in machine: borrowing Machine) {
    let seen = Seen(machine.data.seen, in: machine.chart)
    self.init(
      action: work.source, data: Payload(input), input: Payload(input),
      invocation: (work.path + [work.id]).joined(separator: "."), event: seen.event, payload: seen.payload,
      state: work.state, source: nil, targets: [])
  }

  /// The same with what the event carries for data, as a closure in a chart is called.
  var givingPayload: Call { Call(facts, payload: payload, givesPayload: true) }

  /// All but what the event carries. The call keeps it.
  var shared: Unmanaged<Facts> { unsafe .passUnretained(facts) }

  /// The same for an event that carries nothing.
  var withoutPayload: Call { carrying(.null) }

  /// The same for an event that carries something else.
  func carrying(_ payload: Payload) -> Call { Call(facts, payload: payload) }

  /// The event and what it carries, as the host sees it.
  struct Seen {
    let event: String?
    let payload: Payload

    init(_ seen: SeenEvent, in chart: StateKitCore.Chart) {
      // The start and timers are no events of a chart.
      event = seen.isEvent ? chart.text(of: seen.eventLabel) : nil
      payload = Payload(seen.payload)
    }
  }
}
