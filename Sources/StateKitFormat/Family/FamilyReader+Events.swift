import CEL
import StateKitCore

/// Checks the events that the charts of a family send each other.
extension FamilyReader {
  /// Warns of each `send` to a child or the parent that every receiver rejects: the alphabet of a chart is closed for the
  /// charts around it, too.
  func checkEvents(of index: Int) {
    guard let chart = entries[index].located?.chart else { return }
    let receivers = receivers(from: index)
    if receivers.isEmpty { return }
    let findings = entries[index].findings
    for (number, action) in chart.actions.enumerated() {
      if findings.countsOnly(.undeclaredEvent), findings.countsOnly(.payloadMisfit) { return }
      guard case .send(let text, let data, _, _, let to?) = action, let name = chart.literal(text),
        let id = to.literal, let known = receivers[Array(id.utf8)]
      else { continue }
      let isParent = id.utf8.elementsEqual(Self.parent.utf8)
      var found: Misfit?
      for receiver in known {
        // One that may take the event is enough.
        guard let other = entries[receiver].located?.chart,
          let misfit = misfit(of: data, in: chart, with: name, for: other, called: id, isOwn: isParent)
        else {
          found = nil
          break
        }
        found = found ?? misfit
      }
      guard let found else { continue }
      findings.add(
        found.code, at: (found.code == .payloadMisfit ? data?.span(in: chart) : nil) ?? chart.actionSpans[number],
        message: found.message, severity: .warning, help: found.help)
    }
  }

  private static let parent = "parent"

  private typealias Misfit = (code: DiagnosticCode, message: String, help: String?)

  /// The charts to which a chart can send, in order, by the name that `to` has for them.
  private func receivers(from index: Int) -> [[UInt8]: [Int]] {
    var found: [[UInt8]: Set<Int>] = [:]
    for (invocation, link) in zip(invocations(of: index), entries[index].links) {
      if let link { found[Array(invocation.id.utf8), default: []].insert(link) }
    }
    let parents = entries.indices.filter { entries[$0].links.contains(index) }
    if !parents.isEmpty { found[Array(Self.parent.utf8)] = Set(parents) }
    return found.mapValues { $0.sorted() }
  }

  /// Why a chart rejects an event; nil if it may take it. `data`: the payload in `sender`. `isOwn`: a child sends it.
  private func misfit(
    of data: DataTemplate?, in sender: Chart, with name: String, for receiver: Chart, called id: String, isOwn: Bool
  ) -> Misfit? {
    let event = DisplayText.quoted(name)
    let chart = isOwn ? "the parent" : "the chart \(DisplayText.quoted(id))"
    switch receiver.rejection(of: receiver.event(name.utf8Bytes.span, data: nil), isOwn: isOwn) {
    case Chart.undeclared?:
      let help = Suggestion.help(for: name, among: receiver.declaredEvents)
      return (.undeclaredEvent, "\(chart) does not declare the event \(event)", help)
    case Chart.onlyInternal?:
      let message = "the event \(event) is one of \"internalEvents\" of \(chart), which only that chart raises"
      return (.undeclaredEvent, message, nil)
    default:
      let reasons = receiver.payloadType(of: name)?.misfits(of: data, called: "payload", in: sender.expressions)
      guard let reason = reasons?.first else { return nil }
      return (.payloadMisfit, "the payload does not fit \(event) of \(chart): \(reason)", nil)
    }
  }
}
