import CEL

/// The queues of a machine: for itself, for others, and for later.
extension Machine {
  /// Queues an event for the time after this macrostep.
  mutating func queue(sent event: Event) {
    guard let relatives else {
      data.memory.holdAnyway(event.size)
      return work.sent.append(.event(event))
    }
    trace.recorder?.note(.machines)
    relatives.queue(event, from: &self)
  }

  /// Queues a message for a child or the parent. The receiver is looked up at delivery. `isDue`: true if its timer has
  /// fired.
  mutating func queue(_ event: Event, to recipient: TimerQueue.Recipient, isDue: Bool = false) {
    guard let relatives else {
      data.memory.holdAnyway(event.size)
      return work.sent.append(.message(event, to: recipient))
    }
    trace.recorder?.note(.machines)
    relatives.queue(event, to: recipient, isDue: isDue, from: &self)
  }

  /// Puts an event at the end of the internal queue.
  mutating func raise(_ event: Event) {
    data.memory.holdAnyway(event.size)
    work.raised.append(event)
  }

  /// Drops the events in the queues of the machine.
  mutating func dropQueues() {
    for event in work.raised.waiting { data.memory.release(event.size) }
    for sent in work.sent.waiting { data.memory.release(sent.size) }
    work.raised.removeAll()
    work.sent.removeAll()
  }

  /// Changes the timers, and counts their memory.
  @inline(__always)
  mutating func changeTimers<Result>(_ body: (inout TimerQueue) -> Result) -> Result {
    let before = timers.bytes
    let result = body(&timers)
    data.memory.holdAnyway(timers.bytes - before)
    return result
  }

  /// Queues an event for later, for this machine or another one.
  mutating func queue(_ event: Event, delay: Int64, id: [UInt8]?, to recipient: TimerQueue.Recipient?) -> Bool {
    changeTimers { [time] in $0.send(event, delay: delay, id: id, to: recipient, now: time) }
  }

  /// Reports that a message has no receiver: an error of the sender, in a macrostep of its own.
  mutating func failToDeliver(_ event: EventLabel, sendID: String?, to recipient: TimerQueue.Recipient) {
    raiseUndelivered(event, sendID: sendID, to: recipient)
    macrostep { _ throws(Halt) in }
  }

  /// Raises `error.communication` (Children.md).
  mutating func raiseUndelivered(_ event: EventLabel, sendID: String?, to recipient: TimerQueue.Recipient) {
    let name = DisplayText.quoted(recipient.name)
    let whom =
      recipient.isParent ? "no parent" : recipient.isSession ? "no session at \(name)" : "no child named \(name)"
    let message = "there is \(whom) to send \(DisplayText.name(chart.text(of: event))) to"
    raise(
      chart.event(
        "error.communication".utf8Bytes.span, data: Self.details(message),
        origin: .failure(message: message, recipient.span), ids: Event.IDs(send: sendID)))
  }

  static func details(_ message: String) -> Value {
    .map(MapValue([(key: .string("message"), value: .string(message))]))
  }

  /// Raises `error.execution` (Semantics.md, rule 28).
  mutating func fail(_ message: String, at span: SourceSpan?, sendID: String? = nil) {
    let origin = Event.Origin.failure(message: message, span ?? SourceSpan(0, end: 0))
    raise(
      chart.event(
        "error.execution".utf8Bytes.span, data: Self.details(message), origin: origin, ids: Event.IDs(send: sendID)))
  }
}
