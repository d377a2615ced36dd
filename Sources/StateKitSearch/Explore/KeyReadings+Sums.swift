import CEL
import StateKitCore

/// Counters of which only one sum matters.
extension KeyReadings {
  /// The sums of counts, if a chart asks for nothing else about these keys. `keys`: those that may be in a sum.
  func sums(among keys: [Int]) -> [KeyUses.Sum] {
    let counts = keys.filter { isLive[$0] && !isLarge[$0] && onlyCounts($0) }
    var forms: [LinearForm] = []
    var failed: Set<Int> = []
    for expression in deciding {
      let read = counts.filter { expression.program.reads($0) }
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
    for expression in shown {
      for key in counts where expression.program.reads(key) && !isHarmless(key, in: expression) { failed.insert(key) }
    }
    for other in sources.indices {
      for source in sources[other] {
        for expression in source.map({ expressions(in: $0) }) ?? [] {
          for key in counts where key != other && expression.program.reads(key) { failed.insert(key) }
        }
      }
    }
    return sums(of: forms, counts: counts.filter { !failed.contains($0) })
  }

  private func sums(of forms: [LinearForm], counts: [Int]) -> [KeyUses.Sum] {
    var found: [KeyUses.Sum] = []
    for (index, form) in forms.enumerated() where !forms[..<index].contains(form) {
      let terms = form.terms.compactMap { term in
        counts.first { chart.contextNames[$0].utf8.elementsEqual(term.name.utf8) }.map { ($0, Int64(term.factor)) }
      }
      // Each key is in this sum only.
      let isAlone = forms.allSatisfy { other in
        other == form
          || !other.terms.contains { term in form.terms.contains { $0.name.utf8.elementsEqual(term.name.utf8) } }
      }
      guard terms.count == form.terms.count, terms.count > 1, isAlone,
        let pivot = terms.first(where: { abs($0.1) == 1 })
      else { continue }
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
