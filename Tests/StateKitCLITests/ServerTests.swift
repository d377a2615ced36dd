import Foundation
import StateKitCLI
import TestSupport
import Testing
import ToolSupport

/// Sessions of the language server as data: `Tests/Cases/*.session`. A line that begins with `>` is a message of the client, one
/// that begins with `>>` bytes as they are; `<` is what the server writes, and `=` how it ends; these are recorded. `make golden`
/// writes them.
@Suite struct ServerTests {
  static let sessions = Repository.files(below: "Tests/Cases", ending: ".session")

  @Test(arguments: sessions) func `a session is answered as it is recorded`(file: String) throws {
    var made: [String] = []
    var frames: [String] = []
    func finish() throws {
      if frames.isEmpty { return }
      let result = Self.run(frames)
      made += try Self.bodies(result.output).map { "< " + $0 }
      made.append("= \(result.status)")
      frames = []
    }
    for line in try #require(Repository.read(file)).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("<") || line.hasPrefix("=") { continue }
      if line.hasPrefix(">> ") {
        frames.append(String(line.dropFirst(3)).replacing("\\r\\n", with: "\r\n"))
      } else if line.hasPrefix("> ") {
        frames.append(Self.frame(String(line.dropFirst(2))))
      } else {
        try finish()
      }
      made.append(String(line))
    }
    #expect(Repository.compare(made.joined(separator: "\n"), withRecorded: file) == nil)
  }

  /// A session in which each frame comes when all before it are answered, but for one that cancels a request.
  static func run(_ frames: [String]) -> (status: Int32, output: String) {
    let output = MemoryOutput()
    let streams = Streams(
      input: { FrameInput(frames) },
      open: { _ throws(InputError) in throw InputError(reason: "No such file or directory", isMissing: true) },
      output: output, errors: MemoryOutput())
    return (Tool(streams).run(["lsp"]).rawValue, output.text)
  }

  static func frame(_ body: String) -> String {
    "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  /// The bodies of frames.
  static func bodies(_ output: String) throws -> [String] {
    var rest = Array(output.utf8)[...]
    var found: [String] = []
    while !rest.isEmpty {
      let header = "Content-Length: "
      try #require(rest.starts(with: header.utf8))
      let end = try #require(rest.firstIndex(of: UInt8(ascii: "\r")))
      let length = try #require(Int(String(decoding: rest[(rest.startIndex + header.utf8.count)..<end], as: UTF8.self)))
      found.append(String(decoding: rest[(end + 4)..<(end + 4 + length)], as: UTF8.self))
      rest = rest[(end + 4 + length)...]
    }
    return found
  }

  @Test func `a large document is refused`() throws {
    let document = #""textDocument":{"uri":"file:///none/chart.json","version":1"#
    let text = String(repeating: "x", count: 8 << 20 | 1)
    let result = Self.run([
      Self.frame(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#),
      Self.frame(
        #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{\#(document),"text":"\#(text)"}}}"#),
      Self.frame(#"{"jsonrpc":"2.0","id":2,"method":"textDocument/foldingRange","params":{\#(document)}}}"#),
      Self.frame(#"{"jsonrpc":"2.0","id":3,"method":"shutdown"}"#),
      Self.frame(#"{"jsonrpc":"2.0","method":"exit"}"#),
    ])
    #expect(result.status == 0)
    #expect(
      result.output.contains("the document has 8388609 bytes: the language server reads documents of up to 8 MiB"))
  }

  /// Each of 65 targets is shown with a path of 1 MiB.
  @Test func `an answer that would be too long is an error, and the next request is answered`() throws {
    let document = #""textDocument":{"uri":"file:///none/chart.json","version":1"#
    let name = String(repeating: "x", count: 1 << 20)
    let handlers = (0..<65).map { #","e\#($0)":"b""# }.joined()
    let chart = #"{"root":{"subStates":{"\#(name)":{"subStates":{"b":{}}}}\#(handlers)}}"#
    let text = chart.replacing("\"", with: "\\\"")
    let everything = #""range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}}"#
    let result = Self.run([
      Self.frame(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#),
      Self.frame(#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{\#(document),"text":"\#(text)"}}}"#),
      Self.frame(
        #"{"jsonrpc":"2.0","id":2,"method":"textDocument/inlayHint","params":{\#(document)},\#(everything)}}"#),
      Self.frame(#"{"jsonrpc":"2.0","id":3,"method":"shutdown"}"#),
      Self.frame(#"{"jsonrpc":"2.0","method":"exit"}"#),
    ])
    #expect(result.status == 0)
    let bodies = try Self.bodies(result.output)
    #expect(
      bodies.contains(
        #"{"jsonrpc":"2.0","id":2,"error":{"code":-32803,"message":"the answer would have more than 64 MiB, the limit of the language server"}}"#
      ))
    #expect(bodies.last == #"{"jsonrpc":"2.0","id":3,"result":null}"#)
  }

  /// Documents by their URIs and languages, and how many of the last forty are found by requests.
  private static let wideDocuments: [(count: Int, uri: Int, language: Int, open: Int)] = [
    (2, 100, 1 << 20, 2), (2, 64 << 10, 4, 2), (2, 65 << 10, 4, 0), (300, 60 << 10, 4, 11),
  ]

  @Test(arguments: wideDocuments.filter { Extent.isLong || $0.count < 100 })
  func `names of documents count, and long ones are not kept`(count: Int, uri: Int, language: Int, open: Int) throws {
    func document(_ index: Int) -> String {
      let start = "file:///none/\(index)"
      return #""textDocument":{"uri":"\#(start + String(repeating: "x", count: uri - start.utf8.count))""#
    }
    var frames = [Self.frame(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#)]
    for index in 0..<count {
      let id = String(repeating: "y", count: language)
      let members = #""version":1,"languageId":"\#(id)","text":"{}""#
      frames.append(
        Self.frame(#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{\#(document(index)),\#(members)}}}"#))
    }
    let asked = max(0, count - 40)..<count
    for index in asked {
      frames.append(
        Self.frame(
          #"{"jsonrpc":"2.0","id":2,"method":"textDocument/foldingRange","params":{\#(document(index))}}}"#))
    }
    frames.append(Self.frame(#"{"jsonrpc":"2.0","method":"exit"}"#))
    let answers = try Self.bodies(Self.run(frames).output).filter { $0.contains(#""id":2,"#) }
    #expect(answers.count == asked.count)
    #expect(answers.count { !$0.contains("the document is not open") } == open)
  }

  @Test func `the findings of documents that were closed are cleared, in any number`() throws {
    var frames = [Self.frame(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#)]
    func notify(_ method: String, _ index: Int, _ members: String = "") {
      let document = #""textDocument":{"uri":"file:///none/\#(index).json"\#(members)}"#
      frames.append(Self.frame(#"{"jsonrpc":"2.0","method":"textDocument/\#(method)","params":{\#(document)}}"#))
    }
    for round in 0..<2 {
      for index in 0..<200 { notify("didOpen", index, #","version":\#(round),"text":"{\"root\": 1}""#) }
      for index in 0..<200 where index % 3 > 0 { notify("didClose", index) }
    }
    frames.append(Self.frame(#"{"jsonrpc":"2.0","method":"exit"}"#))
    let published = try Self.bodies(Self.run(frames).output).filter { $0.contains("publishDiagnostics") }
    for index in 0..<200 {
      let own = published.filter { $0.contains("/\(index).json\"") }
      #expect(own.last?.contains(#""diagnostics":[]"#) == (index % 3 > 0), "\(own)")
    }
  }

  @Test func `many edits end where none does`() throws {
    let uri = "file:///none/chart.json"
    func message(_ method: String, _ params: String, id: Int? = nil) -> String {
      Self.frame(
        "{\"jsonrpc\":\"2.0\",\(id.map { "\"id\":\($0)," } ?? "")\"method\":\"\(method)\",\"params\":\(params)}")
    }
    let text = #"{\"root\": {\"initial\": \"a\", \"subStates\": {\"a\": {\"go\": \"a\"}}}}"#
    var frames = [
      message("initialize", "{}", id: 1),
      message("textDocument/didOpen", #"{"textDocument":{"uri":"\#(uri)","version":1,"text":"\#(text)"}}"#),
    ]
    for version in 2...201 {
      let name = version.isMultiple(of: 2) ? "b" : "a"
      let range = #"{"start":{"line":0,"character":22},"end":{"line":0,"character":23}}"#
      frames.append(
        message(
          "textDocument/didChange",
          #"{"textDocument":{"uri":"\#(uri)","version":\#(version)},"contentChanges":[{"range":\#(range),"text":"\#(name)"}]}"#
        ))
    }
    frames += [message("shutdown", "null", id: 2), message("exit", "null")]
    let result = Self.run(frames)
    #expect(result.status == 0)
    let last = try #require(try Self.bodies(result.output).last { $0.contains("publishDiagnostics") })
    #expect(last.contains("\"version\":201"))
    #expect(try Self.bodies(result.output).count == 203)
    #expect(!last.contains("unknown-target"))
  }
}

/// An input that hands out one frame a read.
private final class FrameInput: ByteInput {
  private var frames: ArraySlice<String>

  init(_ frames: [String]) {
    self.frames = frames[...]
  }

  let size: Int? = nil
  let isReady = false
  let isTerminal = false

  func rewind(to offset: Int) -> Bool { false }

  func wait(atMost milliseconds: Int64) -> Bool { frames.first?.contains("$/cancelRequest") == true }

  func read(_ count: Int, into buffer: inout [UInt8]) throws(InputError) -> Bool {
    guard let frame = frames.popFirst() else { return false }
    buffer += Array(frame.utf8)
    return true
  }
}
