// Longer than others: all that a journal promises is here.

import StateKitCLI
import StateKitCore
import StateKitFormat
import Foundation
import TestSupport
import Testing
import ToolSupport

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

  /// The length of a head without options.
  private static let head = JournalScanner.head(String(repeating: "0", count: 32), options: []).count

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

  @Test func `lines that a full disk took in part run again`() throws {
    try write(Self.script(60), "s")
    let whole = run("whole", file("s")).output
    for room in [0, 30, 60, 100, 700] {
      let disk = FullDisk(room: room)
      let first = run(on: disk)
      #expect(first.status == 2 && first.errors.hasSuffix("no room\n"), "\(first.errors)")
      disk.room = .max
      let second = run(on: disk)
      #expect(second.status == 0 && first.output + second.output == whole, "\(room): \(second.errors)")
      #expect(disk.bytes == journal("whole"))
    }
  }

  /// A journal on a disk with little room.
  private final class FullDisk: JournalStorage {
    private let base = MemoryJournal()
    var room: Int
    var bytes: [UInt8] { base.bytes }

    init(room: Int) { self.room = room }

    func read(_ count: Int, into bytes: inout [UInt8]) -> Bool { base.read(count, into: &bytes) }
    func rewind() { base.rewind() }
    func truncate(to length: Int) {
      if room < .max { room += base.bytes.count - length }
      base.truncate(to: length)
    }
    func append(_ bytes: Span<UInt8>) throws {
      let part = min(room, bytes.count)
      base.append(bytes.extracting(0..<part))
      if room < .max { room -= part }
      if part < bytes.count { throw InputError(reason: "no room") }
    }
    func sync() {}
    func syncFolder() {}
    func check(length: Int) {}
    func openBeside(_ path: String) throws(InputError) -> any ByteInput { try base.openBeside(path) }
    func saveBeside(_ path: String, bytes: [UInt8]) -> FileSave.Failure? { nil }
  }

  private func run(on disk: FullDisk) -> ToolResult {
    let (output, errors) = (MemoryOutput(), MemoryOutput())
    var streams = Streams(
      input: { MemoryInput([]) }, open: { path throws(InputError) in try FileInput(path: path) },
      output: output, errors: errors)
    streams.journal = { (_) throws(LockedFile.Refusal) in disk }
    let status = Tool(streams).run(["run", "--format", "jsonl", file("c.json"), file("s"), "--journal", "j"])
    return ToolResult(status: status.rawValue, output: output.text, errors: errors.text)
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
    let head = Self.head
    let first = head + (JournalRecord.length(bytes[head..<head + JournalRecord.headLength]) ?? 0)
    let count = Extent.count(12, long: 1_000)
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
    if (19..<51).contains(position) {
      return "the journal \(file("j")) belongs to another chart, or its first line is damaged"
    }
    let damage: String
    var start = 0
    if position < 52 {
      damage = "it does not begin like a journal"
    } else if position < Self.head {
      // The options.
      (start, damage) = (52, "the record is damaged")
    } else {
      start = Self.head
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
    let places = Extent.count(8, long: 400)
    for position in Set((0..<places).map { $0 * (bytes.count - 1) / places }) {
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
    let isOther = "statekit: the journal \(file("j")) belongs to another"
    #expect(
      run("j", file("other"))
        == ToolResult(status: 1, output: "", errors: "\(isOther) script: they differ in line 2 of the journal\n"))
    try write(Array(Self.script(30).prefix(9)), "shorter")
    #expect(
      run("j", file("shorter"))
        == ToolResult(status: 1, output: "", errors: "\(isOther) script: they differ in line 8 of the journal\n"))
    try Self.chart.replacing("5s", with: "6s").write(toFile: file("d.json"), atomically: true, encoding: .utf8)
    let chart = runTool(["run", file("d.json"), file("s"), "--journal", file("j")])
    #expect(chart == ToolResult(status: 1, output: "", errors: "\(isOther) chart, or its first line is damaged\n"))
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

  @Test func `a run with other options is another run, and changes nothing`() throws {
    let chart =
      #"{"context": {"n": 0}, "guards": {"ok": null}, "root": {"initial": "a", "subStates": {"a": {"after": {"wait": "b"}}, "b": {}}, "x": {"guard": "ok", "actions": {"assign": {"n": "n + 1"}}}}}"#
    try chart.write(toFile: file("c.json"), atomically: true, encoding: .utf8)
    try write(["x", "+1s", "x"], "s")
    let host = ["--guard", "ok=true", "--delay", "wait=1h"]
    let options: [[String]] = [
      [], ["--set", "n=4"], ["--max-steps", "7"], ["--max-cost", "700"], ["--max-memory", "9M"],
    ]
    func run(_ name: String, _ options: [String], script: String = "s") -> ToolResult {
      runTool(["run", "--quiet"] + options + [file("c.json"), file(script), "--journal", file(name)])
    }
    var all = options.map { host + $0 }
    all += [["--guard", "ok=false", "--delay", "wait=1h"], ["--guard", "ok=true", "--delay", "wait=2h"]]
    for (index, first) in all.enumerated() {
      let begun = run("j\(index)", first)
      #expect(begun.status == 0, "\(begun.errors)")
      let bytes = journal("j\(index)")
      for other in all {
        let again = run("j\(index)", other)
        #expect(again.status == (other == first ? 0 : 1), "\(first), \(other): \(again.errors)")
        #expect(other == first || again.errors.contains("was begun with"))
        #expect(journal("j\(index)") == bytes)
      }
      // A head that was not written whole begins anew; a line behind it is not lost.
      for length in 0..<bytes.count where index == 0 || Extent.isLong {
        // A disk may have extended the file without writing to it.
        let zeros = [UInt8](repeating: 0, count: length.isMultiple(of: 2) ? 0 : min(9, bytes.count - length))
        try Data(bytes[..<length] + zeros).write(to: folder.appendingPathComponent("cut"))
        let cut = run("cut", first)
        #expect(cut.status == 0 && journal("cut") == bytes, "\(first), cut at \(length): \(cut.errors)")
      }
    }
  }

  @Test func `a record that is missing, doubled or swapped is damage, whatever the script has`() throws {
    try write((0..<9).map { "x \($0)" }, "s")
    _ = run("whole", file("s"))
    let bytes = journal("whole")
    var records: [[UInt8]] = []
    var start = Self.head
    while start < bytes.count, let length = JournalRecord.length(bytes[start..<start + JournalRecord.headLength]) {
      records.append(Array(bytes[start..<start + length]))
      start += length
    }
    try #require(records.count == 9)
    for index in 0..<8 {
      var (missing, doubled, swapped) = (records, records, records)
      missing.remove(at: index)
      doubled.insert(records[index], at: index)
      swapped.swapAt(index, index + 1)
      for other in [missing, doubled, swapped] {
        let damaged = Array(bytes[..<Self.head]) + other.joined()
        try Data(damaged).write(to: folder.appendingPathComponent("j"))
        for (script, input) in [(file("s"), ""), ("-", "x\n")] {
          let result = run("j", script, input: input)
          #expect(result.status == 2 && result.errors.contains("[journal-corrupt]"), "\(index): \(result)")
          #expect(journal("j") == damaged)
        }
      }
    }
  }

  @Test func `a state file that was changed anywhere does not stand in for the lines`() throws {
    try write(Self.script(20), "s")
    _ = run("j", file("s"), "--state-every", "10")
    try write(Self.script(20) + ["? n", "x"], "longer")
    let (bytes, state) = (journal("j"), journal("j.state"))
    func goOn() throws -> ToolResult {
      try Data(bytes).write(to: folder.appendingPathComponent("j"))
      return run("j", file("longer"), "--state-every", "100000")
    }
    let right = try goOn()
    #expect(right.errors == "" && right.output != "")
    for position in state.indices.dropLast() where position % Extent.count(31, long: 1) == 0 {
      for bit in 0..<8 {
        var changed = state
        changed[position] ^= 1 << UInt8(bit)
        try Data(changed).write(to: folder.appendingPathComponent("j.state"))
        let result = try goOn()
        #expect(result.status == 0 && result.output == right.output, "\(position), \(bit): \(result)")
        #expect(result.errors.hasPrefix("statekit: warning: \(file("j.state")) is "), "\(position), \(bit): \(result)")
        #expect(result.errors.split(separator: "\n").count == 1 || result.errors.contains("no state file beside"))
      }
    }
  }

  @Test func `a file beside the journal that is none of it stays as it is`() throws {
    try write(Self.script(30), "s")
    try "precious".write(toFile: file("victim"), atomically: true, encoding: .utf8)
    for prepare in [
      "cp victim j.state", "ln -s victim j.state", "ln victim j.state",
      "$STATEKIT run c.json -q --save-state j.state",
    ] {
      let line = "rm -f j j.state; \(prepare); cp j.state before; $STATEKIT run c.json s --journal j --state-every 5 -q"
      let result = try Program.measure(line + "; echo $?; cmp j.state before; cat victim", in: folder)
      #expect(String(decoding: result.output, as: UTF8.self) == "0\nprecious", "\(prepare)")
      #expect(String(decoding: result.errors, as: UTF8.self).contains("warning: no state file beside j: j.state"))
    }
    let modes =
      "umask 022; : >k; chmod 640 k; $STATEKIT run c.json s --journal k --state-every 5 -q; stat -c %a k.state"
    #expect(try Program.measure(modes, in: folder).output == Data("640\n".utf8))
  }

  @Test func `a journal that is moved away while it is written ends the run`() throws {
    for move in ["mv j moved", "rm j", "mv j moved; cp moved j"] {
      let line = """
        rm -f j; { echo x; sleep 0.3; \(move); echo y; sleep 0.1; echo x; } | $STATEKIT run c.json - --journal j >out; echo ${PIPESTATUS[1]}
        grep -c '^y' out
        """
      let result = try Program.measure(line, in: folder)
      #expect(String(decoding: result.output, as: UTF8.self) == "2\n0\n", "\(move)")
      #expect(String(decoding: result.errors, as: UTF8.self).contains("it was moved or replaced while it was written"))
    }
  }

  @Test func `a journal that another program changes while it is written ends the run, and stays as it is`() throws {
    for change in [": >j", "truncate -s -1 j", "printf z >>j", "truncate -s +8 j"] {
      let line = """
        rm -f j; { echo x; sleep 0.3; \(change); cp j changed; echo y; sleep 0.1; echo x; } | $STATEKIT run c.json - --journal j >out
        echo ${PIPESTATUS[1]}; grep -c '^y' out; cmp j changed
        """
      let result = try Program.measure(line, in: folder)
      #expect(String(decoding: result.output, as: UTF8.self) == "2\n0\n", "\(change)")
      let said = "statekit: the journal j: another program has changed it while it was written\n"
      #expect(String(decoding: result.errors, as: UTF8.self) == said, "\(change)")
    }
  }

  /// The signal comes while a call of the journal is made: before, between or after the lines of a script.
  @Test(arguments: [("batch", "TERM"), ("always", "INT"), ("none", "TERM")])
  func `a signal while lines are stored loses none of their trace`(mode: String, signal: String) throws {
    try write(["x", "y", "x", "x"], "s")
    let line = """
      strace -o /dev/null true 2>/dev/null || exit 77
      export ASAN_OPTIONS=detect_leaks=0
      run() { "$@" $STATEKIT run c.json s --journal j --sync \(mode) >>out; }
      : >out; run; cp out whole; cp j whole.j
      for call in fsync write; do for n in $(seq 12); do
        rm j; : >out
        (run strace -f -qq -o tr -e trace=$call -e inject=$call:signal=\(signal):when=$n) 2>/dev/null
        grep -q SIG\(signal) tr || break
        run; cmp out whole; cmp j whole.j; echo $call
      done; done | sort | uniq -c | tr -s ' '
      """
    let result = try Program.measure(line, in: folder)
    if result.status == 77 { return }
    let calls = mode == "none" ? " 4 write\n" : mode == "batch" ? " 3 fsync\n 4 write\n" : " 6 fsync\n 10 write\n"
    // The sanitizer for threads makes calls of its own.
    let counted = { (text: String) in Program.isSanitized ? text.filter(\.isLetter) : text }
    #expect(counted(String(decoding: result.output, as: UTF8.self)) == counted(calls))
  }

  @Test func `what a head has shown is not shown again`() throws {
    try write([], "none")
    try write(["x"], "one")
    let first = run("j", file("none"))
    #expect(first.output != "" && first.status == 0)
    let again = run("j", file("one"))
    #expect(again.status == 0 && !again.output.contains("\"step\":0,") && again.output != "")
    // A head says that there are no options, so other options are noticed without a line, and an incomplete head is
    // none.
    let bytes = journal("j").prefix(Self.head)
    for length in [0, 20, 51, 52, 60, 68, 85, 86] where length <= bytes.count {
      try Data(bytes.prefix(length)).write(to: folder.appendingPathComponent("cut"))
      let more = run("cut", file("none"), "--max-steps", "9")
      #expect(more.status == (length < bytes.count ? 0 : 1), "cut at \(length): \(more.errors)")
      try Data(bytes.prefix(length)).write(to: folder.appendingPathComponent("cut"))
      let same = run("cut", file("one"))
      #expect(same.status == 0 && same.errors == "", "cut at \(length): \(same.errors)")
      #expect(same.output.contains("\"step\":0,") == (length < bytes.count), "cut at \(length)")
    }
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
    let lines = Self.script(Extent.count(200, long: 3_000))
    try write(lines, "s")
    let whole = run("whole", file("s"))
    let expected = whole.output.split(separator: "\n").map(String.init)
    var kills = 0
    var round = 0
    while kills < Extent.count(2, long: 1_000), round < 2_000 {
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
