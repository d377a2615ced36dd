internal import Synchronization

/// Keeps a hook or an observer alive. When the token is deallocated or cancelled, the closure is released and is not
/// called again.
public final class Token: Sendable {
  private let listener: Mutex<(any Cancellable)?>

  /// Stores the closure, unless it could never be called.
  init(_ listener: (any Cancellable)?) {
    self.listener = Mutex(listener)
  }

  deinit { cancel() }

  /// Releases the closure, which is not called again. Further calls have no effect.
  public func cancel() {
    // Releasing the closure may release objects that cancel this token, so it happens outside the lock.
    let cancelled = listener.withLock { $0.take() }
    cancelled?.cancel()
  }
}

/// A registration that a token can cancel.
protocol Cancellable: AnyObject, Sendable {
  func cancel()
}

/// A registered closure. Its token keeps it alive.
final class Listener<Closure>: Cancellable, @unchecked Sendable {
  // Only the owner of the machine calls it. A token on another thread clears the flag and releases it.
  let closure: Closure
  private let flag = Atomic<Bool>(true)

  init(_ closure: Closure) {
    self.closure = closure
  }

  /// False after its token was cancelled or deallocated; a call may still be under way.
  var isWanted: Bool { flag.load(ordering: .relaxed) }

  func cancel() {
    flag.store(false, ordering: .relaxed)
  }
}

/// Registered closures in the order of registration. Their tokens keep them alive, because a closure may capture the
/// machine that calls it.
struct Listeners<Closure> {
  private var all: [Entry] = []

  private struct Entry {
    weak var listener: Listener<Closure>?
  }

  var isEmpty: Bool { all.isEmpty }

  /// Passes each closure that is still wanted to `body`. Returns true if a listener was cancelled. Closures that are added
  /// meanwhile are not passed.
  func forEach(_ body: (Closure) -> Void) -> Bool {
    var hasEnded = false
    // Iterates by index: iterating over entries would copy each weak reference.
    for index in all.indices {
      guard let listener = all[index].listener else {
        hasEnded = true
        continue
      }
      if listener.isWanted { body(listener.closure) }
    }
    return hasEnded
  }

  mutating func removeEnded() {
    all.removeAll { $0.listener == nil }
  }

  mutating func add(_ closure: Closure) -> Token {
    let listener = Listener(closure)
    all.append(Entry(listener: listener))
    return Token(listener)
  }
}

/// Closures that are registered for one state or one event each.
struct Hooks<Key: Hashable> {
  private var all: [Key: Listeners<(Call) -> Void>] = [:]

  var isEmpty: Bool { all.isEmpty }

  mutating func add(_ key: Key, closure: @escaping (Call) -> Void) -> Token {
    all[key, default: Listeners()].add(closure)
  }

  /// The listeners of a key. One of them may have been cancelled, so check it before the call.
  func wanted(_ key: Key) -> Listeners<(Call) -> Void> { all[key] ?? Listeners() }

  /// Removes the listeners that were cancelled.
  mutating func removeEnded() {
    all = all.compactMapValues { listeners in
      var left = listeners
      left.removeEnded()
      return left.isEmpty ? nil : left
    }
  }
}
