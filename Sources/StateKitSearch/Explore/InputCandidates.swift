package import CEL
package import StateKitCore
import StateKitFormat

/// The inputs to try in a chart: events with payloads, and clock moves, as script lines (Exploring.md).
package struct InputCandidates: Sendable {
  package struct Input: Sendable {
    package enum Kind: Sendable {
      case event(Event)
      /// Ends the host invocation of this id, if it is running.
      case end(Event, work: String)
      /// Ends host work of a child; tried only in states in which it is running.
      case childEnd(ChildEnd)
      /// Changes the answer of a host guard from now on.
      case answer(guard: Int, Bool)
      /// Moves the clock, if a timer waits.
      case advance(Machine.Advance)
    }

    package let kind: Kind
    /// Its line in a script.
    package let line: String
    /// The name of the event; empty for a clock move.
    package let name: String
  }

  package struct Choice: Sendable {
    /// Only these events; nil for all.
    package var events: [String]?
    package var except: [String] = []
    /// Payloads by event, which replace the payloads derived from the chart.
    package var payloads: [(event: String, values: [Value])] = []
    /// The fixed answers of the host.
    package var answered: HostAnswers?
    /// Milliseconds by which the clock is moved, besides `+next`.
    package var waits: [Int64] = []

    package init() {}

    /// True if an event is tried.
    func includes(_ name: String) -> Bool {
      let isNamed = { (list: [String]) in list.contains { $0.utf8.elementsEqual(name.utf8) } }
      return (events.map(isNamed) ?? true) && !isNamed(except)
    }
  }

  /// The largest number of payloads for one event.
  package static let mostPayloads = 100

  /// Those that are tried in all states, then those that were added for some states.
  package private(set) var all: [Input] = []
  /// The number of inputs that are tried in all states.
  package private(set) var fixedCount = 0
  /// The numbers of events with their payloads, by bytes of both.
  private var numbers: [[UInt8]: Int] = [:]
  /// Events with payloads that depend on the state.
  package internal(set) var sources: [StateCandidates] = []
  let chart: Chart
  /// The host guards that are answered both ways.
  let host: HostChoices
  /// The tried payloads by event, in order.
  package private(set) var payloads: [(event: String, values: [Value?])] = []
  /// The events of `payloads`, in the same order.
  private var payloadNames = NameTable()
  /// The events that could have other payloads than those tried.
  private(set) var sampled: [String] = []
  /// The events that the choice leaves out.
  var omitted: [String] = []
  /// True if a pattern matches any name, and an expression asks for the name.
  private(set) var areNamesSampled = false
  /// True if the host gives no length for a named delay.
  private(set) var lacksDelays = false
  /// True if the host could answer a guard in two ways in one line.
  private(set) var areAnswersSampled = false
  /// The events of which not all combinations are tried.
  package private(set) var cut: [String] = []

  /// `asked`: expressions about the chart that are not part of it. `isOver`: true if the search must end before all
  /// candidates are known. `comparesShown`: see `PayloadConstants`.
  package init(
    _ chart: Chart, choice: Choice = Choice(), asked: [Expression] = [], comparesShown: Bool = false,
    isOver: () -> Bool = { false }
  ) {
    self.chart = chart
    let guards = HostChoices.open(in: chart, answered: choice.answered)
    host = HostChoices(chart, names: guards, answered: choice.answered)
    areAnswersSampled = HostChoices.areSampled(guards, in: [chart])
    lacksDelays = (0...(chart.family?.members.count ?? 0)).contains { member in
      chart.relative(member).hostDelays.contains { choice.answered?.delay(named: $0) == nil }
    }
    let receivers = chart.receivers.map { member in
      Receiver(
        PayloadConstants(
          chart, member: member.chart, answered: choice.answered, asked: member.chart == 0 ? asked : [],
          comparesShown: comparesShown))
    }
    areNamesSampled = receivers.contains { receiver in
      !receiver.chart.isClosed && !receiver.chart.patterns.isEmpty
        && receiver.constants.mentions.contains(where: \.mentionsName)
    }
    for (name, work) in Self.names(chart, receivers: receivers.map(\.constants.expressions)) {
      if isOver() { break }
      if !choice.includes(name) {
        omitted.append(name)
        continue
      }
      let given = choice.payloads.first { $0.event.utf8.elementsEqual(name.utf8) }?.values
      let handlers = receivers[0].constants.readers(of: name).handlers
      let allReceivers = receivers + Self.passedOn(handlers, by: chart, answered: choice.answered)
      // A declared payload is of the declared type in all charts.
      let joined = Self.declared(name, in: chart).map { _ in PayloadUses(name, receivers: allReceivers) }
      let all = allReceivers.map { joined ?? PayloadUses(name, receivers: [$0]) }
      let source = StateCandidates(name, in: receivers[0], uses: all[0])
      let children = zip(allReceivers, all).dropFirst().map {
        StateCandidates($0.name ?? name, sent: name, in: $0, uses: $1)
      }
      let fixed = source.fixed + children.flatMap(\.fixed)
      var values = given ?? Self.candidates(name, of: joined.map { [$0] } ?? all, met: fixed, in: chart)
      let isCut = values.count > Self.mostPayloads && given == nil
      if isCut {
        values.removeLast(values.count - Self.mostPayloads)
        cut.append(name)
      }
      if given == nil {
        sources += ([source] + children).filter { !$0.isFixed }
      }
      note(values, of: name, isSampled: given != nil || isCut || !Self.hasFiniteType(name, in: chart))
      for value in values { add(name, value: value, work: work) }
    }
    addChildEnds(choice, comparesShown: comparesShown, isOver: isOver)
    for wait in choice.waits { all.append(Input(kind: .advance(.by(wait)), line: "+" + Delay.text(wait), name: "")) }
    all.append(Input(kind: .advance(.next), line: "+next", name: ""))
    addAnswers()
    fixedCount = all.count
  }

  /// Records the tried payloads of an event, unless it has none.
  mutating func note(_ values: [Value?], of name: String, isSampled: Bool) {
    guard values.count > 1 || values.contains(where: { $0 != nil }) else { return }
    if isSampled { sampled.append(name) }
    let index = payloadNames.intern(name).index
    if index < payloads.count {
      payloads[index].values = Self.distinct(payloads[index].values + values)
    } else {
      payloads.append((name, values))
    }
  }

  /// The number of an event with a payload, which is added if it is new.
  @discardableResult
  mutating func add(_ name: String, value: Value?, work: String?) -> Int {
    let shown = DisplayText.name(name)
    let event = chart.event(name.utf8Bytes.span, data: value)
    return add(
      Input(
        kind: work.map { .end(event, work: $0) } ?? .event(event), line: value.map { "\(shown) \($0.json)" } ?? shown,
        name: name),
      value: value)
  }

  /// The number of an input with a payload, which is added if it is new.
  mutating func add(_ input: Input, value: Value?) -> Int {
    var identity = ByteBuffer()
    identity.append(counted: Array(input.name.utf8))
    value?.appendIdentity(to: &identity)
    if let known = numbers[identity.bytes] { return known }
    numbers[identity.bytes] = all.count
    all.append(input)
    return all.count - 1
  }

  /// Each host guard is answered both ways, but those that are answered already.
  private mutating func addAnswers() {
    for (index, lines) in host.lines.enumerated() {
      for (line, isTrue) in zip(lines, [false, true]) {
        all.append(Input(kind: .answer(guard: index, isTrue), line: line.text, name: ""))
      }
    }
  }

  /// The declared events. Without a declaration: the events that handlers name, and for each pattern, one event name
  /// that matches no other handler. Ends and failures only if they are declared, and no machine makes them.
  private static func eventNames(_ expressions: AnsweredExpressions) -> [String] {
    let chart = expressions.chart
    let declared = chart.declaredEvents.filter { !EventType.isMade($0) }
    if chart.isClosed { return declared }
    var names = chart.inputEventNames.filter { !EventType.comesByItself($0) }
    names += declared.filter { EventType.comesByItself($0) }
    for prefix in chart.patterns {
      if EventType.comesByItself(prefix) { continue }
      var name = prefix + "other"
      var number = 2
      while let id = chart.event(named: name.utf8Bytes.span), id.index < chart.eventCount || !chart.isHandled(id) {
        name = prefix + "other\(number)"
        number += 1
      }
      names.append(name)
    }
    return names + comparedNames(expressions)
  }

  /// The texts in the expressions that ask for the name of an event, if a pattern matches them.
  private static func comparedNames(_ expressions: AnsweredExpressions) -> [String] {
    let chart = expressions.chart
    if chart.patterns.isEmpty { return [] }
    let all = chart.expressions.distinct.map(\.text) + expressions.answers.map(\.text)
    let texts = all.map { Array($0.utf8) }.filter { $0.includes("name".utf8) }
    return texts.map { ExpressionMentions($0) }.filter(\.mentionsName).flatMap(\.literals).compactMap { literal in
      guard case .string(let text) = literal, !EventType.comesByItself(text),
        chart.patterns.contains(where: { text.utf8.starts(with: $0.utf8) })
      else { return nil }
      return text
    }
  }

  /// The names of all events that are tried without a choice.
  package static func eventNames(of chart: Chart) -> [String] {
    let works = (0...(chart.family?.members.count ?? 0)).flatMap { chart.relative($0).hostWork }
    let ends = works.flatMap { work in EventType.invocationEnds.map { $0 + work } }
    let receivers = chart.receivers.map { AnsweredExpressions(chart.relative($0.chart), answered: nil) }
    return names(chart, receivers: receivers).map(\.name) + ends
  }

  /// The events to try, each once; a chart that declares its events gets no others. Then come the events by which the
  /// host ends its work.
  private static func names(
    _ chart: Chart, receivers: [AnsweredExpressions]
  ) -> [(name: String, work: String?)] {
    var found: [(name: String, work: String?)] = []
    var known: Set<[UInt8]> = []
    func add(_ name: String, work: String?) {
      if known.insert(Array(name.utf8)).inserted { found.append((name, work)) }
    }
    for receiver in chart.isClosed ? [AnsweredExpressions(chart, answered: nil)] : receivers {
      for name in eventNames(receiver) { add(name, work: nil) }
    }
    for work in receivers.flatMap(\.chart.hostWork) {
      for prefix in EventType.invocationEnds { add(prefix + work, work: work) }
    }
    return found
  }

  /// The payloads of an event by these uses, each once. `chart` must accept them.
  private static func candidates(
    _ name: String, of uses: [PayloadUses], met: [StateCandidates.FieldValues], in chart: Chart
  ) -> [Value?] {
    let found = uses.flatMap { candidates(of: $0, met: met) }
    return uses.count == 1 ? found : distinct(found.filter { accepts(name, value: $0, in: chart) })
  }
}
