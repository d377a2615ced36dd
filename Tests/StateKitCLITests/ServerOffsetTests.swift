import Foundation
import StateKitCLI
import TestSupport
import Testing

/// Every request at the offsets of files that people write, whole and cut there: whatever an editor shows, the server answers.
@Suite struct ServerOffsetTests {
  private static let files =
    ([".json", ".events.txt"].flatMap { Repository.files(below: "charts", ending: $0) }
    + [".json", ".scxml", ".events"].flatMap { Repository.files(below: "Tests/Foreign", ending: $0) }).sorted()

  /// Requests about a position, and requests about the whole document.
  private static let atPosition = [
    "hover", "completion", "definition", "references", "prepareRename", "rename", "selectionRange", "codeAction",
    "inlayHint",
  ]
  private static let ofDocument = [
    "formatting", "documentSymbol", "foldingRange", "semanticTokens/full", "codeLens",
  ]

  /// All offsets in the long tests, else a few of each file: other ones in each.
  private static let every = Extent.count(997, long: 1)

  @Test func `every request is answered at every offset, also where the text ends there`() throws {
    #expect(Self.files.count > 600)
    for (index, file) in Self.files.enumerated() {
      let bytes = try [UInt8](Data(contentsOf: Repository.root.appendingPathComponent(file)))
      guard let text = String(bytes: bytes, encoding: .utf8) else { continue }
      var others: [(file: String, text: String)] = []
      // The chart of a script is open beside it.
      if let base = [".events.txt", ".events"].lazy.compactMap({ file.without(ending: $0) }).first {
        others = [".json", ".scxml"].compactMap { ending in
          Repository.read(base + ending).map { (base + ending, $0) }
        }
      }
      try Self.ask(of: file, text, from: (index * 101) % Self.every, by: Self.every, besides: others)
    }
  }

  /// Every kind of value for every kind of key, and every kind of line, at all offsets.
  @Test(arguments: [
    (
      "a.json",
      #"""
      {"root":{"invoke":{"forward":true,"chart":"b.json","id":"k"},"after":{"1s":"a"},"e.*":[{"guard":"x>1"}]}}
      """#
    ),
    ("b.json", #"{"root": {"invoke": {"forward""#),
    (
      "c.json",
      #"{"context":{"n":1},"root":{"a":{"actions":[{"assign":{"n":"n+1"}},{"log":"${n} é"},{"raise":"$"}]}}}"#
    ),
    (
      "d.events.txt",
      "zz\n:expect in q\n{\"event\": \"go\", \"data\": 1}\n? isIn('x') && n > 1\n:set a.b = 5\n+5s\n"
    ),
    (
      "e.events.txt",
      ":chart c.json\n:test \"t\"\na {\"v\": 1}\n:expect did x\n:guard g = true\n:expect timer 5s\n"
    ),
    (
      "f.json",
      #"""
      {"initial":"a","states":{"a":{"on":{"E":{"target":"b","cond":"g"}},"after":{"1":"b"}},"b":{"entry":["x"]}}}
      """#
    ),
    (
      "g.scxml",
      #"<scxml><state id="a"><transition event="e" target="b" cond="x &gt; 1"/></state><final id="b"/></scxml>"#
    ),
  ]) func `every request is answered at every offset of a short text`(file: String, text: String) throws {
    let chart = #"{"context": {"n": 1}, "root": {"initial": "x", "subStates": {"x": {"go": "y"}, "y": {}}}}"#
    try Self.ask(of: file, text, from: 0, by: 1, besides: [("d.json", chart)])
  }

  private static func ask(
    of file: String, _ text: String, from start: Int, by step: Int, besides others: [(file: String, text: String)]
  ) throws {
    let bytes = Array(text.utf8)
    var session = Session(file: file)
    for (file, text) in others { session.open(file, text) }
    session.open(session.file, text)
    let offsets = stride(from: start, through: bytes.count, by: step)
    for offset in offsets { session.ask(Self.atPosition, at: offset, of: bytes) }
    session.ask(Self.ofDocument, at: 0, of: bytes)
    for offset in offsets {
      let cut = String(decoding: bytes[..<offset], as: UTF8.self)
      session.change(to: cut)
      session.ask(Self.atPosition + Self.ofDocument, at: cut.utf8.count, of: Array(cut.utf8))
    }
    let result = ServerTests.run(session.frames)
    #expect(result.status == 0, "\(file)")
    // None is refused as a message; that there is nothing to rename is an answer. The last one is that to `shutdown`.
    let answers = try ServerTests.bodies(result.output).count { $0.contains("\"id\":") && !$0.contains("-326") }
    #expect(answers == session.requests + 1, "\(file)")
  }

  /// The messages of a client that has one file open.
  private struct Session {
    let file: String
    private var messages: [String] = []
    private(set) var requests = 0

    init(file: String) {
      // A script is known by its ending.
      self.file = file.hasSuffix(".events") ? file + ".txt" : file
      send("initialize", #"{"capabilities": {"general": {"positionEncodings": ["utf-8"]}}}"#, isRequest: true)
    }

    var frames: [String] {
      var whole = self
      whole.send("shutdown", "null", isRequest: true)
      whole.send("exit", "null")
      return whole.messages
    }

    private mutating func send(_ method: String, _ params: String, isRequest: Bool = false) {
      if isRequest { requests += 1 }
      let id = isRequest ? "\"id\": \(requests), " : ""
      messages.append(
        ServerTests.frame(#"{"jsonrpc": "2.0", \#(id)"method": "\#(method)", "params": \#(params)}"#))
    }

    private static func quoted(_ text: String) -> String {
      let data = try? JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
      return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }

    mutating func open(_ file: String, _ text: String) {
      let document = #"{"uri": "file:///c/\#(file)", "version": 1, "text": \#(Self.quoted(text))}"#
      send("textDocument/didOpen", #"{"textDocument": \#(document)}"#)
    }

    mutating func change(to text: String) {
      let document = #"{"uri": "file:///c/\#(file)", "version": 2}"#
      send(
        "textDocument/didChange",
        #"{"textDocument": \#(document), "contentChanges": [{"text": \#(Self.quoted(text))}]}"#)
    }

    mutating func ask(_ methods: [String], at offset: Int, of bytes: [UInt8]) {
      let line = bytes[..<offset].count { $0 == 0x0A }
      let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let position = #"{"line": \#(line), "character": \#(offset - start)}"#
      let params = #"""
        {"textDocument": {"uri": "file:///c/\#(file)"}, "position": \#(position), "positions": [\#(position)], \
        "range": {"start": \#(position), "end": \#(position)}, "newName": "zz", "context": {"includeDeclaration": true}}
        """#
      for method in methods { send("textDocument/" + method, params, isRequest: true) }
    }
  }
}

extension String {
  /// What is before an ending; nil where there is another one.
  fileprivate func without(ending: String) -> String? {
    hasSuffix(ending) ? String(dropLast(ending.count)) : nil
  }
}
