/// The kinds of inputs that were only sampled: with others, a chart may do more (Exploring.md, Samples).
package struct Samples: OptionSet, Sendable {
  package static let payloads = Samples(rawValue: 1)
  package static let events = Samples(rawValue: 2)
  package static let times = Samples(rawValue: 4)

  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The end of a claim that holds for the samples only: ` with the payloads tried`; empty without samples.
  package var limitation: String {
    (contains(.events) ? " with the events tried" : "") + (contains(.times) ? " at the times tried" : "")
      + (contains(.payloads) ? " with the payloads tried" : "")
  }

  /// The samples in a list: `the payloads tried, the times tried`.
  package var list: String {
    let all: [(Samples, String)] = [(.payloads, "payloads"), (.events, "events"), (.times, "times")]
    return all.filter { contains($0.0) }.map { "the \($0.1) tried" }.joined(separator: ", ")
  }
}
