internal import CEL
internal import StateKitCore

/// A host action that a known step does: which one, when, and what its closure is called with.
///
/// An object whose parts never change, as a closure is one here: what is read from it is lent to the closure. A copy would count
/// a reference, and its end, for each call.
final class KnownAction: Sendable {
  /// Its index among the actions that the chart needs.
  let index: Int
  /// Its index among the calls of the step.
  let call: Int
  /// How many entries of the step are made when it is called.
  let entries: Int
  /// It is called while the event of the step is handled, not one that was raised then.
  private let isOfEvent: Bool
  /// What is given where the event carries nothing: to a closure of the program, and to one that stands in the chart.
  private let bare: Call
  private let bareInChart: Call

  private init(index: Int, call: Int, entries: Int, isOfEvent: Bool, bare: Call) {
    self.index = index
    self.call = call
    self.entries = entries
    self.isOfEvent = isOfEvent
    self.bare = bare
    bareInChart = bare.givingPayload
  }

  /// Does it; why that failed, or nil.
  @inline(__always)
  func perform(by closure: ActionClosure, payload: Payload) -> String? {
    do {
      if payload.isNull || !isOfEvent {
        if closure.isInChart { try closure.body(bareInChart) } else { try closure.body(bare) }
      } else {
        let call = bare.carrying(payload)
        try closure.body(closure.isInChart ? call.givingPayload : call)
      }
      return nil
    } catch {
      return HostTable.text(of: error)
    }
  }

  /// The host actions that a step does; none where one of its calls carries something whatever the event does.
  static func all(_ facts: StepFacts, calls: KnownStep.Calls, core: ChartCore) -> [KnownAction] {
    guard calls.all.allSatisfy(\.payload.isNull) else { return [] }
    var found: [KnownAction] = []
    var call = 0
    for (index, entry) in facts.entries.enumerated() {
      switch entry {
      case .effect(.call(let name, _), _):
        let name = Name(core.chart.names.text(name))
        if let needed = core.needs.actions.firstIndex(of: name) {
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

/// What does a host action.
final class ActionClosure {
  let body: (Call) throws -> Void
  /// It stands in the chart.
  let isInChart: Bool

  init(_ body: @escaping (Call) throws -> Void, isInChart: Bool = false) {
    self.body = body
    self.isInChart = isInChart
  }
}
