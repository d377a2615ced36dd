import CLibrary
import Synchronization

/// Work on several threads: numbered jobs, with results in the order of their numbers.
enum Workers {
  /// The number of jobs that this machine runs in parallel.
  static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  private final class Pool<Result: Sendable>: Sendable {
    private let upcoming = Atomic<Int>(0)
    private let results: Mutex<[Result?]>
    private let job: @Sendable (Int) -> Result
    private let count: Int

    init(_ count: Int, job: @escaping @Sendable (Int) -> Result) {
      self.count = count
      self.job = job
      results = Mutex([Result?](repeating: nil, count: count))
    }

    func work() {
      while true {
        let number = upcoming.wrappingAdd(1, ordering: .relaxed).oldValue
        if number >= count { return }
        let result = job(number)
        results.withLock { $0[number] = result }
      }
    }

    var all: [Result] { results.withLock { $0.compactMap { $0 } } }
  }

  /// Runs `count` jobs, up to `threads` of them in parallel.
  static func map<Result: Sendable>(_ count: Int, threads: Int, job: @escaping @Sendable (Int) -> Result) -> [Result] {
    let pool = Pool(count, job: job)
    var others: [Thread] = []
    for _ in 1..<max(2, min(threads, count)) where threads > 1 && count > 1 {
      if let thread = Thread({ pool.work() }) { others.append(thread) }
    }
    pool.work()
    for thread in others { thread.join() }
    return pool.all
  }

  /// A system thread. Its shared data are passed as one retained box.
  private struct Thread {
    private let thread: pthread_t

    private final class Box: Sendable {
      let body: @Sendable () -> Void

      init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
      }
    }

    /// Starts a thread; nil if the system refuses.
    init?(_ body: @escaping @Sendable () -> Void) {
      let box = unsafe Unmanaged.passRetained(Box(body))
      #if canImport(Darwin)
        var made: pthread_t?
        let status = unsafe pthread_create(
          &made, nil,
          { argument in
            unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
            return nil
          }, box.toOpaque())
        guard status == 0, let made else {
          unsafe box.release()
          return nil
        }
        unsafe thread = made
      #else
        var made = pthread_t()
        let status = unsafe pthread_create(
          &made, nil,
          { argument in
            if let argument = unsafe argument { unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
            return nil
          }, box.toOpaque())
        guard status == 0 else {
          unsafe box.release()
          return nil
        }
        thread = made
      #endif
    }

    func join() { _ = pthread_join(thread, nil) }
  }
}
