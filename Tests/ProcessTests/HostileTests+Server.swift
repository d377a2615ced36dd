import Foundation

/// Documents whose answers would be far longer than they are.
extension HostileTests {
  static let answers: [Case] = [
    Case(
      name: "places deep in a chart, times its depth",
      line: "$STATEKIT lsp <c.json | grep -ao 'the answer would have more than[^\"]*'",
      chart: {
        let states = (0..<20_000).map { #""t\#($0)":{"go":"t\#(($0 + 1) % 20_000)"}"# }.joined(separator: ",")
        let name = String(repeating: "x", count: 200)
        let deep = (0..<1_300).reduce(states) { #""\#(name)\#($1)":{"subStates":{\#($0)}}"# }
        let text = #"{"root":{"subStates":{\#(deep)}}}"#
        let conversation = GrowthTests.conversation(about: text) { document, key in
          // Behind the quote of the first target.
          let target = #"{"line":0,"character":\#(text.utf8.count - states.utf8.count - 1_300 * 2 - 4 + 12)}"#
          let positions = repeatElement(key, count: 1_000).joined(separator: ",")
          let range = #"{"start":{"line":0,"character":0},"end":{"line":9,"character":0}}"#
          let asked = #"\#(document)},"position":\#(target),"positions":[\#(positions)],"range":\#(range)"#
          return ["selectionRange", "inlayHint", "completion", "formatting"].map {
            #""id":"\#($0)","method":"textDocument/\#($0)","params":{\#(asked)}"#
          }
        }
        return Data((conversation["in"] ?? "").utf8)
      }, status: 0,
      says: [String(repeating: "the answer would have more than 64 MiB, the limit of the language server\n", count: 4)],
      isLarge: true, seconds: 20),
    Case(
      name: "a long name in 100,000 places", line: "$STATEKIT rename c.json a $(printf 'n%.0s' $(seq 1000)) --diff",
      chart: {
        let handlers = repeatElement(#"{"actions":"a"}"#, count: 100_000).joined(separator: ",")
        return Data(#"{"root":{"go":[\#(handlers)]}}"#.utf8)
      },
      says: ["the new names have more than 64 MiB together"], isLarge: true),
  ]
}
