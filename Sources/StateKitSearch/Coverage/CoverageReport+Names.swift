import CEL
import StateKitCore

extension CoverageReport {
  /// The trigger of a handler in words, and the length of its key in bytes.
  private struct Occasion {
    let word: String
    let length: Int
    let isPattern: Bool

    /// A transition of a translated file for `load` may be under `load`, `load.*` and `load.done`, one key for all
    /// events under all names. The shortest key is its own.
    func isNearer(than other: Occasion) -> Bool {
      length == other.length ? isPattern && !other.isPattern : length < other.length
    }
  }

  /// A description of each handler: `open in closed`. Copies of one transition share a description.
  static func handlerNames(_ located: LocatedChart, copies: [Int: [Int]]) -> [String] {
    var occasions = occasions(located)
    for same in copies.values where same.count > 1 {
      var nearest: Occasion?
      for index in same {
        guard let occasion = occasions[index] else { continue }
        if nearest.map({ occasion.isNearer(than: $0) }) ?? true { nearest = occasion }
      }
      for index in same { occasions[index] = nearest }
    }
    let chart = located.chart
    return chart.handlers.indices.map { index in
      "\(occasions[index]?.word ?? "a handler") in \(chart.shownReference(chart.handlers[index].state))"
    }
  }

  private static func occasions(_ located: LocatedChart) -> [Int: Occasion] {
    let chart = located.chart
    var found: [Int: Occasion] = [:]
    // If keys share a handler, the first one names it.
    for binding in located.spans.bindings.reversed() {
      let occasion: Occasion
      switch binding.trigger {
      case .event(let event):
        let name = chart.names.text(chart.eventNames[event.index])
        occasion = Occasion(word: DisplayText.name(name), length: name.utf8.count, isPattern: false)
      case .pattern(let prefix):
        let name = chart.names.text(prefix) + "*"
        occasion = Occasion(word: DisplayText.quoted(name), length: name.utf8.count, isPattern: true)
      case .done: occasion = Occasion(word: "onDone", length: 0, isPattern: false)
      }
      for handler in binding.candidates.indices { found[handler] = occasion }
    }
    for state in chart.states {
      for handler in state.always.indices { found[handler] = Occasion(word: "always", length: 0, isPattern: false) }
    }
    for timer in chart.timers {
      let word = "after \(timer.shownLength(in: chart))"
      for handler in timer.candidates.indices { found[handler] = Occasion(word: word, length: 0, isPattern: false) }
    }
    return found
  }
}
