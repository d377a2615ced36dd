/// Steps that are put together from their parts (`SplitSteps`).
extension StepTables {
  /// A step that was put together from its parts, and is worth to be kept as a whole.
  struct Composed {
    /// The situation that it began in.
    let from: Int32
    let text: [UInt8]
    let beginsWithHead: Bool
  }

  /// What the last step cost when it was made for the first time.
  @inline(__always)
  func cost(of cursor: borrowing StepCursor) -> Int {
    let exits = cursor.splitFrom < 0 ? 0 : unsafe Int(origins[Int(cursor.splitFrom)].exitCount)
    return unsafe costs[Int(cursor.ending)] + exits
  }

  /// Takes lines from `index` on whose steps are put together from two parts that are nothing but text, when `done` were made
  /// before. Returns how many. A loop of its own, like the one for blocks.
  @inline(never)
  func takeParts(
    _ input: Input, _ index: inout Int, _ done: Int, _ cursor: inout StepCursor, _ out: inout OutputBuffer
  ) -> Int {
    guard let splits = unsafe splits.baseAddress else { return 0 }
    let start = index
    var next = start
    var (now, splitFrom, ending) = (cursor.now, cursor.splitFrom, cursor.ending)
    while unsafe next < input.end {
      let symbol = unsafe input.symbols[Int(input.lines[next])]
      guard symbol >= 0 else { break }
      let origin = unsafe origins[Int(now)]
      let found = unsafe self.split(origin.owner, symbol)
      guard found >= 0 else { break }
      let split = unsafe splits + Int(found)
      guard unsafe split.pointee.isText, unsafe split.pointee.follows(origin) else { break }
      if unsafe split.pointee.beginsWithHead { out.appendHead(Int64(done &+ next &- start), at: cursor.clock) }
      unsafe write(split.pointee.headText, origin.exits, split.pointee.tailText, to: &out)
      splitFrom = now
      unsafe (now, ending) = (split.pointee.next, split.pointee.ending)
      next &+= 1
      if out.isFull { out.flush() }
    }
    (cursor.now, cursor.splitFrom, cursor.ending) = (now, splitFrom, ending)
    index = next
    return next - start
  }

  /// Makes a step from its parts; false where one is not known.
  @inline(never)
  func performParts(
    _ symbol: Int32, _ done: Int, _ cursor: inout StepCursor, _ data: inout DataModel, _ timers: inout TimerQueue,
    _ out: inout OutputBuffer
  ) -> Bool {
    let from = cursor.now
    let origin = unsafe origins[Int(from)]
    let index = unsafe self.split(origin.owner, symbol)
    guard index >= 0, let split = unsafe splits.baseAddress.map({ unsafe $0 + Int(index) }),
      unsafe split.pointee.follows(origin)
    else {
      // Where parts come first, the whole has not been looked for.
      let program = cursor.usesPartsFirst ? unsafe StepTable.program(in: slots, from: from, symbol) : StepTable.missing
      cursor.splitFrom = -1
      return unsafe program >= 0 && performApart(program, done, &cursor, &data, &timers, &out)
    }
    if unsafe split.pointee.isText {
      if unsafe split.pointee.beginsWithHead { out.beginStep(Int64(done), at: cursor.clock) }
      cursor.textStart = out.bytes.count
      unsafe write(split.pointee.headText, origin.exits, split.pointee.tailText, to: &out)
      cursor.splitFrom = from
      cursor.isWholeText = true
      cursor.beginsWithHead = unsafe split.pointee.beginsWithHead
      cursor.now = unsafe split.pointee.next
      cursor.ending = unsafe split.pointee.ending
      return true
    }
    if unsafe split.pointee.head >= 0 {
      guard unsafe performApart(split.pointee.head, done, &cursor, &data, &timers, &out) else { return false }
    } else {
      if unsafe split.pointee.beginsWithHead { out.beginStep(Int64(done), at: cursor.clock) }
      cursor.textStart = out.bytes.count
      unsafe write(split.pointee.headText, to: &out)
    }
    unsafe write(origin.exits, to: &out)
    cursor.splitFrom = from
    if unsafe split.pointee.tail >= 0 {
      cursor.isWholeText = false
      return unsafe performApart(split.pointee.tail, done, &cursor, &data, &timers, &out)
    }
    unsafe write(split.pointee.tailText, to: &out)
    cursor.isWholeText = unsafe split.pointee.head < 0
    cursor.beginsWithHead = unsafe split.pointee.beginsWithHead
    cursor.now = unsafe split.pointee.next
    cursor.ending = unsafe split.pointee.ending
    return true
  }

  /// A call of `perform`: most parts are nothing but text.
  @inline(never)
  private func performApart(
    _ program: Int32, _ done: Int, _ cursor: inout StepCursor, _ data: inout DataModel, _ timers: inout TimerQueue,
    _ out: inout OutputBuffer
  ) -> Bool {
    unsafe perform(program, done, &cursor, &data, &timers, &out)
  }

  /// Writes three pieces one behind the other. Most are short: then there is room for all at once.
  @inline(__always)
  private func write(
    _ first: StepText.Piece, _ second: StepText.Piece, _ third: StepText.Piece, to out: inout OutputBuffer
  ) {
    guard first.count | second.count | third.count < StepBytes.padding, let base = unsafe bytes.baseAddress else {
      unsafe writeApart(first, second, third, to: &out)
      return
    }
    unsafe out.bytes.append(
      upTo32: (UnsafeRawPointer(base + Int(first.start)), Int(first.count)),
      (UnsafeRawPointer(base + Int(second.start)), Int(second.count)),
      (UnsafeRawPointer(base + Int(third.start)), Int(third.count)))
  }

  /// The same where one of them is long.
  @inline(never)
  private func writeApart(
    _ first: StepText.Piece, _ second: StepText.Piece, _ third: StepText.Piece, to out: inout OutputBuffer
  ) {
    unsafe write(first, to: &out)
    unsafe write(second, to: &out)
    unsafe write(third, to: &out)
  }

  /// The index of the split of an owner of handlers and an event, or one of those of `StepTable`.
  @inline(__always)
  private func split(_ owner: Int32, _ symbol: Int32) -> Int32 {
    if owner < 0 { return StepTable.missing }
    if unsafe Int(symbol) < shortcuts.count, unsafe shortcuts[Int(symbol)].owner == owner {
      return unsafe shortcuts[Int(symbol)].split
    }
    return unsafe StepTable.program(in: splitSlots, from: owner, symbol)
  }
}
