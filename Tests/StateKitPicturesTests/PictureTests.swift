import StateKitCore
import StateKitFormat
import StateKitPictures
import TestSupport
import Testing

/// What a picture shows of a chart: states, lines, arrows, folding.
@Suite struct PictureTests {
  /// `file`: where it lies, for the charts that it invokes.
  static func chart(_ json: String, file: String = "c.json") throws -> Chart {
    let findings = Findings()
    let parts = file.split(separator: "/")
    let folder = ChartFolder(first: String(parts.last ?? "")) { path, _ in
      let path = (parts.dropLast().map(String.init) + [path]).joined(separator: "/")
      return Repository.read(path).map { .text(SourceText(name: path, bytes: Array($0.utf8))) } ?? .unreadable("none")
    }
    let source = SourceText(name: file, bytes: Array(json.utf8))
    let located = try #require(ChartReader.locate(source, findings: findings, in: folder))
    #expect(!findings.hasErrors, "\(findings.all)")
    return located.chart
  }

  struct Sample: Sendable {
    /// What stands in `root`, or a whole chart.
    let chart: String
    var part: String? = nil
    var depth: Int? = nil
    var showsActions = true
    var showsGuards = true
    /// `path: line` for lines of boxes, `source -> target: row` for arrows, in order.
    let found: [String]
  }

  static let samples: [Sample] = [
    // Arrows of one source, target and style are one, with a row for each handler.
    Sample(
      chart: #""initial": "a", "subStates": {"a": {"x": "b", "y": [{"guard": "n > 1", "target": "b"}, "a"]}, "b": {}}"#,
      found: ["root -initial-> a: ", "a --> b: x; y [n > 1]", "a --> a: y"]),
    // What leads nowhere stands in the box.
    Sample(
      chart:
        #""enterState": ["hello", {"goToState": "b"}], "exitState": "bye", "x": {"actions": {"log": "hi ${n}"}}, "y": null, "subStates": {"b": {"after": {"5s": {"actions": "tick"}}}}"#,
      found: [
        "root: entry / hello, goToState b", "root: exit / bye", #"root: x / log "hi ${n}""#, "root: y / –",
        "b: after 5s / tick", "root -jump-> b: entry",
      ]),
    Sample(
      chart:
        #""exitState": ["bye"], "x": {"target": "a", "reenter": true, "guard": "n > 0", "actions": "go"}, "subStates": {"a": {}}"#,
      showsActions: false, showsGuards: false, found: ["root --> a: x {reenter}"]),
    // A handler with several targets has an arrow to each.
    Sample(
      chart:
        #""initial": "p", "x": {"target": ["c", "d"]}, "subStates": {"p": {"type": "parallel", "subStates": {"q": {"initial": "c", "subStates": {"c": {}}}, "r": {"initial": "d", "onDone": "p", "subStates": {"d": {"type": "final", "output": "n"}, "h": {"type": "history", "target": "d"}}}}}}"#,
      found: [
        "d: output = n", "root -initial-> p: ", "root --> c: x", "root --> d: x", "q -initial-> c: ",
        "r -initial-> d: ", "r --> p: done", "h -history-> d: ",
      ]),
    // What is folded shows as what is around it; each label once an arrow.
    Sample(
      chart:
        #""initial": "a", "subStates": {"a": {"initial": "b", "subStates": {"b": {"x": {"target": "d", "guard": "n > 1"}, "y": "c"}, "c": {"x": "d"}}}, "d": {"y": "c"}}"#,
      depth: 1, found: ["a: … 2 states inside", "root -initial-> a: ", "a --> d: x", "d --> a: y"]),
    // Out of the part that is shown leads a line.
    Sample(
      chart:
        #""subStates": {"a": {"initial": "b", "subStates": {"b": {"x": "d", "y": "c"}, "c": {}}}, "d": {"y": "c"}}"#,
      part: "a", found: ["b: x → d", "a -initial-> b: ", "b --> c: y"]),
    // A folded state that shows several targets has one arrow.
    Sample(
      chart:
        #""initial": {"target": ["x", "y"]}, "subStates": {"p": {"type": "parallel", "e": {"target": ["x", "y"], "actions": "a"}, "subStates": {"r": {"initial": "w", "subStates": {"w": {}, "x": {}}}, "s": {"initial": "z", "subStates": {"z": {}, "y": {}}}}}}"#,
      depth: 1, found: ["p: … 6 states inside", "root -initial-> p: ", "p --> p: e / a"]),
    // The arrow to a target names the targets outside of the part.
    Sample(
      chart:
        #""type": "parallel", "subStates": {"r": {"initial": "w", "e": {"target": ["x", "y"], "actions": "a"}, "f": {"target": "y", "actions": {"goToState": "x"}}, "subStates": {"w": {}, "x": {}}}, "s": {"initial": "z", "subStates": {"z": {}, "y": {}}}}"#,
      part: "r",
      found: ["r -initial-> w: ", "r --> x: e / a → y", "r -jump-> x: f / goToState x → y"]),
    // Actions inside actions.
    Sample(
      chart:
        #""enterState": [{"if": "n > 1", "then": [{"if": "n > 2", "then": "x", "else": []}], "else": ["y", "z"]}, {"forEach": "[1, 2]", "as": "i", "do": {"assign": {"n": "i"}}}, {"send": "e", "data": {"k": ["n", 1]}, "delay": "5s", "id": "t"}, [{"cancel": "t"}]]"#,
      found: [
        "root: entry / if n > 1 { if n > 2 { x } } else { y, z }, for each of [1, 2] { n = i }, "
          + "send e {k: [n, 1]} in 5s as t, cancel t"
      ]),
  ]

  @Test(arguments: samples.indices) func isDrawn(_ index: Int) throws {
    let sample = Self.samples[index]
    let chart = try Self.chart("{\"context\": {\"n\": 0}, \"root\": {\(sample.chart)}}")
    var options = PictureOptions()
    options.depth = sample.depth
    options.showsActions = sample.showsActions
    options.showsGuards = sample.showsGuards
    if let part = sample.part, case .state(let state) = chart.resolve(part.utf8.span) { options.part = state }
    let picture = try Picture(chart, options: options)
    var found: [String] = []
    for index in picture.states.indices {
      found += picture.states[index].lines.map { "\(picture.reference(index)): \($0.text)" }
    }
    for arrow in picture.arrows {
      let style =
        switch arrow.style {
        case .initial: "-initial->"
        case .history: "-history->"
        case .handler: "-->"
        case .jump: "-jump->"
        }
      let rows = arrow.rows.map(\.label).joined(separator: "; ")
      found.append("\(picture.reference(arrow.source)) \(style) \(picture.reference(arrow.target)): \(rows)")
    }
    #expect(found == sample.found)
  }

  @Test func refusesWhatIsTooLarge() throws {
    let children = (0..<50).map { "\"s\($0)\": {\"x\": \"s0\"}" }.joined(separator: ",")
    let chart = try Self.chart("{\"root\": {\"subStates\": {\"a\": {\"subStates\": {\(children)}}}}}")
    var options = PictureOptions()
    options.limits.states = 20
    let error = #expect(throws: PictureError.self) { try Picture(chart, options: options) }
    #expect(
      error?.message
        == "the picture would have 52 states, more than 20, the limit: --depth N folds what is deeper, --state S shows a part"
    )
    options.depth = 1
    #expect(try Picture(chart, options: options).states.count == 2)
  }
}
