import CEL

/// Script lines to replay, borrowed for a run. A run ends at the first line that is not a plain event.
@unsafe struct BorrowedLines {
  let lines: UnsafeBufferPointer<LineID>
  /// The symbols of the lines by their ids.
  let symbols: UnsafeBufferPointer<Int32>
  /// The index of the next line.
  var next: Int
  let end: Int

  /// Calls `body` with a single event.
  @inline(__always)
  static func with(_ symbol: Int32, body: (BorrowedLines) -> Void) {
    unsafe withUnsafePointer(to: 0 as LineID) { line in
      unsafe withUnsafePointer(to: symbol) { symbol in
        unsafe body(
          BorrowedLines(
            lines: UnsafeBufferPointer(start: line, count: 1), symbols: UnsafeBufferPointer(start: symbol, count: 1),
            next: 0, end: 1))
      }
    }
  }
}

/// The tables of known steps, borrowed for a run: they contain the loop that handles most events.
///
/// Pointers, because bounds checks and copies of array references are expensive in this loop. They are valid for one
/// run; all indices in them were created together with their targets.
///
/// Created for one closure (`Automaton.withTables`), which must not keep it. It is not declared `~Copyable`, because
/// the optimizer of Swift 6.3 crashes on that.
@unsafe struct StepTables {
  let operations: UnsafeBufferPointer<StepOperation>
  let bytes: UnsafeBufferPointer<UInt8>
  let slots: UnsafeBufferPointer<StepTable.Slot>
  let literals: [Value]
  let endings: [StepEnding]
  let inputs: UnsafeBufferPointer<KnownInput>
  let scalars: UnsafeBufferPointer<ScalarProgram.Instruction>
  /// The costs of steps by their endings.
  let costs: UnsafeBufferPointer<Int>

  /// Replays lines while they are events with known steps.
  func run(
    _ lines: inout BorrowedLines, cursor: inout StepCursor, data: inout DataModel, timers: inout TimerQueue,
    to out: inout OutputBuffer
  ) {
    // The last lookup: an event often repeats in one situation.
    var last = (from: Int32(-1), symbol: Int32(-1), program: StepTable.missing)
    cursor.beginRun()
    defer {
      cursor.hits += cursor.step
      out.steps += Int64(cursor.step)
    }
    while unsafe lines.next < lines.end {
      let symbol = unsafe lines.symbols[Int(lines.lines[lines.next])]
      if symbol < 0 {
        if symbol != EventSymbol.nothing { return }
        unsafe lines.next += 1
        continue
      }
      let start = out.bytes.count
      let from = cursor.now
      if from != last.from || symbol != last.symbol {
        last = unsafe (from, symbol, StepTable.program(in: slots, from: from, symbol: symbol))
      }
      guard last.program >= 0,
        unsafe perform(last.program, cursor: &cursor, data: &data, timers: &timers, to: &out)
      else {
        cursor.undo(&data)
        out.bytes.truncate(to: start)
        return
      }
      unsafe lines.next += 1
      cursor.step += 1
      out.flushIfFull()
    }
  }

