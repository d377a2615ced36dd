import Foundation
import StateKitCore
import StateKitFormat
import TestSupport
import Testing

/// Migrations of state files whose paths no chart has, and which names in a migration mean which of them.
@Suite struct MigrationTests {
  private static let chart =
    #"{"root": {"initial": "a", "subStates": {"a": {"initial": "b", "subStates": {"b": {}}}, "c": {}}}}"#

  /// The configuration after a migration, or the reason why there is none.
  private static func migrated(_ paths: [String], states: String) throws -> String {
    let read = ChartReader.read(SourceText(name: "c", bytes: Array(chart.utf8)), findings: Findings())
    let list = paths.map { "\"\($0)\"" }.joined(separator: ",")
    let fingerprint = String(repeating: "0", count: 32)
    let text = "{\"version\":1,\"fingerprint\":\"\(fingerprint)\",\"configuration\":[\(list)]}"
    let file = try StateFile(StateFile.sealed(Array(text.utf8)))
    let migration = try Migration(Array("{\"states\": {\(states)}}".utf8))
    do {
      let result = try migration.apply(to: file, on: try #require(read))
      let text = String(decoding: result.bytes, as: UTF8.self)
      let start = try #require(text.range(of: "\"configuration\":")).upperBound
      return String(text[start..<(try #require(text.range(of: ",\"checksum\""))).lowerBound])
    } catch let failure as Migration.Failure {
      return failure.reason
    }
  }

  @Test(
    arguments: [
      (["root.x"], #""x": "c""#, #"["root.c"]"#),
      (["root.x.b"], #""x": "a""#, #"["root.a.b"]"#),
      (["root.x.y", "root.x.z"], #""x": "a", "y": "b""#, #"["root.a.b","root.a.z"]"#),
      (["root.x", "x"], #""x": "c""#, #"["root.x","root.c"]"#),
      (["root.x"], #""": "c""#, #"["root.x"]"#),
      (["root.q.x", "root.p.x"], #""x": "c""#, #"states: "x" could be root.q.x, root.p.x of the file"#),
      (["root.x.y.b", "root.x.yy.b"], #""x": "c", "x.y": "a""#, #"["root.a.b","root.c.yy.b"]"#),
      (["root.x"], #""x": "a", "root.x": "c""#, #"["root.c"]"#),
      (["root.x.x"], #""x": "c""#, #"states: "x" could be root.x, root.x.x of the file"#),
    ])
  func `a name means the state of the file with this path or end of it`(
    paths: [String], states: String, result: String
  ) throws {
    #expect(try Self.migrated(paths, states: states) == result)
  }

  /// All beginnings of such a path together would be as long as the square of its length.
  @Test func `a path of many parts needs no more than its length`() throws {
    let path = String(repeating: ".", count: 1 << 20)
    #expect(try Self.migrated([path], states: #""x": "c""#) == "[\"\(path)\"]")
  }

  /// Each path compared with each name would be as long as the square of their number.
  @Test(.timeLimit(.minutes(1))) func `many names need time for each name and path alone`() throws {
    let count = Extent.count(8_000, long: 20_000)
    let states = (0..<count).map { "\"y\($0)\": \"c\"" }.joined(separator: ",")
    let result = try Self.migrated((0..<count).map { "root.x.y\($0)" }, states: states)
    #expect(result == "[" + Array(repeating: #""root.c""#, count: count).joined(separator: ",") + "]")
  }
}
