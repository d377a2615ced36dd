import CEL
import StateKitCore

/// Counters of which only one sum matters.
extension KeyReadings {
  /// The sums of counts, if a chart asks for nothing else about these keys. `keys`: those that may be in a sum.
  func sums(among keys: [Int]) -> [KeyUses.Sum] {
    let counts = keys.filter { isLive[$0] && !isLarge[$0] && onlyCounts($0) }
    var isCount = [Bool](repeating: false, count: sources.count)
    for key in counts { isCount[key] = true }
    var forms: [LinearForm] = []
    var failed: Set<Int> = []
    for expression in deciding {
      let read = self.keys(in: expression).filter { isCount[$0] }
      if read.isEmpty { continue }
      let text = Array(expression.text.utf8)
      let found = ExpressionComparison.all(in: text).compactMap { LinearForm($0) }.filter { form in
        form.terms.contains { term in read.contains { chart.contextNames[$0].utf8.elementsEqual(term.name.utf8) } }
      }
      for key in read {
        let name = chart.contextNames[key]
        let isName = { (other: String) in other.utf8.elementsEqual(name.utf8) }
        let inForms = found.reduce(0) { $0 + $1.terms.count { isName($0.name) } }
        if ExpressionParts.uses(in: text, isGuard: isName).count != inForms { failed.insert(key) }
      }
      forms += found
    }
    for key in counts {
      if readers[key].shown.contains(where: { !isHarmless(key, in: $0) })
        || readers[key].assigned.contains(where: { $0.key != key })
      {
        failed.insert(key)
      }
    }
    return sums(of: forms, counts: counts.filter { !failed.contains($0) })
  }

  private func sums(of forms: [LinearForm], counts: [Int]) -> [KeyUses.Sum] {
    var known: Set<[UInt8]> = []
    let distinct = forms.filter { known.insert($0.identity).inserted }
    var uses: [Int: Int] = [:]
    for term in distinct.lazy.flatMap(\.terms) {
      if let key = chart.contextSlot(named: term.name) { uses[key, default: 0] += 1 }
    }
    let counts = Set(counts)
    var found: [KeyUses.Sum] = []
    for form in distinct {
      // Each key is in this sum only.
      let terms = form.terms.compactMap { term in
        chart.contextSlot(named: term.name).flatMap { key in
          counts.contains(key) && uses[key] == 1 ? (key, Int64(term.factor)) : nil
        }
      }
      guard terms.count == form.terms.count, terms.count > 1, let pivot = terms.first(where: { abs($0.1) == 1 }) else {
        continue
      }
      let text = form.terms.enumerated().map { index, term in
        (term.factor < 0 ? (index == 0 ? "-" : " - ") : index == 0 ? "" : " + ")
          + (abs(term.factor) == 1 ? "" : "\(abs(term.factor)) * ") + term.name
      }.joined()
      found.append(KeyUses.Sum(terms: terms, pivot: pivot.0, text: text))
    }
    return found
  }

  /// True if a key is only increased or decreased by constants.
  private func onlyCounts(_ key: Int) -> Bool {
    guard case .int = chart.contextValues[key], !sources[key].isEmpty else { return false }
    return sources[key].allSatisfy { source in
      guard case .expression(let number)? = source?.onlyStep else { return false }
      return chart.expressions[Int(number)].program.sum?.slot == key
    }
  }
}
