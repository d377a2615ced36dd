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
      "e": {"actions": [{"assign": {"s": "s + s"}}]}, "f": {"actions": [{"assign": {"t": "t == s ? '' : s"}}]}}}
    """#,
    "s.txt": String(repeating: "go\n", count: 40), "t.events.txt": ":chart c.json\n:test a\ngo\n:expect in a\n",
    "long.events.txt": ":chart grows.json\n" + String(repeating: "e\n", count: 16)
      + String(repeating: "f\n", count: 80),
    "steps.json": """
    {"context": {"s": "xxxxxxxx", "t": ""}, "root": {
      "e": {"actions": [{"assign": {"s": "s + s"}}]},
      "f": {"actions": [\(repeatElement(#"{"assign": {"t": "s"}}"#, count: 34).joined(separator: ", "))]}}}
    """, "steps.txt": String(repeating: "e\n", count: 19) + "f\n", "unlaid.json": #"{"root": {"a": null,  "b": null}}"#,
    "st.json": "{}", "endless.json": #"{"root": {"e": {"actions": {"send": "e"}}}}"#, "e.txt": "e\ne\n",
    "log": (0..<20).map { "{\"c\": 1, \"e\": \"x\($0)\"}\n" }.joined(),
  ]

  @Test(arguments: [
    "run c.json s.txt", "run c.json s.txt --format jsonl", "run c.json s.txt --quiet --record r.txt",
    "run endless.json e.txt", "run c.json s.txt --quiet --record -", "explore c.json --graph json",
    "explore c.json --graph dot",
    "replay c.json log --case c --event e --script-of 1",
    "run c.json s.txt --quiet --save-state m.json", "run c.json s.txt --journal j", "repl c.json --script s.txt",
    "validate c.json", "test t.events.txt", "test t.events.txt --coverage --format tap", "why c.json s.txt go",
    "convert c.json --to xstate --lossy", "convert c.json --to scxml --lossy -o c.scxml", "show c.json",
    "show c.json --format svg", "show c.json --script s.txt -o p.html", "show c.json -o p.svg", "explore c.json",
    "explore c.json --format json", "diff c.json c.json --format json", "replay c.json log --case c --event e",
    "replay c.json log --case c --event e --deviations d.jsonl",
    "replay c.json log --case c --event e --deviations -", "compat c.json st.json", "fmt unlaid.json",
    "fmt unlaid.json --diff", "fmt unlaid.json --check", "rename c.json go walk", "rename c.json go walk --diff",
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
    let limit = "longer than 16 bytes, the limit of --max-output"
    #expect(result.errors.components(separatedBy: limit).count == 2, "\(result.errors)")
    #expect(!result.errors.contains("interrupted"))
    #expect(result.output.utf8.count <= 16)
    #expect(result.output.isEmpty || result.output.hasSuffix("\n"))
    let after = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    // The journal has its lines; nothing else is there in part.
    #expect(Set(after).subtracting(before).subtracting(["j", "j.state"]).isEmpty)
    for name in ["c.json", "unlaid.json"] {
      #expect(try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8) == Self.files[name])
    }
  }

  @Test(arguments: Extent.some(of: ["--journal j", "--format jsonl"], every: 2))
  func `a step that is kept until it is written has a limit`(options: String) throws {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let words =
      ["run"] + ["steps.json", "steps.txt"].map { folder.appendingPathComponent($0).path }
      + options.split(separator: " ").map { $0 == "j" ? folder.appendingPathComponent("j").path : String($0) }
    let result = runTool(words)
    #expect(result.status == 1)
    #expect(result.errors.contains("a step is longer than 128 MiB, the limit of a line of the trace, and of --journal"))
    #expect(result.output.utf8.count < 150 << 20)
    #expect(result.output.isEmpty || result.output.hasSuffix("\n"))
    if !options.contains("--journal") { return }
    // The journal has the line: nothing of it is written again.
    let resumed = runTool(words)
    #expect(resumed.errors.isEmpty && resumed.output.isEmpty && resumed.status == 0, "\(resumed.errors)")
  }

  @Test(arguments: ["text", "jsonl"])
  func `what is just as long as the limit is written`(format: String) throws {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let words = ["run", "--format", format] + ["c.json", "s.txt"].map { folder.appendingPathComponent($0).path }
    let whole = runTool(words)
    let count = whole.output.utf8.count
    #expect(runTool(words + ["--max-output", "\(count)"]) == whole)
    let cut = runTool(words + ["--max-output", "\(count - 1)"])
    #expect(cut.status == 1)
    #expect(whole.output.hasPrefix(cut.output))
    #expect(cut.output.split(separator: "\n").count >= whole.output.split(separator: "\n").count - 1)
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
