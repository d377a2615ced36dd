internal import Synchronization

/// Keeps a hook or an observer: when the token goes, or is cancelled, the closure is not called any more and released.
public final class Token: Sendable {
  private let listener: Mutex<(any Cancellable)?>

  /// Keeps a closure; none, where it could never be called.
  init(_ listener: (any Cancellable)?) {
    self.listener = Mutex(listener)
  }

  deinit { cancel() }

  /// The closure is not called any more, and released. Once is enough.
  public func cancel() {
    // What the closure captured may go here, and cancel this token: that is after the lock.
    let cancelled = listener.withLock { $0.take() }
    cancelled?.cancel()
  }
}

/// What a token can end.
protocol Cancellable: AnyObject, Sendable {
  func cancel()
}

/// A closure that somebody wants to be called. Its token keeps it.
final class Listener<Closure>: Cancellable, @unchecked Sendable {
  // Called by the owner of the machine only; a token on another thread lowers the flag and lets go of it.
  let closure: Closure
  private let flag = Atomic<Bool>(true)

  init(_ closure: Closure) {
    self.closure = closure
  }

  /// False once its token has gone or was cancelled, though somebody may be about to call it.
  var isWanted: Bool { flag.load(ordering: .relaxed) }

  func cancel() {
    flag.store(false, ordering: .relaxed)
  }
}

/// Closures that somebody wants to be called, in the order in which they came. They are kept by their tokens, not here: a
/// closure may capture the machine that calls it.
struct Listeners<Closure> {
  private var all: [Entry] = []

  private struct Entry {
    weak var listener: Listener<Closure>?
  }

  var isEmpty: Bool { all.isEmpty }

  mutating func add(_ closure: Closure) -> Token {
    all.removeAll { $0.listener == nil }
    let listener = Listener(closure)
    all.append(Entry(listener: listener))
    return Token(listener)
  }

  /// Those that are wanted now; those that have gone are forgotten. One that is cancelled meanwhile is to be asked for again
  /// before it is called.
  mutating func wanted() -> [Listener<Closure>] {
    let wanted = all.compactMap(\.listener)
    if wanted.count < all.count { all.removeAll { $0.listener == nil } }
    return wanted
  }
}

/// Closures that want to hear of one thing each: a state, or an event.
struct Hooks<Key: Hashable> {
  private var all: [Key: Listeners<(Call) -> Void>] = [:]

  var isEmpty: Bool { all.isEmpty }

  mutating func add(_ key: Key, closure: @escaping (Call) -> Void) -> Token {
    all[key, default: Listeners()].add(closure)
  }

  /// Those that are wanted now; what nobody wants any longer is forgotten.
  mutating func wanted(_ key: Key) -> [Listener<(Call) -> Void>] {
    guard let wanted = all[key]?.wanted() else { return [] }
    if wanted.isEmpty { all[key] = nil }
    return wanted
  }
}
