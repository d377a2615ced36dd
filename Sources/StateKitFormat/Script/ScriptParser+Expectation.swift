import CEL
import StateKitCore

/// Parsing the expectations of `:expect` (Scripts.md, Expectations).
extension ScriptParser {
  func parseExpectation(_ bytes: [UInt8], start: Int, end: Int) throws(LineError) -> Expectation {
    do throws(LineError) {
      return try readExpectation(bytes, start: start, end: end)
    } catch {
      let text = bytes.span.extracting(start..<end).text
      // The word may be a key of the context: `timer == 5`.
      if let condition = conditionOnKey(bytes, start: start, end: end) { return .holds(condition) }
      // `can` takes `not` for the name of an event.
      let spelt = text.hasPrefix("can not ") ? otherSpelling(text, start: start, end: end) : nil
      throw several(text, start: start, end: end) ?? spelt ?? error
    }
  }

  /// An expression that begins with a key of the context; nil for any other text.
  private func conditionOnKey(_ bytes: [UInt8], start: Int, end: Int) -> Expression? {
    let word = bytes.span.extracting(start..<end).text.prefix { !$0.isWhitespace }
    guard chart.contextSlot(named: String(word)) != nil else { return nil }
    return try? expression(bytes, start: start, end: end, test: .expectation)
  }

  private func readExpectation(_ bytes: [UInt8], start: Int, end: Int) throws(LineError) -> Expectation {
    if start == end {
      throw Self.error(.badLine, in: start..<end, message: ":expect needs an expectation", help: ExpectationForm.list)
    }
    guard let (form, index) = ExpectationForm.find(in: bytes, start: start, end: end) else {
      return .holds(try condition(bytes, start: start, end: end))
    }
    switch form.reading {
    case .nothing(let expectation): return expectation
    case _ where index == end && form.operand != .nothing:
      throw Self.error(
        .badLine, in: start..<end, message: "\(form.word) needs an operand",
        help: "write :expect \(form.word) \(form.operand.rawValue)")
    case .states(let make): return make(try states(bytes, start: index, end: end))
    case .statesOfFamily(let make): return make(try statesOfFamily(bytes, start: index, end: end))
    case .actions(let make):
      let entries = try names(bytes, start: index, end: end, of: form)
      _ = try Self.each(entries) { (entry) throws(LineError) in try checkAction(entry.made.name, in: entry.range) }
      return make(entries.map(\.made))
    case .events(let make):
      let entries = try names(bytes, start: index, end: end, of: form)
      _ = try Self.each(entries) { (entry) throws(LineError) in
        try checkEvent(entry.made.name, in: entry.range, verb: form.verb)
      }
      return make(entries.map(\.made))
    case .invariants(let make):
      let entries = try list(bytes, start: index, end: end, what: "an invariant")
      _ = try Self.each(entries) { (entry) throws(LineError) in try checkInvariant(entry.text, in: entry.range) }
      return make(entries.map(\.text))
    case .text(let make):
      guard bytes[index] == UInt8(ascii: "\""),
        case .string(let text) = try Self.json(bytes, start: index, end: end, what: "the text")
      else {
        let text = bytes.span.extracting(index..<end).text
        throw Self.error(
          .badLine, in: index..<end, message: "the \(form.word) text must be a JSON string",
          help: "write :expect \(form.word) \(Self.inDoubleQuotes(text))")
      }
      return make(text)
    case .delay(let make): return make(try delay(bytes, start: index, end: end, before: ":expect \(form.word) "))
    case .event(let make):
      // Before an operator, the word is a key of the context.
      let rest = bytes.span.extracting(index..<end)
      guard rest.count > 0, rest[0] == UInt8(ascii: "\"") || DisplayText.bareWordLength(rest) > 0,
        case .event(let event) = try parseEvent(bytes, start: index, end: end)
      else { return .holds(try condition(bytes, start: start, end: end)) }
      return make(event)
    }
  }

  /// An expression that must be true; throws with a suggestion if it is none.
  private func condition(_ bytes: [UInt8], start: Int, end: Int) throws(LineError) -> Expression {
    do throws(LineError) {
      return try expression(bytes, start: start, end: end, test: .expectation)
    } catch {
      // A name of a chart may be near to a word of an expectation.
      if names.isOpen, error.diagnostics.allSatisfy(\.code.isAboutNames) { throw error }
      throw notAnExpectation(bytes, start: start, end: end) ?? error
    }
  }

  // MARK: Lists

  /// Names of effects, with data.
  private func names(
    _ bytes: [UInt8], start: Int, end: Int, of form: ExpectationForm
  ) throws(LineError) -> [(made: Carried, range: Range<Int>)] {
    if let error = notDone(bytes, start: start, end: end, form: form) { throw error }
    return try carried(bytes, start: start, end: end)
  }

  /// A name in a list, with the ids of children before it: `x: busy`.
  private struct Entry {
    var path: [(text: String, range: Range<Int>)] = []
    var text = ""
    var range = 0..<0
  }

  private func states(_ bytes: [UInt8], start: Int, end: Int) throws(LineError) -> [StateID] {
    let entries = try list(bytes, start: start, end: end, what: "a state")
    return try Self.each(entries) { (entry) throws(LineError) in try state(entry, in: chart) }
  }

