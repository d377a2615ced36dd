import CEL

/// Steps that were made before, made again without the machine: a lazily built automaton of (place, event) → what is
/// written, what is set, next place.
///
/// What an event does follows from the configuration, the history and the event, together with the conditions and values that
/// are evaluated on the way; those are evaluated again. A step in which anything else has a part (a timer, an error, data
/// that is put together) is made by the machine. Bounded, and given up where it does not pay.
package struct Automaton: Sendable {
  /// Lines of a script by what they are to the automaton: an event, or one of these.
  package enum Symbol {
    /// A line that somebody else has to take.
    package static let other: Int32 = -1
    /// A line that does nothing.
    package static let nothing: Int32 = -2
  }

  let chart: Chart
  private let keepsEntries: Bool
  private let refusesUnhandled: Bool
  var programs = StepPrograms()
  var table = StepTable()
  var places = PlaceTable()
  var parts = SplitSteps()
  /// Where the steps have led; -1 where that is not known.
  var now: Int32 = -1
  /// The ending of the last step, as long as the machine has not been told; else -1.
  private var ending: Int32 = -1
  /// The last step was split: the place that it left.
  private var splitFrom: Int32 = -1
  /// Values that steps have set while they can still turn out not to be known.
  private var undo: [(slot: Int, value: Value)] = []
  /// Since this was last put to false, context has been set.
  package var hasChangedData = false

  private var hits = 0
  private var misses = 0
  private var pairHits = 0
  private var pairMisses = 0
  private var sends = 0

  /// So many events are made before any is remembered: most runs are over before it pays.
  private static let patience = 32
  /// After so many misses it is asked whether there were as many hits.
  private static let trial = 4_096

  /// `keepsEntries`: somebody may ask what a step did. `refusesUnhandled`: a step with an event that was ignored or declined
  /// is made by the machine.
  package init(_ chart: Chart, keepsEntries: Bool, refusesUnhandled: Bool) {
    self.chart = chart
    self.keepsEntries = keepsEntries
    self.refusesUnhandled = refusesUnhandled
  }

  /// The number of an event that says all about it: a name that the chart knows, and no payload.
  package static func symbol(of event: Event, _ chart: Chart) -> Int32? {
    guard event.data == nil, let id = event.id, id.index < chart.eventCount else { return nil }
    return id.rawValue
  }

  /// More is looked up in vain than found: looking costs more than it saves.
  package var isUseless: Bool { misses > Self.trial && hits < misses }

  /// The machine is not where the last step has led.
  package var isAhead: Bool { ending >= 0 }

  // MARK: Making steps again

  /// Takes lines as long as they are events whose steps are known; the place of the first that is not.
  package mutating func run(
    _ lines: borrowing [Int32], in range: Range<Int>, symbols: borrowing [Int32], _ machine: inout Machine,
    _ out: inout OutputBuffer
  ) -> Int {
    guard now >= 0 else { return range.lowerBound }
    let clock = machine.time
    var place = range.lowerBound
    while place < range.upperBound {
      let symbol = symbols[Int(lines[place])]
      if symbol >= 0 {
        if !step(symbol, &machine.data, clock, &out) { break }
      } else if symbol != Symbol.nothing {
        break
      }
      place += 1
    }
    return place
  }

  /// Takes one event; false where its step is not known.
  package mutating func take(_ symbol: Int32, _ machine: inout Machine, _ out: inout OutputBuffer) -> Bool {
    now >= 0 && step(symbol, &machine.data, machine.time, &out)
  }

  @inline(__always)
  private mutating func step(
    _ symbol: Int32, _ data: inout DataModel, _ clock: Int64, _ out: inout OutputBuffer
  ) -> Bool {
    let start = out.bytes.count
    if !usesPartsFirst, let program = table.program(from: now, symbol) {
      guard program >= 0, perform(program, &data, clock, &out) else {
        takeBack(&data, &out, start)
        return false
      }
      pairHits += 1
      splitFrom = -1
    } else {
      guard splitStep(symbol, &data, clock, &out) else {
        takeBack(&data, &out, start)
        return false
      }
    }
    if !undo.isEmpty { undo.removeAll(keepingCapacity: true) }
    hits += 1
    out.items += 1
    out.flushIfFull()
    return true
  }

  /// Pairs of place and event hardly ever come twice.
  private var usesPartsFirst: Bool { pairMisses > Self.trial && pairHits < pairMisses }

  private mutating func splitStep(
    _ symbol: Int32, _ data: inout DataModel, _ clock: Int64, _ out: inout OutputBuffer
  ) -> Bool {
    let from = now
    let start = out.bytes.count
    guard let split = parts.split(from: from, symbol) else {
      if usesPartsFirst, let program = table.program(from: now, symbol), program >= 0 {
        splitFrom = -1
        return perform(program, &data, clock, &out)
      }
      return false
    }
    if split.head >= 0 {
      guard perform(split.head, &data, clock, &out) else { return false }
    } else {
      out.bytes.append(padded: programs.bytes, split.headText)
    }
    out.bytes.append(padded: programs.bytes, parts.exits(from: from))
    guard perform(split.tail, &data, clock, &out) else { return false }
    splitFrom = from
    pairMisses += 1
    if !usesPartsFirst, !keepsEntries, split.head < 0, undo.isEmpty, !table.isFull,
      case .block(_, _, let next, let ending) = programs.operations[Int(split.tail)],
      let program = programs.addBlock(out.bytes.bytes(from: start), next: next, ending: ending)
    {
      table.set(program, from: from, symbol)
    }
    return true
  }

  /// Makes a step; false where it leads to something that is not known.
  @inline(__always)
  private mutating func perform(
    _ program: Int32, _ data: inout DataModel, _ clock: Int64, _ out: inout OutputBuffer
  ) -> Bool {
    var place = Int(program)
    while true {
      switch programs.operations[place] {
      case .block(let start, let count, let next, let ending):
        out.bytes.append(padded: programs.bytes, Int(start)..<Int(start) + Int(count))
        now = next
        self.ending = ending
        return true
      case .text(let start, let count):
        out.bytes.append(padded: programs.bytes, Int(start)..<Int(start) + Int(count))
      case .compare(let relation, let slot, let limit, let whenTrue, let whenFalse):
        guard case .int(let number) = data.slots[Int(slot)] else { return false }
        place = Int(relation.holds(number, limit) ? whenTrue : whenFalse)
        if place < 0 { return false }
        continue
      case .ask(let expression, let answers, let whenTrue, let whenFalse):
        guard case .bool(let holds)? = data.value(of: expression, answers: answers) else { return false }
        place = Int(holds ? whenTrue : whenFalse)
        if place < 0 { return false }
        continue
      case .add(let slot, let from, let number, let saves):
        guard case .int(let value) = data.slots[Int(from)] else { return false }
        let (sum, overflow) = value.addingReportingOverflow(number)
        if overflow { return false }
        if saves { undo.append((Int(slot), data.slots[Int(slot)])) }
        data.set(Int(slot), to: .int(sum))
        hasChangedData = true
        out.bytes.append(decimal: sum)
      case .assign(let slot, let expression, let answers, let saves):
        guard let value = data.value(of: expression, answers: answers), DataModel.whyNotKept(value) == nil else {
          return false
        }
        if saves { undo.append((Int(slot), data.slots[Int(slot)])) }
        data.set(Int(slot), to: value)
        hasChangedData = true
        value.appendJSON(to: &out.bytes)
      case .set(let slot, let literal, let saves):
        if saves { undo.append((Int(slot), data.slots[Int(slot)])) }
        data.set(Int(slot), to: programs.literals[Int(literal)])
        hasChangedData = true
      case .see(let ending): data.see(programs.endings[Int(ending)].seen)
      case .itemNumber: out.bytes.append(decimal: out.items)
      case .clock: out.bytes.append(decimal: clock)
      case .headEnd: return true
      case .end(let next, let ending):
        now = next
        self.ending = ending
        return true
      }
      place += 1
    }
  }

  /// Undoes what a step has done that turned out not to be known.
  private mutating func takeBack(_ data: inout DataModel, _ out: inout OutputBuffer, _ start: Int) {
    while let (slot, value) = undo.popLast() { data.set(slot, to: value) }
    out.bytes.truncate(to: start)
  }

  /// Makes ready for a step that is known in parts; false where it has to be learned.
  package mutating func prepare(_ symbol: Int32, _ writer: any TraceWriter) -> Bool {
    now >= 0 && parts.prepare(now, symbol, writer, &programs, chart)
  }

  // MARK: Telling the machine

  /// Brings the machine to where the steps have led.
  package mutating func catchUp(_ machine: inout Machine) {
    guard ending >= 0, now >= 0 else { return }
    let last = programs.endings[Int(ending)]
    machine.resume(at: places.place(now), last.outcome, last.seen)
    ending = -1
  }

  /// What the last step did, as long as the machine has not been told.
  package var lastEntries: [TraceEntry] {
    guard ending >= 0 else { return [] }
    let kept = programs.endings[Int(ending)].entries
    return splitFrom < 0 ? kept : parts.exited(from: splitFrom, chart).map { .exit($0) } + kept
  }

  /// The machine has been moved by somebody else.
  package mutating func forget() {
    now = -1
    ending = -1
  }

  /// Goes on from a place that `number(of:)` gave.
  package mutating func goOn(from place: Int32?) {
    now = place ?? -1
    ending = -1
  }

  /// The number of the place where the machine is.
  package mutating func number(of machine: borrowing Machine) -> Int32? {
    guard let number = places.number(of: machine) else { return nil }
    if places.count > parts.count { parts.add(machine) }
    return number
  }

  /// Puts the machine at a place, with an event for expressions to see.
  package func put(_ machine: inout Machine, at place: Int32, seeing seen: SeenEvent) {
    machine.resume(at: places.place(place), nil, seen)
  }

  // MARK: Learning steps

  /// Lets the machine take an event, and remembers how. Whether nothing but its place and its context can have changed.
  package mutating func send(
    _ event: Event, _ symbol: Int32?, to machine: inout Machine, _ writer: any TraceWriter
  ) -> Bool {
    sends += 1
    guard let symbol, sends > Self.patience, !table.isFull else {
      machine.send(event)
      forget()
      return false
    }
    let before = now >= 0 ? now : number(of: machine) ?? -1
    let known = before < 0 ? nil : table.program(from: before, symbol)
    if known == StepTable.unknowable {
      misses += 1
      machine.send(event)
      forget()
      return false
    }
    if known == nil { pairMisses += 1 } else { pairHits += 1 }
    let record = machine.sendRecording(event)
    now = number(of: machine) ?? -1
    ending = -1
    guard before >= 0, now >= 0 else { return false }
    guard record.isSound, !(refusesUnhandled && record.hasUnhandled) else {
      misses += 1
      if known == nil { table.set(StepTable.unknowable, from: before, symbol) }
      return false
    }
    let source = StepPrograms.Source(
      record: record, text: writer.layOut(record), next: now, seen: machine.data.seen, keepsEntries: keepsEntries)
    if let known {
      programs.extend(known, source, chart)
    } else if !usesPartsFirst || !parts.isSplittable(before, record, chart), let program = programs.add(source, chart) {
      table.set(program, from: before, symbol)
    }
    if !parts.add(source, from: before, symbol, &programs, chart) { misses += 1 }
    if record.setsData { hasChangedData = true }
    return true
  }
}

extension StepRecord {
  var setsData: Bool {
    moments.contains { if case .question = $0 { false } else { true } }
  }

  var hasUnhandled: Bool {
    entries.contains {
      switch $0 {
      case .ignored, .declined: true
      default: false
      }
    }
  }
}
