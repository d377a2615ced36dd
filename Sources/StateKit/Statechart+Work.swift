internal import CEL
internal import StateKitCore

/// The work of a machine, in sequence. Work from inside a closure waits.
extension Statechart {
  /// A piece of work for a machine.
  enum Work {
    case start
    case event(String, Payload)
    case advance(Machine.Advance)
    /// A host invocation ended, by its id: done with a result, or failed with an error's details.
    case end(String, isDone: Bool, Payload)
    /// Sets a path of the context, as a script does.
    case set([String], Expression)
    /// Evaluates an expression, as a script does.
    case show(Expression)
    /// Applies a script line that replaces the host.
    case host(HostAnswers.Line)
  }

  /// The highest number of queued works; more from inside closures are dropped, because they would never end.
  private static let mostQueued = 100_000

  /// Makes a step, then the steps that were queued meanwhile.
  func submit(_ work: Work) -> Step {
    if isBusy {
      ownHost.waiting.append(work)
      return Step(at: configuration, outcome: .queued)
    }
    isBusy = true
    defer { isBusy = false }
    return finish(make(work))
  }

  /// Reports a step, then makes the steps that are queued.
  func finish(_ step: Step) -> Step {
    guard let host else { return step }
    guard host.hasObservers || !host.waiting.isEmpty else { return step }
    tell(step)
    var count = 0
    while !host.waiting.isEmpty {
      let waiting = host.waiting
      host.waiting = []
      for work in waiting {
        count += 1
        if count > Self.mostQueued { break }
        tell(make(work))
      }
      if count > Self.mostQueued {
        host.waiting = []
        tell(Step(failed("\(Self.mostQueued) events sent by closures in one step, the limit"), in: self))
      }
    }
    return step
  }

  private func tell(_ step: Step) {
    if let host, host.hasObservers { host.tell(step) }
  }

  private func make(_ work: Work) -> Step {
    switch work {
    case .start: return begin()
    case .event(let name, let data): return handle(name, data: data)
    case .advance(let advance):
      guard hasStarted else { return Step(at: [], outcome: .rejected(Self.notStarted)) }
      return run(nil) { $0.advance(advance, shown: "") }
    case .end(let id, let isDone, let data): return end(id, isDone: isDone, data: data)
    case .set(let path, let expression): return run(nil) { $0.set(path, to: expression, shown: "") }
    case .show(let expression): return run(nil) { $0.show(expression, shown: "") }
    case .host(let line): return run(nil) { $0.answer(line) }
    }
  }

  private func begin() -> Step {
    if let known = node.step(0), known.isReplayable, let step = replayStart(known) { return step }
    return run(node.step(0) == nil ? 0 : nil) { $0.start() }
  }
}
