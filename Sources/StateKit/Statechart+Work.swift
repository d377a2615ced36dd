internal import CEL
internal import StateKitCore

/// The work of a machine, in sequence. Work from inside a closure waits.
extension Statechart {
  /// A piece of work for a machine.
  enum Work: Sendable {
    case start
    case event(String, Payload)
    case advance(Machine.Advance)
    /// A host invocation ended, by its id: done with a result, or failed with an error's details.
    case end(String, isDone: Bool, Payload)
    /// The host's work for an invocation threw an error. `atStart`: true if the closure that begins it did.
    case failedWork(String, any Error, atStart: Bool)
    /// A closure failed after its step: the message and the error.
    case failure(String, any Error)
    /// Sets a path of the context, as a script does.
    case set([String], Expression)
    /// Evaluates an expression, as a script does.
    case show(Expression)
    /// Applies a script line that replaces the host.
    case host(HostAnswers.Line)

    private static let failed = "error.execution"

    var event: String? {
      switch self {
      case .event(let name, _): name
      case .end(let id, let isDone, _): (isDone ? "done.invoke." : "error.invoke.") + id
      case .failedWork(let id, _, _): "error.invoke." + id
      case .failure: Self.failed
      case .start, .advance, .set, .show, .host: nil
      }
    }
  }

  /// Makes a step, then the steps that were queued meanwhile.
  func submit(_ work: Work) -> Step {
    submit(work) { make(work) }
  }

  /// Makes a step by a closure, or queues the work that would make the step.
  @inline(__always)
  func submit(_ work: @autoclosure () -> Work, step: () -> Step) -> Step {
    guard let host else { return step() }
    if host.depth > 0 || host.isBusy { return queue(work(), in: host) }
    host.isBusy = true
    defer { host.isBusy = false }
    host.mailbox.beginReading()
    let made = host.markingMissing(step())
    return host.hasObservers || host.mailbox.mayHaveNews ? finish(made, host: host) : made
  }

  private func queue(_ work: Work, in host: HostTable) -> Step {
    func step(_ outcome: Outcome) -> Step {
      Step(core, at: configuration, event: work.event, outcome: outcome, time: clock)
    }
    if host.depth > 0 {
      host.refused.post(work)
      return step(.rejected("a guard cannot change the machine"))
    }
    return step(host.mailbox.post(work) ? .queued : .rejected(Self.tooMany))
  }

  private static let tooMany = "closures have sent more than \(Mailbox.most) events, the limit"

  /// Reports a step, then makes the steps that are queued.
  private func finish(_ step: consuming Step, host: HostTable) -> Step {
    tell(step)
    for error in drain(host) { step = step.adding(error) }
    return step
  }

  /// Handles the events that closures sent while no step was made.
  func settle() {
    guard let host, !host.isBusy, host.mailbox.needsReading else { return }
    host.isBusy = true
    defer { host.isBusy = false }
    host.mailbox.beginReading()
    _ = drain(host)
  }

  /// The highest number of services whose errors one step has.
  private static let mostFailed = 100

  /// Makes the steps that are queued. Returns the errors for the step before them: of services that did not start,
  /// unless a state handled them, and of too many steps.
  private func drain(_ host: HostTable) -> [StepError] {
    var errors: [StepError] = []
    var count = 0
    while count <= Mailbox.most, let works = host.mailbox.popAll() {
      for work in works {
        count += 1
        if count > Mailbox.most { break }
        let step = host.markingMissing(make(work))
        if case .failedWork(_, _, atStart: true) = work, !step.outcome.isHandled, errors.count < Self.mostFailed {
          errors += step.errors.suffix(1)
        }
        tell(step)
      }
    }
    var isOverfull = false
    if count > Mailbox.most {
      _ = host.mailbox.clear()
      isOverfull = true
    } else if host.mailbox.needsReading {
      isOverfull = host.mailbox.popOverfull()
    }
    if isOverfull {
      tell(Step(core, facts: failed(Self.tooMany), time: clock))
      errors.append(StepError(Self.tooMany))
    }
    if node.isFinished { host.finishStreams() }
    return errors
  }

  private func tell(_ step: Step) {
    if let host, host.hasObservers { host.tell(step) }
  }

  private func make(_ work: Work) -> Step {
    switch work {
    case .start: return begin()
    case .event(let name, let data): return handle(name, data: data)
    case .advance(let advance):
      guard hasStarted else { return Step(core, at: [], event: nil, outcome: .rejected(Self.notStarted)) }
      return run(nil, occasion: advance.occasion) { $0.advance(advance, shown: "") }
    case .end(let id, let isDone, let data): return end(id, isDone: isDone, data: data)
    case .failure(let message, let error):
      return reporting(error, message: message, in: handle(work.event ?? "", data: ["message": .string(message)]))
    case .failedWork(let id, let error, let atStart):
      let text = HostTable.text(of: error)
      let step = end(id, isDone: false, data: ["message": .string(text)])
      // The work may have been stopped meanwhile; that it did not start is told all the same.
      if case .rejected = step.outcome, !atStart { return step }
      return reporting(error, message: "\(DisplayText.name(id)) failed: \(text)", in: step)
    case .set(let path, let expression): return run(nil, occasion: .line) { $0.set(path, to: expression, shown: "") }
    case .show(let expression): return run(nil, occasion: .line) { $0.show(expression, shown: "") }
    case .host(let line): return run(nil, occasion: .line) { $0.answer(line) }
    }
  }

  /// Adds a thrown error to the step of its event, unless a state handled the event.
  private func reporting(_ error: any Error, message: String, in step: Step) -> Step {
    if step.outcome.isHandled { return step }
    return step.adding(StepError(Machine.Fault(message), position: nil, underlying: error))
  }

  private func begin() -> Step {
    if hasStarted { return Step(core, at: configuration, event: nil, outcome: .handled, time: clock) }
    markStarted()
    if let known = node.step(0), known.isReplayable, let step = replayStart(known) { return step }
    return run(node.step(0) == nil ? 0 : nil, occasion: .start) { $0.start() }
  }
}

extension Machine.Advance {
  fileprivate var occasion: StepOccasion {
    if case .by(let milliseconds) = self { .advance(milliseconds) } else { .line }
  }
}