  /// States of the chart, or of children.
  private func statesOfFamily(_ bytes: [UInt8], start: Int, end: Int) throws(LineError) -> [StateReference] {
    let entries = try list(bytes, start: start, end: end, what: "a state", allowsPath: true)
    return try Self.each(entries) { (entry) throws(LineError) in
      let charts = try charts(at: entry)
      var states: [(chart: Int, state: StateID)] = []
      for index in charts {
        // A child of one name may run different charts: one of them must have the state.
        if charts.count > 1, index != charts.last || !states.isEmpty {
          if let state = try? state(entry, in: chart.relative(index)) { states.append((index, state)) }
        } else {
          states.append((index, try state(entry, in: chart.relative(index))))
        }
      }
      return StateReference(path: entry.path.map(\.text), states: states)
    }
  }

  /// The charts that the child of a name may run, as indices in the family.
  private func charts(at entry: Entry) throws(LineError) -> [Int] {
    var charts = [0]
    for child in entry.path {
      var next: [Int] = []
      for index in charts {
        for found in chart.relatives(of: index, named: child.text) where !next.contains(found) { next.append(found) }
      }
      if next.isEmpty {
        let known = charts.flatMap { chart.relative($0).invocations.map(\.id) }
        throw Self.error(
          .unknownState, in: child.range,
          message: "no child is named \(DisplayText.quoted(child.text))",
          help: known.isEmpty ? "this chart invokes none" : nil, fix: suggestions.fix(for: child.text, among: known))
      }
      charts = next
    }
    return charts
  }

  private func state(_ entry: Entry, in chart: Chart) throws(LineError) -> StateID {
    switch chart.resolve(entry.text.utf8Bytes.span) {
    case .state(let state) where chart.states[state.index].kind.isHistory:
      throw Self.error(.unknownState, in: entry.range, message: "a history state is never active")
    case .state(let state): return state
    case .unknown:
      throw Self.error(
        .unknownState, in: entry.range,
        message: "no state is named \(DisplayText.quoted(entry.text))",
        help: suggestions.spend(comparing: 0) ? helpForState(entry.text, in: chart) : nil,
        fix: suggestions.fix(for: entry.text, among: chart.states.lazy.map { chart.names.text($0.name) }))
    case .ambiguous(let states):
      let shown = states.prefix(5).map { chart.shownReference($0) }.joined(separator: ", ")
      throw Self.error(
        .ambiguousTarget, in: entry.range,
        message: "\(states.count) states are named \(DisplayText.quoted(entry.text))", help: "could be \(shown)")
    }
  }

  /// Words or JSON strings separated by commas.
  private func list(
    _ bytes: [UInt8], start: Int, end: Int, what: String, allowsPath: Bool = false
  ) throws(LineError) -> [Entry] {
    var found: [Entry] = []
    var entry = Entry()
    var index = start
    while true {
      while index < end, Self.isSpace(bytes[index]) { index += 1 }
      if allowsPath, entry.path.count < Limits().invokeDepth, let child = Self.child(bytes, at: index, end: end) {
        entry.path.append((child.name, child.range))
        index = child.next
        continue
      }
      let (wordStart, wordEnd, quoted) = try Self.word(bytes, start: index, end: end, what: what)
      entry.text = quoted ?? bytes.span.extracting(wordStart..<wordEnd).text
      entry.range = index..<wordEnd
      index = wordEnd
      while index < end, Self.isSpace(bytes[index]) { index += 1 }
      found.append(entry)
      if index == end { return found }
      guard bytes[index] == UInt8(ascii: ",") else {
        let isChild = bytes[index] == UInt8(ascii: ":") || bytes[entry.range.upperBound - 1] == UInt8(ascii: ":")
        let text = bytes.span.extracting(start..<end).text
        let help: String
        if isChild && !allowsPath {
          help = "only :expect in and :expect not in take states of children"
        } else if ExpectationForm.find(in: bytes, start: start, end: end) != nil {
          help = "\(what) is expected here; write :expect \(text) in its own line"
        } else {
          help = helpForStates(text)
        }
        throw Self.error(.badLine, in: index..<end, message: "expected \",\" between names", help: help)
      }
      index += 1
      entry = Entry()
    }
  }

  /// The correct form of states that are not in a list with commas.
  private func helpForStates(_ text: String) -> String {
    let words = text.split(separator: " ").map(String.init)
    if words.first == "not" { return "write :expect not in \(words.dropFirst().joined(separator: " "))" }
    if words.contains("or") || words.contains("||") {
      let states = Self.conjuncts(text, at: ["or", "||", "in"]).map { Self.withoutQuotes($0.trimmed) }
      let tests = states.filter(isState).map { "isIn(\(ExpressionText.literal($0)))" }
      return "write :expect \(tests.joined(separator: " || "))"
    }
    return Self.listHelp(text, isKnown: isState)
  }

  /// The children on the way to the machine for which the event at the end of a line is meant, and the event: `x:
  /// open`.
  package func forChild(_ bytes: [UInt8]) throws(LineError) -> (path: [String], rest: [UInt8]) {
    var path: [String] = []
    var charts = [0]
    var index = 0
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    while path.count < Limits().invokeDepth, let child = Self.child(bytes, at: index, end: bytes.count) {
      let (name, range) = (child.name, child.range)
      let found = charts.flatMap { chart.relatives(of: $0, named: name) }
      if found.isEmpty {
        // An event may have the name `x:`.
        if chart.isKnown(chart.event("\(name):".utf8Bytes.span, data: nil)) { break }
        throw Self.error(
          .badLine, in: range,
          message: "no child is named \(DisplayText.quoted(name))",
          fix: suggestions.fix(for: name, among: charts.flatMap { chart.relative($0).invocations.map(\.id) }))
      }
      charts = found
      path.append(name)
      index = child.next
    }
    return (path, Array(bytes[index...]))
  }
}
