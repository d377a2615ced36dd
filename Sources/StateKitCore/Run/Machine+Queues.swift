import CEL

/// What a machine queues: for itself, for others, for later.
extension Machine {
  /// Queues an event for after this macrostep.
  mutating func queue(sent event: Event) {
    guard let relatives else { return work.sent.append(.event(event)) }
    trace.recorder?.note(.machines)
    relatives.queue(event, from: self)
  }

  /// Queues a message for a child or the parent. Whom it names is looked for when it is delivered.
  mutating func queue(_ event: Event, to recipient: TimerQueue.Recipient) {
    guard let relatives else { return work.sent.append(.message(event, to: recipient)) }
    trace.recorder?.note(.machines)
    relatives.queue(event, to: recipient, from: self)
  }

  /// Queues an event for later, for this machine or another one.
  mutating func queue(_ event: Event, delay: Int64, id: [UInt8]?, to recipient: TimerQueue.Recipient?) -> Bool {
    timers.send(event, delay: delay, id: id, to: recipient, now: time)
  }

  /// Nobody is there to take what was sent: an error of the sender, in a macrostep of its own.
  mutating func failToDeliver(_ event: EventLabel, to recipient: TimerQueue.Recipient) {
    let whom = recipient.isParent ? "no parent" : "no child named \(DisplayText.quoted(recipient.name))"
    let message = "there is \(whom) to send \(DisplayText.name(chart.text(of: event))) to"
    work.raised.append(
      chart.event(
        "error.communication".utf8.span, data: Self.details(message),
        origin: .failure(message: message, recipient.span)))
    macrostep { _ throws(Halt) in }
  }

  static func details(_ message: String) -> Value {
    .map(MapValue([(key: .string("message"), value: .string(message))]))
  }
}
