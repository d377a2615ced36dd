import StateKitFormat
import Foundation
import TestSupport
import Testing

/// Journals: a run that was killed or cut off goes on as if nothing had been, and no line is lost or doubled.
@Suite struct JournalTests {
  private static let chart = """
    {"context": {"n": 0}, "root": {"initial": "a", "subStates": {
      "a": {"x": {"target": "b", "actions": {"assign": {"n": "n + 1"}}}, "after": {"5s": "b"}},
      "b": {"x": "a", "y": {"actions": {"log": "n is ${n}"}}}}}}
    """

  /// Lines of all kinds that a run can have.
  private static func script(_ count: Int) -> [String] {
    (0..<count).map { index in
      ["x", "y", "x \(index)", "+2s", "# a remark", "x", ":set n = \(index)", "", "? n", "+10s"][index * 7 % 10]
    }
  }

  private let folder: URL
  private func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

  init() throws {
    _ = Repository.root
    folder = try Repository.temporaryFolder(["c.json": Self.chart])
  }

  private func write(_ lines: [String], _ name: String) throws {
    try (lines.joined(separator: "\n") + "\n").write(toFile: file(name), atomically: true, encoding: .utf8)
  }

  private func journal(_ name: String) -> [UInt8] {
    FileManager.default.contents(atPath: file(name)).map(Array.init) ?? []
  }

  private func run(_ name: String, _ script: String, _ options: String..., input: String = "") -> ToolResult {
    runTool(["run", "--format", "jsonl"] + options + [file("c.json"), script, "--journal", file(name)], input: input)
  }

  @Test func `a journal that was cut anywhere is gone on from as if it had not stopped`() throws {
    let lines = Self.script(60)
    try write(lines, "s")
    let whole = run("whole", file("s"), "--state-every", "7")
    #expect(whole.status == 0, "\(whole.errors)")
    let plain = runTool(["run", "--format", "jsonl", file("c.json"), file("s")])
    #expect(plain == whole)
    let bytes = journal("whole")
    let shown = whole.output.split(separator: "\n")
    // Up to the end of the first record nothing is kept.
    let head = 52
    let first = head + (JournalRecord.length(bytes[head..<head + JournalRecord.headLength]) ?? 0)
    let count = Extent.count(40, long: 1_000)
    for number in 0..<count {
      // The mark of the file, the ends of records, and what lies between.
      let length = bytes.count * number / count
      let zeros = number % 3 == 0 ? min(9, bytes.count - length) : 0
      let cut = Data(bytes[..<length] + [UInt8](repeating: 0, count: zeros))
      try cut.write(to: folder.appendingPathComponent("j"))
      if number % 2 == 0 {
        try? FileManager.default.removeItem(atPath: file("j.state"))
      } else {
        // One that may be ahead of the journal.
        try? FileManager.default.removeItem(atPath: file("j.state"))
        try FileManager.default.copyItem(atPath: file("whole.state"), toPath: file("j.state"))
      }
      let again = run("j", file("s"), "--state-every", "7")
      #expect(again.status == 0, "cut at \(length): \(again.errors)")
      let isSame = journal("j") == bytes
      #expect(isSame, "cut at \(length)")
      let rest = again.output.split(separator: "\n")
      #expect(rest == Array(shown.suffix(rest.count)), "cut at \(length)")
      #expect(length < first || zeros > 0 || rest.count < shown.count, "cut at \(length)")
    }
  }

  /// What is said of a journal that has one byte changed.
  private func complaint(at position: Int, in bytes: [UInt8]) -> String {
    if (19..<51).contains(position) { return "the journal \(file("j")) is that of another chart" }
    let damage: String
    var start = 0
    if position < 52 {
      damage = "it does not begin as a journal does"
    } else {
      start = 52
      while let length = JournalRecord.length(bytes[start..<start + JournalRecord.headLength]),
        start + length <= position
      {
        start += length
      }
      // The length and its checksum; what follows has another one.
      damage = "the \(position - start < 8 ? "length of the " : "")record is damaged"
    }
    return "error: \(file("j")), byte \(start): \(damage) [journal-corrupt]"
  }

  @Test func `what is damaged is said with its offset, and left as it is`() throws {
    try write(Self.script(30), "s")
    _ = run("whole", file("s"))
    let bytes = journal("whole")
    for position in Set((0..<Extent.count(25, long: 400)).map { $0 * (bytes.count - 1) / Extent.count(25, long: 400) })
    {
      var damaged = bytes
      damaged[position] ^= 0x5A
      try Data(damaged).write(to: folder.appendingPathComponent("j"))
      let result = run("j", file("s"))
      #expect(result.output == "")
      // Another fingerprint is another chart.
      let isChart = (19..<51).contains(position)
      #expect(result.status == (isChart ? 1 : 2), "\(position): \(result.errors)")
      #expect(result.errors == "statekit: \(complaint(at: position, in: bytes))\n")
      #expect(journal("j") == damaged, "\(position)")
    }
  }

