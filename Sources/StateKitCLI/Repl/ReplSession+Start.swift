import StateKitFormat

/// The start of a session, which may wait for host answers.
extension ReplSession {
  /// Enters the chart.
  mutating func start() {
    show(runner.start())
    if !runner.isWaiting { return begin() }
    if isInteractive {
      writeLine("This chart asks the host: first write :guard and :delay lines. An empty line starts the chart.")
    }
  }

  /// Enters the chart after the lines with host answers, and those that waited with them.
  mutating func startWaiting() {
    guard runner.isWaiting else { return }
    show(runner.begin())
    beginAfterLeading()
  }

  /// Begins a new history after the lines from before the start.
  mutating func beginAfterLeading() {
    begin(after: leading)
    leading = []
  }
}
