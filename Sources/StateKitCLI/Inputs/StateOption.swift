import CEL
import StateKitCore

/// The reason why a name is not that of a single state.
struct StateNameProblem: Error {
  let message: String
}

extension Chart {
  /// The state that an option names. `file`: the chart's file, if there are several charts.
  func state(named name: String, by option: String, file: String? = nil) throws(CommandEnd) -> StateID {
    do throws(StateNameProblem) {
      return try state(named: name, file: file)
    } catch {
      throw CommandEnd(usage: "--\(option): \(error.message)")
    }
  }

  /// The state with a name. `file`: the chart's file, if there are several charts.
  func state(named name: String, file: String? = nil) throws(StateNameProblem) -> StateID {
    let shown = DisplayText.quoted(name)
    switch resolve(name.utf8Bytes.span) {
    case .state(let state): return state
    case .ambiguous(let states):
      let names = states.prefix(10).map { shownReference($0) }.joined(separator: ", ")
      throw StateNameProblem(message: "\(shown) could be \(names)")
    case .unknown:
      let help = Suggestion.help(for: name, among: states.indices.map { shownReference(StateID($0)) })
      let owner = file.map { " of \($0)" } ?? ""
      throw StateNameProblem(message: "no state\(owner) is named \(shown)" + (help.map { ", " + $0 } ?? ""))
    }
  }
}
