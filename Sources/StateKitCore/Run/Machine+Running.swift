package import CEL

/// The timers and the host invocations that run, for a program that lists them, or begins the invocations again.
extension Machine {
  /// The running timers of this machine in the order in which they fire.
  package var pendingTimers: [PendingTimer] { timers.pending(now: time) }

  /// The running timers of this machine and of its children in the order in which they fire, each with its chart and the
  /// ids of the machines on the way. Recursive, because children are nested at most ten levels deep.
  package var allPendingTimers: [(timer: PendingTimer, chart: Chart, path: [String])] {
    let own = pendingTimers.map { (timer: $0, chart: chart, path: kin.path) }
    if kin.children.isEmpty { return own }
    let all = own + kin.children.all.flatMap { looking(at: $0).allPendingTimers }
    return all.sorted { ($0.timer.remaining, $0.timer.serial) < ($1.timer.remaining, $1.timer.serial) }
  }

  /// The running timers with their due times on the machine's clock.
  package var waitingTimers: [TimerQueue.Timer] { timers.inOrder }

  /// The running host invocations of this machine and of its children. Recursive, because children are nested at most
  /// ten levels deep.
  package var allRunningWork: [HostWork] {
    runningWork + kin.children.all.flatMap { looking(at: $0).allRunningWork }
  }

  /// The input of a running host invocation of the family, evaluated now; nil if it has none, or if it fails.
  package func input(of work: HostWork) -> Value? {
    var machine = self
    for id in work.path {
      guard let child = machine.kin.children.child(named: id) else { return nil }
      machine = machine.looking(at: child)
    }
    for index in machine.kin.works {
      let invocation = machine.chart.invocations[Int(index)]
      guard invocation.id.utf8.elementsEqual(work.id.utf8), case .host(_, let input?) = invocation.work else {
        continue
      }
      return try? machine.data.value(of: input, in: machine.configuration)
    }
    return nil
  }
}
