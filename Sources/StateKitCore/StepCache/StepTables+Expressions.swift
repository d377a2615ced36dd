import CEL

/// Expressions in a replayed step. Separate functions, because most steps have none, and a small loop is faster.
extension StepTables {
  /// The result of a condition; nil if it fails.
  @inline(never)
  func ask(_ operation: UnsafePointer<StepOperation>, cursor: inout StepCursor, data: inout DataModel) -> Bool? {
    if unsafe operation.pointee.isScalar {
      if let result = unsafe scalar(operation, data: &data) { return result.isFlag ? result.number == 1 : nil }
    } else if unsafe hasSameInputs(operation, data: &data) {
      return unsafe operation.pointee.expects
    }
    guard case .bool(let holds)? = unsafe value(operation, cursor: &cursor, data: &data) else { return nil }
    return holds
  }

  /// Sets a variable to the value of an expression, and writes the value; returns false if the expression fails.
  @inline(never)
  func assign(
    _ operation: UnsafePointer<StepOperation>, cursor: inout StepCursor, data: inout DataModel,
    to out: inout OutputBuffer
  ) -> Bool {
    if let number = unsafe number(operation, data: &data) {
      let slot = unsafe operation.pointee.slot
      if unsafe operation.pointee.saves { cursor.save(slot, data: &data) }
      data.set(Int(slot), toInt: number)
      cursor.hasChangedData = true
      unsafe write(operation.pointee.piece, to: &out)
      out.bytes.append(decimal: number)
      return true
    }
    guard let value = unsafe keptValue(operation, cursor: &cursor, data: &data) else { return false }
    guard unsafe set(operation, to: value, cursor: &cursor, data: &data) else { return false }
    unsafe write(operation.pointee.piece, to: &out)
    out.append(json: value)
    return true
  }

  /// Writes the value of an expression within a text; returns false if the expression fails.
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

  /// A text with larger values is built by the machine, because it may become too long.
  private static let longestShown = 1 << 12

  private func append(_ text: String, operation: UnsafePointer<StepOperation>, to out: inout OutputBuffer) {
    if unsafe operation.pointee.kind == .showQuoted {
      DisplayText.appendInString(text, to: &out.bytes)
    } else {
      DisplayText.appendRaw(text, to: &out.bytes)
    }
  }

  /// The value of an expression that is set or shown: the known value for equal inputs, or a new evaluation. Nil if it
  /// fails, or the value cannot be stored.
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

  /// The whole number that an expression's fast path returns; nil if it returns none. The data are passed inout but not
  /// changed, because otherwise all of them would be copied.
  @inline(__always)
  private func number(_ operation: UnsafePointer<StepOperation>, data: inout DataModel) -> Int64? {
    guard unsafe operation.pointee.isScalar, let result = unsafe scalar(operation, data: &data), !result.isFlag else {
      return nil
    }
    return result.number
  }

  /// The value that an expression's fast path returns; nil if it returns none.
  @inline(__always)
  private func scalar(_ operation: UnsafePointer<StepOperation>, data: inout DataModel) -> ScalarProgram.Result? {
    let start = unsafe Int(operation.pointee.from)
    let instructions = unsafe UnsafeBufferPointer(rebasing: scalars[start..<start + Int(operation.pointee.next)])
    let answers = unsafe UInt64(bitPattern: operation.pointee.operand)
    return unsafe data.slots.withUnsafeBufferPointer { slots in
      unsafe ScalarProgram.run(instructions, sources: [], slots: slots) { answers >> UInt64($0) & 1 == 1 }
    }
  }

  /// The value of an expression; nil if it fails.
  func value(_ operation: UnsafePointer<StepOperation>, cursor: inout StepCursor, data: inout DataModel) -> Value? {
    if cursor.unseen >= 0 {
      unsafe data.show(replayed: endings[Int(cursor.unseen)].first)
      cursor.unseen = -1
    }
    let answers = unsafe UInt64(bitPattern: operation.pointee.operand)
    return unsafe data.value(of: operation.pointee.index, answers: answers)
  }

  /// True if an expression would read the values that it read when the step was made: then its value is known.
  private func hasSameInputs(_ operation: UnsafePointer<StepOperation>, data: inout DataModel) -> Bool {
    let start = unsafe Int(operation.pointee.from)
    if unsafe start < 0 || operation.pointee.isScalar { return false }
    for index in unsafe start..<start + Int(operation.pointee.next) {
      if unsafe !inputs[index].isHeld(data.slots[Int(inputs[index].slot)]) { return false }
    }
    return true
  }
}
