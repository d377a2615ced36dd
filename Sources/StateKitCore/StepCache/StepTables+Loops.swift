import CEL

/// Texts and loops in a step that is replayed.
extension StepTables {
  /// Where a step goes on.
  enum Progress {
    case done
    /// At the operation for what was not expected.
    case otherwise
    /// Nobody knows.
    case unknown
  }

  /// Performs an operation that few steps have. A call, because the loop over operations is the faster the less is in it.
  @inline(never)
  func performRare(
    _ operation: UnsafePointer<StepOperation>, done: Int, cursor: inout StepCursor, data: inout DataModel,
    to out: inout OutputBuffer
  ) -> Progress {
    switch unsafe operation.pointee.kind {
    case .loop: return unsafe beginLoop(operation, done: done, cursor: &cursor, data: &data)
    case .round: unsafe takeElement(operation, cursor: cursor, data: &data)
    case .endLoop: cursor.endLoop(&data)
    default: return unsafe show(operation, cursor: &cursor, data: &data, to: &out) ? .done : .unknown
    }
    return .done
  }

  /// Begins a loop where its list has as many elements as the operation expects, and can be held.
  private func beginLoop(
    _ operation: UnsafePointer<StepOperation>, done: Int, cursor: inout StepCursor, data: inout DataModel
  ) -> Progress {
    guard case .list(let list)? = unsafe value(operation, cursor: &cursor, data: &data) else { return .unknown }
    guard unsafe list.elements.count == Int(operation.pointee.slot) else { return .otherwise }
    guard data.memory.hold(list.size) else { return .unknown }
    cursor.beginLoop(over: list, step: done)
    return .done
  }

  /// Lets the innermost loop take an element of its list.
  private func takeElement(
    _ operation: UnsafePointer<StepOperation>, cursor: borrowing StepCursor, data: inout DataModel
  ) {
    guard let list = unsafe cursor.loopList else { return }
    let number = unsafe operation.pointee.operand
    unsafe list._withUnsafeGuaranteedRef {
      unsafe data.setLoop(operation.pointee.slot, to: $0.elements, at: Int(number))
    }
    if unsafe operation.pointee.from >= 0 { unsafe data.setLoop(operation.pointee.from, toInt: number) }
  }
}
