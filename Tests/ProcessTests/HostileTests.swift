// Longer than others: a table of inputs, and the one test that runs them.
import Foundation
import TestSupport
import Testing
import ToolSupport

/// Inputs that must never hurt: each gives a documented status and a message with a source position, soon, in bounded memory, and no byte on
/// either stream that a terminal or a CI runner would act on.
@Suite(.serialized) struct HostileTests {
  /// One hostile input. In a text `⟦` marks where the error begins.
  struct Case: CustomStringConvertible, Sendable {
    let name: String
    /// A shell line; `$STATEKIT` is the program, `c.json` the chart.
    var line = "$STATEKIT validate c.json"
    /// The bytes of the chart, where there is one.
    var chart: @Sendable () -> Data = { Data() }
    var status: Int32 = 1
    /// What is said on either stream, for those who read the case; all of it is recorded in `Tests/Cases/hostile.said`.
    var says: [String] = []
    /// Why it does not always say the same, where it does not: then only `says` is looked for.
    var varies: String?
    /// Asked only of a program that was built for release: it takes too long, or needs more, otherwise.
    var isLarge = false
    /// What it may take in a release.
    var seconds = 5.0

    var description: String { name }
  }

  private static func chart(
    _ name: String, _ text: String, _ says: String..., status: Int32 = 1, run: String? = nil
  ) -> Case {
    let line = run.map { "printf '%b' '\($0)' | $STATEKIT run c.json -" } ?? "$STATEKIT validate c.json"
    let (plain, position) = position(of: text)
    return Case(name: name, line: line, chart: { Data(plain.utf8) }, status: status, says: position + says)
  }

  /// A text without its mark `⟦`, and what a message says of where that is: nothing where there is none.
  private static func position(of text: String) -> (plain: String, says: [String]) {
    let parts = text.split(separator: "⟦", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return (text, []) }
    let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    return (parts.joined(), ["c.json:\(lines.count):\(lines[lines.count - 1].unicodeScalars.count + 1): error:"])
  }

  private static func bytes(_ name: String, _ bytes: [UInt8], _ says: String...) -> Case {
    Case(name: name, chart: { Data(bytes) }, says: says)
  }

  /// Bytes behind a text that marks where they are found.
  private static func bytes(_ name: String, _ text: String, _ bytes: [UInt8]) -> Case {
    let (plain, position) = position(of: text)
    return Case(name: name, chart: { Data(Array(plain.utf8) + bytes) }, says: position)
  }

  private static func large(
    _ name: String, _ says: String..., status: Int32 = 1, _ text: @escaping @Sendable () -> String
  ) -> Case {
    Case(name: name, chart: { Data(text().utf8) }, status: status, says: says, isLarge: true)
  }

  private static func line(_ name: String, _ line: String, _ status: Int32, _ says: String...) -> Case {
    Case(name: name, line: line, chart: { Data(door.utf8) }, status: status, says: says)
  }

  private static let recorded = RecordedAnswers("Tests/Cases/hostile.said")

  private static let door = #"{"root": {"initial": "a", "subStates": {"a": {"go": "b"}, "b": {"go": "a"}}}}"#

