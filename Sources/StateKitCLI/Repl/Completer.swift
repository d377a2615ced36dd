import StateKitCore
import StateKitFormat

/// What a Tab could mean.
enum Completer {
  struct Completion {
    /// The character from which on a candidate replaces what was typed.
    let start: Int
    let candidates: [String]

    /// What all candidates begin with.
    var common: String {
      guard var common = candidates.first else { return "" }
      for candidate in candidates.dropFirst() {
        while !candidate.hasPrefix(common) { common.removeLast() }
      }
      return common
    }
  }

  /// Words after which states stand.
  private static let stateWords = ["in", "only", "entered", "exited"]

  static func complete(_ text: String, _ session: ReplSession) -> Completion {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let last = words.last ?? ""
    let start = text.count - last.count
    let first = words.first ?? ""
    if words.count <= 1 {
      let commands = ReplCommand.allCases.map { ":" + $0.rawValue + " " }
      let all = last.hasPrefix(":") ? commands : events(session).map { $0 + " " }
      return Completion(start: start, candidates: matching(last, all))
    }
    switch ReplCommand.match(String(first.dropFirst())) {
    case .command(let command) where first.hasPrefix(":"):
      switch command {
      case .why, .peek:
        return Completion(start: start, candidates: words.count == 2 ? matching(last, events(session)) : [])
      case .goto: return Completion(start: start, candidates: matching(last, session.timeline.markNames))
      case .help: return Completion(start: start, candidates: matching(last, ReplCommand.allCases.map(\.rawValue)))
      case .load, .save: return Completion(start: start, candidates: files(last))
      case .expect:
        if words.count > 2, words.dropLast().contains(where: { stateWords.contains($0) }) {
          return Completion(start: start, candidates: matching(last, states(session)))
        }
        let kinds = [
          "in ", "not in ", "only ", "handled", "ignored", "declined", "rejected", "error", "entered ", "exited ",
          "did ",
          "raised ", "sent ", "logged ", "done", "timers none", "timer ",
        ]
        return Completion(start: start, candidates: matching(last, kinds))
      case .set, .watch:
        return Completion(start: start, candidates: matching(last, session.chart.contextNames))
      default: return Completion(start: start, candidates: [])
      }
    default: return fields(first, last, start, session)
    }
  }

  /// Events that are handled now come first, then the chart's others.
  private static func events(_ session: ReplSession) -> [String] {
    let chart = session.chart
    let names = chart.handledEventNames.filter { !$0.hasPrefix("done.") && !$0.hasPrefix("error.") }
    var now: [String] = []
    var others: [String] = []
    for name in names {
      let inquiry = Inquiry(chart.event(name.utf8.span, data: nil), of: session.machine)
      if inquiry.outcome == .ignored {
        others.append(DisplayText.name(name))
      } else {
        now.append(DisplayText.name(name))
      }
    }
    return now + others
  }

  private static func states(_ session: ReplSession) -> [String] {
    let chart = session.chart
    return chart.states.indices.filter { !chart.states[$0].kind.isHistory }.map { chart.shownReference(StateID($0)) }
  }

  /// Names of the payload's fields, where the event declares them.
  private static func fields(_ event: String, _ last: String, _ start: Int, _ session: ReplSession) -> Completion {
    guard let name = session.chart.names.find(event), case .record(let fields)? = session.chart.alphabet?[name] else {
      return Completion(start: start, candidates: [])
    }
    let opening = last.hasPrefix("{") || last.isEmpty ? "{" : ""
    return Completion(
      start: start, candidates: matching(last, fields.map { opening + DisplayText.quoted($0.name) + ": " }))
  }

  private static func files(_ last: String) -> [String] {
    let slash = last.lastIndex(of: "/")
    let folder = slash.map { String(last[...$0]) } ?? ""
    let names = (try? Folder.list(folder.isEmpty ? "." : folder)) ?? []
    return matching(last, names.map { folder + $0 })
  }

  private static func matching(_ beginning: String, _ all: [String]) -> [String] {
    all.filter { $0.utf8.starts(with: beginning.utf8) }
  }
}
