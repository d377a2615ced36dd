/// The starts and stops of host invocations during a step, in order.
final class InvocationNews {
  enum Entry {
    case begun(Call)
    case stopped(String)
  }

  var entries: [Entry] = []

  /// Records the work of a source.
  var performer: HostTable.Performer {
    HostTable.Performer {
      self.entries.append(.begun($0))
    } stop: {
      self.entries.append(.stopped($0.invocation ?? ""))
    }
  }
}

/// The tasks of running host invocations, by id; cancelled when the bag is deallocated.
final class WorkBag {
  private var tasks: [Name: (serial: Int, task: Task<Void, Never>)] = [:]
  private var nextSerial = 0

  deinit {
    for (_, work) in tasks { work.task.cancel() }
  }

  /// Begins a task under an id, and cancels an earlier task with that id.
  func begin(_ id: String, make: (Int) -> Task<Void, Never>) {
    cancel(id)
    nextSerial += 1
    tasks[Name(id)] = (nextSerial, make(nextSerial))
  }

  func cancel(_ id: String) {
    tasks.removeValue(forKey: Name(id))?.task.cancel()
  }

  /// Removes a finished task; returns false if another task, or none, runs under the id.
  func end(_ id: String, serial: Int) -> Bool {
    guard tasks[Name(id)]?.serial == serial else { return false }
    tasks[Name(id)] = nil
    return true
  }
}
