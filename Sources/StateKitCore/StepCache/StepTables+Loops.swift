import CEL

/// Texts and loops in a replayed step.
extension StepTables {
  /// The point at which a step continues.
  enum Progress {
    case done
    /// The operation for an unexpected result.
    case otherwise
    /// No operation is known.
    case unknown
  }

  /// Carries out a rare operation. A separate function, because a small loop over operations is faster.
  @inline(never)
  func performRare(
    _ operation: UnsafePointer<StepOperation>, cursor: inout StepCursor, data: inout DataModel,
    to out: inout OutputBuffer
  ) -> Progress {
    switch unsafe operation.pointee.kind {
    case .loop: return unsafe beginLoop(operation, cursor: &cursor, data: &data)
    case .round: unsafe nextElement(operation, cursor: cursor, data: &data)
    case .endLoop: cursor.endLoop(&data)
    default: return unsafe show(operation, cursor: &cursor, data: &data, to: &out) ? .done : .unknown
    }
    return .done
  }

  /// Begins a loop if its list has the expected number of elements and fits the memory limit.
  private func beginLoop(
    _ operation: UnsafePointer<StepOperation>, cursor: inout StepCursor, data: inout DataModel
  ) -> Progress {
    guard case .list(let list)? = unsafe value(operation, cursor: &cursor, data: &data) else { return .unknown }
    guard unsafe list.elements.count == Int(operation.pointee.slot) else { return .otherwise }
    guard data.memory.hold(list.size) else { return .unknown }
    cursor.beginLoop(over: list)
    return .done
  }

  /// Takes the next element of the innermost loop's list.
  private func nextElement(
    _ operation: UnsafePointer<StepOperation>, cursor: borrowing StepCursor, data: inout DataModel
  ) {
    guard let list = unsafe cursor.loopList else { return }
    let number = unsafe operation.pointee.operand
    unsafe list._withUnsafeGuaranteedRef {
      unsafe data.setLoop(operation.pointee.slot, to: $0.elements[Int(number)])
    }
    if unsafe operation.pointee.from >= 0 { unsafe data.setLoop(operation.pointee.from, to: .int(number)) }
  }
}
