import CEL
import StateKitCore
import StateKitFormat

/// The names that a program has for states, events and actions (`--map`).
struct ProgramNames: Sendable {
  /// The chart's names by the program's.
  private(set) var states: [[UInt8]: String] = [:]
  private(set) var actions: [[UInt8]: String] = [:]
  /// The program's names by the chart's.
  private var events: [[UInt8]: String] = [:]
  /// The chart's names in the file, in order, to be checked.
  private var named: [Part: [(name: String, span: SourceSpan)]] = [:]

  private enum Part: String, CaseIterable {
    case states, events, actions
  }

  func state(_ name: String) -> String { states[Array(name.utf8)] ?? name }
  func action(_ name: String) -> String { actions[Array(name.utf8)] ?? name }
  func event(_ name: String) -> String { events[Array(name.utf8)] ?? name }

  /// The chart's events by the program's names; of several with one name, the first in the file.
  var eventsOfProgram: [[UInt8]: String] {
    Dictionary((named[.events] ?? []).map { (Array(event($0.name).utf8), $0.name) }) { first, _ in first }
  }

  private static let shape =
    "write a JSON object: {\"states\": {\"PAID\": \"paid\"}, \"events\": {\"pay\": \"PAY\"}, \"actions\": {}}"

  init() {}

  /// Reads the text of a file.
  init(_ source: SourceText, findings: Findings) {
    let bytes = source.bytes
    var tree = JSONTree()
    let names: NameTable
    do throws(JSONReader.SyntaxError) {
      let range = try JSONDocument.body(of: source, what: "file of names")
      var reader = JSONReader(bytes, range: range, names: NameTable(), findings: findings)
      try reader.readValue(into: &tree)
      try reader.finish()
      names = reader.names
    } catch {
      findings.add(error.diagnostic)
      return
    }
    func misfit(_ node: Int, _ message: String, help: String? = nil) {
      findings.add(Diagnostic(.wrongType, at: tree.nodes[node].span, message: message, help: help))
    }
    if tree.nodes[0].kind != .object {
      misfit(0, "the names must be an object", help: Self.shape)
      return
    }
    let suggestions = SuggestionBudget()
    for node in tree.children(of: 0) {
      let key = names.text(tree.nodes[node].keyName)
      guard let part = Part(rawValue: key) else {
        let fix = suggestions.fix(for: key, among: Part.allCases.map(\.rawValue))
        findings.add(
          Diagnostic(
            .unknownKey, at: tree.nodes[node].keySpan, message: "unknown key \(DisplayText.quoted(key))",
            help: Self.shape, fix: fix))
        continue
      }
      if tree.nodes[node].kind != .object {
        misfit(node, "\(DisplayText.quoted(key)) must be an object", help: Self.shape)
        continue
      }
      for entry in tree.children(of: node) {
        let (from, value) = (names.text(tree.nodes[entry].keyName), tree.nodes[entry])
        guard value.kind == .string else {
          misfit(entry, "the other name of \(DisplayText.quoted(from)) must be a text")
          continue
        }
        let to = JSONText.string(bytes, in: value.span.range)
        switch part {
        case .states: states[Array(from.utf8)] = to
        case .events: events[Array(from.utf8)] = to
        case .actions: actions[Array(from.utf8)] = to
        }
        named[part, default: []].append(part == .events ? (from, value.keySpan) : (to, value.span))
      }
    }
  }

  /// Reports the names that none of the charts has.
  func check(in charts: [Chart], findings: Findings) {
    let suggestions = SuggestionBudget()
    let parsers = charts.map { ScriptParser($0) }
    let actions = Set(charts.flatMap(ScriptNames.actions))
    for part in Part.allCases {
      lazy var known: [String] =
        switch part {
        case .states: charts.flatMap { chart in chart.states.indices.map { chart.reference(StateID($0)) } }
        case .events: charts.flatMap(\.handledEventNames)
        case .actions: actions.sortedTexts
        }
      for (name, span) in named[part] ?? [] {
        let isKnown =
          switch part {
          case .states:
            charts.contains { chart in
              if case .state = chart.resolve(name.utf8Bytes.span) { true } else { false }
            }
          case .events:
            charts.contains { $0.event(named: name.utf8Bytes.span) != nil }
              || parsers.contains { $0.childEnd(named: name) != nil }
          case .actions: actions.contains(Array(name.utf8))
          }
        if isKnown { continue }
        let (code, what): (DiagnosticCode, String) =
          switch part {
          case .states: (.unknownState, "state")
          case .events: (.undeclaredEvent, "event")
          case .actions: (.unknownAction, "action")
          }
        findings.add(
          Diagnostic(
            code, at: span, message: "no \(what) is named \(DisplayText.quoted(name))",
            fix: suggestions.fix(for: name, among: known)))
      }
    }
  }
}
