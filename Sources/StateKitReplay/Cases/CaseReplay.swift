// Longer than others: the one path of every event is in one file.

package import CEL
package import StateKitCore
import StateKitFormat

/// Replays the events of cases: one machine for each case, on one thread.
package final class CaseReplay: @unchecked Sendable {
  /// The settings of a replay.
  package struct Options: Sendable {
    package var context: [Value]?
    package var limits = Limits()
    package var answers: HostAnswers?
    /// True if each deviation is written as a line of JSON.
    package var writesDeviations = false
    /// The chart's names of events and states, by the bytes of the names in the log.
    package var eventNames: [[UInt8]: String] = [:]
    package var stateNames: [[UInt8]: String] = [:]

    package init() {}
  }

  /// A payload that occurred before.
  private struct Payload {
    let value: Value?
    let isBad: Bool
  }

  private let chart: Chart
  private let options: Options
  private var cases = CaseTable()
  private var maker: StepMaker
  private var states: CaseStates
  private var deviations = Deviations()
  private var start: (state: Int32, hasError: Bool)?

  private var eventNames = NameTable()
  /// The event without a payload, by the index of the name.
  private var events: [Event] = []
  /// The index that stands for the names that do not fit in memory; -1 as long as all fit.
  private var others: Int32 = -1
  /// An event whose name does not fit.
  private var other: Event?
  /// The bytes of the names, and of the data kept for each.
  private var heldNames = 0
  private var payloadNames = NameTable()
  private var payloads: [Payload] = []
  /// The symbol of an event with a payload, by both their indices.
  private var symbols: [UInt64: Int32] = [:]

  /// The states that the log says.
  private var said = SaidStates()

  private var outcomes: ReplaySummary.Outcomes = (0, 0, 0, 0)
  private var errors = 0
  private var eventCount = 0

  /// The lines of deviations since the last round, with their line numbers in the log.
  private(set) var deviationLines: [(line: Int, range: Range<Int>)] = []
  private var deviationText = ByteBuffer()
  /// The lines with a bad payload since the last round.
  private(set) var bad: [Int] = []

  /// The limit of kept payloads; further ones, and longer ones, are read each time.
  private static let mostPayloads = 1 << 16
  private static let longestPayload = 512
  /// The bytes that a name costs besides its own: the data that is kept and reported for it.
  private static let nameBytes = 1_000
  private static let othersName = "(others)"

  package init(_ chart: Chart, options: Options) {
    self.chart = chart
    self.options = options
    maker = StepMaker(chart, context: options.context, limits: options.limits, answers: options.answers)
    states = CaseStates(chart)
  }

  /// The number of cases.
  package var caseCount: Int { cases.count }
  /// The number of replayed events.
  package var taken: Int { eventCount }

  /// Replays the events of a batch that belong to this replay's cases: of `parts` replays, it has the index `part`.
  /// `firstLine`: the count of lines before the batch.
  func replay(_ batch: LogBatch, part: Int, of parts: Int, firstLine: Int) {
    let records = batch.records
    _ = unsafe batch.withBytes { text, made in
      unsafe records.withUnsafeBufferPointer { records in
        var index = 0
        // Works in runs: the cases of a run are looked up before its events are taken, so that memory waits overlap.
        unsafe withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<CaseTable.Case>.self, capacity: Self.run) {
          found in
          while index < records.count {
            let end = min(index + Self.run, records.count)
            var count = 0
            for number in index..<end {
              let record = unsafe records[number]
              if parts > 1, Self.part(record.hash, parts: parts) != part { continue }
              let id = unsafe (record.caseID.isMade ? made : text) + record.caseID.start
              unsafe found.initializeElement(
                at: count, to: cases.find(record.hash, id: id, length: record.caseID.count))
              count += 1
            }
            count = 0
            for number in index..<end {
              let record = unsafe records[number]
              if parts > 1, Self.part(record.hash, parts: parts) != part { continue }
              unsafe replay(record, found: found[count], text: text, made: made, firstLine: firstLine)
              count += 1
            }
            index = end
          }
        }
      }
    }
  }

  /// Removes the lines of deviations, and the bad ones, of the last round.
  func beginRound() {
    deviationLines.removeAll(keepingCapacity: true)
    deviationText.removeAll()
    bad.removeAll(keepingCapacity: true)
  }

  private static let run = 256

  /// The index of the replay that owns a case.
  @inline(__always)
  static func part(_ hash: UInt64, parts: Int) -> Int {
    Int(truncatingIfNeeded: (hash >> 32).multipliedFullWidth(by: UInt64(parts) << 32).high)
  }

  /// Passes the lines of deviations, as written, to `body`.
  func deviationBytes(_ range: Range<Int>, body: (Span<UInt8>) -> Void) {
    deviationText.withSpan { body($0.extracting(range)) }
  }

  // MARK: One event

  @inline(__always)
  @unsafe private func replay(
    _ record: LogRecord, found: UnsafeMutablePointer<CaseTable.Case>, text: UnsafePointer<UInt8>,
    made: UnsafePointer<UInt8>, firstLine: Int
  ) {
    let name = unsafe Span(
      _unsafeElements: UnsafeBufferPointer(
        start: (record.event.isMade ? made : text) + record.event.start, count: record.event.count))
    other = nil
    let event = symbol(of: name)
    var payload: Int32 = -1
    var value: Value?
    if record.payload.count > 0 {
      let bytes = unsafe Span(
        _unsafeElements: UnsafeBufferPointer(
          start: (record.payload.isMade ? made : text) + record.payload.start, count: record.payload.count))
      let read = self.payload(bytes)
      if read.isBad {
        bad.append(firstLine + record.line)
        return
      }
      (payload, value) = (read.index, read.value)
    }
    eventCount += 1
    var hasError = false
    if unsafe found.pointee.standing == CaseTable.unborn {
      let start = beginning()
      unsafe found.pointee.standing = start.state
      unsafe found.pointee.anchor = record.time
      unsafe found.pointee.last = record.time
      hasError = start.hasError
    } else if unsafe record.time > found.pointee.last {
      unsafe found.pointee.last = record.time
    }
    let now = unsafe found.pointee.last
    if unsafe now - found.pointee.anchor >= states.due(found.pointee.standing) {
      hasError = unsafe fire(found, until: now) || hasError
    }
    let state = unsafe found.pointee.standing
    // The step of an event whose name is not kept is not kept either.
    var step = other == nil ? states.step(state, symbol: event) : CaseStates.unknown
    if step == CaseStates.byPayload {
      // A payload that is not kept has no symbol.
      step =
        payload >= 0 || value == nil ? states.step(state, symbol: symbol(event, payload: payload)) : CaseStates.unknown
    }
    if step >= 0 {
      let known = states.steps[Int(step)]
      unsafe found.pointee.standing = known.next
      if !known.keepsAnchor { unsafe found.pointee.anchor = now }
      unsafe count(
        known.outcome, hasError: known.hasError || hasError, deviation: known.deviation, found: found, record: record,
        event: event, firstLine: firstLine)
    } else {
      unsafe make(
        record, found: found, event: event, payload: payload, value: value, hadError: hasError, firstLine: firstLine)
    }
    if record.state.count > 0 {
      unsafe compare(
        Span(
          _unsafeElements: UnsafeBufferPointer(
            start: (record.state.isMade ? made : text) + record.state.start, count: record.state.count)),
        found: found, event: event, line: firstLine + record.line)
    }
  }

  /// Compares the state that the log says with the states of the chart.
  @inline(never)
  @unsafe private func compare(
    _ name: Span<UInt8>, found: UnsafeMutablePointer<CaseTable.Case>, event: Int32, line: Int
  ) {
    let index = said.index(of: name, in: chart, names: options.stateNames)
    let configuration = unsafe states.configuration(of: found.pointee.standing)
    if said.isActive(index, in: states.leaves[Int(configuration)], of: chart) { return }
    let kind = deviations.kind(event, configuration: configuration, said: index)
    let id = unsafe CaseTable.id(of: found)
    unsafe deviations.count(kind, id: id)
    if options.writesDeviations {
      unsafe write("state-differs", id: id, event: event, line: line, said: said.names[Int(index)])
    }
  }

  @inline(__always)
  @unsafe private func count(
    _ outcome: Outcome, hasError: Bool, deviation: Int32, found: UnsafeMutablePointer<CaseTable.Case>,
    record: LogRecord, event: Int32, firstLine: Int
  ) {
    switch outcome {
    case .handled: outcomes.handled += 1
    case .ignored: outcomes.ignored += 1
    case .declined: outcomes.declined += 1
    case .rejected: outcomes.rejected += 1
    }
    if hasError { errors += 1 }
    if deviation >= 0 {
      let id = unsafe CaseTable.id(of: found)
      unsafe deviations.count(deviation, id: id)
      if options.writesDeviations {
        unsafe write(outcome.rawValue, id: id, event: event, line: firstLine + record.line)
      }
    }
  }

  @unsafe private func write(
    _ outcome: String, id: UnsafeBufferPointer<UInt8>, event: Int32, line: Int, said: [UInt8] = []
  ) {
    let start = deviationText.count
    deviationText.append("{\"case\": ")
    unsafe DisplayText.appendQuoted(Span(_unsafeElements: id), to: &deviationText)
    deviationText.append(", \"event\": ")
    DisplayText.appendQuoted(chart.text(of: (other ?? events[Int(event)]).label), to: &deviationText)
    deviationText.append(", \"outcome\": \"")
    deviationText.append(outcome)
    deviationText.append("\", \"line\": ")
    deviationText.append(decimal: Int64(LogReplay.shownLine(line)))
    if !said.isEmpty {
      deviationText.append(", \"state\": ")
      DisplayText.appendQuoted(said.span, to: &deviationText)
    }
    deviationText.append("}\n")
    deviationLines.append((line, start..<deviationText.count))
  }

  /// Takes an event whose step in this state is not known yet.
  @inline(never)
  @unsafe private func make(
    _ record: LogRecord, found: UnsafeMutablePointer<CaseTable.Case>, event: Int32, payload: Int32,
    value: Value?, hadError: Bool, firstLine: Int
  ) {
    let state = unsafe found.pointee.standing
    let now = unsafe found.pointee.last
    let parts = states.state(state)
    var taken = other ?? events[Int(event)]
    if let value { taken = chart.event(chart.text(of: taken.label).utf8Bytes.span, data: value) }
    var made = maker.step(taken, in: parts)
    let elapsed = unsafe now - found.pointee.anchor
    var isKept = state >= 0 && other == nil
    if case .mixed = made.timing {
      isKept = false
      if elapsed > 0 { made = maker.step(taken, in: parts, after: elapsed) }
    }
    let deviation = deviations.kind(event, configuration: states.configuration(of: state), outcome: made.outcome)
    let next = states.add(made.parts, replacing: state)
    let keepsAnchor = if case .kept = made.timing { true } else { false }
    if isKept {
      let step = CaseStates.Step(
        next: next, outcome: made.outcome, hasError: made.hasError, keepsAnchor: keepsAnchor, deviation: deviation)
      if made.ignoresPayload {
        states.set(step, state: state, symbol: event)
      } else {
        states.mark(CaseStates.byPayload, state: state, symbol: event)
        if payload >= 0 || value == nil { states.set(step, state: state, symbol: symbol(event, payload: payload)) }
      }
    }
    unsafe found.pointee.standing = next
    if !keepsAnchor { unsafe found.pointee.anchor = now }
    unsafe count(
      made.outcome, hasError: made.hasError || hadError, deviation: deviation, found: found, record: record,
      event: event, firstLine: firstLine)
  }

  private func beginning() -> (state: Int32, hasError: Bool) {
    if let start { return start }
    let made = maker.start()
    let found = (states.add(made.parts, replacing: CaseTable.unborn), made.hasError)
    // Only a shared state is remembered: two cases must not use one state of their own.
    if found.0 >= 0 { start = found }
    return found
  }

  /// Fires the timers that are due. Returns true if there was an error.
  @inline(never)
  @unsafe private func fire(_ found: UnsafeMutablePointer<CaseTable.Case>, until now: Int64) -> Bool {
    var hasError = false
    // A run's limit for one line of a script applies here too.
    for _ in 0..<options.limits.macrosteps {
      let state = unsafe found.pointee.standing
      let due = max(0, states.due(state))
      guard due != .max, unsafe now - found.pointee.anchor >= due else { return hasError }
      if let known = states.firing(state) {
        unsafe found.pointee.standing = known.next
        hasError = known.hasError || hasError
      } else {
        let made = maker.fire(states.state(state), after: due)
        let next = states.add(made.parts, replacing: state)
        states.setFiring(state, next: next, hasError: made.hasError)
        unsafe found.pointee.standing = next
        hasError = made.hasError || hasError
      }
      unsafe found.pointee.anchor += due
    }
    return true
  }

  // MARK: Symbols

  @inline(__always)
  private func symbol(of name: Span<UInt8>) -> Int32 {
    if others >= 0 {
      if let known = eventNames.find(name) { return known.rawValue }
      if chart.event(named: name) == nil {
        other = chart.event(name, data: nil)
        return others
      }
    }
    let id = eventNames.intern(name)
    if id.index == events.count { add(name) }
    return id.rawValue
  }

  private func add(_ name: Span<UInt8>) {
    if options.eventNames.isEmpty {
      events.append(chart.event(name, data: nil))
    } else {
      let text = name.text
      events.append(chart.event((options.eventNames[Array(text.utf8)] ?? text).utf8Bytes.span, data: nil))
    }
    heldNames += name.count + Self.nameBytes
    // Half of the memory is reserved for the machines.
    if heldNames <= options.limits.memory.limit / 2 || others >= 0 { return }
    let shown = Self.othersName.utf8Bytes.span
    let id = eventNames.intern(shown)
    if id.index == events.count { events.append(chart.event(shown, data: nil)) }
    others = id.rawValue
  }

  /// The symbol of an event, with a payload or without one if payloads matter. It is negative.
  private func symbol(_ event: Int32, payload: Int32) -> Int32 {
    let key = UInt64(UInt32(bitPattern: event)) << 32 | UInt64(UInt32(bitPattern: payload))
    if let known = symbols[key] { return known }
    let made = -Int32(truncatingIfNeeded: symbols.count) - 1
    symbols[key] = made
    return made
  }

  /// Parses a payload. Returns its index if it is kept.
  private func payload(_ bytes: Span<UInt8>) -> (index: Int32, value: Value?, isBad: Bool) {
    let isShort = bytes.count <= Self.longestPayload
    let id =
      !isShort ? nil : payloads.count < Self.mostPayloads ? payloadNames.intern(bytes) : payloadNames.find(bytes)
    guard let id else {
      let read = Self.read(bytes)
      return (-1, read.value, read.isBad)
    }
    if id.index == payloads.count { payloads.append(Self.read(bytes)) }
    return (id.rawValue, payloads[id.index].value, payloads[id.index].isBad)
  }

  private static func read(_ bytes: Span<UInt8>) -> Payload {
    let copy = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    guard let value = JSONText.value(of: copy) else { return Payload(value: nil, isBad: true) }
    return Payload(value: value.isNull ? nil : value, isBad: false)
  }

  // MARK: The end

  /// Adds the results of the replay to the summary of the log's part that it has replayed.
  func add(to summary: inout ReplaySummary) {
    summary.events += eventCount
    summary.add(outcomes)
    summary.errors += errors
    var ends: [Int32: Int] = [:]
    for number in 0..<cases.count {
      let standing = unsafe cases.pointer(number).pointee.standing
      // None of its lines was an event.
      if standing == CaseTable.unborn { continue }
      summary.cases += 1
      ends[states.configuration(of: standing), default: 0] += 1
    }
    for (configuration, count) in ends {
      for state in states.leaves[Int(configuration)] { summary.ends[state.index] += count }
    }
    let counts = maker.coverage.counts
    for state in chart.states.indices where counts.entered[state] > 0 { summary.markEntered(state) }
    for handler in chart.handlers.indices where counts.taken[handler] > 0 { summary.markTaken(handler) }
    for kind in deviations.kinds where kind.count > 0 {
      summary.add(
        ReplaySummary.Deviation(
          event: Array(chart.text(of: events[Int(kind.event)].label).utf8),
          configuration: states.leaves[Int(kind.configuration)].map { Array(chart.path($0).utf8) },
          outcome: kind.outcome, said: kind.said < 0 ? [] : said.names[Int(kind.said)], count: kind.count,
          example: kind.example))
    }
  }
}
