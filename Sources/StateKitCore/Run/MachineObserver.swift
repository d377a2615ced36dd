/// Observes a running machine between its microsteps; the machine waits for it.
package protocol MachineObserver: AnyObject {
  /// Called after a microstep, when all its entries have been passed to the sink. `machine` is a copy.
  func rest(_ machine: Machine)
  /// True if it is to be called after microsteps.
  var isWatching: Bool { get }
}
