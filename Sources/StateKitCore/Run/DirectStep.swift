import CEL

/// A transition for which the tree alone says what is exited and entered: from one deepest active state up to an ancestor that
/// has nothing else active below it, and from there down to a target and what that leads to. Nothing happens on the way but
/// exits and entries.
struct DirectMove {
  /// The index of the deepest active state in `Configuration.leaves`.
  let leaf: Int32
  /// What is neither exited nor entered.
  let ancestor: StateID
  /// The states that are exited, from the deepest up, and those that are entered, from above down, in `DirectMoves.states`.
  let exited: TableRange
  let entered: TableRange

  /// How many states are exited and entered.
  var count: Int { Int(exited.count) + Int(entered.count) }

  /// Nothing is exited or entered.
  static let nowhere = DirectMove(leaf: 0, ancestor: .root, exited: .empty, entered: .empty)
}

/// All that a handler does which is taken alone, where that is little: it goes somewhere, or not, and may set a variable to a sum.
struct DirectStep {
  let move: DirectMove
  /// The action that sets a variable, in `Chart.actions`; below zero for none.
  var action: Int32 = -1
  /// The variable, and what it is set to.
  var slot: Int32 = -1
  var sum = ShortProgram.none

  /// What its actions cost.
  var actionCost: Int { action < 0 ? 0 : 2 }
}
