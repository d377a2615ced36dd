import StateKitCore
import StateKitFormat
import StateKitSearch
import TestSupport
import Testing
import ToolSupport

/// States in which a limit ended a transition halfway, so that some regions of a parallel state are not active.
@Suite struct ExploreInterruptedTests {
  /// An endless chain of `goToState` begins with `go`: after it, only some regions of `p` are active.
  private static let charts = [
    #""a": {"go": "y"}, "p": {"type": "parallel", "subStates": {"x": {"enterState": {"goToState": "a"}, "ok": null}, "y": {"w": "b"}}}, "b": {}"#,
    #""a": {"go": "y"}, "p": {"type": "parallel", "subStates": {"x": {"enterState": {"goToState": "a"}, "w": {"actions": "beep"}}, "y": {"w": "b"}}}, "b": {"w": "a"}"#,
    #""a": {"go": "p"}, "p": {"type": "parallel", "subStates": {"x": {"initial": "i", "subStates": {"i": {"enterState": {"goToState": "a"}, "n": "j"}, "j": {"n": "i"}}}, "y": {"initial": "k", "subStates": {"k": {"w": "l"}, "l": {"w": "b"}}}}}, "b": {}"#,
    // The region that is active handles an event, counts, and starts a timer.
    #""a": {"go": "y"}, "p": {"type": "parallel", "w": {"actions": {"assign": {"n": "n < 3 ? n + 1 : n"}}}, "subStates": {"x": {"enterState": {"goToState": "a"}}, "y": {"w": "b", "after": {"1s": "b"}}}}, "b": {}"#,
    #""a": {"go": "y"}, "p": {"type": "parallel", "w": {"actions": {"send": "v", "delay": "2s", "id": "v"}}, "v": {"actions": {"assign": {"n": "1"}}}, "subStates": {"x": {"enterState": {"goToState": "a"}}, "y": {"v": "b"}}}, "b": {"w": {"actions": "beep"}}"#,
    // The chart handles the error.
    #""a": {"go": "y"}, "p": {"type": "parallel", "subStates": {"x": {"enterState": {"goToState": "a"}, "error.*": {"actions": "beep"}}, "y": {"w": "b"}}}, "b": {}"#,
  ]

  @Test(arguments: charts)
  func `regions that were not entered stay inactive`(states: String) throws {
    let located = try ExploreTests.located(ExploreTests.states(states, context: #"{"n": 0}"#))
    let depth = Extent.count(3, long: 6)
    for replaysSteps in [false, true] {
      let found = try ExploreTests.explore(located, depth: depth) {
        ($0.isExact, $0.replaysSteps) = (true, replaysSteps)
      }
      let plain = PlainExplorer(located.chart, found.space.inputs, depth: depth)
      #expect(found.space.states == plain.states)
      #expect(found.space.handled == plain.handled && found.space.changing == plain.changing)
      #expect(found.space.statesByDepth == plain.statesByDepth)
    }
  }

  /// A comparison sees no difference where only the inactive region differs.
  @Test func `a comparison does not enter regions that were not entered`() throws {
    func chart(_ handler: String) throws -> Chart {
      try ExploreTests.located(ExploreTests.states(Self.charts[0].replacing(#""w": "b""#, with: handler))).chart
    }
    var diff = ChartDiff(try chart(#""w": "b""#), try chart(#""w": {"actions": "beep"}"#), options: ChartDiff.Options())
    #expect(diff.run().verdict == .equivalent)
  }
}
