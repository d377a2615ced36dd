/// What holds of every trace, whatever the chart: entries and exits balance, a compound state has one active child at most, an
/// event that is ignored changes nothing, and `=>` tells the deepest active states.
struct TraceCheck {
  private let chart: ModelChart
  private let states: [String: Int]

  init(_ chart: ModelChart) {
    self.chart = chart
    states = Dictionary(uniqueKeysWithValues: chart.states.indices.map { (chart.reference($0), $0) })
  }

  /// The first line that cannot be, with why.
  func fault(_ lines: [String]) -> String? {
    var active: Set<Int> = []
    var hasChanged = false
    var isIgnored = false
    for (number, line) in lines.enumerated() {
      let words = line.split(separator: " ").map(String.init)
      if !line.hasPrefix(" ") {
        if hasChanged { return "line \(number): the step before changed states, and does not say where to" }
        isIgnored = false
      } else if words == ["ignored"], lines[number - 1].first != " " {
        isIgnored = true
      } else if isIgnored {
        // What was due, sent or enabled before may still come; the event itself has done nothing.
        if !["always", "event", "error"].contains(words[0]), words[0].first != "@" {
          return "line \(number): \(line) after ignored"
        }
        isIgnored = false
      }
      if line.hasPrefix("  enter "), let state = states[words[1]] {
        if !active.insert(state).inserted { return "line \(number): \(words[1]) is entered twice" }
        if let parent = chart.states[state].parent {
          if !active.contains(parent) { return "line \(number): \(words[1]) is entered without its parent" }
          let siblings = chart.states[parent].children.filter { active.contains($0) }
          if chart.states[parent].kind == .compound, siblings.count > 1 {
            return "line \(number): a compound state has two active children"
          }
        }
        hasChanged = true
      } else if line.hasPrefix("  exit "), let state = states[words[1]] {
        if active.remove(state) == nil { return "line \(number): \(words[1]) is exited and was not active" }
        if chart.states[state].children.contains(where: { active.contains($0) }) {
          return "line \(number): \(words[1]) is exited before its children"
        }
        hasChanged = true
      } else if line.hasPrefix("  => ") {
        if !hasChanged { return "line \(number): nothing has changed" }
        hasChanged = false
        let leaves = active.sorted().filter { !chart.states[$0].children.contains { active.contains($0) } }
        let shown = line.dropFirst(5).split(separator: ",").map { String($0.drop { $0 == " " }) }
        if leaves.map({ chart.reference($0) }) != shown { return "line \(number): \(line), but active are \(leaves)" }
      }
    }
    return hasChanged ? "the last step changed states, and does not say where to" : nil
  }
}
