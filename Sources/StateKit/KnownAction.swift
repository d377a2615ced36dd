internal import CEL
internal import StateKitCore

/// A host action of a memoised step: its index, its time, and the argument of its closure.
struct KnownAction: Sendable {
  /// Its index among the actions that the chart needs.
  let index: Int
  /// Its index among the calls of the step.
  let call: Int
  /// The number of the step's entries at the time of the call.
  let entries: Int
  /// True if it belongs to the event of the step, false if it belongs to an event that was raised during the step.
  private let isOfEvent: Bool
  /// The argument for an event without a payload.
  private let bare: Call

  /// Carries it out.
  @inline(__always)
  func perform(by closure: ActionClosure, payload: Payload, mailbox: Mailbox) throws {
    let carried = isOfEvent && !payload.isNull ? payload : bare.payload
    try closure.body(bare.carrying(carried, givesPayload: closure.isInChart, sendingTo: mailbox))
  }

  /// The host actions of a step; empty if a call has a payload that does not come from the event.
  static func all(_ facts: StepFacts, calls: MemoisedStep.Calls, core: ChartCore) -> [KnownAction] {
    guard calls.all.allSatisfy(\.payload.isNull) else { return [] }
    var found: [KnownAction] = []
    var call = 0
    for (index, entry) in facts.entries.enumerated() {
      switch entry {
      case .effect(.call(let name, _), _):
        if let needed = core.needs.actions.index(of: core.chart.names.text(name)) {
          found.append(
            KnownAction(
              index: needed, call: call, entries: index + 1, isOfEvent: call < calls.ofEvent, bare: calls.all[call]))
        }
        call += 1
      case .enter, .exit: call += 1
      case .effect, .event, .always, .afterFired, .sendFired, .invoke, .stop, .ignored, .declined, .forbidden,
        .rejected, .error, .invariant, .value, .done, .child:
        continue
      }
    }
    return found
  }
}

/// The closure of a host action or of a host guard.
final class HostClosure<Result> {
  let body: (Call) throws -> Result
  /// True if the closure is part of the chart.
  let isInChart: Bool

  init(_ body: @escaping (Call) throws -> Result, isInChart: Bool = false) {
    self.body = body
    self.isInChart = isInChart
  }
}

typealias ActionClosure = HostClosure<Void>
typealias GuardClosure = HostClosure<Bool>
