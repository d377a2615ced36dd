import StateKitCore
import StateKitFormat

/// The wall clock of a run (`--realtime`).
struct Pace {
  private let clock = WallClock()
  /// The time of the machine at the start of the clock.
  private var base: Int64 = 0

  /// The time that the machine's clock should show.
  var elapsed: Int64 { base + clock.elapsed }
  func sleep(until time: Int64) { clock.sleep(until: time - base) }

  /// Continues a run whose machine has a time.
  mutating func resume(at time: Int64) { base = time - clock.elapsed }

  /// Waits until input is ready, the host writes or a timer is due. Returns false if input is ready or, without input,
  /// if neither a timer nor work of the host is left.
  func pause(for input: (any ByteInput)?, host: HostProcess?, until due: Int64?, hasWork: Bool) -> Bool {
    if let input {
      if input.isReady { return false }
    } else if due == nil, host?.isOver ?? true || !hasWork {
      return false
    }
    let limit = due.map { max(0, $0 - elapsed) } ?? 3_600_000
    if let host, !host.isOver || input?.pollDescriptor != nil {
      host.wait(atMost: limit, other: input?.pollDescriptor ?? -1)
    } else if due == nil {
      // The next read waits.
      return false
    } else if let input {
      _ = input.wait(atMost: limit)
    } else {
      clock.sleep(until: clock.elapsed + limit)
    }
    return true
  }
}
