/// The kinds of inputs that were only sampled, or left out: with others, a chart may do more (Exploring.md, Samples).
package struct Samples: OptionSet, Sendable {
  package static let payloads = Samples(rawValue: 1)
  package static let events = Samples(rawValue: 2)
  package static let times = Samples(rawValue: 4)
  /// The host gives no length for a named delay.
  package static let delays = Samples(rawValue: 8)
  /// The host could answer a guard in two ways in one line.
  package static let answers = Samples(rawValue: 16)

  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The end of a claim that holds for the samples only: ` with the payloads tried`; empty without samples.
  package var limitation: String {
    let names: [(Samples, String)] = [
      (.events, "with the events tried"), (.times, "at the times tried"), (.payloads, "with the payloads tried"),
      (.delays, "with the delays given"), (.answers, "with the answers tried"),
    ]
    return isEmpty ? "" : " " + joined(names)
  }

  /// The samples in a list: `the payloads tried, the times tried`.
  package var list: String {
    joined([
      (.payloads, "the payloads tried"), (.events, "the events tried"), (.times, "the times tried"),
      (.delays, "the delays given"), (.answers, "the answers tried"),
    ])
  }

  private func joined(_ names: [(Samples, String)]) -> String {
    names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}
