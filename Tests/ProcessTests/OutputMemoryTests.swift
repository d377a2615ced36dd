import Foundation
import TestSupport
import Testing

/// What a command writes is compared or written as it comes: it needs little memory, however much it is.
@Suite(.serialized) struct OutputMemoryTests {
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
  ]) func `output needs little memory`(command: String, memory: Int, count: Int, status: Int32) throws {
    if Program.isSanitized { return }
    try run(command, memory: memory, count: count, status: status)
  }

  @Test(arguments: [
    ("test s.events.txt", Int32(1)), ("test --bless s.events.txt --max-output 10M", 1),
    ("run c.json s.events.txt --quiet --record - --max-output 2G", 0),
    ("run c.json s.events.txt --quiet --record r --max-output 2G", 0),
    ("run c.json s.events.txt --quiet --record r", 1),
    ("run c.json s.events.txt --quiet --record r --max-output 300M", 1),
    ("show c.json --coverage s.events.txt --format svg", 0),
    ("replay c.json log --case c --event e --data d --script-of 1 --max-output 10M", 1),
  ]) func `gigabytes of output need no gigabytes of memory`(command: String, status: Int32) throws {
    if !Program.isRelease { return }
    try run(command, memory: 2_000_000, count: 1_500, status: status)
  }

  /// A chart whose data take 500 MB, and need six times as many bytes as JSON.
  private static let escaped = """
    {"context": {"s": "\\u0001\\u0001\\u0001\\u0001\\u0001\\u0001\\u0001\\u0001", "l": []}, "root": {
      "double": {"actions": [{"assign": {"s": "s + s"}}]}, "add": {"actions": [{"assign": {"l": "l + [s]"}}]},
      "call": {"actions": {"call": "x", "data": "l"}}, "later": {"actions": {"send": "x", "data": "l", "delay": "5s"}},
      "log": {"actions": {"log": "${l}"}}, "ask": {"guard": "l == [s]", "actions": "x"}}}
    """

  /// A command, the last line of the script, the status, and words of the message.
  @Test(arguments: [
    ("run c.json s.events.txt", "call", Int32(1), "the output is longer than 1 GiB"),
    ("run c.json s.events.txt --format jsonl", "call", 1, "the output is longer than 1 GiB"),
    ("run -q c.json s.events.txt --save-state s", "x", 1, "256 MiB, the limit of a state file"),
    ("run -q c.json s.events.txt --journal j --state-every 400", "x", 0, "256 MiB, the limit of a state file"),
    ("run -q c.json s.events.txt", "call", 1, "512 MiB, the limit of --max-memory"),
    ("run -q c.json s.events.txt --max-memory 2G --record -", "call", 0, ""),
    ("run -q c.json s.events.txt --max-memory 2G", "log", 1, "16 MiB, the limit"),
    ("repl c.json --script s.events.txt", ":context", 1, "the output is longer than 1 GiB"),
    ("why c.json s.events.txt ask", "x", 0, ""), ("why c.json s.events.txt +5s --max-memory 2G", "later", 0, ""),
    ("test s.events.txt", ":expect l == []", 1, ""), ("test s.events.txt", "call\n:expect did x []", 1, ""),
    ("show c.json --script s.events.txt --format html", "call", 1, "16 MiB, the limit of a page"),
    (
      "run -q c.json s.events.txt --max-memory 2G --host 'cat >/dev/null'", "call", 1,
      "a line to the host is longer than 1 MiB"
    ),
    ("test s.events.txt --program 'cat'", "x", 1, ""),
  ]) func `data that are long as JSON need no gigabytes of memory`(
    command: String, last: String, status: Int32, says: String
  ) throws {
    if !Program.isRelease { return }
    let script =
      ":chart c.json\n" + String(repeating: "double\n", count: 17) + String(repeating: "add\n", count: 480) + last
      + "\n"
    let folder = try Repository.temporaryFolder(["c.json": Self.escaped, "s.events.txt": script])
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.measure("ulimit -v 2000000; $STATEKIT \(command) >/dev/null", in: folder)
    let errors = String(decoding: result.errors, as: UTF8.self)
    #expect(result.status == status && (says.isEmpty || errors.contains(says)), "\(command): \(errors.prefix(500))")
    #expect(result.cpu < 120)
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
