import Foundation

/// Scripts, charts of other notations, logs, and what editors ask.
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

  // MARK: Editors

  private static func message(_ body: String) -> String {
    let text = "{\"jsonrpc\":\"2.0\",\(body)}"
    return "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
  }

  /// An editor that opens a chart of one line, changes it, and asks something at the first `go` in it.
  private static func conversation(about text: String, _ messages: (_ document: String, _ position: String) -> [String])
    -> [String: String]
  {
    let document = #""textDocument":{"uri":"file:///none/c.json""#
    let offset = text.range(of: "\"go\"").map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) + 1 } ?? 0
    let position = #"{"line":0,"character":\#(offset)}"#
    let escaped = text.replacingOccurrences(of: "\"", with: "\\\"")
    let all =
      [
        #""id":1,"method":"initialize","params":{"capabilities":{}}"#, #""method":"initialized","params":{}"#,
        #""method":"textDocument/didOpen","params":{\#(document),"languageId":"json","version":1,"text":"\#(escaped)"}}"#,
      ] + messages(document, position) + [
        #""id":9,"method":"shutdown","params":null"#, #""method":"exit","params":null"#,
      ]
    return ["in": all.map(message).joined()]
  }

  private static let minified: @Sendable (Int) -> String = { count in
    "{\"root\":{\"go\":{\"actions\":\"x\"},\"subStates\":{\(list(count) { #""s\#($0)":{"enterState":"in\#($0)","go":"s\#(($0 + 1) % count)"}"# })}}}"
  }

  private static func asking(_ method: String, _ parameters: String = "") -> Row {
    Row(name: "\(method) in a line of JSON", longest: 16_000, lines: ["$STATEKIT lsp <in"]) { count in
      conversation(about: minified(count)) { document, position in
        [#""id":3,"method":"textDocument/\#(method)","params":{\#(document)},"position":\#(position)\#(parameters)}"#]
      }
    }
  }

  private static let everything = #","range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}}"#

  static let conversations: [Row] = [
    Row(name: "changes of a line of JSON", longest: 16_000, lines: ["$STATEKIT lsp <in"]) { count in
      conversation(about: minified(count)) { document, position in
        let change = #"{"range":{"start":\#(position),"end":\#(position)},"text":"x"}"#
        return [
          #""method":"textDocument/didChange","params":{\#(document),"version":2},"contentChanges":[\#(list(20) { _ in change })]}"#
        ]
      }
    },
    Row(name: "cancelled requests", lines: ["$STATEKIT lsp <in"]) { count in
      conversation(about: "{\"root\":{\"go\":null}}") { document, position in
        (0..<count).map {
          #""id":\#($0 + 10),"method":"textDocument/hover","params":{\#(document)},"position":\#(position)}"#
        }
          + (0..<count).map { #""method":"$/cancelRequest","params":{"id":\#($0 + 10)}"# }
      }
    },
    Row(name: "states with one name in a line of JSON", longest: 16_000, lines: ["$STATEKIT lsp <in"]) { count in
      let states = list(count) { #""p\#($0)":{"subStates":{"same":{"go":"same","back":"root.p\#($0).same"}}}"# }
      return conversation(about: "{\"root\":{\"subStates\":{\(states)}}}") { document, position in
        [#""id":3,"method":"textDocument/hover","params":{\#(document)},"position":\#(position)}"#]
      }
    },
    Row(name: "unknown targets of XState in a line of JSON", longest: 16_000, lines: ["$STATEKIT lsp <in"]) { count in
      let states = list(count) { #""s\#($0)":{"on":{"go":"x\#($0)"}}"# }
      return conversation(about: #"{"id":"m","states":{\#(states)}}"#) { document, position in
        [#""id":3,"method":"textDocument/hover","params":{\#(document)},"position":\#(position)}"#]
      }
    },
    asking("hover"), asking("completion"), asking("definition"),
    asking("references", #","context":{"includeDeclaration":true}"#), asking("documentSymbol"), asking("foldingRange"),
    asking("semanticTokens/full"), asking("inlayHint", everything),
    asking("codeAction", everything + #","context":{"diagnostics":[]}"#), asking("rename", #","newName":"gone""#),
    asking("formatting", #","options":{"tabSize":2,"insertSpaces":true}"#),
  ]
}
