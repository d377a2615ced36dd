import StateKitCore
import StateKitSearch

/// Checks that the events named in options are tried.
enum InputNames {
  static func check(_ asked: ExploreArguments, charts: Chart...) throws(CommandEnd) {
    for (option, names) in [("events", asked.events ?? []), ("except", asked.except)] {
      try check(names, option: option, in: charts)
    }
  }

  /// Also checks the events of a payload file, and the types of the payloads.
  static func check(_ payloads: PayloadFile.Payloads, charts: Chart...) throws(CommandEnd) {
    try check(payloads.map(\.event), option: "payloads", in: charts)
    for (event, values) in payloads {
      for value in values {
        let misfits = charts.map { InputCandidates.declared(event, in: $0)?.misfit(of: value) }
        guard let reason = misfits.compactMap(\.self).first, !misfits.contains(where: { $0 == nil }) else { continue }
        throw CommandEnd(
          usage: "--payloads: \(DisplayText.quoted(event)) cannot have the payload \(value.json): \(reason)")
      }
    }
  }

  /// The events that are tried. In a comparison, the chart without an event of `internalEvents` may get it.
  private static func known(_ charts: [Chart]) -> [String] {
    charts.flatMap { InputCandidates.eventNames(of: $0) + (charts.count > 1 ? $0.ownEvents : []) }
  }

  private static func check(_ names: [String], option: String, in charts: [Chart]) throws(CommandEnd) {
    let known = known(charts)
    let sentByChart = charts.flatMap(\.ownEvents)
    for name in names where !known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
      let shown = DisplayText.quoted(name)
      if sentByChart.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
        throw CommandEnd(
          usage: "--\(option): \(shown) is one of the chart's internalEvents; it never comes from outside")
      }
      let nearest = Suggestion.help(for: name, among: known).map { ", " + $0 } ?? ""
      throw CommandEnd(usage: "--\(option): no event is named \(shown)\(nearest)")
    }
  }
}
