import StateKitCore
import StateKitSearch

/// The events that options name must be among those that are tried.
enum InputNames {
  static func check(_ asked: ExploreArguments, _ charts: Chart...) throws(UsageError) {
    let known = charts.flatMap { chart in
      InputCandidates(chart).all.map(\.name).filter { !$0.isEmpty }
    }
    for (option, names) in [("events", asked.events ?? []), ("except", asked.except)] {
      for name in names where !known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
        let nearest = Suggestion.help(for: name, among: known).map { ", " + $0 } ?? ""
        throw UsageError(message: "--\(option): no event is named \(DisplayText.quoted(name))\(nearest)")
      }
    }
  }
}
