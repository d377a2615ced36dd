/// One stay in a state, from an entry to the next exit; another entry begins another stay.
struct Activation: Equatable, Sendable {
  let state: StateID
  /// The number of the entry among all entries of the machine.
  let serial: Int
}
