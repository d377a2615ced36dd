import StateKitCore
import StateKitFormat
import TestSupport
import Testing

/// References to states, held against the rule in its plainest form: an exact name first, then a path whose end it is.
@Suite struct StateReferenceTests {
  private struct Tree {
    var names: [String] = ["root"]
    var parents: [Int] = [-1]

    /// A tree of states with few names, so that many are alike; siblings never are.
    init(_ numbers: inout SystemRandomNumberGenerator, names choice: [String], count: Int) {
      for _ in 1..<count {
        let parent = Int.random(in: 0..<names.count, using: &numbers)
        let used = Set(parents.indices.filter { parents[$0] == parent }.map { names[$0] })
        guard let name = choice.filter({ !used.contains($0) }).randomElement(using: &numbers) else { continue }
        names.append(name)
        parents.append(parent)
      }
    }

    var json: String { "{\"root\": \(text(0))}" }

    private func text(_ state: Int) -> String {
      let inside = parents.indices.filter { parents[$0] == state }.map { "\"\(names[$0])\": \(text($0))" }
      return inside.isEmpty ? "{}" : "{\"subStates\": {\(inside.joined(separator: ", "))}}"
    }

    /// The names from a state upwards, joined: each is a path that means it or is ambiguous.
    func paths(of state: Int) -> [String] {
      var found: [String] = []
      var next = state
      while next >= 0 {
        found.append(found.last.map { "\(names[next]).\($0)" } ?? names[next])
        next = parents[next]
      }
      return found
    }

    /// The full paths of the states that a reference can mean.
    func meant(by reference: String) -> [String] {
      let exact = names.indices.filter { names[$0] == reference }
      let found = exact.isEmpty ? names.indices.filter { paths(of: $0).contains(reference) } : exact
      let full = found.compactMap { paths(of: $0).last }
      return full.contains(reference) && found.count > 1 ? [reference] : full.sorted()
    }
  }

  @Test(arguments: [["a", "b", "c"], ["a", "b", "a.b", "b.a", "b.a.b"], ["n"]])
  func `a reference means what the rule says, in random trees of few names`(choice: [String]) throws {
    var numbers = SystemRandomNumberGenerator()
    for _ in 0..<Extent.count(30, long: 1_000) {
      let tree = Tree(&numbers, names: choice, count: Int.random(in: 2...24, using: &numbers))
      let read = ChartReader.read(SourceText(name: "c", bytes: Array(tree.json.utf8)), findings: Findings())
      let chart = try #require(read, "\(tree.json)")
      var references = Set(tree.names.indices.flatMap(tree.paths))
      for reference in references { references.formUnion(["x.\(reference)", "a.\(reference)", "\(reference).b"]) }
      for reference in references {
        let meant: [String] =
          switch chart.resolve(reference.utf8.span) {
          case .state(let state): [chart.path(state)]
          case .unknown: []
          case .ambiguous(let states): states.map(chart.path).sorted()
          }
        #expect(meant == tree.meant(by: reference), "\(reference) in \(tree.json)")
      }
      for state in chart.states.indices {
        let shortest = chart.reference(StateID(state))
        #expect(tree.meant(by: shortest) == [chart.path(StateID(state))], "\(shortest) in \(tree.json)")
      }
    }
  }
}
