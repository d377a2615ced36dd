import Foundation
import TestSupport
import Testing
import ToolSupport

/// Every limit of CommandLine.md: what is at it is taken, what is one past it is refused in words that name it.
@Suite(.serialized) struct LimitTests {
  /// One limit; `input` makes a chart, and a script where one is needed, of so much of what is bounded.
  struct Limit: CustomStringConvertible, Sendable {
    let name: String
    let most: Int
    let says: String
    /// Its name in `explain limits`, if several rows have the same limit.
    var listed: String?
    /// Only a program that was built for release is fast enough.
    var isLarge = false
    var arguments = "--quiet"
    /// Charts that the chart invokes.
    var children: @Sendable (Int) -> [String: String] = { _ in [:] }
    let input: @Sendable (Int) -> (chart: String, script: String?)

    var description: String { name }
  }

  private static let recorded = RecordedAnswers("Tests/Cases/limits.said")

  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: max(0, count))
  }

  private static let plain = #"{"root": {}}"#

  static let all: [Limit] = [
    Limit(name: "a chart file", most: 256 << 20, says: "larger than 256 MiB, the limit", isLarge: true) {
      (plain + repeated(" ", $0 - plain.utf8.count), nil)
    },
    Limit(name: "nesting of JSON", most: 4_096, says: "nesting deeper than 4096, the limit") {
      ("{\"meta\": \(repeated("[", $0 - 1))\(repeated("]", $0 - 1)), \"root\": {}}", nil)
    },
    Limit(name: "states of a chart", most: 1_000_000, says: "1000000 states, the limit", isLarge: true) {
      ("{\"root\": {\"subStates\": {\((1..<$0).map { "\"s\($0)\":{}" }.joined(separator: ","))}}}", nil)
    },
    Limit(name: "handlers of a chart", most: 10_000_000, says: "10000000 handlers, the limit", isLarge: true) {
      ("{\"root\": {\"e\": [\(repeated("\"root\",", $0 - 1))\"root\"]}}", nil)
    },
    Limit(name: "a name", most: 1_024, says: "the limit is 1024") {
      let name = "\"\(repeated("n", $0))\""
      let send = "[{\"send\": \"e\", \"delay\": \(name), \"id\": \(name)}, {\"cancel\": \(name)}]"
      let loop = "{\"forEach\": \"[1]\", \"as\": \(name), \"do\": \(send)}"
      let types = "\"events\": {\"e\": {\(name): \"int?\"}, \(name): null}"
      return ("{\(types), \"context\": {\(name): 0}, \"root\": {\(name): null, \"e\": {\"actions\": \(loop)}}}", nil)
    },
    Limit(name: "the name of a test", most: 1_024, says: "the limit is 1024", listed: "a name") {
      (plain, ":test \"\(repeated("n", $0))\"")
    },
    Limit(name: "an id that is an expression", most: 1_024, says: "the limit is 1024", listed: "a name") {
      let send = "{\"send\": \"x\", \"id\": \"${s}\", \"delay\": \"1s\"}"
      return (
        "{\"context\": {\"s\": \"\(repeated("n", $0))\"}, \"root\": {\"x\": null, \"e\": {\"actions\": \(send)}}}", "e"
      )
    },
    Limit(name: "a line of a script", most: 1 << 20, says: "longer than 1 MiB, the limit") {
      (plain, "#" + repeated("x", $0 - 1))
    },
    Limit(name: "steps of a macrostep", most: 1_000, says: "1000 steps without rest, the limit of --max-steps") {
      (
        "{\"context\": {\"n\": 0}, \"root\": {\"e\": {\"guard\": \"n < \($0)\", \"actions\": [{\"assign\": {\"n\": \"n + 1\"}}, {\"raise\": \"e\"}]}}}",
        "e"
      )
    },
    Limit(name: "steps that are asked for", most: 7, says: "7 steps without rest", arguments: "--quiet --max-steps 7") {
      (
        "{\"context\": {\"n\": 0}, \"root\": {\"e\": {\"guard\": \"n < \($0)\", \"actions\": [{\"assign\": {\"n\": \"n + 1\"}}, {\"raise\": \"e\"}]}}}",
        "e"
      )
    },
    Limit(name: "nested goToState", most: 100, says: "goToState nested 100 deep, the limit") { count in
      let states = (0..<count).map { "\"s\($0)\": {\"enterState\": {\"goToState\": \"s\($0 + 1)\"}}" }.joined(
        separator: ", ")
      return ("{\"root\": {\"e\": \"s0\", \"subStates\": {\(states), \"s\(count)\": {}}}}", "e")
    },
    Limit(
      name: "actions of a macrostep", most: 1_000_000, says: "1000000 actions in one macrostep, the limit",
      isLarge: true
    ) {
      count in
      // 1 + 1,000 rounds of 1 + 998, and the rest.
      let lists = "\"l\": [\(repeated("0,", 999))0], \"m\": [\(repeated("0,", 997))0]"
      let loops = "{\"forEach\": \"l\", \"as\": \"i\", \"do\": [{\"forEach\": \"m\", \"as\": \"j\", \"do\": [\"x\"]}]}"
      return (
        "{\"context\": {\(lists)}, \"root\": {\"e\": {\"actions\": [\(loops)\(repeated(", \"x\"", count - 999_001))]}}}",
        "e"
      )
    },
    Limit(
      name: "macrosteps of a script line", most: 100_000, says: "100000 macrosteps in one script line, the limit",
      isLarge: true
    ) {
      (
        "{\"context\": {\"n\": 0}, \"root\": {\"e\": {\"guard\": \"n < \($0)\", \"actions\": [{\"assign\": {\"n\": \"n + 1\"}}, {\"send\": \"e\"}]}}}",
        "e"
      )
    },
    Limit(
      name: "cost of a script line", most: 1_000, says: "the limit of --max-cost",
      arguments: "--quiet --max-cost 1000"
    ) {
      ("{\"root\": {\"e\": {\"actions\": [\(repeated("\"x\",", $0 - 1))\"x\"]}}}", "e")
    },
    Limit(
      name: "memory of all machines", most: 8_192, says: "the limit of --max-memory",
      arguments: "--quiet --max-memory 8K"
    ) {
      // The key, the text, and the event.
      let text = repeated("t", $0 - 64)
      return (
        "{\"context\": {\"s\": \"\"}, \"root\": {\"e\": {\"actions\": {\"assign\": {\"s\": \"'\(text)'\"}}}}}", "e"
      )
    },
    Limit(name: "the length of an expression", most: 16_384, says: "the limit is 16384") {
      ("{\"root\": {\"e\": {\"guard\": \"true\(repeated(" ", $0 - 4))\"}}}", nil)
    },
    Limit(name: "the length of a list of conditions", most: 16_384, says: "the limit is 16384", listed: "an expression")
    {
      // In parentheses, with " && " between them.
      ("{\"root\": {\"e\": {\"guard\": [\"true\", \"true\(repeated(" ", $0 - 16))\"]}}}", nil)
    },
    Limit(name: "all expressions with named guards", most: 2_097_152, says: "the limit of a chart", isLarge: true) {
      // 8,192 instructions each, and the operator "!".
      let isPast = $0 > 2_097_152
      let handlers = (0..<256).map { index in
        "\"e\(index)\": {\"guard\": \"g && \(isPast && index == 0 ? "!(n != 0)" : "n != \(index)")\"}"
      }
      let sum = "n\(repeated(" + n", 4_092)) == 1"
      return (
        "{\"context\": {\"n\": 0}, \"guards\": {\"g\": \"\(sum)\"}, \"root\": {\(handlers.joined(separator: ", "))}}",
        nil
      )
    },
    Limit(name: "the depth of an expression", most: 100, says: "nested deeper than 100, the limit") {
      ("{\"root\": {\"e\": {\"guard\": \"\(repeated("(", $0 - 1))true\(repeated(")", $0 - 1))\"}}}", nil)
    },
    Limit(name: "cost of an evaluation", most: 1_000_000, says: "costs more than 1000000 steps, the limit") { count in
      // Rounds in rounds, and additions; a minus is one step more.
      let lists = "\"l\": [\(repeated("0,", 499))0], \"m\": [\(repeated("0,", 663))0], \"z\": 0"
      let sum = repeated("-", count - 1_000_000) + "z" + repeated(" + z", 746)
      return (
        "{\"context\": {\(lists)}, \"root\": {\"e\": {\"guard\": \"l.all(i, m.all(j, true)) && \(sum) == 0\"}}}", "e"
      )
    },
    Limit(
      name: "invocations of a chart", most: 100_000, says: "100000 invocations, the limit", isLarge: true,
      children: { _ in ["one.json": plain] },
      input: { count in
        let all = (0..<count).map { "{\"chart\": \"one.json\", \"id\": \"c\($0)\"}" }
        return ("{\"root\": {\"invoke\": [\(all.joined(separator: ","))]}}", nil)
      }),
    Limit(
      name: "charts that a chart invokes", most: 1_000, says: "more than 1000 charts are invoked, the limit",
      children: { count in
        Dictionary(uniqueKeysWithValues: (0..<count).map { ("c\($0).json", plain) })
      },
      input: { count in
        (
          "{\"root\": {\"invoke\": [\((0..<count).map { "{\"chart\": \"c\($0).json\"}" }.joined(separator: ","))]}}",
          nil
        )
      }),
    Limit(
      name: "charts inside a chart", most: 1_000, says: "more than 1000 charts are invoked, the limit",
      listed: "charts that a chart invokes"
    ) { count in
      let all = (0..<count).map { "{\"id\": \"c\($0)\", \"chart\": {\"root\": {}}}" }
      return ("{\"root\": {\"invoke\": [\(all.joined(separator: ","))]}}", nil)
    },
    Limit(
      name: "children at the same time", most: 10_000, says: "10000 children are already running, the limit",
      children: { _ in ["one.json": plain] },
      input: { count in
        let all = (0..<count).map { "{\"chart\": \"one.json\", \"id\": \"c\($0)\"}" }
        return ("{\"root\": {\"invoke\": [\(all.joined(separator: ","))]}}", "+1s")
      }),
    Limit(
      name: "nested invocations", most: 10, says: "already nested 10 deep, the limit"
    ) { count in
      // It invokes itself, one deeper with every event.
      let inner = "\"invoke\": {\"chart\": \"c.json\", \"forward\": true}"
      return (
        "{\"root\": {\"initial\": \"a\", \"subStates\": {\"a\": {\"go\": \"b\"}, \"b\": {\(inner)}}}}",
        repeated("go\n", count)
      )
    },
    Limit(name: "a value", most: 1_000_000, says: "a value of more than 1000000 nodes, the limit", isLarge: true) {
      count in
      // The map, its two keys and its two lists are nodes.
      let (one, other) = (repeated("0,", count - 500_006), repeated("0,", 499_999))
      return (
        "{\"context\": {\"l\": [\(one)0], \"m\": {\"a\": [\(other)0]}}, \"root\": {\"e\": {\"actions\": [{\"assign\": {\"m.b\": \"l\"}}]}}}",
        "e"
      )
    },
    Limit(name: "time", most: 3_155_760_000_000_000, says: "100,000 years") { (plain, "+\($0)ms") },
    Limit(name: "messages of one code", most: 100, says: "1 more of [wrong-type]") { count in
      ("{\"root\": {\((0..<count).map { "\"e\($0)\": 5" }.joined(separator: ", "))}}", nil)
    },
  ]

  @Test(arguments: Extent.some(of: all, every: 5, allOf: Program.isRelease || Program.isSanitized))
  func `what is at a limit is taken, what is past it is refused`(_ limit: Limit) throws {
    if limit.isLarge, !Program.isRelease { return }
    let folder = try Repository.temporaryFolder([:])
    defer { try? FileManager.default.removeItem(at: folder) }
    for (count, isPast) in [(limit.most, false), (limit.most + 1, true)] {
      let (chart, script) = limit.input(count)
      try Data(chart.utf8).write(to: folder.appendingPathComponent("c.json"))
      try Data((script ?? "").utf8).write(to: folder.appendingPathComponent("s"))
      for (name, text) in limit.children(count) {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
      }
      let command = script == nil ? "validate \(limit.arguments) c.json" : "run \(limit.arguments) c.json s"
      let result = try Program.measure("$STATEKIT \(command)", in: folder)
      let name = "\(limit.name), \(isPast ? "past it" : "at it")"
      #expect(Self.recorded.compare(name, result, in: folder) == nil)
      let said = String(decoding: result.output + result.errors, as: UTF8.self)
      #expect(said.contains(limit.says) == isPast, "\(limit.name), \(count): \(said.prefix(500))")
      // A hundred messages are errors as well.
      if limit.name != "messages of one code" {
        #expect(result.status == (isPast ? 1 : 0), "\(limit.name), \(count): \(said.prefix(500))")
      }
    }
  }

  @Test func `explain limits shows every limit, and --help names it`() {
    let help = runTool(["explain", "limits"]).output
    #expect(runTool(["--help"]).output.contains("statekit explain limits"))
    for limit in Self.all where !limit.name.contains("asked") {
      let words = (limit.listed ?? limit.name).replacingOccurrences(
        of: "the length of |the depth of ", with: "", options: .regularExpression)
      #expect(help.contains(words), "explain limits does not show \(limit.name)")
    }
  }
}
