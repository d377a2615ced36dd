import Foundation
import TestSupport
import Testing

/// The built program in a real process: streams, statuses, signals, and that its output depends on nothing but its input.
@Suite struct ProcessTests {
  /// Runs a shell line in which `$STATEKIT` is the program.
  private func shell(
    _ line: String, environment: [String: String] = [:], directory: URL? = nil
  ) throws -> (status: Int32, output: Data, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = directory ?? Repository.root
    process.environment = ["PATH": "/usr/bin:/bin", "STATEKIT": Program.path, "SWIFT_BACKTRACE": "enable=no"]
      .merging(environment) { $1 }
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    let messages = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, bytes, String(decoding: messages, as: UTF8.self))
  }

  @Test func `output depends on neither directory, locale, time zone nor hash seed`() throws {
    let chart = "charts/checkout.json charts/checkout.events.txt"
    let expected = try #require(Repository.read("charts/checkout.trace.txt"))
    let copy = try Repository.temporaryFolder([:])
    try FileManager.default.copyItem(
      at: Repository.root.appendingPathComponent("charts"), to: copy.appendingPathComponent("charts"))
    for (prefix, directory) in [
      ("", Repository.root), ("LC_ALL=C", copy), ("LC_ALL=tr_TR.UTF-8 TZ=Asia/Kathmandu", copy),
      ("SWIFT_DETERMINISTIC_HASHING=1", copy), ("", copy),
    ] as [(String, URL)] {
      let result = try shell("\(prefix) \"$STATEKIT\" run \(chart)", directory: directory)
      #expect(result.status == 0)
      #expect(String(decoding: result.output, as: UTF8.self) == expected)
      let faulty = try shell(
        "\(prefix) \"$STATEKIT\" validate charts/invalid/*.json", directory: directory)
      let first = try shell("\"$STATEKIT\" validate charts/invalid/*.json")
      #expect(faulty.errors == first.errors)
    }
  }

  /// A shell line, its status, and its messages.
  @Test(
    arguments: [
      (
        "$STATEKIT run charts/door.json charts/door.events.txt >/dev/full", 2,
        "statekit: cannot write the output: No space left on device\n"
      ),
      (
        "$STATEKIT run charts/door.json charts/door.events.txt >&-", 2,
        "statekit: cannot write the output: Bad file descriptor\n"
      ),
      ("$STATEKIT run charts/door.json charts/door.events.txt 2>&- >/dev/null", 0, ""),
      ("$STATEKIT validate charts/invalid/missing-root.json 2>/dev/full", 1, ""),
      ("$STATEKIT run charts/door.json - <&-", 2, "statekit: cannot read <stdin>: Bad file descriptor\n"),
      ("$STATEKIT run charts/door.json - < charts", 2, "statekit: cannot read <stdin>: Is a directory\n"),
      ("$STATEKIT run /dev/null", 1, "/dev/null:1:1: error: empty chart [empty-file]\n    1 |\n      | ^\n"),
      (
        "$STATEKIT run /dev/zero", 1,
        "/dev/zero:1:1: error: the chart is larger than 256 MiB, the limit [too-large]\n    1 |\n      | ^\n"
      ),
      ("yes open | $STATEKIT run charts/door.json - | head -1; exit ${PIPESTATUS[1]}", 141, ""),
      (
        "trap '' PIPE; yes open 2>/dev/null | $STATEKIT run charts/door.json - | head -1 >/dev/null; exit ${PIPESTATUS[1]}",
        141,
        ""
      ),
      ("for i in $(seq 1000); do echo open; echo close; done | $STATEKIT run charts/door.json - | tail -1", 0, ""),
      ("$STATEKIT run charts/door.json <(echo open; echo close) | tail -1", 0, ""),
      (
        "(ulimit -f 1; yes open | head -99999 | $STATEKIT run charts/door.json - > $(mktemp))", 2,
        "statekit: cannot write the output: File too large\n"
      ),
      (
        "printf '\\177ELF\\0' > elf; $STATEKIT run charts/door.json elf >/dev/null", 1,
        "elf:1:5: error: there is a zero byte: is this a text file? [bad-line]\n    1 | \\u007fELF\\u0000\n      |          ^~~~~~\n"
      ),
      ("ln -sf loop loop; $STATEKIT run loop", 2, "statekit: cannot read loop: Too many levels of symbolic links\n"),
    ] as [(String, Int32, String)])
  func `streams and files that fail are distinguished`(line: String, status: Int32, messages: String) throws {
    // Sanitizers have files of their own, which are bounded too.
    if Program.isSanitized, line.contains("ulimit") { return }
    let folder = try Repository.temporaryFolder([:])
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("charts"), withDestinationURL: Repository.root.appendingPathComponent("charts"))
    let result = try shell(line, environment: ["TMPDIR": folder.path], directory: folder)
    #expect(result.status == status, "\(line): \(result.errors.prefix(500))")
    #expect(result.errors == messages, "\(line)")
  }

  @Test(arguments: [0, O_NONBLOCK])
  func `a line from a pipe is answered before the next is waited for`(flags: Int32) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["run", "charts/door.json", "-"]
    process.currentDirectoryURL = Repository.root
    let input = Pipe()
    let output = Pipe()
    // Another program with the same pipe may have made it non-blocking.
    _ = fcntl(input.fileHandleForReading.fileDescriptor, F_SETFL, flags)
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let answers = [
      ("", "init\n  enter root\n  enter closed\n  => closed\n"),
      ("open\n", "open\n  exit closed\n  enter open\n    do lightOn\n  => open\n"),
      ("close\n", "close\n  exit open\n    do lightOff\n  enter closed\n  => closed\n"),
    ]
    for (line, answer) in answers {
      input.fileHandleForWriting.write(Data(line.utf8))
      var found = Data()
      while found.count < answer.utf8.count {
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { break }
        found += more
      }
      #expect(String(decoding: found, as: UTF8.self) == answer)
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `a signal in a run ends it at the end of a line, with the whole trace written`() throws {
    let folder = try Repository.temporaryFolder([:])
    // The input has an end, so that nothing goes on for ever.
    let result = try shell(
      """
      yes "$(printf 'open\\nclose')" | head -n 3000000 | "$STATEKIT" run charts/door.json - >"$OUT/trace" &
      run=$!
      sleep 0.3
      kill -TERM $run
      wait $run
      """, environment: ["OUT": folder.path])
    #expect(result.status == 143, "\(result.errors)")
    let size = try #require(try FileManager.default.attributesOfItem(atPath: folder.path + "/trace")[.size] as? Int)
    #expect(size > 10_000)
    let end = try shell("tail -c 200 \"$OUT/trace\" | tail -n 1; rm \"$OUT/trace\"", environment: ["OUT": folder.path])
    #expect(["  => open\n", "  => closed\n"].contains(String(decoding: end.output, as: UTF8.self)))
  }

  /// One macrostep that takes minutes, and no step of it that looks at anything but what it costs.
  private static let endless = """
    {"context": {"l": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], "n": 0}, "root": {"e": {"actions":
      {"forEach": "l", "do": [{"forEach": "l", "do": [{"forEach": "l", "do": [
        {"assign": {"n": "size(l.map(a, l.map(b, l.map(c, l.map(d, l.map(f, 1))))))"}}]}]}]}}}}
    """

  /// While nobody reads what the program writes, no line of its script ends.
  @Test func `the second signal ends the program at once, where the first waits for the end of a line`() throws {
    let result = try shell(
      """
      set -m
      mkfifo "$OUT/pipe"
      sleep 60 <"$OUT/pipe" &
      reader=$!
      yes "$(printf 'open\nclose')" 2>/dev/null | "$STATEKIT" run charts/door.json - >"$OUT/pipe" &
      run=$!
      sleep 1
      kill -INT $run
      sleep 1
      kill -0 $run || { kill -KILL $reader; exit 7; }
      kill -INT $run
      wait $run
      status=$?
      kill -KILL $reader
      exit $status
      """, environment: ["OUT": try Repository.temporaryFolder([:]).path])
    #expect(result.status == 130, "\(result.errors)")
  }

  /// Commands that run the chart's line, how they are told to end, and their status then.
  @Test(arguments: [
    ("echo e | $STATEKIT run --quiet $COST c.json -", "kill -TERM $run", Int32(143)),
    ("echo e | $STATEKIT run --quiet $COST c.json -", "kill -INT $run", 130),
    ("echo e | $STATEKIT run --quiet $COST c.json -", "kill -INT $run; kill -INT $run", 130),
    ("echo e | $STATEKIT repl $COST c.json", "kill -TERM $run", 143),
    ("echo e | $STATEKIT why $COST c.json - e", "kill -TERM $run", 143),
    ("$STATEKIT test $COST c.events.txt", "kill -TERM $run", 143),
    ("$STATEKIT test $COST --coverage --mutate c.events.txt", "kill -TERM $run", 143),
    // A shell without jobs has what it begins in the background ignore this.
    ("mkdir none; set +m; $STATEKIT watch none", "kill -INT $run", 130),
  ]) func `a signal is heard within a macrostep`(command: String, kill: String, status: Int32) throws {
    let folder = try Repository.temporaryFolder(["c.json": Self.endless, "c.events.txt": "e\n"])
    // Not by `shell`: a thread of the test runner may hold signals back, and so would the program.
    let result = try Program.measure(
      """
      set -m
      COST="--max-cost 1000000000000"
      \(command) &
      run=$!
      # A shell that has not become the program yet can lose a signal.
      while kill -0 $run && ! ps -o comm= -p $run | grep -q statekit; do sleep 0.1; done
      sleep 0.5
      \(kill)
      wait $run
      """, in: folder)
    #expect(result.status == status, "\(command): \(String(decoding: result.errors, as: UTF8.self))")
    #expect(result.seconds < Program.patience, "\(command): \(kill)")
  }

  #if os(Linux)
    @Test func `a watch sleeps until something is saved`() throws {
      let folder = try Repository.temporaryFolder(["a.json": #"{"root": {}}"#])
      let result = try Program.measure(
        """
        mkdir sub; cp a.json sub/b.json
        "$STATEKIT" watch . a.json 2>messages &
        run=$!
        wakes() { grep '^voluntary' /proc/$run/status; }
        for i in {1..200}; do if grep -q watching messages; then break; fi; sleep 0.05; done
        sleep 0.2
        before=$(wakes)
        rm -r sub
        sleep 0.3
        after=$(wakes)
        sleep 0.3
        last=$(wakes)
        kill $run
        [ "$before" != "$after" ] && [ "$after" = "$last" ]
        """, in: folder)
      #expect(result.status == 0, "\(String(decoding: result.errors, as: UTF8.self))")
    }
  #endif
}
