import Foundation
import TestSupport
import Testing
import ToolSupport

/// `--max-output`: what is written ends at a limit, with its name and status 1, in every command.
@Suite struct OutputLimitTests {
  private static let files = [
    "c.json": #"""
    {"root": {"initial": "a", "subStates": {"a": {"go": "b", "enterState": {"log": "text"}},
    "b": {"go": "a", "exitState": "x"}, "c": {}}}}
    """#,
    "grows.json": #"""
    {"context": {"s": "xxxxxxxx", "t": ""}, "root": {
      "e": {"actions": [{"assign": {"s": "s + s"}}]}, "f": {"actions": [{"assign": {"t": "s"}}]}}}
    """#,
    "s.txt": String(repeating: "go\n", count: 40), "t.events.txt": ":chart c.json\n:test a\ngo\n:expect in a\n",
    "long.events.txt": ":chart grows.json\n" + String(repeating: "e\n", count: 16)
      + String(repeating: "f\n", count: 300),
    "log": (0..<20).map { "{\"c\": 1, \"e\": \"x\($0)\"}\n" }.joined(),
  ]

  @Test(arguments: [
    "run c.json s.txt", "run c.json s.txt --format jsonl", "run c.json s.txt --quiet --record r.txt",
    "run c.json s.txt --quiet --save-state m.json", "run c.json s.txt --journal j", "repl c.json --script s.txt",
    "validate c.json", "test t.events.txt", "test t.events.txt --coverage --format tap", "why c.json s.txt go",
    "convert c.json --to xstate --lossy", "convert c.json --to scxml --lossy -o c.scxml", "show c.json",
    "show c.json --format svg", "show c.json --script s.txt -o p.html", "show c.json -o p.svg", "explore c.json",
    "explore c.json --format json", "diff c.json c.json --format json", "replay c.json log --case c --event e",
    "replay c.json log --case c --event e --deviations d.jsonl",
    "replay c.json log --case c --event e --deviations -",
  ])
  func `a command ends at the limit, and says its name`(line: String) throws {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let words = line.split(separator: " ").enumerated().map { index, word in
      let isFile = index > 0 && (word.contains(".") || ["log", "j"].contains(String(word)))
      return isFile ? folder.appendingPathComponent(String(word)).path : String(word)
    }
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let result = runTool(words + ["--max-output", "16"])
    #expect(result.status == 1, "\(result)")
    #expect(result.errors.contains("longer than 16 bytes, the limit of --max-output"), "\(result.errors)")
    #expect(result.output.utf8.count <= 16)
    #expect(result.output.isEmpty || result.output.hasSuffix("\n"))
    let after = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    // The journal has its lines; nothing else is there in part.
    #expect(Set(after).subtracting(before).subtracting(["j", "j.state"]).isEmpty)
  }

  @Test func `what is just as long as the limit is written`() throws {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let words = ["run", folder.appendingPathComponent("c.json").path, folder.appendingPathComponent("s.txt").path]
    let whole = runTool(words)
    let count = whole.output.utf8.count
    #expect(runTool(words + ["--max-output", "\(count)"]) == whole)
    let cut = runTool(words + ["--max-output", "\(count - 1)"])
    #expect(cut.status == 1)
    #expect(whole.output.hasPrefix(cut.output))
    #expect(cut.output.utf8.count > count - 40)
  }

  @Test func `the steps of a page have a limit`() throws {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = ["grows.json", "long.events.txt", "p.html"].map { folder.appendingPathComponent($0).path }
    let result = runTool(["show", paths[0], "--script", paths[1], "-o", paths[2]])
    #expect(result.status == 1)
    #expect(result.errors.contains("the limit of a page"))
    #expect(!FileManager.default.fileExists(atPath: paths[2]))
  }
}
