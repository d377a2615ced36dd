package import CEL

/// A timer or a delayed event that waits for the clock: its due time, and its effect.
package struct WaitingTimer: Sendable {
  package enum Kind: Sendable {
    /// An `after` of a state.
    case after(delay: Int64, StateID)
    /// A delayed `send`; `cancel` refers to `id`, and `recipient` is the receiver if it is another machine.
    case send(EventLabel, data: Value?, id: String?, recipient: String?)
  }

  /// The due time on the machine's clock, in milliseconds.
  package let due: Int64
  /// Of timers with equal times, the smaller serial comes first, also across machines that invoke one another.
  package let serial: Int64
  package let kind: Kind
}

extension Machine {
  /// The waiting timers of this machine, without its children, in the order of their due times.
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
