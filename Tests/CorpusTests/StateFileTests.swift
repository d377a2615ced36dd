import Foundation
import StateKitCLI
import TestSupport
import Testing
import ToolSupport

/// State files: two runs with one between them are one run.
@Suite struct StateFileTests {
  /// The charts with their scripts that can be cut: no line of a test stands for itself.
  private static let pairs: [(chart: String, script: String)] = {
    let folder = Repository.root.appendingPathComponent("charts")
    let names = ((try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []).sorted()
    return names.compactMap { name in
      guard name.hasSuffix(".events.txt"), !name.contains("invalid/") else { return nil }
      let chart = folder.path + "/" + name.dropLast(".events.txt".count) + ".json"
      guard FileManager.default.fileExists(atPath: chart),
        let text = try? String(contentsOfFile: folder.path + "/" + name, encoding: .utf8), !text.contains(":test")
      else { return nil }
      return (chart, text)
    }
  }()

  @Test func `two runs with a state file between them are one run`() throws {
    #expect(Self.pairs.count > 30)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("state-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String) -> String { folder.appendingPathComponent(name).path }
    for (chart, script) in Extent.some(of: Self.pairs, every: 2) {
      // What an expectation says of the last event is lost between two runs.
      let lines = script.split(separator: "\n", omittingEmptySubsequences: false).filter {
        !$0.drop { $0 == " " }.hasPrefix(":expect")
      }
      // Lines that stand in for the host hold from the start on, before the first event.
      let first = 1 + (lines.lastIndex { $0.hasPrefix(":guard") || $0.hasPrefix(":delay") } ?? 0)
      for cut in Set([first, lines.count / 2]).sorted()
      where cut >= first && cut < lines.count {
        try lines[..<cut].joined(separator: "\n").write(toFile: file("a"), atomically: true, encoding: .utf8)
        try lines[cut...].joined(separator: "\n").write(toFile: file("b"), atomically: true, encoding: .utf8)
        try lines.joined(separator: "\n").write(toFile: file("ab"), atomically: true, encoding: .utf8)
        for format in cut == first ? ["jsonl"] : ["text"] {
          let run = ["run", "--format", format]
          let first = runTool(run + ["--save-state", file("s"), "--force", chart, file("a")])
          let second = runTool(run + ["--from-state", file("s"), chart, file("b")])
          let whole = runTool(run + [chart, file("ab")])
          #expect(first.output + second.output == whole.output, "\(chart) cut at \(cut): \(second.errors)")
        }
      }
    }
  }

  @Test func `a value as deep as it may be is saved and resumed`() throws {
    let list = String(repeating: "[", count: 4_080) + String(repeating: "]", count: 4_080)
    let chart = #"{"context": {"l": \#(list)}, "root": {"a": {"actions": [{"assign": {"l": "[l]"}}]}}}"#
    let lines = String(repeating: "a\n", count: 16)
    let folder = try Repository.temporaryFolder(["c.json": chart, "s": lines, "t": ":expect size(l) == 1\na\n"]).path
    func run(_ words: String...) -> ToolResult { runTool(["run", "--quiet", folder + "/c.json"] + words) }
    #expect(run(folder + "/s", "--save-state", folder + "/m").status == 0)
    let resumed = run(folder + "/t", "--from-state", folder + "/m")
    #expect(
      resumed.status == 1 && resumed.errors.contains("a value nested deeper than 4096, the limit"), "\(resumed.errors)")
  }

  @Test func `a record of a run that resumes a state file says so, and resumes it again`() throws {
    let folder = try Repository.temporaryFolder(["open": "open\n", "close": "close\nlock\n"]).path
    let (open, close, state, record) = ("\(folder)/open", "\(folder)/close", "\(folder)/s", "\(folder)/r")
    func run(_ words: String...) -> Int32 { runTool(["run", "--quiet", "charts/door.json"] + words).status }
    #expect(run(open, "--save-state", state) == 0)
    #expect(run(close, "--from-state", state, "--record", record) == 0)
    let text = try String(contentsOfFile: record, encoding: .utf8)
    #expect(text.hasPrefix("# resumes a state file: run it with --from-state \"\(state)\"\n:chart "))
    #expect(run(record, "--from-state", state) == 0)
    #expect(run(record) == 1)
  }
}
