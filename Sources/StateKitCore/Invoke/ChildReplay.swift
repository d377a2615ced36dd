/// Makes macrosteps of children that were made before, without a machine for each: what is written and what children
/// become is the same.
protocol ChildReplay: AnyObject {
  /// Lets children take an event, from an index on and below a serial, as far as it is known what they do. Makes `outcome`
  /// better where they do better. Returns the index of the first that is left, and the event's symbol, by which `mark` files what a machine makes of it; nil where it has
  /// none.
  func pass(
    _ event: SentEvent, to children: inout [Child], from start: Int, below end: Int32, forwarded: Bool,
    outcome: inout Outcome
  ) -> (index: Int, symbol: Int32?)

  /// Where a machine has led a child. `record`: how it took the event `symbol` when the child stood at the mark `before`.
  func mark(
    of machine: borrowing Machine, after record: MacrostepRecord?, of symbol: Int32?, from before: ReplayMark?
  ) -> ReplayMark?

  /// Where replayed macrosteps have led a child, and what it saw last; nil where its snapshot says that itself.
  func resolve(_ mark: ReplayMark, in chart: Int32) -> (situation: Situation, seen: SeenEvent)?
}
