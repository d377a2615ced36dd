import CEL
import StateKitCore

extension Chart {
  /// The state that an option names. `file`: the chart's file, if there are several charts.
  func state(named name: String, by option: String, file: String? = nil) throws(CommandEnd) -> StateID {
    let shown = DisplayText.quoted(name)
    switch resolve(name.utf8Bytes.span) {
    case .state(let state): return state
    case .ambiguous(let states):
      let names = states.prefix(10).map { shownReference($0) }.joined(separator: ", ")
      throw CommandEnd(usage: "--\(option): \(shown) could be \(names)")
    case .unknown:
      let help = Suggestion.help(for: name, among: states.indices.map { shownReference(StateID($0)) })
      let owner = file.map { " of \($0)" } ?? ""
      throw CommandEnd(usage: "--\(option): no state\(owner) is named \(shown)" + (help.map { ", " + $0 } ?? ""))
    }
  }
}
