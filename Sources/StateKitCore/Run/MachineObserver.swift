/// Looks on while a machine runs, between its microsteps: the machine waits until it has seen enough.
package protocol MachineObserver: AnyObject {
  /// A microstep is over, and everything that it did has been passed to the sink. `machine` is a copy.
  func rest(_ machine: Machine)
  /// Whether it is to be called when a microstep is over.
  var isWatching: Bool { get }
}
