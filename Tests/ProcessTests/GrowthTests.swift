import Foundation
import TestSupport
import Testing

/// The CPU time of each command grows with its input, and not with the square of that.
///
/// A row is an input that can be long, and the commands that read it. The time of a command is compared at a length and at four
/// times that length; the length is chosen so that the longer run costs enough to be measured. Where data that outgrow a cache make
/// the time grow faster, the instructions decide, if Valgrind is there to count them.
@Suite(.serialized) struct GrowthTests {
  /// The time may grow with this power of the length.
  private static let most = 1.3
  /// Seconds of CPU that the longer run costs at least, if a row can be that long.
  private static let least = 0.06 * Program.slowness
  /// Seconds of CPU beyond which no longer run is tried.
  private static let enough = 1.3 * Program.slowness

  /// An input of any length, and the commands that read it.
  struct Row: CustomStringConvertible, Sendable {
    let name: String
    /// The longest input that is tried.
    var longest = 64_000
    /// The commands; `$STATEKIT` is the program.
    let lines: [String]
    /// The files of the input, by name.
    let files: @Sendable (Int) -> [String: String]

    var description: String { name }
  }

  @Test(arguments: charts + troubled + scripts + foreign + logs + conversations)
  func `CPU time grows with the input and not faster`(_ row: Row) throws {
    if !Program.isRelease { return }
    let idle = try (0..<3).map { _ in try Self.seconds("$STATEKIT --version", [:]) }.min() ?? 0
    for line in row.lines {
      let (exponent, length, seconds) = try Self.growth(of: line, in: row, idle: idle)
      #expect(
        exponent <= Self.most,
        "\(row.name), \(line): n^\(Int(exponent * 100)) / 100 from \(length) to \(length * 4), \(seconds) s")
    }
  }

  /// The power of the length with which the time of a command grows, the shorter length, and the seconds of the longer run.
  private static func growth(
    of line: String, in row: Row, idle: Double
  ) throws -> (exponent: Double, length: Int, seconds: Double) {
    var length = 250
    while true {
      var long = try seconds(line, row.files(4 * length))
      var (short, exponent) = (Double.infinity, long < least ? 0 : Double.infinity)
      // What disturbs a measurement makes it longer.
      for round in 0..<5 where exponent > most {
        short = min(short, try seconds(line, row.files(length)))
        if round > 0 { long = min(long, try seconds(line, row.files(4 * length))) }
        exponent = log(max(long - idle, 0.001) / max(short - idle, 0.001)) / log(4)
      }
      // A step in the cost is no growth: longer inputs decide.
      let isDecided = long >= least && exponent <= most || long > enough
      if !isDecided && 16 * length <= row.longest {
        length *= 4
        continue
      }
      if exponent > most, let fewer = try instructions(line, row.files(length)),
        let more = try instructions(line, row.files(4 * length))
      {
        exponent = log(more / fewer) / log(4)
      }
      return (exponent, length, long)
    }
  }

  /// The instructions of a command on these files; nil where nothing counts them.
  private static func instructions(_ line: String, _ files: [String: String]) throws -> Double? {
    let folder = try Repository.temporaryFolder(files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let options = "--tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null --log-file=counted"
    let counting = line.replacingOccurrences(of: "$STATEKIT", with: "valgrind \(options) $STATEKIT")
    _ = try Program.measure(counting, in: folder)
    let counted = try? String(contentsOf: folder.appendingPathComponent("counted"), encoding: .utf8)
    return counted?.firstMatch(of: /refs: +([0-9,]+)/).flatMap { Double($0.1.filter { $0 != "," }) }
  }

  /// The CPU time of a command on these files.
  private static func seconds(_ line: String, _ files: [String: String]) throws -> Double {
    let folder = try Repository.temporaryFolder(files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.measure("ulimit -t 20; \(line)", in: folder)
    #expect(result.status <= 2, "\(line): \(String(decoding: result.errors.prefix(300), as: UTF8.self))")
    return result.cpu
  }

  // MARK: What rows are made of

  /// What `text` makes of the numbers below `count`, with commas between.
  static func list(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map(text).joined(separator: ",")
  }

  /// A chart with a root of these keys, and a script that sends `go`.
  static func chart(_ root: String, _ top: String = "") -> [String: String] {
    ["c.json": "{\(top)\"root\":{\(root)}}", "s.events.txt": ":chart c.json\ngo\n"]
  }

  /// The commands that read a chart.
  static let commands = [
    "validate c.json", "validate --fix --diff c.json", "fmt --diff c.json", "run c.json s.events.txt",
    "run --format jsonl c.json s.events.txt", "run --save-state - c.json s.events.txt", "test --coverage s.events.txt",
    "why c.json s.events.txt go", "show --format tree c.json", "show --format mermaid c.json",
    "convert --to statekit --lossy c.json", "convert --to xstate --lossy c.json", "convert --to scxml --lossy c.json",
    "explore --depth 1 c.json", "diff --depth 1 c.json c.json", "rename c.json go gone --kind event --diff",
    "repl c.json <s.events.txt", "generate c.json --language swift -o g.swift --harness",
    "generate c.json --language c -o g --harness",
  ].map { "$STATEKIT " + $0 }

  /// The commands that write a program.
  static let generators = commands.filter { $0.hasPrefix("$STATEKIT generate") }

  /// The commands without those that begin with one of these words: those are known to grow faster with such a chart.
  static func commands(without words: String...) -> [String] {
    commands.filter { line in !words.contains { line.hasPrefix("$STATEKIT " + $0) } }
  }
}
