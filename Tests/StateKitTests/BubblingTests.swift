import StateKit
import Testing

/// The library selects handlers by leaf or by subtree, as the chart says, and writes the choice back.
struct BubblingTests {
  /// Region `a` handles `e` while `n` is 0, forbids `f`, and never handles `g`; the root handles all three.
  @Test(arguments: [
    ("leaf", ["e": ["in a", "up"], "f": ["up"], "g": ["up"]], ["e": ["up"]]),
    ("subtree", ["e": ["in a"], "f": [], "g": ["up"]], ["e": ["up"]]),
  ])
  func `an ancestor of a parallel state is asked as the chart says`(
    bubbling: String, first: [String: [String]], later: [String: [String]]
  ) throws {
    let text = """
      {"bubbling": "\(bubbling)", "context": {"n": 0},
       "root": {"type": "parallel", "e": {"actions": "up"}, "f": {"actions": "up"}, "g": {"actions": "up"},
        "next": {"actions": {"assign": {"n": "n + 1"}}}, "subStates": {
        "a": {"e": {"guard": "n == 0", "actions": "in a"}, "f": null}, "b": {}}}}
      """
    let chart = try ChartDefinition(json: text.utf8, name: "bubbling.json")
    let machine = Statechart(chart)
    var calls: [String] = []
    for action in ["up", "in a"] { try machine.action(action) { _ in calls.append(action) } }
    try machine.start()
    func check(_ expected: [String: [String]]) {
      for (event, actions) in expected.sorted(by: { $0.key < $1.key }) {
        calls = []
        machine.send(event)
        #expect(calls == actions, "\(bubbling): \(event)")
      }
    }
    check(first)
    machine.send("next")
    check(later)
  }
}
