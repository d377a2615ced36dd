internal import StateKitCore
internal import Synchronization

/// The reason why a machine did not reach the state that a task waited for.
public enum WaitError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The chart has no such state.
  case unknown(UnknownName)
  /// The time is over. `configuration`: the deepest active states at its end.
  case timedOut(configuration: [String])
  /// The machine is finished, and the state is not active.
  case finished(configuration: [String])
  /// The waiting task was cancelled.
  case cancelled

  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .unknown(let error): "\(error)"
    case .timedOut(let configuration): "the time is over; active: \(configuration.joined(separator: ", "))"
    case .finished(let configuration): "the machine is finished; active: \(configuration.joined(separator: ", "))"
    case .cancelled: "the task was cancelled"
    }
  }
}

extension StatechartActor {
  /// Waits until a state is active after a step.
  ///
  /// ```swift
  /// try await order.waitFor("paid", timeout: .seconds(5))
  /// ```
  ///
  /// - Parameters:
  ///   - state: a name, or the end of a path, as in the chart.
  ///   - timeout: the time to wait on the actor's clock; nil waits without a limit.
  /// - Throws: `WaitError` if the state is not reached.
  public func waitFor(_ state: String, timeout: Swift.Duration? = nil) async throws(WaitError) {
    let ticker = self.ticker
    let waiter = try with { (machine) throws(WaitError) in try machine.waiter(state) }
    guard let timeout else { return try await waiter.wait(nil) }
    let end = ticker.now() + timeout.clamped
    try await waiter.wait { [self] in
      try await ticker.sleep(end)
      // Timers that were due before the end count.
      await catchUp()
    }
  }

  /// Makes the steps of the timers that are due.
  func catchUp() { with { _ in } }
}

extension Statechart {
  /// Waits until a state is active after a step, which the owner of the machine makes meanwhile.
  ///
  /// - Parameters:
  ///   - state: a name, or the end of a path, as in the chart.
  ///   - timeout: the time to wait on the system's clock; nil waits without a limit.
  ///   - isolation: the owner of the machine.
  /// - Throws: `WaitError` if the state is not reached.
  public func waitFor(
    _ state: String, timeout: Swift.Duration? = nil, isolation: isolated (any Actor)? = #isolation
  ) async throws(WaitError) {
    let waiter = try waiter(state)
    guard let timeout else { return try await waiter.wait(nil) }
    let ticker = Ticker(ContinuousClock())
    try await waiter.wait { try await ticker.sleep(timeout.clamped) }
  }

  /// A waiter that ends when the state is active.
  func waiter(_ state: String) throws(WaitError) -> Waiter {
    let id: StateID
    do {
      id = try core.state(state)
    } catch {
      throw .unknown(error)
    }
    let waiter = Waiter()
    // The closure may be called in the middle of a step of the machine: the step itself says what is active.
    let check: (StepNode) -> Void = { node in
      if node.isActive(id) {
        waiter.end(nil)
      } else if node.isFinished {
        waiter.end(.finished(configuration: node.paths))
      }
      waiter.see(node.paths)
    }
    check(node)
    if waiter.isWaiting {
      waiter.keep(observe { step in if let node = step.facts?.to { check(node) } })
    }
    return waiter
  }
}

/// A task that waits for a state.
final class Waiter: Sendable {
  private struct Contents {
    /// The end: an error, or nil for success.
    var end: WaitError??
    var continuation: CheckedContinuation<WaitError?, Never>?
    var configuration: [String] = []
    var token: Token?
  }

  private let contents = Mutex(Contents())

  var isWaiting: Bool { contents.withLock { $0.end == nil } }

  func see(_ configuration: [String]) {
    contents.withLock { $0.configuration = configuration }
  }

  func keep(_ token: Token) {
    contents.withLock { $0.token = token }
  }

  /// Ends the waiting, once.
  func end(_ error: WaitError?) {
    let (continuation, token) = contents.withLock { contents in
      if contents.end != nil { return (CheckedContinuation<WaitError?, Never>?.none, Token?.none) }
      contents.end = .some(error)
      defer { (contents.continuation, contents.token) = (nil, nil) }
      return (contents.continuation, contents.token)
    }
    withExtendedLifetime(token) {}
    continuation?.resume(returning: error)
  }

  /// Waits for the end. `clock` returns when the time is over.
  func wait(
    _ clock: (@Sendable () async throws -> Void)?, isolation: isolated (any Actor)? = #isolation
  ) async throws(WaitError) {
    let timer = clock.map { clock in
      Task {
        guard (try? await clock()) != nil else { return }
        end(.timedOut(configuration: contents.withLock { $0.configuration }))
      }
    }
    let error = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<WaitError?, Never>) in
        let end = contents.withLock { contents in
          if contents.end == nil { contents.continuation = continuation }
          return contents.end
        }
        if let end { continuation.resume(returning: end) }
      }
    } onCancel: {
      end(.cancelled)
    }
    timer?.cancel()
    if let error { throw error }
  }
}
