/// A transition that the tree alone determines: from one deepest active state up to an ancestor without other active
/// descendants, and from there down to a target and its completion. Nothing but exits and entries happens on the way.
struct DirectMove {
  /// The index of the deepest active state in `Configuration.leaves`.
  let leaf: Int32
  /// The ancestor that is neither exited nor entered.
  let ancestor: StateID
  /// The exited states from the deepest upwards, and the entered ones downwards, as ranges of `DirectMoves.states`.
  let exited: TableRange
  let entered: TableRange

  /// The number of exited and entered states.
  var count: Int { Int(exited.count) + Int(entered.count) }

  /// A move without exits and entries.
  static let nowhere = DirectMove(leaf: 0, ancestor: .root, exited: .empty, entered: .empty)
}
