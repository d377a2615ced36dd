import CEL

/// Setting the context.
extension DataModel {
  /// Evaluates the value of an assignment, and sets it.
  mutating func assign(
    _ path: ContextPath, template: DataTemplate, in configuration: borrowing Configuration, at span: SourceSpan
  ) throws(Failure) -> Value {
    let before = recorder?.record.dependence
    var inputs: [KnownInput]?
    if recorder != nil, case .expression(let index)? = template.onlyStep {
      inputs = self.inputs(of: chart.expressions[Int(index)])
    }
    recorder?.footprint?.beginAssigning(to: path, template: template, in: chart)
    let value = try value(of: template, in: configuration)
    try assign(path, value: value, at: span)
    guard let recorder, let before, path.names.count == 1, let step = template.onlyStep, let slot = path.slot else {
      return value
    }
    switch step {
    case .literal(let literal): recorder.replace(before, with: .set(slot: Int32(slot), literal))
    case .expression(let index):
      guard let answers = answers(for: chart.expressions[Int(index)], in: configuration) else { return value }
      recorder.replace(before, with: .assign(slot: Int32(slot), index, answers: answers, inputs: inputs, value))
    case .list, .map: break
    }
    return value
  }

  /// Sets a path: a context key, then keys of maps. The caller has checked with `whyNotKept` that `value` can be
  /// stored.
  mutating func assign(_ path: ContextPath, value: Value, at span: SourceSpan) throws(Failure) {
    recorder?.note(.data)
    guard let slot = path.slot else {
      throw Failure(message: "the context has no \(DisplayText.quoted(path.names[0]))", span: span)
    }
    recorder?.footprint?.write(slot, isWhole: path.names.count == 1)
    var changed = value
    if path.names.count > 1 {
      let keys = path.names.dropFirst()
      // The map is rebuilt.
      if !meter.spend(slots[slot].entryCount(on: keys)) { throw Failure(message: "the line is over", span: span) }
      guard let map = slots[slot].setting(keys, to: value, adds: true) else {
        let shown = DisplayText.quoted(path.text)
        throw Failure(message: "the path \(shown) does not lead through maps", span: span)
      }
      // The value itself has already been checked.
      if map.nodes > ValueLimits.nodes || map.depth > ValueLimits.depth {
        throw Failure(message: Self.whyNotKept(map) ?? "the value is too large", span: span)
      }
      changed = map
    }
    if !set(slot, to: changed) { throw outOfMemory(at: span) }
  }

  /// Sets a context key as a whole. Returns false without any change if the memory limit would be exceeded.
  mutating func set(_ slot: Int, to value: Value) -> Bool {
    if case .int(let number) = value {
      // An int has the smallest size.
      set(slot, toInt: number)
      return true
    }
    guard memory.hold(value.size - slots[slot].size) else { return false }
    slots[slot] = value
    return true
  }

  /// Sets a context key to a whole number. The old value is mostly a whole number too, so there is nothing to release.
  @inline(__always)
  mutating func set(_ slot: Int, toInt number: Int64) {
    precondition(slot < slots.count)
    var freed = 0
    unsafe slots.withUnsafeMutableBufferPointer { all in
      guard let pointer = unsafe all.baseAddress.map({ unsafe $0 + slot }) else { return }
      if case .int = unsafe pointer.pointee {
        unsafe pointer.initialize(to: .int(number))
      } else {
        freed = unsafe pointer.pointee.size - Value.int(0).size
        unsafe pointer.pointee = .int(number)
      }
    }
    if freed != 0 { memory.release(freed) }
  }

  /// Sets the variable of a loop, which follows the event in the slots.
  mutating func setLoop(_ slot: Int32, to value: Value) {
    slots[eventSlot + 1 + Int(slot)] = value
  }
}
