internal import Synchronization

/// Keeps a hook or an observer: when the token goes, or is cancelled, the closure is not called any more.
public final class Token: Sendable {
  let flag: Flag

  init(_ flag: Flag) {
    self.flag = flag
  }

  deinit { flag.lower() }

  /// The closure is not called any more. Once is enough.
  public func cancel() {
    flag.lower()
  }

  /// Whether a closure is still wanted.
  final class Flag: Sendable {
    private let isUp = Atomic<Bool>(true)

    var isRaised: Bool { isUp.load(ordering: .relaxed) }

    func lower() {
      isUp.store(false, ordering: .relaxed)
    }
  }
}

/// Closures that somebody wants to be called, in the order in which they came.
struct Listeners<Closure> {
  private var all: [(flag: Token.Flag, closure: Closure)] = []

  var isEmpty: Bool { all.isEmpty }

  mutating func add(_ closure: Closure) -> Token {
    all.removeAll { !$0.flag.isRaised }
    let flag = Token.Flag()
    all.append((flag, closure))
    return Token(flag)
  }

  /// Those that are wanted now. One that is cancelled meanwhile is asked for again before it is called.
  var wanted: [(flag: Token.Flag, closure: Closure)] { all.filter(\.flag.isRaised) }
}
