import StateKitCore

/// The ids of a chart's states in an SCXML document. A state has its reference as id if a list of ids can contain
/// that, else an id that no state has. The document's extra ids are chosen in the second way.
struct SCXMLStateIDs {
  private(set) var states: [String] = []
  /// For each compound state without `initial`, the id of the state that represents resting in it.
  private(set) var rests: [Int: String] = [:]
  /// For each parallel state that is written as two, the id of the one with its regions.
  private(set) var regions: [Int: String] = [:]

  /// The id of the state that ends the document when the root is done, beside the state that represents the root.
  let end: String
  /// The name of a list's element, if the chart does not name it.
  let item = "_element"

  init(_ source: ChartSource, divided: Set<Int>) {
    let references = source.facts.indices.map { source.states.reference(to: $0) }
    var used = NameSet(references)
    func unused(_ usual: String) -> String {
      var id = usual
      while !used.insert(id) { id += "_" }
      return id
    }
    for reference in references {
      states.append(Self.isWritable(reference) ? reference : unused(Self.writable(reference)))
    }
    for (state, fact) in source.facts.enumerated() {
      if fact.kind == .compound, source.member("initial", of: fact.node) == nil {
        rests[state] = unused("_rest\(state)")
      }
      if divided.contains(state) { regions[state] = unused(states[state] + "._regions") }
    }
    end = unused("_end")
  }

  /// True if a text is an XML ID: a name without a colon.
  private static func isWritable(_ id: String) -> Bool {
    guard let first = id.unicodeScalars.first else { return false }
    return isStart(first) && id.unicodeScalars.allSatisfy(isPart)
  }

  private static func writable(_ id: String) -> String {
    var out = ""
    for scalar in id.unicodeScalars { out.unicodeScalars.append(isPart(scalar) ? scalar : "_") }
    return out.unicodeScalars.first.map(isStart) == true ? out : "_" + out
  }

  private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0x5F, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF,
      0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
      0x10000...0xEFFFF:
      true
    default: false
    }
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: isStart(scalar)
    }
  }
}
