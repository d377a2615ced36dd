internal import Synchronization

/// Async actions that run one after another.
final class ActionLine: Sendable {
  private struct Contents {
    var works: [@Sendable () async -> Void] = []
    var isRunning = false
  }

  private let contents = Mutex(Contents())

  /// Adds an action to the end of the line.
  func add(_ work: @escaping @Sendable () async -> Void) {
    let isFirst = contents.withLock { contents in
      contents.works.append(work)
      defer { contents.isRunning = true }
      return !contents.isRunning
    }
    if isFirst { Task { await run() } }
  }

  private func run() async {
    while let works = popAll() {
      for work in works { await work() }
    }
  }

  private func popAll() -> [@Sendable () async -> Void]? {
    contents.withLock { contents in
      defer { contents.works = [] }
      if contents.works.isEmpty {
        contents.isRunning = false
        return nil
      }
      return contents.works
    }
  }
}
