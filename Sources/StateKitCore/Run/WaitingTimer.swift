package import CEL

/// A timer or a delayed event that waits for the clock: when it is due, and what it will do.
package struct WaitingTimer: Sendable {
  package enum Kind: Sendable {
    /// An `after` of a state.
    case after(delay: Int64, StateID)
    /// A delayed `send`; `id` is what `cancel` knows it by, `recipient` whom it goes to where that is another machine.
    case send(EventLabel, data: Value?, id: String?, recipient: String?)
  }

  /// On the machine's clock, in milliseconds.
  package let due: Int64
  /// Of equal times the smaller one comes first, in machines that invoke one another, too.
  package let serial: Int64
  package let kind: Kind
}

extension Machine {
  /// What waits in this machine, without its children, in the order in which it is due.
  package var waitingTimers: [WaitingTimer] {
    timers.inOrder.map { timer in
      let kind: WaitingTimer.Kind =
        switch timer.payload {
        case .after(let state, _, let milliseconds): .after(delay: milliseconds, state)
        case .send(let event, let id, let recipient):
          .send(
            event.label, data: event.data, id: id.map { String(decoding: $0, as: UTF8.self) },
            recipient: recipient?.name)
        }
      return WaitingTimer(due: timer.due, serial: timer.serial, kind: kind)
    }
  }
}
