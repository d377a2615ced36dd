// Longer than others: one table of charts.
/// Charts that are long in one way.
extension GrowthTests {
  static let charts: [Row] = [
    Row(name: "states side by side", longest: 16_000, lines: commands) { count in
      let states = list(count) { #""s\#($0)":{"enterState":"in\#($0)","go":"s\#(($0 + 1) % count)"}"# }
      return chart(#""initial":"s0","subStates":{\#(states)}"#)
    },
    Row(name: "handlers of a state", longest: 16_000, lines: commands) { count in
      chart(list(count) { #""e\#($0)":{"actions":"a\#($0)"}"# } + #","go":{"actions":"x"}"#)
    },
    Row(
      name: "regions with handlers of any event", longest: 16_000,
      lines: ["$STATEKIT convert --to scxml --lossy c.json"]
    ) { count in
      let regions = list(count) { #""r\#($0)":{"initial":"x","subStates":{"x":{"*":"r\#($0).y"},"y":{}}}"# }
      return chart(#""type":"parallel","subStates":{\#(regions)}"#)
    },
    Row(name: "guards of one event", longest: 16_000, lines: commands) { count in
      chart(#""go":[\#(list(count) { #"{"guard":"n == \#($0 + 1)","actions":"a\#($0)"}"# })]"#, #""context":{"n":0},"#)
    },
    // An expression has at most 16 KiB.
    Row(name: "sides of &&", longest: 4_000, lines: ["$STATEKIT validate c.json"] + generators) { count in
      let guarded = [String](repeating: "b", count: count).joined(separator: "&&")
      return chart(
        #""go":[\#(list(16) { #"{"guard":"\#(guarded)","actions":"a\#($0)"}"# })]"#, #""context":{"b":true},"#)
    },
    Row(
      name: "counts", longest: 16_000,
      lines: ["$STATEKIT explore --depth 1 c.json", "$STATEKIT diff --depth 1 c.json c.json"]
    ) { count in
      let guards = list(count) {
        #"{"guard":"k\#($0) - j\#($0) > 5","actions":[{"assign":{"k\#($0)":"k\#($0) + 1"}}]}"#
      }
      return chart(
        #""go":[\#(guards)]"#, #""context":{\#(list(count) { #""k\#($0)":0,"j\#($0)":\#($0)"# })},"#)
    },
    Row(name: "named guards", longest: 16_000, lines: commands) { count in
      chart(
        #""go":[\#(list(count) { #"{"guard":"g\#($0)","actions":"x"}"# })]"#,
        #""context":{"n":0},"guards":{\#(list(count) { #""g\#($0)":"n == \#($0 + 1)""# })},"#)
    },
    Row(name: "host guards", longest: 16_000, lines: hostCommands) { count in
      host(
        chart(
          #""go":[\#(list(count) { #"{"guard":"g\#($0)","actions":"x"}"# })]"#,
          #""guards":{\#(list(count) { #""g\#($0)":null"# })},"#),
        count
      ) { ":guard g\($0) = false" }
    },
    Row(name: "delays of the host", longest: 16_000, lines: hostCommands) { count in
      host(
        chart(#""initial":"s","subStates":{"s":{"after":{\#(list(count) { #""d\#($0)":"t""# })},"go":"t"},"t":{}}"#),
        count
      ) { ":delay d\($0) = 5s" }
    },
    Row(name: "declared events", longest: 16_000, lines: commands) { count in
      chart(#""go":{"actions":"x"}"#, #""events":{"go":null,\#(list(count) { #""e\#($0)":{"v":"int"}"# })},"#)
    },
    Row(name: "events with a payload", longest: 16_000, lines: commands) { count in
      chart(
        #""go":{"actions":"x"},\#(list(count) { #""e\#($0)":{"actions":{"log":"${event.data.v}"}}"# })"#,
        #""events":{"go":null,\#(list(count) { #""e\#($0)":{"v":"int"}"# })},"#)
    },
    Row(name: "fields of a payload", longest: 16_000, lines: commands) { count in
      var files = chart(
        #""go":{"actions":"x"}"#, #""events":{"go":{\#(list(count) { #""f\#($0)":"int""# })}},"#)
      files["s.events.txt"] = ":chart c.json\ngo {\(list(count) { #""f\#($0)":1"# })}\n"
      return files
    },
    Row(name: "guards of fields of a payload", longest: 16_000, lines: commands) { count in
      var files = chart(
        #""go":[\#(list(count) { #"{"guard":"event.data.f\#($0) > 1","actions":"x"}"# })]"#,
        #""events":{"go":{\#(list(count) { #""f\#($0)":"int""# })}},"#)
      files["s.events.txt"] = ":chart c.json\ngo {\(list(count) { #""f\#($0)":1"# })}\n"
      return files
    },
    Row(name: "optional fields of a payload", longest: 4_000, lines: ["$STATEKIT explore --depth 1 c.json"]) { count in
      chart(#""go":{"actions":"x"}"#, #""events":{"go":{\#(list(count) { #""f\#($0)":"int?""# })}},"#)
    },
    Row(name: "types that one another has", longest: 4_000, lines: ["$STATEKIT convert --to scxml --lossy c.json"]) {
      count in
      chart(
        #""go":{"actions":[\#(list(count) { #"{"assign":{"k\#($0)":"k\#($0 + 1)"}}"# })]}"#,
        #""context":{\#(list(count) { #""k\#($0)":0"# }),"k\#(count)":"x"},"#)
    },
    Row(
      name: "assigned members", longest: 16_000, lines: ["$STATEKIT convert --to scxml --lossy c.json"] + generators
    ) { count in
      chart(
        #""go":{"actions":[\#(list(count) { #"{"assign":{"m.k\#($0)":"'x'"}}"# })]}"#,
        #""context":{"m":{\#(list(count) { #""k\#($0)":0"# })}},"#)
    },
    Row(name: "keys of the context", longest: 16_000, lines: commands) { count in
      chart(
        #""go":{"actions":[\#(list(count) { #"{"assign":{"k\#($0)":"k\#($0) + 1"}}"# })]}"#,
        #""context":{\#(list(count) { #""k\#($0)":0"# })},"#)
    },
    Row(name: "actions of a handler", longest: 16_000, lines: commands) { count in
      chart(#""go":{"actions":[\#(list(count) { #""a\#($0)""# })]}"#)
    },
    Row(name: "goToState actions of a handler", longest: 64_000, lines: generators) { count in
      let goes = list(count) { #"{"goToState":"\#($0 % 2 == 0 ? "a" : "b")"}"# }
      return chart(#""go":{"actions":[\#(goes)]},"subStates":{"a":{},"b":{}}"#)
    },
    Row(name: "targets of goToState in a handler", longest: 16_000, lines: generators) { count in
      let goes = list(count) { #"{"goToState":"s\#($0)"}"# }
      return chart(#""go":{"actions":[\#(goes)]},"subStates":{\#(list(count) { #""s\#($0)":{}"# })}"#)
    },
    Row(name: "regions that one event leaves", longest: 16_000, lines: ["$STATEKIT explore --depth 1 c.json"]) {
      count in
      let regions = list(count) { #""r\#($0)":{"go":"out"}"# }
      return chart(
        #""initial":"p","subStates":{"out":{},"p":{"type":"parallel","subStates":{\#(regions)}}}"#)
    },
    Row(
      name: "events that are not tried", longest: 16_000, lines: ["$STATEKIT explore --events go --depth 1 c.json"]
    ) { count in
      chart(list(count) { #""e\#($0)":{"actions":"a\#($0)"}"# } + #","go":{"actions":"x"}"#)
    },
    Row(name: "states whose events others handle", longest: 16_000, lines: ["$STATEKIT explore --depth 1 c.json"]) {
      count in
      let inner = list(count) { #""e\#($0)":{"actions":"x"}"# }
      return chart(#""initial":"a","subStates":{"a":{\#(inner)}},\#(list(count) { #""e\#($0)":"root""# })"#)
    },
    Row(
      name: "final states", longest: 16_000, lines: ["$STATEKIT explore c.json", "$STATEKIT diff c.json c.json"]
    ) { count in
      let (ways, ends) = (list(count) { #""e\#($0)":"s\#($0)""# }, list(count) { #""s\#($0)":{"type":"final"}"# })
      return chart(#""initial":"a","subStates":{"a":{\#(ways)},\#(ends)}"#)
    },
    Row(name: "events that one of two charts handles", longest: 16_000, lines: ["$STATEKIT diff c.json d.json"]) {
      count in
      var files = chart(#""go":{"actions":"x"}"#)
      files["d.json"] = chart(#""go":{"actions":"x"},\#(list(count) { #""e\#($0)":{"actions":"x"}"# })"#)["c.json"]
      return files
    },
    Row(name: "events of different states", longest: 16_000, lines: generators) { count in
      let states = list(count) { #""s\#($0)":{"e\#($0)":"s\#(($0 + 1) % count)"}"# }
      return chart(#""initial":"s0","subStates":{\#(states)}"#)
    },
    Row(name: "events that patterns handle", longest: 16_000, lines: generators) { count in
      chart(#""x.*":{"actions":"x"}"#, #""events":{\#(list(count) { #""x.e\#($0)":null"# })},"#)
    },
    Row(name: "payloads that are read on entry", longest: 16_000, lines: generators) { count in
      let states = list(count) { #""s\#($0)":{"enterState":{"assign":{"n":"event.data.f\#($0)"}}}"# }
      let events = list(count) { #""e\#($0)":{"f\#($0)":"int"}"# }
      let handlers = list(count) { #""e\#($0)":"s\#($0)""# }
      return chart(
        #""initial":"a",\#(handlers),"subStates":{"a":{},\#(states)}"#, #""context":{"n":0},"events":{\#(events)},"#)
    },
    Row(name: "texts that are assigned", longest: 16_000, lines: generators) { count in
      chart(
        #""go":{"actions":[\#(list(count) { #"{"assign":{"s":"'t\#($0)'"}}"# })]}"#, #""context":{"s":"x"},"#)
    },
    Row(name: "names with one identifier", longest: 16_000, lines: generators) { count in
      let names = list(count) { "\"a\(String($0, radix: 2).replacing("0", with: "-").replacing("1", with: "_"))\"" }
      return chart(#""go":{"actions":[\#(names)]}"#)
    },
    Row(name: "declared actions", longest: 16_000, lines: commands) { count in
      chart(
        #""go":{"actions":[\#(list(count) { #"{"call":"a\#($0)","data":{"v":1}}"# })]}"#,
        #""actions":{\#(list(count) { #""a\#($0)":{"v":"int"}"# })},"#)
    },
    Row(name: "invariants", longest: 16_000, lines: commands) { count in
      chart(
        #""go":{"actions":"x"}"#,
        #""context":{\#(list(count) { #""k\#($0)":0"# })},"invariants":{\#(list(count) { #""i\#($0)":"k\#($0) >= 0""# })},"#
      )
    },
    Row(name: "timers of a state", longest: 16_000, lines: commands) { count in
      chart(#""initial":"s","subStates":{"s":{"after":{\#(list(count) { #""\#($0 + 1)s":"t""# })},"go":"t"},"t":{}}"#)
    },
    // Each of these events ends one invocation and stops all others: the steps that are searched grow with the square.
    Row(name: "invocations", longest: 8_000, lines: commands(without: "explore", "diff")) { count in
      let work = list(count) { #"{"src":"f\#($0)","id":"x\#($0)"}"# }
      let ends = list(count) { #""done.invoke.x\#($0)":"t""# }
      return chart(#""initial":"s","subStates":{"s":{"invoke":[\#(work)],\#(ends),"go":"t"},"t":{}}"#)
    },
    Row(name: "ends of unknown work", longest: 16_000, lines: ["$STATEKIT validate c.json"]) { count in
      let work = list(count) { #"{"src":"f\#($0)","id":"x\#($0)"}"# }
      let ends = list(count) { #""done.invoke.other\#($0)":"t""# }
      return chart(#""initial":"s","subStates":{"s":{"invoke":[\#(work)],\#(ends),"go":"t"},"t":{}}"#)
    },
    Row(
      name: "children", longest: 4_000,
      lines: ["validate c.json", "rename c.json go gone --kind event --diff"].map { "$STATEKIT " + $0 }
    ) { count in
      let invocations = list(count) { #"{"chart":"c\#($0).json","id":"x\#($0)","forward":true}"# }
      let sends = list(count) { #"{"send":"go","to":"x\#($0)"}"# }
      var files = chart(#""go":{"actions":[\#(sends)]},"initial":"a","subStates":{"a":{"invoke":[\#(invocations)]}}"#)
      for index in 0..<count { files["c\(index).json"] = #"{"root":{"go":{"actions":"x"}}}"# }
      return files
    },
    Row(name: "sends", longest: 16_000, lines: commands) { count in
      let sends = list(count) { #"{"send":"x","id":"i\#($0)","delay":"\#($0 + 1)s"},{"cancel":"i\#($0)"}"# }
      return chart(#""go":{"actions":[\#(sends)]},"x":{"actions":"y"}"#)
    },
    Row(name: "sends that wait", longest: 16_000, lines: ["$STATEKIT explore --depth 1 c.json"]) { count in
      chart(#""go":{"actions":[\#(list(count) { #"{"send":"x","delay":"\#($0 + 1)s"}"# })]},"x":{"actions":"y"}"#)
    },
    Row(name: "misspelt events in guards", longest: 16_000, lines: ["$STATEKIT validate c.json"]) { count in
      chart(list(count) { #""event\#($0)":{"guard":"event.name == 'evemt\#($0)'","actions":"a"}"# })
    },
    Row(name: "regions", longest: 4_000, lines: commands) { count in
      let regions = list(count) {
        #""r\#($0)":{"initial":"a\#($0)","subStates":{"a\#($0)":{"go":"b\#($0)"},"b\#($0)":{}}}"#
      }
      return chart(#""type":"parallel","subStates":{\#(regions)}"#)
    },
    // A conversion of nested states is indented, and generated programs have their paths: the length grows with the square of
    // their number.
    Row(name: "states in states", longest: 500, lines: commands(without: "convert", "generate")) { count in
      var states = #""a":{"go":"root"}"#
      var inner = "a"
      for index in 0..<count {
        states = #""s\#(index)":{"initial":"\#(inner)","subStates":{\#(states)}}"#
        inner = "s\(index)"
      }
      return chart(#""subStates":{\#(states)}"#)
    },
    Row(name: "histories", longest: 16_000, lines: ["$STATEKIT convert c.json --to scxml -q"]) { count in
      let histories = list(count) { #""h\#($0)":{"type":"history"}"# }
      return chart(#""initial":"a","subStates":{\#(histories),"a":{}}"#)
    },
    Row(name: "deep states below handlers", longest: 1_200, lines: ["$STATEKIT explore c.json"]) { count in
      var states = #""a":{}"#
      var inner = "a"
      for index in (0..<count).reversed() {
        let handler = index < 100 ? #""go\#(index)":"s0","# : ""
        states = #""s\#(index)":{\#(handler)"initial":"\#(inner)","subStates":{\#(states)}}"#
        inner = "s\(index)"
      }
      return chart(#""initial":"s0","subStates":{\#(states)}"#)
    },
    Row(name: "a long text", lines: commands) { count in
      chart(#""description":"\#(String(repeating: "word ", count: count * 4))","go":{"actions":"x"}"#)
    },
    Row(name: "data of the context", longest: 64_000, lines: commands) { count in
      chart(#""go":{"actions":"x"}"#, #""context":{"l":[\#(list(count) { #"{"v":\#($0),"t":"x"}"# })]},"#)
    },
  ]

  /// The commands that hear answers of a script in place of the host.
  private static let hostCommands = [
    "run c.json s.events.txt", "validate --script s.events.txt c.json", "test --coverage s.events.txt",
    "why c.json s.events.txt go", "repl c.json <s.events.txt",
  ].map { "$STATEKIT " + $0 }

  /// The chart with a script whose first lines answer in place of the host.
  private static func host(
    _ files: [String: String], _ count: Int, line: (Int) -> String
  ) -> [String: String] {
    var files = files
    files["s.events.txt"] = ":chart c.json\n" + (0..<count).map { line($0) + "\n" }.joined() + "go\n"
    return files
  }

  /// The commands that look at names, and at what is wrong.
  private static let checks = ["validate c.json", "validate --format sarif c.json", "fmt --diff c.json"]
    .map { "$STATEKIT " + $0 }
  private static let fixes = checks + ["$STATEKIT validate --fix --diff c.json"]

  /// Charts with one mistake again and again.
  static let troubled: [Row] = [
    Row(name: "guards that are true at once", longest: 16_000, lines: ["$STATEKIT explore c.json"]) { count in
      let guards = list(count) { #"{"guard":"n > -\#($0 + 1)"}"# }
      return chart(#""go":[\#(guards)]"#, #""context":{"n":0},"#)
    },
    Row(name: "allowed dead ends", longest: 16_000, lines: ["$STATEKIT explore c.json"]) { count in
      let ways = list(count) { #""s\#($0 + 1)":{"l":"s\#(2 * $0 + 2)","r":"s\#(2 * $0 + 3)"}"# }
      let ends = list(count + 1) { #""s\#($0 + count + 1)":{"meta":{"allow":{"dead-end":"it is an end"}}}"# }
      return chart(#""initial":"s1","subStates":{\#(ways),\#(ends)}"#)
    },
    Row(name: "unknown targets", lines: checks) { count in
      chart(#""subStates":{\#(list(count) { #""s\#($0)":{"go":"sx\#($0)"}"# })}"#)
    },
    Row(name: "undeclared events", longest: 16_000, lines: fixes) { count in
      chart(list(count) { #""evnt\#($0)":null"# }, #""events":{\#(list(count) { #""event\#($0)":null"# })},"#)
    },
    Row(name: "undeclared actions", longest: 16_000, lines: fixes) { count in
      chart(
        #""go":{"actions":[\#(list(count) { #""acton\#($0)""# })]}"#,
        #""actions":{\#(list(count) { #""action\#($0)":null"# })},"#)
    },
    Row(name: "unknown names in guards", lines: checks) { count in
      chart(
        #""go":[\#(list(count) { #"{"guard":"kx\#($0) == 1"}"# })]"#,
        #""context":{\#(list(count) { #""key\#($0)":0"# })},"#)
    },
    Row(name: "keys that are nearly ours", lines: fixes) { count in
      chart(#""subStates":{\#(list(count) { #""s\#($0)":{"enterstate":"a"}"# })}"#)
    },
    Row(name: "unknown keys", lines: fixes) { count in
      ["c.json": "{\(list(count) { #""k\#($0)":1"# }),\"root\":{}}"]
    },
    Row(name: "findings that are allowed", lines: fixes) { count in
      chart(
        #""subStates":{\#(list(count) { #""s\#($0)":{"enterstate":"a","meta":{"allow":{"nearly-reserved":"x"}}}"# })}"#)
    },
    Row(name: "codes that allow nothing", lines: checks) { count in
      chart(#""meta":{"allow":{\#(list(count) { #""nearly-rserved\#($0)":"x""# })}}"#)
    },
    Row(name: "one key again and again", lines: fixes) { count in
      ["c.json": "{\"root\":{\(list(count) { _ in #""e":"root""# })}}"]
    },
  ]
}