  @Test func `another script, another chart and a second writer change nothing`() throws {
    try write(Self.script(30), "s")
    _ = run("j", file("s"))
    let bytes = journal("j")
    try write(["x", "x"], "other")
    let isOther = "statekit: the journal \(file("j")) is that of another"
    #expect(
      run("j", file("other"))
        == ToolResult(status: 1, output: "", errors: "\(isOther) script: they differ in line 2 of the journal\n"))
    try write(Array(Self.script(30).prefix(9)), "shorter")
    #expect(
      run("j", file("shorter"))
        == ToolResult(status: 1, output: "", errors: "\(isOther) script: they differ in line 8 of the journal\n"))
    try Self.chart.replacing("5s", with: "6s").write(toFile: file("d.json"), atomically: true, encoding: .utf8)
    let chart = runTool(["run", file("d.json"), file("s"), "--journal", file("j")])
    #expect(chart == ToolResult(status: 1, output: "", errors: "\(isOther) chart\n"))
    #expect(journal("j") == bytes)
    // New lines of standard input go behind what is there.
    let more = run("j", "-", input: "x\ny")
    #expect(more.status == 0 && more.output.split(separator: "\n").count == 2)
    #expect(journal("j").starts(with: bytes) && journal("j").count > bytes.count)
    try write(Self.script(30) + ["x", "y"], "longer")
    let none = run("j", file("longer"))
    #expect(none.status == 0 && none.output == "" && none.errors == "")
    let line = "exec 9<j; flock 9; $STATEKIT run c.json s --journal j; echo $?"
    let locked = try Program.measure(line, in: folder)
    #expect(String(decoding: locked.output, as: UTF8.self) == "2\n")
    #expect(String(decoding: locked.errors, as: UTF8.self) == "statekit: the journal j is in use by another run\n")
  }

  @Test func `a disk that is full ends the run before the trace`() throws {
    // Sanitizers have files of their own, which are bounded too.
    if Program.isSanitized { return }
    try write((0..<4_000).map { "x \($0)" }, "s")
    // What is shown goes through a pipe: the bound is for files.
    let line = "(ulimit -f 64; $STATEKIT run c.json s --format jsonl --journal j) | cat; echo \"= ${PIPESTATUS[0]}\""
    let full = try Program.measure(line, in: folder)
    let shown = String(decoding: full.output, as: UTF8.self).split(separator: "\n")
    #expect(shown.last == "= 2")
    #expect(shown.count > 1)
    let again = run("j", file("s"))
    #expect(again.status == 0, "\(again.errors)")
    let whole = runTool(["run", "--format", "jsonl", file("c.json"), file("s")]).output.split(separator: "\n")
    let rest = again.output.split(separator: "\n")
    #expect(shown.dropLast().elementsEqual(whole.prefix(shown.count - 1)))
    #expect(Array(whole.suffix(rest.count)) == rest && rest.count + shown.count - 1 <= whole.count)
  }

  @Test func `runs that are killed go on, and show each line once`() throws {
    let lines = Self.script(Extent.count(300, long: 3_000))
    try write(lines, "s")
    let whole = run("whole", file("s"))
    let expected = whole.output.split(separator: "\n").map(String.init)
    var kills = 0
    var round = 0
    while kills < Extent.count(4, long: 1_000), round < 2_000 {
      round += 1
      let mode = ["always", "batch", "none"][round % 3]
      let killing = """
        rm -f j j.state out.* err.*; n=0
        while :; do
          $STATEKIT run c.json s --format jsonl --sync \(mode) --state-every 500 --journal j >out.$n 2>err.$n &
          ms=$((RANDOM % 30 + n * 8)); sleep $((ms / 1000)).$(printf %03d $((ms % 1000))); kill -9 $! 2>/dev/null; wait $! 2>/dev/null; s=$?
          n=$((n + 1))
          if [ $s -eq 0 ] || [ $n -gt 200 ]; then break; fi
        done
        echo $n $s
        """
      let result = String(decoding: try Program.measure(killing, in: folder).output, as: UTF8.self)
      let words = result.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      let runs = try #require(words.first)
      kills += runs - 1
      let isSame = journal("j") == journal("whole")
      #expect(isSame, "round \(round), \(mode)")
      // Each run shows lines that come after those of the runs before; what is missing was kept, and not shown any more.
      var next = 0
      for number in 0..<runs {
        let text = (try? String(contentsOfFile: file("out.\(number)"), encoding: .utf8)) ?? ""
        // The start is no line: where none was kept, it is shown again.
        for part in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        where !part.hasPrefix("{\"step\":0,") {
          let index = expected[next...].firstIndex(of: String(part))
          guard let index else {
            Issue.record("round \(round), \(mode), run \(number): \(part) was shown twice, or is none")
            return
          }
          next = index + 1
        }
      }
    }
  }
}
