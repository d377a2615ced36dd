import StateKitCore

/// Decodes numbers to a machine's parts.
extension StateCodec {
  /// The machine's parts that these numbers encode.
  func decode(_ fields: [UInt32]) -> MachineParts {
    var parts = MachineParts()
    parts.isFinished = fields[0] & 1 != 0
    parts.leaves = leaves(of: fields)
    for (index, history) in historyStates.enumerated() where fields[firstRecord + index] > 0 {
      parts.records.append((history, records[Int(fields[firstRecord + index])]))
    }
    parts.values.reserveCapacity(chart.contextNames.count)
    for key in chart.contextNames.indices { parts.values.append(values[Int(fields[firstValue + key])]) }
    parts.timers = timers(fields)
    if fields[childrenField] > 0 { parts.children = childrenLists[Int(fields[childrenField])] }
    return parts
  }

  /// The deepest active states, in document order.
  func leaves(of fields: [UInt32]) -> [StateID] {
    fields[irregularField] > 0 ? irregulars[Int(fields[irregularField])] : leaves(fields)
  }

  /// The deepest active states of a regular configuration, in document order.
  func leaves(_ fields: [UInt32]) -> [StateID] {
    var leaves: [StateID] = []
    var todo: [StateID] = [.root]
    while let state = todo.popLast() {
      if chart.states[state.index].kind == .parallel {
        todo.append(contentsOf: children[state.index].reversed())
        continue
      }
      if let child = activeChild(of: state, fields: fields) { todo.append(child) } else { leaves.append(state) }
    }
    return leaves
  }

  /// True if these are the deepest active states of the regular configuration that the fields show.
  mutating func isRegular(_ leaves: [StateID], fields: [UInt32]) -> Bool {
    var next = 0
    todo.removeAll(keepingCapacity: true)
    todo.append(.root)
    while let state = todo.popLast() {
      if chart.states[state.index].kind == .parallel {
        todo.append(contentsOf: children[state.index].reversed())
      } else if let child = activeChild(of: state, fields: fields) {
        todo.append(child)
      } else if next < leaves.count, leaves[next] == state {
        next += 1
      } else {
        return false
      }
    }
    return next == leaves.count
  }

  /// The active child of a compound state; nil without one.
  private func activeChild(of state: StateID, fields: [UInt32]) -> StateID? {
    let field = childField[state.index]
    return field < 0 || fields[field] == 0 ? nil : children[state.index][Int(fields[field]) - 1]
  }

  /// The waiting timers, in the order in which they fire.
  func timers(_ fields: [UInt32]) -> [PendingTimer] {
    if let firstAfter { return afterTimers.pending(fields, from: firstAfter, order: timerOrderField) }
    let list = timerLists[NameID(rawValue: Int32(fields[timersField]))]
    var found: [PendingTimer] = []
    var offset = list.startIndex
    while offset < list.endIndex {
      let remaining = Self.number(in: list, at: &offset)
      let kind = Self.number(in: list, at: &offset)
      found.append(timers[Int(kind)].with(remaining: Int64(bitPattern: remaining)))
    }
    return found
  }

  /// True if a timer waits.
  func waits(_ fields: [UInt32]) -> Bool {
    if fields[timersField] > 0 { return true }
    if let firstAfter, fields[firstAfter...].contains(where: { $0 > 0 }) { return true }
    return fields[childrenField] > 0 && childrenLists[Int(fields[childrenField])].nextDue != nil
  }

  func isFinished(_ fields: [UInt32]) -> Bool { fields[0] & 1 != 0 }

  private static func number(in bytes: ArraySlice<UInt8>, at offset: inout Int) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while offset < bytes.endIndex {
      let byte = bytes[offset]
      offset += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return number
  }
}
