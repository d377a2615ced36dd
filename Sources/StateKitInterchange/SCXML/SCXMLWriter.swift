import StateKitCore
import StateKitFormat

/// Writes one of our charts as an SCXML document (SCXML.md). Parts that no other tool needs are in our own namespace.
/// Parts that only other tools need are marked with it, and removed when the document is read back.
struct SCXMLWriter {
  let source: ChartSource
  let losses: Losses
  /// True if expressions are written in ECMAScript.
  let isScript: Bool
  /// The number of charts around this one.
  var depth = 0
  var out = XMLText()
  /// The targets of a history without any, by its parent; nil if there is none.
  var usualDefaults: [Int: String?] = [:]
  let stateIDs: SCXMLStateIDs
  let names: SCXMLEventNames
  let hostDelays: NameMap<String>
  /// The definitions of named guards, and the data that represent host guards.
  let guards: NameMap<String>
  let hostGuards: NameMap<String>
  /// The names of events that the chart knows.
  let eventNames: KnownEvents
  /// Translates our expressions to ECMAScript.
  var script: ScriptText
  /// The variables of the enclosing loops.
  var loops: [String] = []
  let notes = Notes()
  let start: StartStates
  let hasTimers: Bool
  /// Parallel states that are written as two.
  let divided: Set<Int>
  /// True if the root is written as a state of its own, because `<scxml>` cannot express its behaviour.
  let isWrapped: Bool

  /// Facts that the writer collects.
  final class Notes {
    /// True if all expressions are known to mean exactly the same in ECMAScript.
    var isSayable = true
    /// The first guard that asks the host with data.
    var askedWithData: SourceSpan?
    /// True if an expression uses the name or the type of an event that may belong to a timer.
    var looksAtEvent = false
  }

  /// Writes expressions in ECMAScript if all have one there that means exactly the same and is read back unchanged;
  /// else as CEL, with `datamodel="cel"`.
  static func write(_ source: ChartSource, findings: Findings, isLossy: Bool) -> [UInt8] {
    let (plain, _) = written(source, findings: findings, isLossy: isLossy, isScript: false)
    let (other, isSayable) = written(source, findings: Findings(), isLossy: isLossy, isScript: true)
    return isSayable && translation(of: other) == translation(of: plain) ? other : plain
  }

  private static func written(
    _ source: ChartSource, findings: Findings, isLossy: Bool, isScript: Bool
  ) -> (text: [UInt8], isSayable: Bool) {
    let losses = Losses(findings: findings, code: .noSCXMLForm, isLossy: isLossy)
    var writer = SCXMLWriter(source, losses: losses, isScript: isScript)
    writer.write()
    return (writer.out.bytes, writer.notes.isSayable)
  }

  /// The chart that a document is read as.
  private static func translation(of document: [UInt8]) -> [UInt8] {
    let file = SourceText(name: "", bytes: document)
    guard let draft = SCXMLReader.read(file, options: ForeignOptions(), findings: Findings(), memory: .unbounded) else {
      return []
    }
    return JSONLayout.text(of: draft, from: file, onOneLine: true).bytes
  }

  init(_ source: ChartSource, losses: Losses, isScript: Bool) {
    self.isScript = isScript
    self.source = source
    self.losses = losses
    out.most = JSONLayout.mostBytes(of: source.bytes)
    names = SCXMLEventNames(losses: losses)
    hostDelays = Self.hostDelays(source)
    (guards, hostGuards) = Self.guards(source, used: hostDelays)
    eventNames = KnownEvents(source)
    divided = Self.divided(source)
    start = StartStates(source)
    hasTimers = source.facts.indices.contains { !source.timers(of: $0).isEmpty }
    let ids = SCXMLStateIDs(source, divided: divided)
    stateIDs = ids
    script = ScriptText(names: ContextKinds.of(source)) { reference in
      source.states.resolve(reference).map { ids.states[$0] }
    }
    for name in hostGuards.values { script.names[name] = .bool }
    for name in hostDelays.values { script.names[name] = .any }
    let root = source.facts[0]
    let plain: Set<String> = ["subStates", "initial"]
    isWrapped =
      root.kind != .compound || source.children(of: root.node).contains { !plain.contains(source.keyText($0)) }
      || source.hasInitialActions(0) || source.facts.indices.contains { source.goesToRoot(from: $0) }
      || source.asksForRoot
  }

  func id(of state: Int) -> String { stateIDs.states[state] }

