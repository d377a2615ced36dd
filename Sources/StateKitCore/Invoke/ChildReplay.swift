/// Replays known macrosteps of children without a machine for each. The output and the resulting children are equal to
/// those of machines.
protocol ChildReplay: AnyObject {
  /// Passes an event to the children from an index on and below a serial, as long as their steps are known. Improves
  /// `outcome` if a child has a better one. Returns the index of the first child that is left, and the event's symbol,
  /// which `mark` needs; nil for an event without a symbol.
  func pass(
    _ event: SentEvent, to children: inout [Child], from start: Int, below end: Int32, forwarded: Bool,
    outcome: inout Outcome
  ) -> (index: Int, symbol: Int32?)

  /// The mark of a child after a macrostep of a machine. `record`: the macrostep for the event `symbol`, which began at
  /// the mark `before`.
  func mark(
    of machine: borrowing Machine, after record: MacrostepRecord?, of symbol: Int32?, from before: ReplayMark?
  ) -> ReplayMark?

  /// The situation of a child after replayed macrosteps, and the last event that it saw; nil if its snapshot contains
  /// them.
  func resolve(_ mark: ReplayMark, in chart: Int32) -> (situation: Situation, seen: SeenEvent)?
}
