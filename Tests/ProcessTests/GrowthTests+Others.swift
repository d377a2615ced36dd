import Foundation

/// Scripts, charts of other notations, and logs.
extension GrowthTests {
  private static let door =
    #"{"context":{"n":0},"root":{"initial":"a","subStates":{"a":{"go":"b"},"b":{"go":"a","x":{"actions":{"assign":{"n":"n + 1"}}}}}}}"#

  /// A script with these lines, of a small chart.
  private static func script(_ count: Int, _ line: (Int) -> String) -> [String: String] {
    let lines = (0..<count).map { line($0) + "\n" }.joined()
    return ["c.json": door, "s.events.txt": ":chart c.json\n" + lines]
  }

  private static let scriptCommands = [
    "validate --script s.events.txt c.json", "fmt --diff s.events.txt", "run c.json s.events.txt",
    "run --format jsonl c.json s.events.txt", "run --record - c.json s.events.txt", "test s.events.txt",
    "test --format junit s.events.txt", "test --coverage s.events.txt", "repl c.json <s.events.txt",
    "why c.json s.events.txt go", "show --format html --script s.events.txt c.json",
    "rename c.json go gone s.events.txt --kind event --diff",
  ].map { "$STATEKIT " + $0 }

  static let scripts: [Row] = [
    Row(name: "events of a script", lines: scriptCommands) { script($0) { _ in "go" } },
    Row(name: "payloads of a script", lines: scriptCommands) { script($0) { "x {\"v\": \($0)}" } },
    Row(name: "unknown events of a script", lines: scriptCommands) { script($0) { "unknown\($0)" } },
    Row(name: "expectations", lines: scriptCommands) { script($0) { $0 % 2 == 0 ? "go" : ":expect handled" } },
    Row(name: "tests of a script", lines: scriptCommands) { script($0) { ":test \"t\($0)\"\ngo\n:expect in b" } },
    Row(name: "tests with a bad line", longest: 16_000, lines: ["$STATEKIT test s.events.txt"]) {
      script($0) { ":test \"t\($0)\"\ngo\n:expect x y" }
    },
    Row(name: "tests that fail", lines: scriptCommands) { script($0) { ":test \"t\($0)\"\ngo\n:expect in a" } },
    Row(
      name: "expectations of unknown states", longest: 16_000,
      lines: Array(scriptCommands.prefix(6)).filter { !$0.contains("record") }
    ) { count in
      let states = list(count) { #""s\#($0)":{"go":"s\#(($0 + 1) % count)"}"# }
      var files = chart(#""initial":"s0","subStates":{\#(states)}"#)
      files["s.events.txt"] = ":chart c.json\n" + (0..<count).map { ":expect in sx\($0)\n" }.joined()
      return files
    },
    Row(
      name: "effects that an expectation names", longest: 8_000,
      lines: ["$STATEKIT run -q c.json s.events.txt", "$STATEKIT run -q c.json sent.events.txt"]
    ) { count in
      let sends = list(count) { #"{"send":"e\#($0)"}"# }
      var files = chart(#""go":{"actions":[\#(list(count) { #""a\#($0)""# }),\#(sends)]},"*":null"#)
      files["s.events.txt"] = "go\n:expect did \(list(count) { "a\($0)" })\n"
      files["sent.events.txt"] = "go\n:expect sent \(list(count) { "e\($0)" })\n"
      return files
    },
    Row(name: "recorded answers of the host", lines: ["$STATEKIT run -q c.json s.events.txt"]) {
      script($0) { _ in ":host answered [null]" }
    },
    Row(name: "marks of a session", longest: 8_000, lines: ["$STATEKIT repl c.json <s.events.txt"]) { count in
      let visits = (0..<count).map { ":goto m\($0)\n" }.joined()
      return ["c.json": door, "s.events.txt": (0..<count).map { "go\n:mark m\($0)\n" }.joined() + visits + ":marks\n"]
    },
    Row(name: "looks at a session", longest: 8_000, lines: ["$STATEKIT repl c.json <s.events.txt"]) {
      script($0) { _ in "go\n:marks\n:history" }
    },
    Row(name: "lines that are none", lines: scriptCommands) { script($0) { _ in ":expct in a" } },
  ]

  static let foreign: [Row] = [
    Row(name: "states of XState", longest: 16_000, lines: commands) { count in
      let states = list(count) {
        ##""s\##($0)":{"id":"i\##($0)","entry":"a\##($0)","on":{"go":"#i\##(($0 + 1) % count)"}}"##
      }
      return [
        "c.json": #"{"id":"m","initial":"s0","states":{\#(states)}}"#, "s.events.txt": ":chart c.json\ngo\n",
      ]
    },
    Row(name: "unknown targets of XState", lines: ["$STATEKIT validate c.json"]) { count in
      ["c.json": #"{"id":"m","initial":"s0","states":{\#(list(count) { #""s\#($0)":{"on":{"go":"x\#($0)"}}"# })}}"#]
    },
    Row(name: "states of SCXML", longest: 16_000, lines: commands) { count in
      let states = (0..<count).map {
        #"<state id="s\#($0)"><transition event="go" target="s\#(($0 + 1) % count)"/></state>"#
      }
      return [
        "c.json": #"<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">\#(states.joined())</scxml>"#,
        "s.events.txt": ":chart c.json\ngo\n",
      ]
    },
    Row(name: "names of one event of SCXML", longest: 4_000, lines: ["$STATEKIT validate c.json"]) { count in
      let names = (0..<count).map { "e\($0).x" }.joined(separator: " ")
      let state = #"<state id="s"><transition event="\#(names)" target="s"/></state>"#
      return ["c.json": #"<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">\#(state)</scxml>"#]
    },
    Row(name: "events of SCXML that continue one another", lines: ["$STATEKIT validate c.json"]) { count in
      // All names together have as many words.
      let names = (1...Int(Double(2 * count).squareRoot())).map { String(repeating: "a.", count: $0) + "b" }
      let state = #"<state id="s"><transition event="\#(names.joined(separator: " "))" target="s"/></state>"#
      return ["c.json": #"<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">\#(state)</scxml>"#]
    },
    Row(name: "unknown targets of SCXML", lines: ["$STATEKIT validate c.json"]) { count in
      let states = (0..<count).map { #"<state id="s\#($0)"><transition event="go" target="x\#($0)"/></state>"# }
      return ["c.json": #"<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">\#(states.joined())</scxml>"#]
    },
  ]

  private static let logCommands = [
    "replay c.json l.jsonl --case case --event event --time at",
    "replay c.json l.jsonl --case case --event event --format json --deviations d.txt",
    "replay c.json l.jsonl --case case --event event --partial",
  ].map { "$STATEKIT " + $0 }

  static let logs: [Row] = [
    Row(name: "events of one case", longest: 256_000, lines: logCommands) {
      log($0) { #""case":"a","event":"go","at":\#($0)"# }
    },
    Row(name: "cases", longest: 256_000, lines: logCommands) {
      log($0) { #""case":"c\#($0)","event":"go","at":\#($0)"# }
    },
    Row(name: "unknown events of a log", longest: 256_000, lines: logCommands) {
      log($0) { #""case":"a","event":"e\#($0)","at":\#($0)"# }
    },
    Row(name: "blanks before a log", longest: 16_000_000, lines: logCommands) {
      ["c.json": door, "l.jsonl": String(repeating: " \n", count: $0) + "{\"case\":\"a\",\"event\":\"go\",\"at\":1}\n"]
    },
    Row(
      name: "fields of a payload in a log", longest: 8_000,
      lines: ["$STATEKIT replay c.json l.jsonl --case case --event event --fields $(cat names)"]
    ) { count in
      let line = #"{"case":1,"event":"go",\#(list(count) { #""f\#($0)":1"# })}"# + "\n"
      return ["c.json": door, "names": list(count) { "f\($0)" }, "l.jsonl": line + line + line]
    },
    Row(
      name: "states that a line of a log names", longest: 8_000,
      lines: ["$STATEKIT replay c.json l.jsonl --case case --event event --state states"]
    ) { count in
      var files = chart(#""type":"parallel","go":{"actions":"x"},"subStates":{\#(list(count) { #""s\#($0)":{}"# })}"#)
      files["l.jsonl"] = #"{"case":1,"event":"go","states":[\#(list(count) { #""s\#($0)""# })]}"# + "\n"
      return files
    },
    Row(
      name: "events of a case with a long name",
      lines: ["$STATEKIT replay c.json l.xes --case concept:name --event concept:name"]
    ) { trace($0) },
  ]

  /// A log in XES with one case, whose name is as long as the case.
  private static func trace(_ count: Int) -> [String: String] {
    let events = (0..<count).map { _ in #"<event><string key="concept:name" value="go"/></event>"# }.joined()
    let name = String(repeating: "n", count: 16 * count)
    return [
      "c.json": door, "l.xes": #"<log><trace><string key="concept:name" value="\#(name)"/>\#(events)</trace></log>"#,
    ]
  }

  private static func log(_ count: Int, _ line: (Int) -> String) -> [String: String] {
    ["c.json": door, "l.jsonl": (0..<count).map { "{\(line($0))}\n" }.joined()]
  }
}