  mutating func write() {
    var attributes = [
      ("xmlns", "http://www.w3.org/2005/07/scxml"), ("xmlns:statekit", "urn:statekit"), ("version", "1.0"),
      ("datamodel", isScript ? "ecmascript" : "cel"), ("statekit:exact", "true"),
    ]
    if let name = source.string("name", of: 0) { attributes.append(("name", name)) }
    if !isWrapped, let initial = initialIDs(of: 0) ?? rest(of: 0) { attributes.append(("initial", initial)) }
    out.open("scxml", attributes: attributes)
    writeTopLevel()
    if !isWrapped { writeRest(of: 0) }
    // The open states: their elements are closed after those of their descendants are written.
    var open: [Int] = []
    for state in source.facts.indices {
      while let last = open.last, !source.states.isDescendant(state, of: last) {
        close(last)
        open.removeLast()
      }
      begin(state)
      open.append(state)
    }
    while let last = open.popLast() { close(last) }
    if isWrapped, canBeDone { out.leaf("final", attributes: [("id", stateIDs.end), ("statekit:part", "end")]) }
    out.close("scxml")
    if notes.looksAtEvent, hasTimers {
      losses.add(
        source.span(0),
        message: "an expression reads the name or the type of an event, which differ for a timer in SCXML",
        written: "other tools see the event that the timer sends")
    }
    if let span = notes.askedWithData {
      losses.add(
        span, message: "a host guard is asked with data, which SCXML cannot pass",
        written: "other tools ask without the data")
    }
    reportControl(in: source.span(0))
  }

  /// Reports a control character in the text written since the last call.
  mutating func reportControl(in span: SourceSpan) {
    guard out.popControl() else { return }
    losses.add(
      span, message: "a text of the chart has a character that XML cannot have", written: "it is written as \"?\"")
  }

  /// Writes the top-level keys of a chart besides its states.
  private mutating func writeTopLevel() {
    reportSelection()
    let kept = source.children(of: 0).filter {
      ["description", "meta", "events", "internalEvents", "actions", "bubbling", "invariants", "guards"].contains(
        source.keyText($0))
    }
    if !kept.isEmpty {
      let parts = kept.map {
        DisplayText.string(source.keyText($0)) + ": " + String(decoding: source.bytes($0), as: UTF8.self)
      }
      out.leaf("statekit:chart", attributes: [], text: "{" + parts.joined(separator: ", ") + "}")
    }
    let context = source.member("context", of: 0)
    if context == nil, hostDelays.isEmpty, hostGuards.isEmpty { return }
    out.open("datamodel", attributes: [])
    for member in context.map({ Array(source.children(of: $0)) }) ?? [] {
      if isScript, !ScriptText.isName(source.keyText(member)) { notes.isSayable = false }
      out.leaf("data", attributes: [("id", source.keyText(member)), ("expr", expression(ofConstant: member))])
      reportControl(in: source.span(member))
    }
    for (names, part) in [(hostDelays, "delay"), (hostGuards, "guard")] {
      for name in names.values.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
        out.leaf("data", attributes: [("id", name), ("statekit:part", part)])
      }
    }
    out.close("datamodel")
  }

  private func element(of state: Int) -> String? {
    if state == 0, !isWrapped { return nil }
    switch source.facts[state].kind {
    case .parallel: return divided.contains(state) ? "state" : "parallel"
    case .final: return "final"
    case .shallowHistory, .deepHistory: return "history"
    case .atomic, .compound: return "state"
    }
  }

  private mutating func begin(_ state: Int) {
    guard let element = element(of: state) else { return }
    let fact = source.facts[state]
    var attributes = [("id", id(of: state))]
    if fact.name.unicodeScalars.contains(where: XMLText.isControl) {
      losses.add(
        source.keySpan(fact.node), message: "the name of the state has a character that XML cannot have",
        written: "it is \(DisplayText.quoted(id(of: state)))")
    } else if !id(of: state).utf8.elementsEqual(fact.name.utf8) {
      attributes.append(("statekit:name", fact.name))
    }
    if state == 0 { attributes.append(("statekit:root", "true")) }
    if fact.kind == .deepHistory { attributes.append(("type", "deep")) }
    if fact.kind == .compound {
      if let initial = initialIDs(of: state) {
        attributes.append(("initial", initial))
      } else if let rest = rest(of: state) {
        attributes.append(("initial", rest))
      }
    }
    out.open(element, attributes: attributes)
    writeRest(of: state)
    reportControl(in: source.keySpan(fact.node))
    for word in ["tags", "description", "meta"] {
      if let member = source.member(word, of: fact.node) {
        out.leaf(
          "statekit:info", attributes: [("key", word)], text: String(decoding: source.bytes(member), as: UTF8.self))
      }
    }
    script.mayPrecedeEvents = start.contains(state)
    writeDefault(of: state)
    for invoke in source.elements(source.member("invoke", of: fact.node)) { writeInvocation(invoke) }
    writeTimers(of: state)
    for (word, element) in [("enterState", "onentry"), ("exitState", "onexit")] {
      guard let actions = source.member(word, of: fact.node), !source.elements(actions).isEmpty else { continue }
      writeHook(element, actions: source.elements(actions))
    }
    if !fact.kind.isHistory { writeHandlers(of: state) }
    if state == 0, canBeDone { writeEnd() }
    if let output = source.member("output", of: fact.node) {
      out.open("donedata", attributes: [])
      writePayload(output)
      out.close("donedata")
    }
    if let regions = regions(of: state) {
      out.open("parallel", attributes: [("id", regions), ("statekit:part", "regions")])
    }
  }

  private mutating func close(_ state: Int) {
    if divided.contains(state) { out.close("parallel") }
    if let element = element(of: state) { out.close(element) }
  }
}
