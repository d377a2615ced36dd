import CEL

/// Loops in a step that is replayed.
extension StepTables {
  /// Begins a loop where its list has as many elements as the operation expects. How many there are; nil where there is no
  /// list, or it cannot be held.
  @inline(never)
  func beginLoop(
    _ operation: UnsafePointer<StepOperation>, _ cursor: inout StepCursor, _ data: inout DataModel
  ) -> Int? {
    guard case .list(let list)? = unsafe value(operation, &cursor, &data) else { return nil }
    if unsafe list.elements.count == Int(operation.pointee.slot) {
      guard data.memory.hold(list.size) else { return nil }
      cursor.loops.append(list)
    }
    return list.elements.count
  }

  /// Lets the innermost loop take an element of its list.
  @inline(never)
  func takeElement(
    _ operation: UnsafePointer<StepOperation>, _ cursor: borrowing StepCursor, _ data: inout DataModel
  ) {
    guard let list = cursor.loops.last else { return }
    let number = unsafe operation.pointee.operand
    unsafe data.setLoop(operation.pointee.slot, to: list.elements[Int(number)])
    if unsafe operation.pointee.from >= 0 { unsafe data.setLoop(operation.pointee.from, to: .int(number)) }
  }
}
