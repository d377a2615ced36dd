import StateKitCore

/// What the states of a chart are called in an SCXML document: as they are referred to, where lists of ids can hold that, else
/// by an id that no state has. So are those that the document has besides.
struct SCXMLStateIDs {
  private(set) var states: [String] = []
  /// For each compound state without `initial`, the one that stands for resting on it.
  private(set) var rests: [Int: String] = [:]
  /// For each parallel state that is written as two, the one that has its regions.
  private(set) var regions: [Int: String] = [:]

  init(_ source: ChartSource, divided: Set<Int>) {
    let references = source.facts.indices.map { source.states.reference(to: $0) }
    var used = NameSet(references)
    func unused(_ usual: String) -> String {
      var id = usual
      while !used.insert(id) { id += "_" }
      return id
    }
    for (state, reference) in references.enumerated() {
      states.append(Self.isWritable(reference) ? reference : unused("_state\(state)"))
    }
    for (state, fact) in source.facts.enumerated() {
      if fact.kind == .compound, source.member("initial", of: fact.node) == nil {
        rests[state] = unused("_rest\(state)")
      }
      if divided.contains(state) { regions[state] = unused(states[state] + "._regions") }
    }
  }

  private static func isWritable(_ id: String) -> Bool {
    !id.unicodeScalars.contains { $0.properties.isWhitespace || XMLText.isControl($0) }
  }
}
