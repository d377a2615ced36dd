import CEL

/// Running lists of actions (Charts.md).
extension Machine {
  /// A loop in progress.
  private struct Loop {
    let elements: [Value]
    let element: Int32
    let index: Int32?
    /// The range from the first action of the body to the one behind it.
    let body: Range<Int>
    var next = 0
    /// The size of the list in bytes.
    let size: Int
  }

  /// Runs a list of actions. An error ends the whole list, or the list in it where it happened, and raises `error.execution` (Semantics.md, rule 28).
  mutating func run(_ actions: TableRange, inHook: Bool) throws(Halt) {
    var loops: [Loop] = []
    defer { for loop in loops { data.memory.release(loop.size) } }
    var next = actions.indices.lowerBound
    var blockEnd = next
    let end = actions.indices.upperBound
    while true {
      while let loop = loops.last, next == loop.body.upperBound { advance(&loops, next: &next) }
      guard next < end else { return }
      let action = next
      next += 1
      work.actionCount += 1
      try spend(at: chart.actionSpans[action])
      if work.actionCount > limits.actions {
        throw Halt(
          message: "\(limits.actions) actions in one macrostep, the limit"
            + (work.steps.count > 0 ? ": \(work.steps.summary(in: chart))" : ""),
          span: chart.actionSpans[action])
      }
      trace.recorder?.note(chart.actions[action].dependence)
      do throws(Stop) {
        switch chart.actions[action] {
        case .goTo(let target):
          do throws(Halt) {
            try goToState(chart.targets[Int(target)], inHook: inHook, at: chart.actionSpans[action])
          } catch {
            throw .halt(error)
          }
        case .unless(let condition, let skip):
          if try !isTrue(condition) { next += Int(skip) }
        case .skip(let count): next += Int(count)
        case .block(let count): blockEnd = next + Int(count)
        case .forEach(let list, let element, let index, let count):
          let (elements, size) = try self.elements(list)
          loops.append(
            Loop(elements: elements, element: element, index: index, body: next..<next + Int(count), size: size))
          next = next + Int(count)
        case .assign(let path, let template):
          do throws(DataModel.Failure) {
            let value = try data.assign(path, template: template, in: configuration, at: chart.actionSpans[action])
            emit(assigned: value, to: path, inHook: inHook)
          } catch {
            throw .failure(error)
          }
        case .call, .log, .raise, .send, .cancel: try perform(action, inHook: inHook)
        }
      } catch {
        switch error {
        case .halt(let halt): throw halt
        case .failure(let failure):
          if data.meter.end != nil, let halt = halt(at: failure.span) { throw halt }
          fail(failure.message, at: failure.span, sendID: failure.sendID)
          if action >= blockEnd { return }
          for loop in loops { data.memory.release(loop.size) }
          loops.removeAll()
          next = blockEnd
        }
      }
    }
  }

  /// The reason why a list of actions ends early.
  private enum Stop: Error {
    case failure(DataModel.Failure)
    case halt(Halt)
  }

  /// Advances to the next round of the innermost loop, or to the action behind it.
  private mutating func advance(_ loops: inout [Loop], next: inout Int) {
    let top = loops.count - 1
    guard loops[top].next < loops[top].elements.count else {
      next = loops[top].body.upperBound
      trace.recorder?.note(.endLoop)
      data.memory.release(loops[top].size)
      loops.removeLast()
      // The loop ends where its enclosing loop ends: the caller checks that one next.
      return
    }
    trace.recorder?.noteRound(loops[top].next, element: loops[top].element, index: loops[top].index)
    data.setLoop(loops[top].element, to: loops[top].elements[loops[top].next])
    if let index = loops[top].index { data.setLoop(index, to: .int(Int64(loops[top].next))) }
    loops[top].next += 1
    next = loops[top].body.lowerBound
  }

  private mutating func isTrue(_ condition: Int32) throws(Stop) -> Bool {
    do throws(DataModel.Failure) {
      return try data.holds(condition, in: configuration)
    } catch {
      throw .failure(error)
    }
  }

  private mutating func elements(_ list: Int32) throws(Stop) -> (elements: [Value], size: Int) {
    do throws(DataModel.Failure) {
      let before = trace.recorder?.record.dependence
      let value = try data.evaluate(list, in: configuration)
      if case .list(let found) = value {
        if let before { data.noteLoop(over: list, count: found.elements.count, since: before, in: configuration) }
        try data.hold(found.size, at: chart.expressions[Int(list)].source.span)
        return (found.elements, found.size)
      }
      throw DataModel.Failure(
        message: "forEach needs a list, this is \(value.typeName.rawValue)",
        span: chart.expressions[Int(list)].source.span)
    } catch {
      throw .failure(error)
    }
  }

