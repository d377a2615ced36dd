import CEL
import StateKitCore
import StateKitFormat

/// The names of a chart, in typed form.
final class KnownNames {
  private let machine: Machine
  private var chart: Chart { machine.chart }

  init(_ machine: Machine) {
    self.machine = machine
  }

  /// Events: those that are handled now come first, then the other events of the chart.
  var events: [String] {
    let names = machine.handledEventNames.filter { !EventType.comesByItself($0) }
    var now: [String] = []
    var others: [String] = []
    for name in names {
      if machine.outcome(of: chart.event(name.utf8Bytes.span, data: nil)) == .ignored {
        others.append(DisplayText.name(name))
      } else {
        now.append(DisplayText.name(name))
      }
    }
    return now + others
  }

  /// States by their shortest references, and by longer ones that begin with the typed text.
  func states(of chart: Chart, beginning typed: ArraySlice<UInt8>) -> [String] {
    let isDotted = typed.contains(UInt8(ascii: "."))
    return chart.states.indices.filter { !chart.states[$0].kind.isHistory }.flatMap { index in
      let shortest = chart.shownReference(StateID(index))
      return isDotted ? [shortest] + references(to: StateID(index), of: chart) : [shortest]
    }
  }

  /// The suffixes of a state's path that identify it, from the shortest.
  private func references(to state: StateID, of chart: Chart) -> [String] {
    let path = Array(chart.path(state).utf8)
    let starts = [0] + path.indices.filter { path[$0] == UInt8(ascii: ".") }.map { $0 + 1 }
    return starts.reversed().compactMap { start in
      let reference = String(decoding: path[start...], as: UTF8.self)
      guard case .state(let found) = chart.resolve(reference.utf8Bytes.span), found == state else { return nil }
      return DisplayText.name(reference)
    }
  }

  var invariants: [String] { chart.invariants.map { DisplayText.name($0.name) } }

  /// Host actions that the chart calls or declares.
  var actions: [String] {
    var ids: [NameID] = []
    for case .call(let name, _) in chart.actions where !ids.contains(name) { ids.append(name) }
    return ids.map { DisplayText.name(chart.names.text($0)) }
  }

  /// Events that actions raise or send, by the word of the expectation.
  func made(_ word: String) -> [String] {
    var ids: [EventID] = []
    for action in chart.actions {
      switch action {
      case .raise(.event(let id), _) where word == "raised" && !ids.contains(id): ids.append(id)
      case .send(.event(let id), _, _, _, _) where word == "sent" && !ids.contains(id): ids.append(id)
      default: break
      }
    }
    return ids.map { DisplayText.name(chart.names.text(chart.eventNames[$0.index])) }
  }

  /// The names of host guards or delays, of this chart and its children.
  func hostNames(_ names: (Chart) -> [String]) -> [String] {
    chart.withRelatives.flatMap(names).map { DisplayText.name($0) }
  }

  /// The time until each timer is due.
  var delays: [String] { machine.dueTimes.map { Delay.text($0 - machine.time) } }
}
