import CEL

/// A timer or a delayed send with its remaining time, independent of the clock's reading.
package struct PendingTimer: Sendable {
  /// Milliseconds until it is due.
  package let remaining: Int64
  let payload: TimerQueue.Payload
  /// Distinguishes it from other timers of its machine; not part of its identity.
  package let serial: Int64

  /// Appends everything that its effect depends on, as unambiguous bytes, without the remaining time.
  package func appendIdentity(to out: inout ByteBuffer) {
    switch payload {
    case .after(_, let timer, let milliseconds):
      out.append(UInt8(ascii: "a"))
      out.append(number: UInt64(timer))
      out.append(number: UInt64(milliseconds))
    case .send(let event, let id, let to):
      out.append(UInt8(ascii: "s"))
      switch event.label {
      case .known(let name):
        out.append(UInt8(ascii: "k"))
        out.append(number: UInt64(name.rawValue))
      case .other(let name):
        out.append(UInt8(ascii: "o"))
        out.append(counted: Array(name.utf8))
      }
      event.data.appendIdentity(to: &out)
      out.append(counted: id)
      out.append(counted: to.map { Array($0.name.utf8) })
    }
  }

  /// The state whose `after` it is, and the index in `Chart.timers`; nil for a delayed send.
  package var after: (state: StateID, timer: Int)? {
    // Not inlined, because the optimizer of Swift 6.3 crashes on it.
    @inline(never) get {
      switch payload {
      case .after(let state, let timer, _): (state, Int(timer))
      case .send: nil
      }
    }
  }

  /// The name of the event that it sends; nil for an `after`.
  package func sentEvent(in chart: Chart) -> String? {
    if case .send(let event, _, _) = payload { chart.text(of: event.label) } else { nil }
  }

  package func with(remaining: Int64) -> PendingTimer {
    PendingTimer(remaining: remaining, payload: payload, serial: serial)
  }

  func with(serial: Int64) -> PendingTimer {
    PendingTimer(remaining: remaining, payload: payload, serial: serial)
  }
}

extension Value? {
  fileprivate func appendIdentity(to out: inout ByteBuffer) {
    switch self {
    case nil: out.append(UInt8(ascii: "-"))
    case .some(let value): value.appendIdentity(to: &out)
    }
  }
}

extension TimerQueue {
  /// The running timers in the order in which they fire.
  func pending(now: Int64) -> [PendingTimer] {
    inOrder.map { PendingTimer(remaining: $0.due - now, payload: $0.payload, serial: $0.serial) }
  }

  /// Replaces the running timers by these, which are in the order in which they fire.
  mutating func restore(_ timers: [PendingTimer], now: Int64) {
    removeAll()
    for timer in timers {
      restore(Timer(due: now + timer.remaining, serial: nextSerial, payload: timer.payload))
    }
  }
}

extension [PendingTimer] {
  /// The timers with equal due times in an order that is independent of their starts.
  package var inOrderOfIdentity: [PendingTimer] {
    if count < 2 { return self }
    let keyed = map { timer in
      var identity = ByteBuffer()
      timer.appendIdentity(to: &identity)
      return (timer: timer, identity: identity.bytes)
    }
    return keyed.sorted { one, other in
      one.timer.remaining == other.timer.remaining
        ? one.identity.lexicographicallyPrecedes(other.identity) : one.timer.remaining < other.timer.remaining
    }
    .map(\.timer)
  }
}

extension ByteBuffer {
  /// Appends a number as bytes with seven bits each.
  package mutating func append(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Appends bytes after their count; nil differs from an empty list.
  package mutating func append(counted bytes: [UInt8]?) {
    guard let bytes else { return append(0) }
    append(number: UInt64(bytes.count) + 1)
    append(bytes)
  }
}
