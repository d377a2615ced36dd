import Foundation
import TestSupport
import Testing

/// What a command writes is compared or written as it comes: it needs little memory, however much it is.
@Suite(.serialized) struct HeldOutputTests {
  private static let chart = """
    {"context": {"s": "xxxxxxx"}, "root": {"double": {"actions": [{"assign": {"s": "s + s"}}]},
      "say": {"actions": [{"log": "${s}"}]}}}
    """

  /// A script that logs 0.9 MiB again and again.
  private static func script(_ count: Int) -> String {
    ":chart c.json\n" + String(repeating: "double\n", count: 17) + String(repeating: "say\n", count: count)
  }

  /// A command, the kilobytes that it may address, the megabytes that it writes, and its status.
  @Test(arguments: [
    ("test s.events.txt", 80_000, 20, Int32(1)), ("run c.json s.events.txt --quiet --record -", 80_000, 20, 0),
    ("replay c.json log --case c --event e --data d --script-of 1", 60_000, 12, 0),
  ]) func `the output is not held`(command: String, memory: Int, count: Int, status: Int32) throws {
    if Program.isSanitized { return }
    try run(command, memory: memory, count: count, status: status)
  }

  @Test(arguments: [
    ("test s.events.txt", Int32(1)), ("test --bless s.events.txt --max-output 10M", 1),
    ("run c.json s.events.txt --quiet --record -", 0), ("run c.json s.events.txt --quiet --record r", 0),
    ("run c.json s.events.txt --quiet --record r --max-output 300M", 1),
    ("show c.json --coverage s.events.txt --format svg", 0),
    ("replay c.json log --case c --event e --data d --script-of 1 --max-output 10M", 1),
  ]) func `gigabytes of output need no gigabytes of memory`(command: String, status: Int32) throws {
    if !Program.isRelease { return }
    try run(command, memory: 2_000_000, count: 1_500, status: status)
  }

  private func run(_ command: String, memory: Int, count: Int, status: Int32) throws {
    var files = ["c.json": Self.chart]
    if command.contains("log") {
      files["log"] = String(
        repeating: #"{"c": 1, "e": "x", "d": ""# + String(repeating: "y", count: 900_000) + "\"}\n", count: count)
    } else {
      files["s.events.txt"] = Self.script(count)
      files["s.trace.txt"] = "init\n"
    }
    let folder = try Repository.temporaryFolder(files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.measure("ulimit -v \(memory); $STATEKIT \(command) >/dev/null", in: folder)
    #expect(result.status == status, "\(String(decoding: result.errors.prefix(500), as: UTF8.self))")
  }
}
