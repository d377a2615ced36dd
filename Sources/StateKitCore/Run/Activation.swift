/// One stay in a state, from an entry to the exit after it: entering the state again begins another.
struct Activation: Equatable, Sendable {
  let state: StateID
  /// Counts the entries of the machine.
  let serial: Int
}
