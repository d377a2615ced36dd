import Foundation
import StateKitCLI
import StateKitFormat
import TestSupport
import Testing
import ToolSupport

/// Every row of a reference has an example that does what the row says.
@Suite struct ReferenceTests {
  @Test func `the example of a key is a valid chart that has the key`() throws {
    let folder = try Repository.temporaryFolder(["child.json": #"{"context": {"size": 1}, "root": {"work": null}}"#])
    defer { try? FileManager.default.removeItem(at: folder) }
    for section in ChartReference.keys + ChartReference.actions {
      for row in section.rows {
        let what = "\(section.title), \(row.name)"
        #expect(row.example.contains("\"\(row.name)\""), "\(what): the example does not show it")
        #expect(row.example.split(separator: "\n").count <= 2, "\(what): the example is longer than two lines")
        try Data(row.example.utf8).write(to: folder.appendingPathComponent("chart.json"))
        let result = runTool(["validate", "--strict", folder.path + "/chart.json"])
        #expect(result.status == 0, "\(what): \(result.output)")
      }
    }
  }

  @Test func `the example of a script line runs`() throws {
    let folder = try Repository.temporaryFolder(["door.json": ScriptReference.chart])
    defer { try? FileManager.default.removeItem(at: folder) }
    for section in ScriptReference.sections {
      for row in section.rows {
        try Data((row.example + "\n").utf8).write(to: folder.appendingPathComponent("door.events.txt"))
        let result = runTool(["run", folder.path + "/door.json", folder.path + "/door.events.txt"])
        #expect(result.status == 0 && result.errors.isEmpty, "\(row.name): \(result.errors)")
        #expect(!row.name.hasPrefix(":") || row.example.contains(row.name), "\(row.name): the example does not show it")
      }
    }
  }

  /// A row that always passes would teach nothing: each expectation fails right after the start, and what was not done is
  /// asked in vain where the example of the opposite does it.
  @Test func `the example of an expectation fails where nothing has happened`() throws {
    let folder = try Repository.temporaryFolder(["door.json": ScriptReference.chart])
    defer { try? FileManager.default.removeItem(at: folder) }
    let afterStart: Set<String> = [":expect timers none"]
    let rows = try #require(ScriptReference.sections.last).rows
    for row in rows where !afterStart.contains(row.name) {
      var script = String(try #require(row.example.split(separator: "\n").last))
      let opposite = row.name.replacing(":expect not ", with: ":expect ")
      if opposite != row.name, row.name != ":expect not in" {
        script = try #require(rows.first { $0.name == opposite }).example.replacing(opposite, with: row.name)
      }
      let result = runTool(["run", folder.path + "/door.json", "-"], input: script + "\n")
      #expect(result.status == 1, "\(row.name): \(script) holds, too")
    }
  }
}
