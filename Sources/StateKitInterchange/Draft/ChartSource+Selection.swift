import StateKitCore
import StateKitFormat

/// Names of events and patterns such as `a.*`.
enum EventPattern {
  /// True if an event can match both names, of which at least one is a pattern.
  static func overlap(_ one: String, _ other: String) -> Bool {
    let (first, second) = (Array(one.utf8), Array(other.utf8))
    let star = UInt8(ascii: "*")
    switch (first.last == star, second.last == star) {
    case (true, true):
      return first.dropLast().starts(with: second.dropLast()) || second.dropLast().starts(with: first.dropLast())
    case (true, false): return second.starts(with: first.dropLast())
    case (false, true): return first.starts(with: second.dropLast())
    case (false, false): return first == second
    }
  }
}

/// Events for which the two rules of selection, by leaf and by subtree, can select different handlers.
extension ChartSource {
  /// A handler in a region of a parallel state whose event that state or an ancestor handles, too; nil if there is none,
  /// so that both rules select the same handlers.
  var eventOfRegionAndAbove: (event: Int, name: String, above: Int)? {
    guard facts.contains(where: { $0.kind == .parallel }) else { return nil }
    let events = facts.indices.map { state in
      let done =
        member("onDone", of: facts[state].node).map { [($0, "done.state." + states.reference(to: state))] } ?? []
      return self.events(of: state).map { ($0, keyText($0)) } + done
    }
    let names = events.map { NameSet($0.map(\.1)) }
    let patterns = events.map { $0.map(\.1).filter { $0.utf8.last == UInt8(ascii: "*") } }
    for state in facts.indices {
      for (event, name) in events[state] {
        let isPattern = name.utf8.last == UInt8(ascii: "*")
        var isInRegion = false
        var above = states.parent(of: state)
        while above >= 0 {
          isInRegion = isInRegion || facts[above].kind == .parallel && facts[above].children.count > 1
          let isAsked =
            names[above].contains(name) || patterns[above].contains { EventPattern.overlap($0, name) }
            || isPattern && events[above].contains { EventPattern.overlap($0.1, name) }
          if isInRegion, isAsked { return (event, name, above) }
          above = states.parent(of: above)
        }
      }
    }
    return nil
  }

  /// Reports events that only the chart raises or sends: other tools take them from outside, too.
  func reportInternalEvents(_ losses: Losses, in notation: String) {
    guard let events = member("internalEvents", of: 0), !isEmpty(events) else { return }
    losses.add(
      keySpan(events),
      message: "\"internalEvents\" has no form in \(notation), where these events may come from outside",
      written: "only statekit rejects them")
  }
}
