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
    package var actionNames: [[UInt8]: String] = [:]
    /// True if the log has the actions that were done.
    package var comparesActions = false
    /// Events of the chart that the log never has.
    package var hidden: [Event] = []

    package init() {}
  }

  /// A payload that occurred before.
  private struct Payload {
    let value: Value?
    let isBad: Bool
  }

  let chart: Chart
  let options: Options
  private var cases = CaseTable()
  var maker: StepMaker
  var states: CaseStates
  var deviations: Deviations
  private var start: (state: Int32, hasError: Bool, did: Int32)?

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

  /// The states and actions that the log says.
  var said: SaidStates
  var actions: SaidActions
  /// The actions of the start and of timers before the event, as lists.
  var earlier: [Int32] = []
  /// Looks for hidden events; nil if there are none.
  var search: HiddenSearch?
  /// The number of hidden events that were assumed; those of the last event.
  private(set) var assumedCount = 0
  private(set) var assumed = HiddenSearch.Path()

  private var outcomes: ReplaySummary.Outcomes = (0, 0, 0, 0)
  private var errors = 0
  private var eventCount = 0
  /// The lines that have a state, and those that have actions.
  var compared = (states: 0, actions: 0)

  /// The lines of deviations since the last round, with their line numbers in the log.
  private(set) var deviationLines: [(line: Int, range: Range<Int>)] = []
  private var deviationText = ByteBuffer()
  /// The lines with a bad payload or bad actions since the last round.
  private(set) var bad: [(line: Int, why: BadLine)] = []

  /// The limit of kept payloads; further ones, and longer ones, are read each time.
  private static let mostPayloads = 1 << 16
  private static let longestPayload = 512
  /// The bytes that a name costs besides its own: the data that is kept and reported for it.
  private static let nameBytes = 1_000
  private static let othersName = "(others)"

  package init(_ chart: Chart, options: Options) {
    self.chart = chart
    self.options = options
    maker = StepMaker(chart, options: options)
    states = CaseStates(chart)
    // Half of the memory is reserved for the machines.
    let most = min(Int(Int32.max) - 1, options.limits.memory.limit / 2 / Self.nameBytes)
    deviations = Deviations(most: most)
    said = SaidStates(names: options.stateNames, most: most)
    actions = SaidActions(names: options.actionNames, most: most)
    if options.hidden.isEmpty { return }
    search = HiddenSearch(chart, options: options)
    // Their names are not UTF-8, so that no name of the log is equal.
    for event in options.hidden {
      _ = eventNames.intern(([0xFF] + Array("\(events.count)".utf8)).span)
      events.append(event)
    }
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
            var last = Piece.none
            for number in index..<end {
              let record = unsafe records[number]
              if parts > 1, Self.part(record.hash, parts: parts) != part { continue }
              // The events of a trace share the bytes of their case, which may be long.
              let isSame = count > 0 && record.caseID == last
              last = record.caseID
              let id = unsafe (last.isMade ? made : text) + last.start
              let this = unsafe isSame ? found[count - 1] : cases.find(record.hash, id: id, length: last.count)
              unsafe found.initializeElement(at: count, to: this)
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
  @inline(__always) static func part(_ hash: UInt64, parts: Int) -> Int {
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
        bad.append((firstLine + record.line, .payload))
        return
      }
      (payload, value) = (read.index, read.value)
    }
    var told: (state: Int32, did: Int32) = (-1, -1)
    if record.state.count > 0 || record.did.count > 0 {
      guard unsafe read(record, text: text, made: made, told: &told) else {
        bad.append((firstLine + record.line, .actions))
        return
      }
    }
    eventCount += 1
    var hasError = false
    earlier.removeAll(keepingCapacity: true)
    if unsafe found.pointee.standing == CaseTable.unborn {
      let start = beginning()
      unsafe found.pointee.standing = start.state
      hasError = start.hasError
      if start.did != SaidActions.nothing { earlier.append(start.did) }
    }
    // The clock of a case starts at its first event with a time.
    if unsafe found.pointee.last == LogTime.unknown {
      unsafe found.pointee.anchor = record.time
      unsafe found.pointee.last = record.time
    }
    let now = unsafe max(record.time, found.pointee.last)
    if search != nil {
      let target = HiddenSearch.Target(event: event, payload: payload, value: value, state: told.state, did: told.did)
      unsafe assume(before: target, found: found, at: now)
      hasError = unsafe take(assumed.early, found: found) || hasError
    }
    unsafe found.pointee.last = now
    if unsafe now - found.pointee.anchor >= states.due(found.pointee.standing) {
      hasError = unsafe fire(found, until: now) || hasError
    }
    if search != nil { hasError = unsafe take(assumed.late, found: found) || hasError }
    let step = unsafe perform(event, payload: payload, value: value, found: found)
    unsafe count(step, hadError: hasError, found: found, event: event, line: firstLine + record.line)
    if told.state >= 0 || told.did >= 0 {
      unsafe compare(told, step: step, found: found, event: event, line: firstLine + record.line)
    }
  }

  /// Takes an event, and returns its effect.
  @inline(__always)
  @unsafe private func perform(
    _ event: Int32, payload: Int32, value: Value?, found: UnsafeMutablePointer<CaseTable.Case>
  ) -> CaseStates.Step {
    let state = unsafe found.pointee.standing
    // The step of an event whose name is not kept is not kept either.
    var step = other == nil ? states.step(state, symbol: event) : CaseStates.unknown
    if step == CaseStates.byPayload {
      // A payload that is not kept has no symbol.
      step =
        payload >= 0 || value == nil ? states.step(state, symbol: symbol(event, payload: payload)) : CaseStates.unknown
    }
    if step < 0 { return unsafe make(event, payload: payload, value: value, found: found) }
    let known = states.steps[Int(step)]
    unsafe found.pointee.standing = known.next
    if !known.keepsAnchor { unsafe found.pointee.anchor = found.pointee.last }
    return known
  }

  @inline(__always)
  @unsafe private func count(
    _ step: CaseStates.Step, hadError: Bool, found: UnsafeMutablePointer<CaseTable.Case>, event: Int32, line: Int
  ) {
    switch step.outcome {
    case .handled: outcomes.handled += 1
    case .ignored: outcomes.ignored += 1
    case .declined: outcomes.declined += 1
    case .rejected: outcomes.rejected += 1
    }
    if step.hasError || hadError { errors += 1 }
    if step.deviation >= 0 {
      let id = unsafe CaseTable.id(of: found)
      unsafe deviations.count(step.deviation, id: id)
      if options.writesDeviations { unsafe write(step.outcome.rawValue, id: id, event: event, line: line) }
    }
  }

  /// Writes a deviation as a line of JSON. `said`: its other members.
  @unsafe func write(
    _ outcome: String, id: UnsafeBufferPointer<UInt8>, event: Int32, line: Int,
    said: KeyValuePairs<String, [UInt8]> = [:]
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
    for (key, text) in said {
      deviationText.append(", \"\(key)\": ")
      DisplayText.appendQuoted(text.span, to: &deviationText)
    }
    deviationText.append("}\n")
    deviationLines.append((line, start..<deviationText.count))
  }

  /// The event at an index, with its payload.
  func event(_ index: Int32, value: Value?) -> Event {
    let plain = other ?? events[Int(index)]
    return value.map { chart.event(chart.text(of: plain.label).utf8Bytes.span, data: $0) } ?? plain
  }

  /// Takes an event whose step in this state is not known yet.
  @inline(never)
  @unsafe private func make(
    _ event: Int32, payload: Int32, value: Value?, found: UnsafeMutablePointer<CaseTable.Case>
  ) -> CaseStates.Step {
    let state = unsafe found.pointee.standing
    let now = unsafe found.pointee.last
    let parts = states.state(state)
    let taken = self.event(event, value: value)
    var made = maker.step(taken, in: parts)
    let elapsed = unsafe now - found.pointee.anchor
    let did = actions.index(of: made.did)
    var isKept = state >= 0 && other == nil && actions.isKept(did)
    if case .mixed = made.timing {
      isKept = false
      if elapsed > 0 { made = maker.step(taken, in: parts, after: elapsed) }
    }
    let deviation = deviations.index(
      Deviations.Kind(
        event: event, configuration: states.configuration(of: state), outcome: made.outcome,
        reason: deviations.reason(made.rejection)))
    let next = states.add(made.parts, replacing: state)
    let keepsAnchor = if case .kept = made.timing { true } else { false }
    let step = CaseStates.Step(
      next: next, outcome: made.outcome, hasError: made.hasError, keepsAnchor: keepsAnchor, deviation: deviation,
      did: did)
    if isKept {
      if made.ignoresPayload {
        states.set(step, state: state, symbol: event)
      } else {
        states.mark(CaseStates.byPayload, state: state, symbol: event)
        if payload >= 0 || value == nil { states.set(step, state: state, symbol: symbol(event, payload: payload)) }
      }
    }
    unsafe found.pointee.standing = next
    if !keepsAnchor { unsafe found.pointee.anchor = now }
    return step
  }

  // MARK: Hidden events

  /// Finds the hidden events that explain an event of a case.
  @inline(never)
  @unsafe private func assume(
    before target: HiddenSearch.Target, found: UnsafeMutablePointer<CaseTable.Case>, at now: Int64
  ) {
    let state = unsafe found.pointee.standing
    let (anchor, last) = unsafe (found.pointee.anchor, found.pointee.last)
    let time = HiddenSearch.Interval(elapsed: last - anchor, wait: now - last, isDue: now - anchor >= states.due(state))
    assumed = explanation(of: target, from: state, after: time)
    assumedCount += assumed.early.count + assumed.late.count
  }

  /// Takes hidden events. Returns true if there was an error.
  @unsafe private func take(_ hidden: [Int32], found: UnsafeMutablePointer<CaseTable.Case>) -> Bool {
    var hasError = false
    for event in hidden {
      let step = unsafe perform(event, payload: -1, value: nil, found: found)
      hasError = step.hasError || hasError
      if step.did != SaidActions.nothing { earlier.append(step.did) }
    }
    return hasError
  }

  private func beginning() -> (state: Int32, hasError: Bool, did: Int32) {
    if let start { return start }
    let made = maker.start()
    let found = (states.add(made.parts, replacing: CaseTable.unborn), made.hasError, actions.index(of: maker.did))
    // Only a shared state is remembered: two cases must not use one state of their own.
    if found.0 >= 0 { start = found }
    return found
  }

  /// Fires the timers that are due. Returns true if there was an error.
  @inline(never) @unsafe private func fire(_ found: UnsafeMutablePointer<CaseTable.Case>, until now: Int64) -> Bool {
    // A run's limit for one line of a script applies here too.
    var room = options.limits.macrosteps
    var hasError = false
    while true {
      let state = unsafe found.pointee.standing
      let due = max(0, states.due(state))
      guard due != .max, unsafe now - found.pointee.anchor >= due else { return hasError }
      let fired = firing(of: state, after: due, room: room)
      unsafe found.pointee.standing = fired.next
      unsafe found.pointee.anchor += due
      hasError = fired.hasError || hasError
      if fired.did != SaidActions.nothing { earlier.append(fired.did) }
      room -= fired.macrosteps
      if room < 0 { return hasError }
    }
  }

  // MARK: Symbols

  @inline(__always) private func symbol(of name: Span<UInt8>) -> Int32 {
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
    let id = !isShort ? nil : payloads.count < Self.mostPayloads ? payloadNames.intern(bytes) : payloadNames.find(bytes)
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
    summary.assumed += assumedCount
    summary.compared.states += compared.states
    summary.compared.actions += compared.actions
    for deviation in deviations.found where deviation.count > 0 {
      let kind = deviation.kind
      summary.add(
        ReplaySummary.Deviation(
          event: Array(chart.text(of: events[Int(kind.event)].label).utf8),
          configuration: states.leaves[Int(kind.configuration)].map { Array(chart.path($0).utf8) },
          outcome: kind.outcome, reason: deviations.text(ofReason: kind.reason),
          said: kind.state >= 0 ? said.text(kind.state) : kind.said >= 0 ? actions.saidText(kind.said) : [],
          did: kind.said >= 0 ? actions.doneText(kind.done) : [], count: deviation.count, example: deviation.example))
    }
  }
}
