/// Replays known macrosteps of children without a machine for each. The output and the resulting children are equal to
/// those of machines.
protocol ChildReplay: AnyObject {
  /// Passes an event to children, as long as their steps are known. Returns the event's symbol, which `mark` needs; nil
  /// for an event without a symbol.
  func pass(_ delivery: inout Delivery, to children: inout [Child]) -> Int32?

  /// The mark of a child after a macrostep of a machine. `record`: the macrostep for the event `symbol`, which began at
  /// the mark `before`.
  func mark(
    of machine: borrowing Machine, after record: MacrostepRecord?, of symbol: Int32?, from before: ReplayMark?
  ) -> ReplayMark?

  /// The situation of a child after replayed macrosteps, and the last event that it saw; nil if its snapshot contains
  /// them.
  func resolve(_ mark: ReplayMark, in chart: Int32) -> (situation: Situation, seen: SeenEvent)?
}

/// An event on its way through the children of a machine.
struct Delivery {
  let event: SentEvent
  /// True if the event is passed on, so that only children that want all events receive it.
  let isForwarded: Bool
  /// The index of the next child.
  var next: Int
  /// The serial at which the delivery ends.
  let end: Int32
  /// The number of macrosteps that children may still make.
  var budget = 0
  /// The best outcome so far.
  var outcome = Outcome.ignored
}
