import CEL

/// Expressions in a step that is replayed. Calls, because most steps have none, and the loop is the faster the less is in it.
extension StepTables {
  /// What a condition comes to; nil where it fails.
  @inline(never)
  func ask(
    _ operation: UnsafePointer<StepOperation>, _ cursor: inout StepCursor, _ data: inout DataModel
  ) -> Bool? {
    if unsafe hasSameInputs(operation, data) { return unsafe operation.pointee.expects }
    guard case .bool(let holds)? = unsafe value(operation, &cursor, &data) else { return nil }
    return holds
  }

  /// Sets a variable to the value of an expression, and writes that; false where it fails.
  @inline(never)
  func assign(
    _ operation: UnsafePointer<StepOperation>, _ done: Int, _ cursor: inout StepCursor, _ data: inout DataModel,
    _ out: inout OutputBuffer
  ) -> Bool {
    let value: Value
    if unsafe hasSameInputs(operation, data) {
      unsafe value = literals[Int(operation.pointee.otherwise)]
    } else if let found = unsafe self.value(operation, &cursor, &data), DataModel.whyNotKept(found) == nil {
      value = found
    } else {
      return false
    }
    guard unsafe set(operation, to: value, done, &cursor, &data) else { return false }
    unsafe write(operation.pointee.piece, to: &out)
    value.appendJSON(to: &out.bytes)
    return true
  }

  private func value(
    _ operation: UnsafePointer<StepOperation>, _ cursor: inout StepCursor, _ data: inout DataModel
  ) -> Value? {
    if cursor.unseen >= 0 {
      unsafe data.see(replayed: endings[Int(cursor.unseen)].seen)
      cursor.unseen = -1
    }
    let answers = unsafe UInt64(bitPattern: operation.pointee.operand)
    return unsafe data.value(of: operation.pointee.index, answers: answers)
  }

  /// Whether an expression would read what it read when the step was made: it comes to the same then.
  private func hasSameInputs(_ operation: UnsafePointer<StepOperation>, _ data: borrowing DataModel) -> Bool {
    let start = unsafe Int(operation.pointee.from)
    if start < 0 { return false }
    for index in unsafe start..<start + Int(operation.pointee.next) {
      if unsafe !inputs[index].isHeld(data.slots[Int(inputs[index].slot)]) { return false }
    }
    return true
  }
}
