import Foundation
import TestSupport
import Testing
import ToolSupport

/// Logs that would have a replay hold more than it may: names without end, and names of columns repeated in each payload.
@Suite struct BoundedReplayTests {
  /// A log that several threads read takes another way.
  private static let jobs = Extent.isLong ? ["1", "3"] : ["3"]

  @Test func `names beyond the memory are put together, and the counts stay right`() throws {
    let folder = try Repository.temporaryFolder([
      "c.json": #"{"root": {"initial": "a", "subStates": {"a": {"e": "b", "x.*": "a"}, "b": {"e": "a"}}}}"#,
      "log": (0..<1_500).map { "{\"c\": 1, \"e\": \"n\($0)\"}\n{\"c\": 1, \"e\": \"x.\($0)\"}\n" }.joined()
        + "{\"c\": 1, \"e\": \"e\"}\n",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let words =
      ["replay"] + ["c.json", "log"].map { folder.appendingPathComponent($0).path }
      + ["--case", "c", "--event", "e", "--jobs", "1"]
    let whole = runTool(words)
    let bounded = runTool(words + ["--max-memory", "1M"])
    #expect(whole.status == 0)
    #expect(bounded.status == 0)
    func line(_ beginning: String, _ result: ToolResult) -> Substring? {
      result.output.split(separator: "\n").first { $0.hasPrefix(beginning) }
    }
    #expect(line("handled 1,501, ignored 1,500", bounded) != nil)
    for beginning in ["1 case", "handled", "fitness"] { #expect(line(beginning, whole) == line(beginning, bounded)) }
    #expect(bounded.output.contains("(others)"))
    #expect(!whole.output.contains("(others)"))
    // Each event is told by its own name.
    let lines = runTool(words + ["--max-memory", "1M", "--deviations", "-"]).output
    #expect(lines == runTool(words + ["--deviations", "-"]).output)
  }

  @Test func `actions beyond the memory are compared with what their own line says`() throws {
    let names = (0..<600).map { "n\($0)" }
    let handlers = names.map { #""\#($0)": {"actions": "\#($0)"}"# }
    let folder = try Repository.temporaryFolder([
      "c.json": "{\"root\": {\(handlers.joined(separator: ", "))}}",
      "log": (names + names).map { "{\"c\": 1, \"e\": \"\($0)\", \"d\": \"\($0)\"}\n" }.joined(),
      "long": (0..<100).map {
        "{\"c\": 1, \"e\": \"n0\", \"d\": \"\($0)\(String(repeating: "n", count: 3_000))\"}\n"
      }.joined(),
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    func output(_ log: String) -> String {
      let paths = ["c.json", log].map { folder.appendingPathComponent($0).path }
      let words = ["--case", "c", "--event", "e", "--did", "d", "--jobs", "1", "--max-memory", "1M"]
      return runTool(["replay"] + paths + words).output
    }
    #expect(output("log").hasSuffix("at the end:\n  1 in root\n"))
    // Lists that are long count for more than one.
    #expect(output("long").contains("times n0: the log says (others), the chart did n0"))
  }

  @Test func `long names of columns that each payload repeats are held for some rows at a time`() throws {
    let names = (0..<1_000).map { "k\($0)" + String(repeating: "k", count: 1_000) }.joined(separator: ",")
    let count = Extent.count(12, long: 300)
    let folder = try Repository.temporaryFolder([
      "c.json": #"{"context": {"n": 0}, "root": {"e": {"actions": {"assign": {"n": "n + 1"}}}}}"#,
      "log": "c,e,\(names)\n" + String(repeating: "1,e\(String(repeating: ",x", count: 1_000))\n", count: count),
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = ["c.json", "log"].map { folder.appendingPathComponent($0).path }
    let words = ["replay"] + paths + ["--case", "c", "--event", "e", "--data-rest"]
    for jobs in Self.jobs {
      let result = runTool(words + ["--jobs", jobs])
      #expect(result.status == 0)
      #expect(result.output.contains("1 case, \(count) events"))
    }
  }

  @Test func `a line that is too long is one bad line, and the lines behind it are read`() throws {
    let folder = try Repository.temporaryFolder([
      "c.json": #"{"root": {"e": {}}}"#,
      "log": "{\"c\":1,\"e\":\"e\"}\n{\"x\":\"\(String(repeating: "x", count: 17 << 20))\"}\n"
        + String(repeating: "{\"c\":1,\"e\":\"e\"}\n", count: 5),
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = ["c.json", "log"].map { folder.appendingPathComponent($0).path }
    for jobs in Self.jobs {
      let result = runTool(["replay"] + paths + ["--case", "c", "--event", "e", "--jobs", jobs])
      #expect(result.output.contains("1 case, 6 events, 1 bad line"), "\(result.output)")
    }
  }

  @Test func `a row of many bytes is whole where a block of rows ends`() throws {
    let (rows, digits) = (10_000, String(repeating: "123456", count: 200))
    let folder = try Repository.temporaryFolder([
      "c.json": #"{"root": {"e": {}}}"#,
      "log": "c,e,d\n1,e,\(String(repeating: "1", count: 9 << 20))\n"
        + String(repeating: "1,e,\(digits)\n", count: rows),
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = ["c.json", "log"].map { folder.appendingPathComponent($0).path }
    let result = runTool(["replay"] + paths + ["--case", "c", "--event", "e", "--jobs", "1"])
    #expect(result.output.contains("1 case, 10,001 events\n"), "\(result.output)")
  }

  @Test func `a row that is too long ends a log, and is not taken cut`() throws {
    let folder = try Repository.temporaryFolder([
      "c.json": #"{"root": {"e": {}}}"#,
      "log": "c,e,d\n1,e,\n1,e,\(String(repeating: "1", count: 17 << 20))\n1,e,\n",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = ["c.json", "log"].map { folder.appendingPathComponent($0).path }
    for jobs in Self.jobs {
      let words = ["replay"] + paths + ["--case", "c", "--event", "e", "--data-rest", "--jobs", jobs]
      let result = runTool(words)
      #expect(result.output.contains("1 case, 1 event, 1 bad line"), "\(result.output)")
      #expect(result.errors.contains("log:3: error: it is longer than 16 MiB, the limit"), "\(result.errors)")
      #expect(result.status == 1)
    }
  }

  @Test func `a long name of a trace in XES is held for some events at a time`() throws {
    // Each event hashes the name, which takes a debug build long.
    let count = Extent.count(0, long: 400)
    if Program.isSanitized || count == 0 { return }
    let folder = try Repository.temporaryFolder([
      "c.json": #"{"root": {"x": null}}"#,
      "log": #"<log><trace><string key="c" value="\#(String(repeating: "k", count: 1_000_000))"/>"#
        + String(repeating: #"<event><string key="e" value="x"/></event>"#, count: count) + "</trace></log>",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.measure(
      "(ulimit -v 450000; $STATEKIT replay c.json log --case c --event e --jobs 1)", in: folder)
    #expect(result.status == 0, "\(String(decoding: result.errors, as: UTF8.self))")
    #expect(String(decoding: result.output, as: UTF8.self).hasPrefix("1 case, 400 events"))
  }
}
