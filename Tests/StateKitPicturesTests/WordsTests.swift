import Foundation
import TestSupport
import Testing
import ToolSupport

/// Pictures of XState and SCXML files: the author's words, and nothing that the translation made.
@Suite struct WordsTests {
  /// What a translation makes: it may be in a picture only if the file has it.
  private static let made = [
    #"inline:[^ ]*"#, #"xstate\.after\.[^ ]*"#, #"_(?:item|index|entered)[0-9]+"#, #"[^ ]*:invocation\[[0-9]+\]"#,
    #"[0-9]+\.\(machine\)[^ ]*"#, #"reenter (?:children|lca)"#, #"isIn\([^)]*\)"#, #""[A-Za-z ]+"\("#,
    #"\{\}\.[a-zA-Z]+"#, #"\bdyn\("#, #"\bsend\.[0-9]+"#,
  ]

  static let files =
    Repository.files(below: "Tests/Foreign", ending: ".json")
    + Repository.files(below: "Tests/Foreign", ending: ".scxml")

  @Test(arguments: [
    "xstate.done.actor.load", "xstate.error.actor.load", "error.platform.load", "xstate.done.state.m.a",
    "xstate.error.*",
  ]) func `an event has its name in the file`(event: String) throws {
    let machine = #"{"id": "m", "initial": "a", "states": {"a": {"on": {"\#(event)": "b"}}, "b": {}}}"#
    let folder = try Repository.temporaryFolder(["m.json": machine])
    defer { try? FileManager.default.removeItem(at: folder) }
    let chart = folder.appendingPathComponent("m.json").path
    #expect(runTool(["show", chart, "--format", "tree"]).output.contains(" \(event) → b\n"))
  }

  @Test(arguments: files) func `a picture has only words of its file`(file: String) throws {
    let text = try #require(Repository.read(file))
    let tree = runTool(["show", file, "--format", "tree"]).output
    for pattern in Self.made {
      for match in tree.matches(of: try Regex(pattern)) {
        let found = String(tree[match.range])
        #expect(text.contains(found), "\(found)")
      }
    }
  }
}
