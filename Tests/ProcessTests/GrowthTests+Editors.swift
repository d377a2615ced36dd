import Foundation

/// What editors ask of the language server.
extension GrowthTests {
  private static func message(_ body: String) -> String {
    let text = "{\"jsonrpc\":\"2.0\",\(body)}"
    return "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
  }

  /// An editor that opens a chart of one line, changes it, and asks something at the first `go` in it.
  static func conversation(
    about text: String, named file: String = "c.json", _ messages: (_ document: String, _ position: String) -> [String]
  ) -> [String: String] {
    let document = #""textDocument":{"uri":"file:///none/\#(file)""#
    let offset = text.range(of: "\"go\"").map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) + 1 } ?? 0
    let position = #"{"line":0,"character":\#(offset)}"#
    let escaped = text.replacingOccurrences(of: "\"", with: "\\\"").replacingOccurrences(of: "\n", with: "\\n")
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

  private static func state(_ index: Int, of count: Int) -> String {
    #""s\#(index)":{"go":"s\#((index + 1) % count)"}"#
  }

  /// A chart with a state on each line, or all of them on one line.
  private static func states(_ count: Int, _ separator: String) -> String {
    let states = (0..<count).map { state($0, of: count) }.joined(separator: separator)
    return "{\"root\":{\"subStates\":{\(separator.dropFirst().isEmpty ? " " : "\n")\(states)}}}"
  }

  /// A message with a blank for each position.
  private static func changes(_ positions: [String], of text: String) -> [String: String] {
    conversation(about: text) { document, _ in
      let changes = positions.map { #"{"range":{"start":\#($0),"end":\#($0)},"text":" "}"# }.joined(separator: ",")
      return [
        #""method":"textDocument/didChange","params":{\#(document),"version":2},"contentChanges":[\#(changes)]}"#
      ]
    }
  }

  private static func open(_ file: String) -> String {
    let document = #"{"uri":"file:///none/\#(file)","languageId":"json","version":1,"text":"{}"}"#
    return #""method":"textDocument/didOpen","params":{"textDocument":\#(document)}"#
  }

  private static func close(_ file: String) -> String {
    #""method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///none/\#(file)"}}"#
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
    Row(name: "changes of all lines in one message", longest: 16_000, lines: ["$STATEKIT lsp <in"]) { count in
      // From the last line to the first, as editors send them, and back.
      let lines = Array((1...count).reversed()) + Array(1...count)
      return changes(lines.map { #"{"line":\#($0),"character":0}"# }, of: states(count, ",\n"))
    },
    Row(name: "changes of a line of JSON in one message", longest: 16_000, lines: ["$STATEKIT lsp <in"]) { count in
      let start = #"{"root":{"subStates":{ "#.utf8.count
      let lengths = (0..<count).map { state($0, of: count).utf8.count + 1 }
      let offsets = lengths.reduce(into: [start]) { $0.append($0[$0.count - 1] + $1) }.dropLast()
      return changes(offsets.reversed().map { #"{"line":0,"character":\#($0)}"# }, of: states(count, ","))
    },
    Row(name: "selection ranges of many positions", longest: 64_000, lines: ["$STATEKIT lsp <in"]) { count in
      conversation(about: minified(count)) { document, position in
        let positions = list(count) { _ in position }
        return [#""id":3,"method":"textDocument/selectionRange","params":{\#(document)},"positions":[\#(positions)]}"#]
      }
    },
    Row(name: "selection ranges of tests in a script", longest: 64_000, lines: ["$STATEKIT lsp <in"]) { count in
      conversation(about: (0..<count).map { ":test \"t\($0)\"\n" }.joined(), named: "c.events.txt") { document, _ in
        let positions = list(count) { #"{"line":\#($0),"character":2}"# }
        return [#""id":3,"method":"textDocument/selectionRange","params":{\#(document)},"positions":[\#(positions)]}"#]
      }
    },
    Row(name: "hover of a state that all others reach", longest: 64_000, lines: ["$STATEKIT lsp <in"]) { count in
      let others = list(count) { #""s\#($0)":{"e":"go"}"# }
      return conversation(about: #"{"root":{"subStates":{"go":{},\#(others)}}}"#) { document, position in
        [#""id":3,"method":"textDocument/hover","params":{\#(document)},"position":\#(position)}"#]
      }
    },
    Row(name: "targets of a transition in SCXML", longest: 64_000, lines: ["$STATEKIT lsp <in"]) { count in
      let states = (0..<count).map { #"<state id="s\#($0)"/>"# }.joined()
      let targets = (0..<count).map { "s\($0)" }.joined(separator: " ")
      let chart =
        #"<scxml version="1.0" xmlns="http://www.w3.org/2005/07/scxml"><parallel id="p">\#(states)</parallel><transition event="e" target="\#(targets)"/></scxml>"#
      return conversation(about: chart) { document, position in
        [#""id":3,"method":"textDocument/semanticTokens/full","params":{\#(document)}}"#]
      }
    },
    Row(name: "open documents", longest: 64_000, lines: ["$STATEKIT lsp <in"]) { count in
      conversation(about: "{}") { _, _ in
        (0..<count).map { open("d\($0).json") } + (0..<count).map { close("d\($0).json") }
      }
    },
    Row(name: "documents that are opened and asked about", longest: 16_000, lines: ["$STATEKIT lsp <in"]) { count in
      conversation(about: "{}") { _, _ in
        (0..<count).flatMap { index in
          let document = #""textDocument":{"uri":"file:///none/d\#(index).json"}"#
          return [
            open("d\(index).json"),
            #""id":\#(index + 10),"method":"textDocument/foldingRange","params":{\#(document)}"#,
          ]
        }
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
    asking("references", #","context":{"includeDeclaration":true}"#),
    asking("references", #","context":{"includeDeclaration":false}"#), asking("documentSymbol"), asking("foldingRange"),
    asking("semanticTokens/full"), asking("inlayHint", everything),
    asking("codeAction", everything + #","context":{"diagnostics":[]}"#), asking("rename", #","newName":"gone""#),
    asking("formatting", #","options":{"tabSize":2,"insertSpaces":true}"#),
  ]
}