  static let json: [Case] = [
    bytes("an empty file", [], "c.json:1:1: error: empty chart"),
    chart("white space alone", " \n\t ", "empty chart"),
    bytes("a mark alone", [0xEF, 0xBB, 0xBF], "empty chart"),
    chart("a trailing comma", "{\"root\": {}⟦,}"),
    chart("a comment", "{\"root\": {} ⟦// x\n}"),
    chart("single quotes", "{⟦'root': {}}"), chart("an unquoted key", "{⟦root: {}}"),
    chart("NaN", "{\"context\": {\"a\": ⟦NaN}, \"root\": {}}"),
    chart("+1", "{\"context\": {\"a\": ⟦+1}, \"root\": {}}"),
    chart("01", "{\"context\": {\"a\": ⟦01}, \"root\": {}}"),
    chart(".5", "{\"context\": {\"a\": ⟦.5}, \"root\": {}}"),
    chart("two documents", "{\"root\": {}} ⟦{}"),
    bytes("a trailing zero byte", #"{"root": {}}⟦"#, [0]),
    bytes("a mark twice", [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF] + Array(#"{"root": {}}"#.utf8), "error:"),
    bytes("UTF-16 with a mark", [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], "UTF-16", "UTF-8"),
    bytes("UTF-16 without", [0x7B, 0, 0x22, 0, 0x22, 0, 0x7D, 0], "UTF-16"),
    bytes("UTF-32", [0x7B, 0, 0, 0, 0x7D, 0, 0, 0], "UTF-32"),
    bytes("an overlong form", "{\"a⟦", [0xC0, 0xAF]),
    bytes("a surrogate in UTF-8", "{\"a⟦", [0xED, 0xA0, 0x80]),
    bytes("above 10FFFF", "{\"a⟦", [0xF4, 0x90, 0x80, 0x80]),
    bytes("Latin-1", "{\"a⟦", [0xE9, 0x22]),
    chart("half a pair", "{\"a⟦\\ud800\": 1}"),
    chart("a pair turned", "{\"a⟦\\udc00\\ud800\": 1}"),
    chart("a short escape", "{\"a⟦\\u12\": 1}"),
    chart("a raw control", "{\"a⟦\u{1}\": 1}", "u{1}"),
    chart("null at the root", "null", "1:1: error:", "object"),
    chart("a list at the root", "[]", "1:1: error:", "object"),
    chart("a number at the root", "5", "1:1: error:", "object"),
    chart("out of range", "{\"context\": {\"a\": ⟦1e999}, \"root\": {}}", "error: number out of range"),
    chart("below the range", "{\"context\": {\"a\": ⟦-1e999}, \"root\": {}}", "error: number out of range"),
    chart("next to nothing", "{\"context\": {\"a\": ⟦1e-999999999999}, \"root\": {}}"),
    chart("2^63", "{\"context\": {\"a\": 9223372036854775808}, \"root\": {}}", "number out of range"),
    chart(
      "2^53 + 1 is kept", "{\"context\": {\"a\": 9007199254740993}, \"root\": {\"enterState\": {\"log\": \"${a}\"}}}",
      "log 9007199254740993", status: 0, run: ""),
    chart(
      "-0 is kept", "{\"context\": {\"a\": -0.0}, \"root\": {\"enterState\": {\"log\": \"${a}\"}}}", "log -0.0",
      status: 0, run: ""),
    chart("a key twice", "{\"root\": {\"a\": null,\n⟦\"a\": null}}", ":1:11: note:"),
    chart("a key twice by an escape", "{\"root\": {\"a\": null,\n⟦\"\\u0061\": null}}"),
    chart("subStates twice", "{\"root\": {\"subStates\": {},\n⟦\"subStates\": {}}}"),
  ]

  static let charts: [Case] = [
    chart(
      "canonically equal siblings", "{\"root\": {\"subStates\": {\"\u{E9}\": {}, \"e\u{301}\": {}}}}", "warning:",
      status: 0),
    chart(
      "look-alikes", "{\"root\": {\"initial\": \"a\", \"x\": \"A\", \"subStates\": {\"a\": {}, \"A\": {}}}}",
      "warning:", status: 0),
    chart("subStates that are a list", "{\"root\": {\"subStates\": ⟦[]}}", "found"),
    chart("enterState that is a number", "{\"root\": {\"enterState\": ⟦5}}", "found"),
    chart("a target that is nowhere", "{\"root\": {\"e\": ⟦\"nowhere\"}}"),
    chart(
      "a target in the wrong case", "{\"root\": {\"e\": \"Start\", \"subStates\": {\"start\": {}}}}",
      "did you mean \"start\""),
    chart(
      "an ambiguous target",
      "{\"root\": {\"e\": \"x\", \"subStates\": {\"a\": {\"subStates\": {\"x\": {}}}, \"b\": {\"subStates\": {\"x\": {}}}}}}",
      "a.x", "b.x"),
    chart("a key in another case", "{\"root\": {\"enterstate\": null}}", "warning:", "enterState", status: 0),
    chart("an empty name", "{\"root\": {\"subStates\": {⟦\"\": {}}}}"),
    chart("an empty event", "{\"root\": {⟦\"\": null}}"),
    chart(
      "control sequences in names",
      "{\"root\": {\"\\u001b[31m\\u0007\\r\\u001b]52;c;eA\\u0007\": \"x\\u001bP\\b\"}}", "\\u001b"),
    chart(
      "runner commands",
      "{\"root\": {\"::error::x\\n::stop-commands::t\": \"##[error]\", \"##vso[task.x]\": \"not ok 1\"}}", "error:"),
    chart("bidirectional marks", "{\"root\": {\"\u{202E}a\u{2066}\": \"\u{200B}\u{FEFF}\u{E0041}\"}}", "\\u202e"),
    chart(
      "text with power elsewhere",
      "{\"root\": {\"%0A%s%n\": null, \"$(id)\": null, \"{{7*7}}\": null, \"__proto__\": null, \"../../x\": null}}", "",
      status: 0),
    chart(
      "a log of commands", "{\"root\": {\"enterState\": {\"log\": \"\\n::error::x ##[error] \\u001b[2J\"}}}", "log",
      status: 0, run: ""),
    chart(
      "two eventless states",
      "{\"root\": {\"initial\": \"a\", \"subStates\": {\"a\": {\"always\": \"b\"}, \"b\": {\"always\": \"a\"}}}}",
      "1000 steps without rest", run: ""),
    chart(
      "a raise that raises itself", "{\"root\": {\"e\": {\"actions\": [{\"raise\": \"e\"}]}}}", "1000 steps", run: "e"),
    chart(
      "a raise on entry",
      "{\"root\": {\"initial\": \"a\", \"subStates\": {\"a\": {\"enterState\": {\"raise\": \"x\"}, \"x\": {\"target\": \"a\", \"reenter\": true}}}}}",
      "1000 steps", run: ""),
    chart(
      "fan-out", "{\"root\": {\"e\": {\"actions\": [{\"raise\": \"e\"}, {\"raise\": \"e\"}]}}}", "1000 steps", run: "e"),
    chart(
      "doubling",
      "{\"context\": {\"s\": \"xxxxxxxx\"}, \"root\": {\"e\": {\"actions\": [{\"assign\": {\"s\": \"s + s\"}}, {\"raise\": \"e\"}]}}}",
      "error:", run: "e"),
    chart(
      "doubling lists",
      "{\"context\": {\"s\": []}, \"root\": {\"e\": {\"actions\": [{\"assign\": {\"s\": \"[s, s]\"}}, {\"raise\": \"e\"}]}}}",
      "error:", run: "e"),
    chart(
      "division by zero", "{\"root\": {\"e\": {\"guard\": \"1 ⟦/ 0 == 1\"}}}", "error: division by zero", run: "e"
    ),
    chart(
      "the least by -1",
      "{\"context\": {\"n\": -9223372036854775808}, \"root\": {\"e\": {\"guard\": \"n / -1 == 1\"}}}",
      "integer overflow", run: "e"),
    chart(
      "an index below", "{\"context\": {\"l\": [1], \"n\": -1}, \"root\": {\"e\": {\"guard\": \"l[n] == 1\"}}}",
      "no such element", run: "e"),
    chart(
      "a function that is not there", "{\"root\": {\"e\": {\"guard\": \"⟦file('/etc/passwd') == ''\"}}}"
    ),
    chart("a name that is not there", "{\"root\": {\"e\": {\"guard\": \"⟦__class__ == 1\"}}}"),
    chart(
      "functions as strings", "{\"root\": {\"e\": {\"target\": \"root\", \"cond\": \"(c) => c.n\"}}}",
      "unknown key \"cond\""),
    chart(
      "a slow pattern",
      "{\"context\": {\"s\": \"\(String(repeating: "a", count: 2000))\"}, \"root\": {\"e\": {\"guard\": \"s.matches('(a+)+b')\"}}}",
      "declined", status: 0, run: "e"),
    chart("a send of itself", "{\"root\": {\"e\": {\"actions\": [{\"send\": \"e\"}]}}}", "100000 macrosteps", run: "e"),
    chart(
      "a timer that re-enters",
      "{\"root\": {\"initial\": \"a\", \"subStates\": {\"a\": {\"after\": {\"0s\": {\"target\": \"a\", \"reenter\": true}}}}}}",
      "100000 macrosteps", run: ""),
  ]

  static let sizes: [Case] = [
    large("10 million [", "nesting deeper than 4096") { String(repeating: "[", count: 10_000_000) },
    large("a million {\"a\":", "nesting deeper than 4096") { String(repeating: "{\"a\":", count: 1_000_000) },
    large("brackets in turn", "nesting deeper than 4096") { String(repeating: "[{\"a\":", count: 1_000_000) },
    large("100 MB of white space", status: 0) { String(repeating: " ", count: 100_000_000) + "{\"root\": {}}" },
    large("a text of 100 MB", status: 0) {
      "{\"root\": {}, \"description\": \"\(String(repeating: "x", count: 100_000_000))\"}"
    },
    large("a key of 16 MB", "…") { "{\"\(String(repeating: "k", count: 16 << 20))\": 1, \"root\": {}}" },
    large("16 MB of digits", "number out of range") {
      "{\"context\": {\"a\": \(String(repeating: "1", count: 16 << 20))}, \"root\": {}}"
    },
    large("16 MB of line ends", status: 0) { String(repeating: "\n", count: 16 << 20) + "{\"root\": {}}" },
    large("a million unknown keys", "999900 more", "1000000 errors") {
      "{\"root\": {}\((0..<1_000_000).map { ",\"k\($0)\":1" }.joined())}"
    },
    large("100,000 siblings", status: 0) {
      "{\"root\": {\"subStates\": {\((0..<100_000).map { "\"s\($0)\":{}" }.joined(separator: ","))}}}"
    },
    large("100,000 handlers", status: 0) {
      "{\"root\": {\((0..<100_000).map { "\"e\($0)\":\"root\"" }.joined(separator: ","))}}"
    },
    large("50,000 regions with states of the same names", status: 0) {
      let regions = (0..<50_000).map {
        #""r\#($0)":{"initial":"r\#($0).p.a","subStates":{"p":{"subStates":{"a":{"e":"r\#($0).p.b"},"b":{"e":"r\#($0).p.a"}}}}}"#
      }
      return "{\"root\": {\"type\": \"parallel\", \"subStates\": {\(regions.joined(separator: ","))}}}"
    },
    large("a target of 2 MB", "no state is named") {
      "{\"root\": {\"e\": \"\(String(repeating: "root.", count: 400_000))\"}}"
    },
    Case(
      name: "90,000 handlers written as SCXML", line: "$STATEKIT convert --to scxml --lossy c.json | tail -n 1",
      chart: {
        let states = (0..<300).map {
          "\"s\($0)\": {\((0..<300).map { "\"e\($0)\": \"s\($0)\"" }.joined(separator: ","))}"
        }
        return Data("{\"root\": {\"subStates\": {\(states.joined(separator: ","))}}}".utf8)
      }, status: 0, isLarge: true),
    Case(
      name: "deep values whose layout is far longer",
      line:
        "$STATEKIT fmt --check c.json; $STATEKIT convert --to xstate c.json; $STATEKIT convert --to statekit c.json",
      chart: {
        let list = String(repeating: "[", count: 4_000) + String(repeating: "]", count: 4_000)
        let lists = [String](repeating: list, count: 100).joined(separator: ",")
        return Data("{\"root\": {}, \"meta\": {\"a\": [\(lists)]}}".utf8)
      }, says: ["the layout would have more than 64 MiB"], isLarge: true),
    Case(
      name: "100,000 context keys explored", line: "$STATEKIT explore --exact --depth 2 c.json",
      chart: {
        let keys = (0..<100_000).map { "\"k\($0)\": \($0)" }.joined(separator: ",")
        return Data(
          "{\"context\": {\(keys)}, \"root\": {\"e\": {\"actions\": {\"assign\": {\"k1\": \"k1 + 1\"}}}}}".utf8)
      }, status: 0, says: ["stopped at depth 2"], isLarge: true),
    large("64,000 combining marks", "the limit is 1024") {
      "{\"root\": {\"e\(String(repeating: "\u{301}", count: 64_000))\": null}}"
    },
    large("64,000 regional indicators", "the limit is 1024") {
      "{\"root\": {\"\(String(repeating: "\u{1F1E6}", count: 64_000))\": null}}"
    },
    large("a name of 1 MB", "the limit is 1024") {
      "{\"root\": {\"\(String(repeating: "n", count: 1 << 20))\": null}}"
    },
    large("a million parentheses", "the limit is 16384") {
      "{\"root\": {\"e\": {\"guard\": \"\(String(repeating: "(", count: 1_000_000))\"}}}"
    },
    large("a million !", "the limit is 16384") {
      "{\"root\": {\"e\": {\"guard\": \"\(String(repeating: "!", count: 1_000_000))\"}}}"
    },
    Case(
      name: "a million unknown events",
      line: "(yes bogus || true) | head -n 1000000 | $STATEKIT run c.json - | tail -n 1",
      chart: { Data(door.utf8) },
      status: 0, says: ["no state handles the event \"bogus\""], isLarge: true),
    Case(
      name: "a line of 1 GB", line: "head -c 1000000000 /dev/zero | $STATEKIT run c.json -",
      chart: { Data(door.utf8) },
      says: ["longer than 1 MiB"], isLarge: true),
    Case(
      name: "a sparse file of a terabyte", line: "truncate -s 1T big.json; $STATEKIT validate big.json",
      says: ["larger than 256 MiB"]),
  ]

  /// Lines that would never end, or never stop growing.
  static let budgets: [Case] = [
    budget("a guard just below the limit, and a send of the event itself", "the limit of --max-cost") {
      let ten = "[0,1,2,3,4,5,6,7,8,9]"
      return
        #"{"context": {"l": \#(ten)}, "root": {"e": {"guard": "size(l.map(a, l.map(b, l.map(c, l.map(d, l.map(f, 1)))))) > 0", "actions": {"send": "e"}}}}"#
    },
    budget("loops in loops that send a megabyte later", "the limit of --max-memory") {
      let loop = #"{"forEach": "l", "do": ["#
      let send = #"{"send": "x", "data": "s", "delay": "9s"}"#
      return
        #"{"context": {"s": "x", "l": [0,1,2,3,4,5,6,7,8,9]}, "root": {"e": {"actions": [\#(loop)\#(loop){"if": "size(s) < 1000000", "then": {"assign": {"s": "s + s"}}}]}]}, \#(loop)\#(loop)\#(loop)\#(loop)\#(send)]}]}]}]}]}}}"#
    },
    budget("3,000 context keys of a megabyte", "the limit of --max-memory") {
      let keys = (0..<3_000).map { #""k\#($0)": """# }.joined(separator: ", ")
      let assigns = (0..<3_000).map { #"{"assign": {"k\#($0)": "s + 'x'"}}"# }.joined(separator: ", ")
      let doubling = String(repeating: #"{"assign": {"s": "s + s"}}, "#, count: 20)
      return #"{"context": {"s": "x", \#(keys)}, "root": {"e": {"actions": [\#(doubling)\#(assigns)]}}}"#
    },
    Case(
      name: "300,000 lines that do nothing in a REPL",
      line: "(ulimit -v 131072; seq 300000 | sed 's/.*/bogus/' | $STATEKIT repl c.json | tail -n 1)",
      chart: { Data(door.utf8) }, status: 0, isLarge: true, seconds: 20),
  ]

  /// Charts that a send of a large payload, or a search in `test`, would take minutes with.
  static let searches: [Case] = [
    Case(
      name: "100,000 sends of a list of 100,000",
      line: "printf 'e\\nx\\n' | $STATEKIT run --quiet c.json -",
      chart: {
        let list = (0..<100_000).map { "\($0)" }.joined(separator: ",")
        return Data(
          #"{"context": {"l": [\#(list)]}, "root": {"e": {"actions": {"send": "e", "data": "l"}}}}"#.utf8)
      }, says: ["100000 macrosteps"], isLarge: true),
    search(
      "mutants that only a long search could tell from their chart", "--mutate -j 2", "mutation score", seconds: 30),
    search("handlers that only a long search could come to", "--coverage", "back in b is never taken", seconds: 40),
    Case(
      name: "states without end and 64 MiB", line: "(ulimit -v 65536; $STATEKIT explore --exact c.json)",
      chart: {
        let events = (0..<4).map { #""e\#($0)": {"actions": {"assign": {"l": "l + [\#($0)]"}}}"# }
        return Data(#"{"context": {"l": []}, "root": {\#(events.joined(separator: ", "))}}"#.utf8)
      }, status: 0, says: ["stopped at", "l still takes new values"],
      varies: "how far it comes depends on what the system takes of that", isLarge: true, seconds: 10),
  ]

  /// Each line costs much, and leads to data that were not there before.
  private static func search(_ name: String, _ option: String, _ says: String, seconds: Double) -> Case {
    let loop = (0..<4).reduce("n >= 0") { inner, depth in "l.all(v\(depth), \(inner))" }
    let events = (0..<5).map { #""e\#($0)": {"guard": "\#(loop)", "actions": {"assign": {"n": "n + \#(1 << $0)"}}}"# }
    let root =
      #"{"initial": "a", \#(events.joined(separator: ", ")), "subStates": {"a": {"end": {"guard": "n < 0", "target": "b"}}, "b": {"back": "a"}}}"#
    return Case(
      name: name, line: "printf ':chart c.json\\ne1\\n' >t.events.txt; $STATEKIT test \(option) t.events.txt",
      chart: { Data(#"{"context": {"n": 0, "l": [0,1,2,3,4,5,6,7,8,9]}, "root": \#(root)}"#.utf8) }, status: 0,
      says: [says], varies: "how far a search comes depends on its time", isLarge: true, seconds: seconds)
  }

  private static func budget(_ name: String, _ says: String, _ text: @escaping @Sendable () -> String) -> Case {
    Case(
      name: name, line: "printf 'e\\nx\\n' | $STATEKIT run --quiet c.json -", chart: { Data(text().utf8) },
      says: [says], isLarge: true)
  }

  static let surroundings: [Case] = [
    line("CRLF, blank lines and no end", "printf 'go\\r\\n\\r\\ngo' | $STATEKIT run c.json - | grep -c '^go$'", 0, "2"),
    line("other line separators are none", "printf 'go\\xe2\\x80\\xa8go\\n' | $STATEKIT run c.json -", 1, "<stdin>:1:"),
    line("a zero byte in a script", "printf 'go\\n\\0go\\n' | $STATEKIT run c.json -", 1, "<stdin>:2:1: error:"),
    line("bad UTF-8 in a script", "printf 'go\\n\\xff\\n' | $STATEKIT run c.json -", 1, "<stdin>:2:1: error:"),
    line("a folder as a script", "$STATEKIT run c.json .", 2, "Is a directory"),
    line("strict ends with 1", "printf 'bogus\\n' | $STATEKIT run --strict c.json -", 1, "error:"),
    line("no argument", "$STATEKIT", 2, "usage:"), line("an unknown command", "$STATEKIT rnu c.json", 2, "run"),
    line("an unknown option", "$STATEKIT run --fast c.json", 2, "usage"),
    line("too many arguments", "$STATEKIT run c.json a b c", 2, "usage"),
    line("an empty argument", "$STATEKIT run ''", 2, "statekit:"),
    line("a path of 5 KB", "$STATEKIT run $(head -c 5000 /dev/zero | tr '\\0' p)", 2, "too long"),
    line("a path with ESC", "$STATEKIT run $'\\e[31mx\\n::error::'", 2, "\\u001b"),
    line("a file that is not readable", "$STATEKIT run nowhere.json", 2, "No such file"),
    line("a chart from a FIFO", "mkfifo f; (cat c.json > f &) ; $STATEKIT run f </dev/null", 0, "enter a"),
    line("a FIFO that nobody writes", "mkfifo f; timeout -s INT 1 $STATEKIT run f; [ $? = 124 ]", 0),
    line(
      "a script without a line end",
      "timeout -k 5 1 $STATEKIT run c.json /dev/zero >/dev/null 2>&1; [ $? -lt 137 ]", 0),
    line(
      "a child that is a FIFO", "mkfifo f; echo '{\"root\": {\"invoke\": {\"chart\": \"f\"}}}' > p; $STATEKIT run p", 1,
      "it is not a regular file"),
    line(
      "a child that is a device",
      "ln -s /dev/zero z; echo '{\"root\": {\"invoke\": {\"chart\": \"z\"}}}' > p; $STATEKIT validate p",
      1, "it is not a regular file"),
    line(
      "a child in another folder",
      "echo '{\"root\": {\"invoke\": {\"chart\": \"x/../../c.json\"}}}' > p; $STATEKIT validate p",
      1, "at or below the folder"),
    line(
      "children without end", "echo '{\"root\": {\"invoke\": {\"chart\": \"p\"}}}' > p; $STATEKIT run p", 1,
      "never end"),
    Case(
      name: "children that start and end for ever",
      line:
        "echo '{\"root\": {\"type\": \"parallel\", \"subStates\": {\"a\": {\"initial\": \"f\", \"subStates\": {\"f\": {\"type\": \"final\"}}}}}}' > q; "
        + "echo '{\"root\": {\"initial\": \"b\", \"subStates\": {\"b\": {\"invoke\": {\"chart\": \"q\"}, \"done.invoke.q\": {\"target\": \"b\", \"reenter\": true}}}}}' > p; $STATEKIT run --quiet p",
      chart: { Data(door.utf8) }, status: 1, says: ["100000 macrosteps"], isLarge: true),
    line(
      "a script's chart that is a FIFO", "mkfifo f; echo ':chart f' > s.events.txt; $STATEKIT test s.events.txt", 1,
      "it is not a regular file"),
    line("few descriptors", "(ulimit -n 4; $STATEKIT validate c.json c.json c.json)", 0),
    // A program that is not linked whole needs descriptors for its libraries.
    Case(
      name: "no descriptor left", line: "(ulimit -n 3; $STATEKIT validate c.json)", chart: { Data(door.utf8) },
      status: 2,
      says: ["cannot read the arguments"], isLarge: true),
    line("little memory", "(ulimit -v 1048576; $STATEKIT validate c.json)", 0),
    Case(
      name: "ten million handlers and 1 GiB", line: "$STATEKIT validate c.json",
      chart: { Data(("{\"root\": {\"e\": [" + String(repeating: "\"root\",", count: 9_999_999) + "null]}}").utf8) },
      status: 0, says: ["1 file"], isLarge: true, seconds: 30),
    Case(
      name: "a million states of ten handlers and 1 GiB", line: "$STATEKIT validate c.json",
      chart: {
        let handlers = (0..<10).map { "\"e\($0)\":\"root\"" }.joined(separator: ",")
        let states = (0..<999_999).map { "\"s\($0)\":{\(handlers)}" }.joined(separator: ",")
        return Data("{\"root\": {\"subStates\": {\(states)}}}".utf8)
      }, status: 1, says: ["more memory than this process may use"],
      varies: "how far it comes depends on what the system takes of that", isLarge: true, seconds: 30),
    line("a small stack", "(ulimit -s 256; $STATEKIT validate c.json)", 0),
    line(
      "data of 600,000 values",
      "{ printf '{\"context\": {\"l\": ['; head -c 600000 /dev/zero | sed 's/\\x0/0,/g'; printf '0]}, \"root\": {\"e\": {\"actions\": {\"log\": \"${l[0]}\"}}}}'; } > p; echo e | $STATEKIT run p -",
      0, "log 0"),
    line(
      "a payload of 200,000 keys",
      "{ printf 'go {'; seq 200000 | sed 's/.*/\"k&\": 1,/' | tr -d '\\n'; printf '\"z\": 1}\\n'; } > s; $STATEKIT run --quiet c.json s; true",
      0, "longer than 1 MiB"),
    line(
      "a script that grows while it is read",
      "yes go | head -c 3000000 > s; (for i in $(seq 200); do echo go >> s; done) & $STATEKIT run --quiet c.json s", 0),
    line(
      "a script that shrinks while it is read",
      "yes go | head -c 30000000 > s; (sleep 0.02; : > s) & $STATEKIT run --quiet c.json s", 0),
    line("stdout is gone", "$STATEKIT run c.json >&-", 2, "cannot write the output"),
    line("stdout is full", "$STATEKIT run c.json >/dev/full", 2, "No space"),
    line("stderr is gone", "$STATEKIT validate c.json 2>&-", 0),
    line("stderr is full", "$STATEKIT validate c.json 2>/dev/full", 0),
    line("stdin is gone", "$STATEKIT run c.json - <&-", 2, "cannot read"),
    line("a repl without a terminal", "printf 'go\\n:quit\\n' | TERM= $STATEKIT repl c.json", 0, "enter b"),
    line(
      "a paste of 2 MB", "{ head -c 2000000 /dev/zero | tr '\\0' x; echo; echo go; } | $STATEKIT repl c.json; true", 0,
      "longer than 1 MiB", "enter b"),
    line(
      "locales and colours", "printf 'go\\n' | LC_ALL=C NO_COLOR=1 LANG=tr_TR TMPDIR=/nowhere $STATEKIT run c.json -",
      0, "enter b"),
    line(
      "a chart deleted while it is read", "cp c.json d.json; (rm d.json; cat) < d.json | $STATEKIT run - </dev/stdin", 0
    ),
  ]

  private static let all = json + xml + charts + sizes + paths + budgets + searches + crowds + answers + surroundings

  /// The release is asked all of it.
  @Test(arguments: Extent.some(of: all, every: 5, allOf: Program.isRelease || Program.isSanitized))
  func `hostile input does no harm`(
    _ given: Case
  )
    throws
  {
    if given.isLarge, !Program.isRelease { return }
    // Sanitizers keep maps of all that can be addressed.
    if Program.isSanitized, given.line.contains("ulimit") { return }
    let folder = try Repository.temporaryFolder([:])
    defer { try? FileManager.default.removeItem(at: folder) }
    try given.chart().write(to: folder.appendingPathComponent("c.json"))
    // What a process takes is counted with what its parent had when it began: large files are made by this one. They get a bound.
    let bound = given.isLarge ? "ulimit -v 1048576; " : ""
    let result = try Program.measure("\(bound)set -o pipefail; \(given.line)", in: folder)
    let said = String(decoding: result.output + result.errors, as: UTF8.self)
    #expect(result.status == given.status, "\(given.name): \(said.prefix(600))")
    for words in given.says where !words.isEmpty {
      #expect(said.contains(words), "\(given.name): no \(words) in \(said.prefix(600))")
    }
    // What takes a release to record is recorded with one: until then `says` decides.
    if given.varies == nil, !given.isLarge || Self.recorded.has(given.name) {
      #expect(Self.recorded.compare(given.name, result, in: folder) == nil)
    }
    for stream in [result.output, result.errors] { Self.expectHarmless(stream, given.name) }
    if let peak = result.peak, !given.isLarge, !Program.isSanitized {
      #expect(peak <= 256 << 20, "\(given.name): \(peak >> 20) MiB")
    }
    #expect(
      result.seconds < (Program.isRelease ? given.seconds * Program.slowness : Program.isSanitized ? 100 : 20),
      "\(given.name): \(result.seconds) s")
  }

  /// No control, bidirectional or format character, and no line that a CI runner would take for a command.
  private static func expectHarmless(_ stream: Data, _ name: String) {
    let text = String(decoding: stream.prefix(4_000_000), as: UTF8.self)
    for scalar in text.unicodeScalars {
      let isHarmful =
        switch scalar.properties.generalCategory {
        case .control: scalar != "\n"
        case .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
      if isHarmful { return #expect(!isHarmful, "\(name): U+\(String(scalar.value, radix: 16)) in the output") }
    }
    #expect(!text.contains("##"), "\(name): ## in the output")
    for line in text.split(separator: "\n") {
      let trimmed = line.drop { $0 == " " }
      #expect(!trimmed.hasPrefix("::") && !trimmed.hasPrefix("not ok"), "\(name): \(line)")
    }
  }

  @Test func `a chart cut anywhere is reported where it ends`() throws {
    let text = Array(try #require(Repository.read("charts/retry.json")).utf8)
    for length in 0..<text.count where text[length...].contains(where: { $0 > 0x20 }) {
      let result = runTool(["validate", "-"], input: String(decoding: text[..<length], as: UTF8.self))
      #expect(result.status == 1 && result.output.hasPrefix("<stdin>:"), "cut after \(length): \(result)")
    }
  }
}
