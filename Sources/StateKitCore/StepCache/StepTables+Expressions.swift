import CEL

/// Expressions in a step that is replayed. Calls, because most steps have none, and the loop is the faster the less is in it.
extension StepTables {
  /// What a condition comes to; nil where it fails.
  @inline(never)
  func ask(
    _ operation: UnsafePointer<StepOperation>, cursor: inout StepCursor, data: inout DataModel
  ) -> Bool? {
    if unsafe operation.pointee.isArithmetic, let number = unsafe arithmetic(operation, data: &data) {
      return number == 1
    } else if unsafe operation.pointee.isScalar {
      if let result = unsafe scalar(operation, data: &data) { return result.isFlag ? result.number == 1 : nil }
    } else if unsafe hasSameInputs(operation, data: &data) {
      return unsafe operation.pointee.expects
    }
    guard case .bool(let holds)? = unsafe value(operation, cursor: &cursor, data: &data) else { return nil }
    return holds
  }

  /// Sets a variable to the value of an expression, and writes that; false where it fails.
  @inline(never)
  func assign(
    _ operation: UnsafePointer<StepOperation>, done: Int, cursor: inout StepCursor, data: inout DataModel,
    to out: inout OutputBuffer
  ) -> Bool {
    if let number = unsafe number(operation, data: &data) {
      let slot = unsafe operation.pointee.slot
      if unsafe operation.pointee.saves { cursor.save(slot, step: done, data: &data) }
      data.set(Int(slot), toInt: number)
      cursor.hasChangedData = true
      unsafe write(operation.pointee.piece, to: &out)
      out.bytes.append(decimal: number)
      return true
    }
    guard let value = unsafe keptValue(operation, cursor: &cursor, data: &data) else { return false }
    guard unsafe set(operation, to: value, done: done, cursor: &cursor, data: &data) else { return false }
    unsafe write(operation.pointee.piece, to: &out)
    value.appendJSON(to: &out.bytes)
    return true
  }

  /// Writes the value of an expression as it stands in a text; false where it fails.
  @inline(never)
  func show(
    _ operation: UnsafePointer<StepOperation>, cursor: inout StepCursor, data: inout DataModel,
    to out: inout OutputBuffer
  ) -> Bool {
    if let number = unsafe number(operation, data: &data) {
      unsafe write(operation.pointee.piece, to: &out)
      out.bytes.append(decimal: number)
      return true
    }
    guard let value = unsafe keptValue(operation, cursor: &cursor, data: &data),
      unsafe value.size <= Self.longestShown, data.memory.admits(value.size)
    else { return false }
    unsafe write(operation.pointee.piece, to: &out)
    switch value {
    case .int(let number): out.bytes.append(decimal: number)
    case .string(let text): unsafe append(text, operation: operation, to: &out)
    default: unsafe append(value.json, operation: operation, to: &out)
    }
    return true
  }

  /// A text with larger values is put together by the machine: it may become too long.
  private static let longestShown = 1 << 12

  private func append(_ text: String, operation: UnsafePointer<StepOperation>, to out: inout OutputBuffer) {
    if unsafe operation.pointee.kind == .showQuoted {
      DisplayText.appendInString(text, to: &out.bytes)
    } else {
      DisplayText.appendRaw(text, to: &out.bytes)
    }
  }

  /// What an expression comes to that is set or shown: what it came to with the same inputs, or what it comes to now; nil where
  /// it fails, or gives what cannot be kept.
  @inline(__always)
  private func keptValue(
    _ operation: UnsafePointer<StepOperation>, cursor: inout StepCursor, data: inout DataModel
  ) -> Value? {
    if unsafe hasSameInputs(operation, data: &data) { return unsafe literals[Int(operation.pointee.otherwise)] }
    guard let found = unsafe value(operation, cursor: &cursor, data: &data), DataModel.whyNotKept(found) == nil else {
      return nil
    }
    return found
  }

  /// The whole number that an expression comes to by its short way; nil where that does not lead to one. The data are passed to
  /// be changed, though they are not: else all of them would be copied first.
  @inline(__always)
  private func number(_ operation: UnsafePointer<StepOperation>, data: inout DataModel) -> Int64? {
    if unsafe operation.pointee.isArithmetic { return unsafe arithmetic(operation, data: &data) }
    guard unsafe operation.pointee.isScalar, let result = unsafe scalar(operation, data: &data), !result.isFlag else {
      return nil
    }
    return result.number
  }

  @inline(__always)
  private func arithmetic(_ operation: UnsafePointer<StepOperation>, data: inout DataModel) -> Int64? {
    let start = unsafe Int(operation.pointee.from)
    let instructions = unsafe UnsafeBufferPointer(rebasing: scalars[start..<start + Int(operation.pointee.next)])
    return unsafe data.slots.withUnsafeBufferPointer { unsafe ScalarProgram.arithmetic(instructions, slots: $0) }
  }

  /// What an expression comes to by its short way; nil where that does not lead to a value.
  @inline(__always)
  private func scalar(
    _ operation: UnsafePointer<StepOperation>, data: inout DataModel
  ) -> ScalarProgram.Result? {
    let start = unsafe Int(operation.pointee.from)
    let instructions = unsafe UnsafeBufferPointer(rebasing: scalars[start..<start + Int(operation.pointee.next)])
    let answers = unsafe UInt64(bitPattern: operation.pointee.operand)
    return unsafe data.slots.withUnsafeBufferPointer { slots in
      unsafe ScalarProgram.run(instructions, sources: [], slots: slots) { answers >> UInt64($0) & 1 == 1 }
    }
  }

  /// The value of an expression; nil where it fails.
  func value(
    _ operation: UnsafePointer<StepOperation>, cursor: inout StepCursor, data: inout DataModel
  ) -> Value? {
    if cursor.unseen >= 0 {
      unsafe data.see(replayed: endings[Int(cursor.unseen)].seen)
      cursor.unseen = -1
    }
    let answers = unsafe UInt64(bitPattern: operation.pointee.operand)
    return unsafe data.value(of: operation.pointee.index, answers: answers)
  }

  /// Whether an expression would read what it read when the step was made: it comes to the same then.
  private func hasSameInputs(_ operation: UnsafePointer<StepOperation>, data: inout DataModel) -> Bool {
    let start = unsafe Int(operation.pointee.from)
    if unsafe start < 0 || operation.pointee.isScalar { return false }
    for index in unsafe start..<start + Int(operation.pointee.next) {
      if unsafe !inputs[index].isHeld(data.slots[Int(inputs[index].slot)]) { return false }
    }
    return true
  }
}
