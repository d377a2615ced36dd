import Foundation
import StateKitCore
import StateKitFormat
import StateKitReplay
import TestSupport
import Testing
import ToolSupport

/// Summaries with numbers that no log has, under a checksum that is right.
@Suite struct PartialFileTests {
  private static let numbers = ["-1", "0", "1", "2147483648", "9223372036854775807", "-9223372036854775808"]

  private static func sealed(_ text: String) -> [UInt8] {
    let body = Array(text.utf8)
    return body + Array(", \"checksum\": \"\(Checksum.text(of: Checksum.of(body.span)))\"}".utf8)
  }

  private static func report(_ summary: ReplaySummary) throws {
    let report = ReplayReport(summary)
    try #require(report.text().count > 0)
    try #require(report.json().count > 0)
  }

  @Test func `a number out of range is refused, and every other one can be reported and added`() throws {
    let folder = try Repository.temporaryFolder([
      "c.json": #"{"root": {"initial": "a", "subStates": {"a": {"e": "b"}, "b": {"e": "a"}}}}"#,
      "log": "{\"c\": 1, \"e\": \"e\"}\n{\"c\": 1, \"e\": \"f\"}\n",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = ["c.json", "log"].map { folder.appendingPathComponent($0).path }
    let line = runTool(["replay"] + paths + ["--case", "c", "--event", "e", "--partial"]).output
    let end = try #require(line.range(of: ", \"checksum\""))
    let body = line[..<end.lowerBound]
    #expect((try? PartialFile.read(Self.sealed(String(body)))) != nil)
    var (read, refused) = (0, 0)
    for range in body.ranges(of: /-?\d+/) {
      for number in Self.numbers {
        let part: ReplaySummary
        do {
          part = try PartialFile.read(Self.sealed(body.replacingCharacters(in: range, with: number)))
        } catch {
          refused += 1
          continue
        }
        read += 1
        var sum = part
        try Self.report(part)
        // Doubled until the sum is no number.
        for _ in 0..<64 where sum.canAdd(sum) { sum.add(sum) }
        try Self.report(sum)
      }
    }
    #expect(read > 20)
    #expect(refused > 20)
  }
}