  /// Replays a step; returns false if it reaches something unknown. Transparent, because the optimizer does not inline
  /// it with `@inline(__always)` alone, which costs an eighth of a simple step.
  @_transparent
  func perform(
    _ program: Int32, cursor: inout StepCursor, data: inout DataModel, timers: inout TimerQueue,
    to out: inout OutputBuffer
  ) -> Bool {
    guard let base = unsafe operations.baseAddress else { return false }
    var operation = unsafe base + Int(program)
    while true {
      switch unsafe operation.pointee.kind {
      case .block:
        unsafe writeWhole(operation.pointee.piece, to: &out)
        cursor.now = unsafe operation.pointee.next
        cursor.ending = unsafe operation.pointee.index
        return true
      case .headBlock:
        out.beginStep(Int64(cursor.step), at: cursor.clock)
        unsafe writeWhole(operation.pointee.piece, to: &out)
        cursor.now = unsafe operation.pointee.next
        cursor.ending = unsafe operation.pointee.index
        return true
      case .text: unsafe write(operation.pointee.piece, to: &out)
      case .compare:
        guard case .int(let number) = unsafe data.slots[Int(operation.pointee.slot)] else { return false }
        let holds = unsafe operation.pointee.relation.holds(number, operation.pointee.operand)
        if unsafe holds != operation.pointee.expects {
          let next = unsafe operation.pointee.otherwise
          if next < 0 { return false }
          unsafe operation = base + Int(next)
          continue
        }
      case .ask:
        guard let holds = unsafe ask(operation, cursor: &cursor, data: &data) else { return false }
        if unsafe holds != operation.pointee.expects {
          let next = unsafe operation.pointee.otherwise
          if next < 0 { return false }
          unsafe operation = base + Int(next)
          continue
        }
      case .add:
        guard case .int(let value) = unsafe data.slots[Int(operation.pointee.from)] else { return false }
        let (sum, overflow) = unsafe value.addingReportingOverflow(operation.pointee.operand)
        if overflow { return false }
        if unsafe operation.pointee.saves { unsafe cursor.save(operation.pointee.slot, data: &data) }
        unsafe data.set(Int(operation.pointee.slot), toInt: sum)
        cursor.hasChangedData = true
        unsafe write(operation.pointee.piece, to: &out)
        out.bytes.append(decimal: sum)
      case .assign:
        guard unsafe assign(operation, cursor: &cursor, data: &data, to: &out) else { return false }
      case .show, .showQuoted, .loop, .round, .endLoop:
        switch unsafe performRare(operation, cursor: &cursor, data: &data, to: &out) {
        case .done: break
        case .unknown: return false
        case .otherwise:
          let next = unsafe operation.pointee.otherwise
          if next < 0 { return false }
          unsafe operation = base + Int(next)
          continue
        }
      case .set:
        guard
          unsafe set(operation, to: literals[Int(operation.pointee.index)], cursor: &cursor, data: &data)
        else {
          return false
        }
      case .showEvent: cursor.unseen = unsafe operation.pointee.index
      case .stepHead: out.beginStep(Int64(cursor.step), at: cursor.clock)
      case .prefix:
        unsafe write(operation.pointee.piece, to: &out)
        cursor.prefix.write(to: &out.bytes)
      case .admitTimers:
        guard unsafe admitTimers(operation, cursor: cursor, data: &data) else { return false }
      case .stopTimers: unsafe stopTimers(operation, cursor: &cursor, data: &data, timers: &timers)
      case .startTimers: unsafe startTimers(operation, cursor: &cursor, data: &data, timers: &timers)
      case .end:
        cursor.now = unsafe operation.pointee.next
        cursor.ending = unsafe operation.pointee.index
        return true
      }
      unsafe operation += 1
    }
  }

  @inline(never)
  func set(
    _ operation: UnsafePointer<StepOperation>, to value: Value, cursor: inout StepCursor, data: inout DataModel
  ) -> Bool {
    let slot = unsafe operation.pointee.slot
    if unsafe operation.pointee.saves { cursor.save(slot, data: &data) }
    guard data.set(Int(slot), to: value) else { return false }
    cursor.hasChangedData = true
    return true
  }

  @inline(__always)
  func write(_ piece: StepText.Piece, to out: inout OutputBuffer) {
    guard let base = unsafe bytes.baseAddress else { return }
    unsafe out.bytes.append(UnsafeRawBufferPointer(start: base + Int(piece.start), count: Int(piece.count)))
  }

  /// Writes the last piece of a step, which is never undone; a large piece is written without a copy.
  @inline(__always)
  func writeWhole(_ piece: StepText.Piece, to out: inout OutputBuffer) {
    if piece.count < OutputBuffer.leastBorrowed {
      unsafe write(piece, to: &out)
    } else {
      unsafe out.borrow(UnsafeBufferPointer(rebasing: bytes[Int(piece.start)..<Int(piece.start + piece.count)]))
    }
  }
}

extension StepTable {
  /// The program of a step in borrowed slots; `missing` or `unknowable` if there is none.
  @inline(__always)
  @unsafe static func program(in slots: UnsafeBufferPointer<Slot>, from origin: Int32, symbol: Int32) -> Int32 {
    let index = SlotTable<Slot>.index(hash(origin, symbol: symbol), mask: slots.count - 1) { index in
      if unsafe slots[index].origin == origin, unsafe slots[index].symbol == symbol { return .meant }
      return unsafe slots[index].origin == .min ? .empty : .other
    }
    return unsafe slots[index].program
  }

  @inline(__always)
  static func hash(_ origin: Int32, symbol: Int32) -> Int {
    let key = UInt64(UInt32(bitPattern: origin)) << 32 | UInt64(UInt32(bitPattern: symbol))
    return Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }
}
