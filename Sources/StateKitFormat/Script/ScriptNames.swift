package import StateKitCore

/// The names of a chart that script lines are checked against, collected on first use.
package final class ScriptNames {
  private let chart: Chart
  /// True if any name may be one of the chart.
  let isOpen: Bool
  /// The host actions of the chart and of the charts that it invokes.
  private(set) lazy var actions = Self.actions(of: chart)

  /// The events that actions of these charts raise and send, by name; nil if a name is computed.
  private(set) lazy var raised = Self.events(of: chart) { if case .raise(let event, _) = $0 { event } else { nil } }
  private(set) lazy var sent = Self.events(of: chart) {
    if case .send(let event, _, _, _, _) = $0 { event } else { nil }
  }

  /// The host work of a child, in order and as UTF-8.
  struct Work {
    let all: [String]
    let known: Set<[UInt8]>
  }
  /// Created for the first line about a child: a dictionary of this kind takes a fifth of the start of a run.
  private var works: ChildWorks?
  private final class ChildWorks {
    var byPath: [[[UInt8]]: Work] = [:]
  }

  /// The host work of the child at a path of ids.
  func work(ofChild path: [String]) -> Work {
    let key = path.map { Array($0.utf8) }
    if let found = works?.byPath[key] { return found }
    var charts = [0]
    for id in path { charts = charts.flatMap { chart.relatives(of: $0, named: id) } }
    let all = charts.flatMap { chart.relative($0).hostWork }
    let work = Work(all: all, known: Set(all.map { Array($0.utf8) }))
    if works == nil { works = ChildWorks() }
    works?.byPath[key] = work
    return work
  }

  /// The delays that the host gives these charts.
  var delays: [String] { chart.withRelatives.flatMap(\.hostDelays) }

  package init(_ chart: Chart, isOpen: Bool = false) {
    (self.chart, self.isOpen) = (chart, isOpen)
  }

  /// True if the host gives the delay of this name.
  func isDelay(_ name: String) -> Bool { isOpen || chart.withRelatives.contains { $0.hasHostDelay(named: name) } }

  /// True if an action may raise or send an event of this name.
  func isMade(_ name: String, by verb: String) -> Bool {
    isOpen || (verb == "raised" ? raised : sent)?.contains(Array(name.utf8)) ?? !EventType.comesByItself(name)
  }

  private static func events(of chart: Chart, made: (Action) -> EventText?) -> Set<[UInt8]>? {
    var found: Set<[UInt8]> = []
    for chart in chart.withRelatives {
      for case .some(let event) in chart.actions.lazy.map(made) {
        guard case .event(let id) = event else { return nil }
        found.insert(Array(chart.names[chart.eventNames[id.index]]))
      }
    }
    return found
  }

  /// The host actions of a chart and of the charts that it invokes, as UTF-8.
  package static func actions(of chart: Chart) -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    for chart in chart.withRelatives {
      var isSeen = [Bool](repeating: false, count: chart.names.count)
      for case .call(let name, _) in chart.actions where !isSeen[name.index] {
        isSeen[name.index] = true
        found.insert(Array(chart.names[name]))
      }
      for name in (chart.hostActions ?? [:]).keys { found.insert(Array(chart.names[name])) }
    }
    return found
  }
}

extension ScriptParser {
  /// Reports an event that the chart never raises or sends.
  func checkEvent(_ name: String, in range: Range<Int>, verb: String) throws(LineError) {
    if names.isMade(name, by: verb) { return }
    let comesByItself = EventType.comesByItself(name)
    let message =
      comesByItself
      ? "no action makes the event \(DisplayText.quoted(name)): it comes by itself"
      : "the event \(DisplayText.quoted(name)) is never \(verb) in the chart"
    let made = (verb == "raised" ? names.raised : names.sent) ?? []
    guard suggestions.spend(comparing: made.count) else { throw Self.error(.badLine, in: range, message: message) }
    let other = verb == "raised" ? "sent" : "raised"
    let known = made.sortedTexts
    var help = names.isMade(name, by: other) ? "it is \(other): write :expect \(other) \(DisplayText.name(name))" : nil
    if help == nil { help = Suggestion.help(for: name, among: known) }
    if help == nil, comesByItself { help = "ask for what it does, as :expect entered STATE" }
    if help == nil, isKnown(name) { help = "it comes from outside: write :expect handled" }
    if help == nil, known.isEmpty { help = "this chart has no \(verb) event" }
    if help == nil, known.count <= 10 { help = "\(verb) events: \(Self.list(known))" }
    throw Self.error(.badLine, in: range, message: message, help: help)
  }

  private static func list(_ names: [String]) -> String {
    names.map { DisplayText.name($0) }.joined(separator: ", ")
  }

  /// Reports an action that the chart never carries out.
  func checkAction(_ name: String, in range: Range<Int>) throws(LineError) {
    if names.actions.contains(Array(name.utf8)) { return }
    let message = "the chart has no action \(DisplayText.quoted(name))"
    guard suggestions.spend(comparing: names.actions.count) else {
      throw Self.error(.unknownAction, in: range, message: message)
    }
    let known = names.actions.sortedTexts
    var help: String?
    if isState(name) { help = "it is a state: write :expect entered \(DisplayText.name(name))" }
    if help == nil, known.isEmpty { help = "this chart has no host actions" }
    if help == nil, known.count <= 10 { help = "known: \(Self.list(known))" }
    throw Self.error(
      .unknownAction, in: range, message: message, help: help, fix: Suggestion.fix(for: name, among: known)
    )
  }

  /// Checks that the chart, or one of its children, has the invariant.
  func checkInvariant(_ name: String, in range: Range<Int>) throws(LineError) {
    if names.isOpen { return }
    let charts = chart.withRelatives
    let known = charts.flatMap { chart in chart.invariants.map(\.name) }
    if known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { return }
    throw Self.error(
      .badLine, in: range, message: "no invariant is named \(DisplayText.quoted(name))",
      help: known.isEmpty ? "this chart has none" : nil, fix: suggestions.fix(for: name, among: known))
  }
}