  private mutating func perform(_ index: Int, inHook: Bool) throws(Stop) {
    let span = chart.actionSpans[index]
    do throws(DataModel.Failure) {
      switch chart.actions[index] {
      case .call(let name, let template):
        let data = try value(template)
        if let why = chart.misfit(of: data, calling: name) {
          throw DataModel.Failure(
            message: "the data do not fit the action \(DisplayText.name(chart.names.text(name))): \(why)", span: span)
        }
        try self.data.admit(data?.size ?? 0, at: span)
        emit(.effect(.call(name, data: data), inHook: inHook))
        if let host, let why = host.perform(name, data: data, on: &self) {
          throw DataModel.Failure(
            message: "the action \(DisplayText.name(chart.names.text(name))) failed: \(why)", span: span)
        }
      case .log(let template):
        let text = try data.text(of: template, in: configuration, isShown: true)
        trace.recorder?.noteLog(template)
        emit(.effect(.log(text), inHook: inHook))
      case .raise(let text, let template):
        let event = try event(text, template: template, origin: .internal, at: span)
        try checkFits(event, at: span)
        try data.admit(event.size, at: span)
        emit(.effect(.raise(event.label, data: event.data), inHook: inHook))
        raise(event)
      case .send(let text, let template, let delay, let id, let to):
        let sendID = try sendID(id, at: span)
        do throws(DataModel.Failure) {
          let recipient = try recipient(to, at: span)
          let event = try event(text, template: template, origin: .external, sendID: sendID, at: span)
          if recipient == nil { try checkFits(event, at: span) }
          try send(event, after: delay, to: recipient, at: span, inHook: inHook)
        } catch {
          var failure = error
          failure.sendID = sendID
          throw failure
        }
      case .cancel(let template):
        let id = try data.text(of: template, in: configuration)
        emit(.effect(.cancel(id), inHook: inHook))
        _ = data.meter.spend(changeTimers { $0.cancel(Array(id.utf8)) })
      case .goTo, .unless, .skip, .block, .forEach, .assign: break
      }
    } catch {
      throw .failure(error)
    }
  }

  private mutating func sendID(_ id: TextTemplate?, at span: SourceSpan) throws(DataModel.Failure) -> String? {
    guard let id else { return nil }
    let text = try data.text(of: id, in: configuration)
    if let why = InputLimits.longName("the id of an event", bytes: text.utf8.count) {
      throw DataModel.Failure(message: why, span: span)
    }
    return text
  }

  private mutating func recipient(
    _ id: TextTemplate?, at span: SourceSpan
  ) throws(DataModel.Failure) -> TimerQueue.Recipient? {
    guard let id else { return nil }
    return TimerQueue.Recipient(name: try data.text(of: id, in: configuration), span: span)
  }

  private mutating func send(
    _ event: Event, after delay: DelayText, to recipient: TimerQueue.Recipient?, at span: SourceSpan, inHook: Bool
  ) throws(DataModel.Failure) {
    let milliseconds = try self.milliseconds(delay)
    try data.admit(event.size + HeldBytes.timer, at: span)
    if milliseconds > 0, !queue(event, delay: milliseconds, id: event.ids.send.map { Array($0.utf8) }, to: recipient) {
      throw DataModel.Failure(message: "the event would be due beyond \(Delay.shownLongest)", span: span)
    }
    emit(.effect(.send(event.label, data: event.data, delay: milliseconds), inHook: inHook))
    if milliseconds > 0 { return }
    if let recipient {
      // A session never exists, so no delivery is attempted after the macrostep.
      if recipient.isSession { return raiseUndelivered(event.label, sendID: event.ids.send, to: recipient) }
      queue(event, to: recipient)
    } else {
      queue(sent: event)
    }
  }

  /// Creates the event of an action.
  private mutating func event(
    _ text: EventText, template: DataTemplate?, origin: Event.Origin, sendID: String? = nil, at span: SourceSpan
  ) throws(DataModel.Failure) -> Event {
    let ids = Event.IDs(send: sendID)
    switch text {
    case .event(let id):
      return Event(
        id: id, label: .known(chart.eventNames[id.index]), data: try value(template), origin: origin, ids: ids)
    case .text(let name):
      let name = try data.text(of: name, in: configuration)
      if name.utf8.isEmpty { throw DataModel.Failure(message: "\"\" is not a name of an event", span: span) }
      if let why = InputLimits.longName("the name of an event", bytes: name.utf8.count) {
        throw DataModel.Failure(message: why, span: span)
      }
      return chart.event(name.utf8Bytes.span, data: try value(template), origin: origin, ids: ids)
    }
  }

  /// Throws if this machine may not handle the event, which it raises or sends to itself.
  private func checkFits(_ event: Event, at span: SourceSpan) throws(DataModel.Failure) {
    if let why = chart.rejection(of: event, isOwn: true) {
      throw DataModel.Failure(message: "\(shown(event.label)) does not fit: \(why)", span: span)
    }
  }

  private func shown(_ label: EventLabel) -> String {
    switch label {
    case .known(let name): DisplayText.name(chart.names.text(name))
    case .other(let name): DisplayText.name(name)
    }
  }

  private mutating func value(_ template: DataTemplate?) throws(DataModel.Failure) -> Value? {
    guard let template else { return nil }
    let value = try data.value(of: template, in: configuration)
    return value.isNull ? nil : value
  }
}
