internal import Synchronization

/// The work for a machine that arrives from its closures, in order.
final class Mailbox: Sendable {
  private struct Contents {
    var works: [Statechart.Work] = []
    /// True if works were refused because there were too many.
    var isOverfull = false
    /// True while a step is made that reads the box at its end.
    var isRead = false
    var wake: (@Sendable () -> Void)?
  }

  private let contents = Mutex(Contents())
  /// The async actions of the machine that have not ended, one after another.
  let line = ActionLine()
  /// True if there may be something to do.
  private let isFilled = Atomic<Bool>(false)
  /// True if work may arrive from other tasks.
  private let isShared = Atomic<Bool>(false)
  /// The highest number of waiting works.
  static let most = 100_000

  /// Sets a closure that is called when work arrives while the machine rests.
  func whenFilled(_ wake: @escaping @Sendable () -> Void) {
    contents.withLock { $0.wake = wake }
    isShared.store(true, ordering: .releasing)
  }

  /// Adds a work; returns false if there are too many.
  @discardableResult
  func post(_ work: Statechart.Work) -> Bool {
    let (isPosted, wake): (Bool, (@Sendable () -> Void)?) = contents.withLock { contents in
      isFilled.store(true, ordering: .releasing)
      if contents.works.count >= Self.most {
        contents.isOverfull = true
        return (false, nil)
      }
      contents.works.append(work)
      return (true, contents.isRead ? nil : contents.wake)
    }
    wake?()
    return isPosted
  }

  /// True if work waits, or was refused.
  var needsReading: Bool { isFilled.load(ordering: .acquiring) }

  /// False if no work waits, and no actor has to be woken for work that arrives.
  var mayHaveNews: Bool { needsReading || isShared.load(ordering: .acquiring) }

  /// Marks that a step is made: work that arrives now needs no waking.
  func beginReading() {
    if isShared.load(ordering: .acquiring) { contents.withLock { $0.isRead = true } }
  }

  /// Returns the waiting works; nil if there are none, and then ends the reading.
  func popAll() -> [Statechart.Work]? {
    if !mayHaveNews { return nil }
    return contents.withLock { contents in
      if contents.works.isEmpty {
        contents.isRead = false
        isFilled.store(contents.isOverfull, ordering: .releasing)
        return nil
      }
      defer { contents.works = [] }
      return contents.works
    }
  }

  /// True if works were refused since the last call; keeps those that wait.
  func popOverfull() -> Bool {
    contents.withLock { contents in
      defer {
        contents.isOverfull = false
        isFilled.store(!contents.works.isEmpty, ordering: .releasing)
      }
      return contents.isOverfull
    }
  }

  /// Removes everything; returns true if works were refused.
  func clear() -> Bool {
    contents.withLock { contents in
      defer {
        contents.works = []
        contents.isOverfull = false
        contents.isRead = false
        isFilled.store(false, ordering: .releasing)
      }
      return contents.isOverfull
    }
  }
}
