import Foundation
import TestSupport
import Testing

/// Programs that follow a chart, in several languages, and programs that do not behave: `make hostile` runs these tests
/// against the release.
@Suite(.serialized, .enabled(if: Program.isRelease, "make hostile runs it")) struct ProgramTests {
  /// A folder with the charts and the programs.
  private func folder() throws -> URL {
    let folder = try Repository.temporaryFolder([:])
    for name in ["charts", "Tests/Programs"] {
      let target = folder.appendingPathComponent(URL(fileURLWithPath: name).lastPathComponent)
      try FileManager.default.copyItem(at: Repository.root.appendingPathComponent(name), to: target)
    }
    return folder
  }

  private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

  /// The command of a language, and how it is built; skipped where the language is missing.
  private static let languages = [
    (needs: "sh", build: "true", run: "sh ../Programs/door.sh"),
    (needs: "python3", build: "true", run: "python3 ../Programs/door.py"),
    (needs: "cc", build: "cc -O1 -o Programs/door-c Programs/door.c", run: "../Programs/door-c"),
    (needs: "swiftc", build: "swiftc -O -o Programs/door-swift Programs/door.swift", run: "../Programs/door-swift"),
  ]

  @Test(arguments: languages.indices)
  func `a right program agrees, and each wrong one is found with a script that test repeats`(index: Int) throws {
    let language = Self.languages[index]
    let folder = try folder()
    if try Program.measure("command -v \(language.needs)", in: folder).status != 0 {
      print("skipped: there is no \(language.needs)")
      return
    }
    #expect(try Program.measure(language.build, in: folder).status == 0)
    let explore = "$STATEKIT explore charts/door.json --script found"
    let right = try Program.measure("\(explore) --program '\(language.run) right'", in: folder)
    #expect(right.status == 0 && text(right.output) == "complete: 5 of 5 arcs agree (3 states, 1 start)\n")
    for (kind, lines) in [("state", "lock\nunlock"), ("action", "open\nclose"), ("late", "lock")] {
      let program = "--timeout 1500ms --program '\(language.run) \(kind)'"
      let wrong = try Program.measure("\(explore) --force \(program)", in: folder)
      #expect(wrong.status == 1, "\(kind): \(text(wrong.output))")
      let script = try Program.measure("grep -v '^[#:]' found/program-*.events.txt", in: folder)
      #expect(text(script.output) == lines + "\n", "\(kind)")
      let again = "cp found/program-*.events.txt charts/again.events.txt; $STATEKIT test --chart charts/door.json"
      let repeated = try Program.measure("\(again) charts/again.events.txt \(program)", in: folder)
      #expect(repeated.status == 1, "\(kind): \(text(repeated.output))")
    }
  }

  @Test func `every curated chart that ends agrees with itself, and the tour of wizard is short`() throws {
    let folder = try folder()
    let line = """
      for chart in charts/*.json; do
        $STATEKIT explore $chart --time-limit 10s --program "$STATEKIT serve ${chart##*/}"
      done
      """
    let result = try Program.measure(line, in: folder)
    #expect(!text(result.output).contains("[program-"), "\(text(result.output))")
    #expect(text(result.output).contains("67 of 67 arcs agree (24 states, 4 starts)"))
  }

  /// A shell program, and whether its test passes.
  @Test(
    arguments: [
      ("sleep 77 # MARK", false), ("yes MARK", false),
      (#"read x; while :; do printf "{\"in\":[\"root\"]}\n{\"in\":[\"root\"]}\n"; done # MARK"#, false),
      ("read x; head -c 10000000000 /dev/zero; echo MARK", false),
      ("read x; head -c 300000 /dev/urandom; sleep 55 # MARK", false),
      ("exec 0<&-; sleep 55 # MARK", false), ("exec 1>&-; sleep 55 # MARK", false),
      ("(sleep 66; echo MARK) & exit 0", false),
      (#"(trap "" TERM; sleep 66; echo MARK) & trap "" TERM; sleep 55; sleep 44; echo MARK"#, false),
      (#"echo "{\"in\":[\"closed\"]}"; while read x; do echo "{\"in\":[\"closed\"]}"; done # MARK"#, false),
      (#"while read x; do echo "{\"in\":[\"root\"]}"; done; sleep 66 # MARK"#, true),
      ("while :; do echo e >&2; done # MARK", false),
    ] as [(String, Bool)])
  func `a hostile program ends in bounded time and memory, and leaves nothing`(program: String, passes: Bool) throws {
    let folder = try folder()
    let mark = "m\(UInt32.random(in: 0..<UInt32.max))"
    let quoted = program.replacing("MARK", with: mark).replacing("'", with: "'\\''")
    let line = "$STATEKIT test -q charts/door.events.txt --timeout 500ms --filter 'events.txt'"
    let result = try Program.measure("\(line) --program '\(quoted)'", in: folder)
    #expect(result.status == (passes ? 0 : 1), "\(text(result.output))")
    #expect(result.seconds < Program.patience)
    try expectLittle(result, mark: mark, in: folder)
  }

  /// A shell host, and the status of a run that performs an action.
  @Test(
    arguments: [
      ("yes MARK", 1), (#"yes "{\"event\":\"go\"}" # MARK"#, 1), (#"yes "{\"done\":\"MARK\"}""#, 1),
      ("head -c 10000000000 /dev/zero; echo MARK", 1),
      ("sleep 77 # MARK", 0), (#"(trap "" TERM; sleep 66; echo MARK) & trap "" TERM; sleep 55"#, 0),
      ("no-such-MARK", 2),
    ] as [(command: String, status: Int32)], ["run acts.json -q -", "run acts.json -q - --journal j", "repl acts.json"])
  func `a hostile host ends in bounded time and memory, and leaves nothing`(
    host: (command: String, status: Int32), command: String
  ) throws {
    let folder = try folder()
    try Data(#"{"root": {"go": {"actions": "act"}}}"#.utf8).write(to: folder.appendingPathComponent("acts.json"))
    let mark = "m\(UInt32.random(in: 0..<UInt32.max))"
    let quoted = host.command.replacing("MARK", with: mark).replacing("'", with: "'\\''")
    let line = "echo go | $STATEKIT \(command) --timeout 500ms --host '\(quoted)' >out"
    let result = try Program.measure(line, in: folder)
    #expect(result.status == host.status, "\(text(result.errors.prefix(1_000)))")
    #expect(result.errors.count < 20_000)
    try expectLittle(result, mark: mark, in: folder)
  }

  @Test func `a host that writes without an answer needs little memory`() throws {
    let folder = try folder()
    try Data(#"{"guards": {"ok": null}, "root": {"go": {"guard": "ok", "actions": "act"}}}"#.utf8).write(
      to: folder.appendingPathComponent("asks.json"))
    let mark = "m\(UInt32.random(in: 0..<UInt32.max))"
    let host = #"yes "{\"event\": \"$(head -c 100000 /dev/zero | tr "\\0" x)\"}" # \#(mark)"#
    let result = try Program.measure("echo go | $STATEKIT run -q asks.json - --host '\(host)' >out", in: folder)
    #expect(text(result.errors).contains("too much"))
    try expectLittle(result, mark: mark, in: folder)
  }

  private func expectLittle(_ result: Program.Measured, mark: String, in folder: URL) throws {
    #expect(result.seconds < Program.patience)
    if let peak = result.peak { #expect(peak < 200 << 20) }
    let left = try Program.measure("ps -eo stat,args | grep '\(mark)' | grep -v grep | grep -v '^Z'", in: folder)
    #expect(left.output.isEmpty, "\(text(left.output))")
  }

  @Test func `the time limit of explore holds for the arcs of a large graph, of which some are tried`() throws {
    let folder = try folder()
    func step(_ event: String, _ key: String, _ guardText: String, _ sign: String) -> String {
      #""\#(event)": {"guard": "\#(key) \#(guardText)", "actions": {"assign": {"\#(key)": "\#(key) \#(sign) 1"}}}"#
    }
    let steps = [("x", "r", "l"), ("y", "u", "d")].flatMap { key, up, down in
      [step(up, key, "< 99", "+"), step(down, key, "> 0", "-")]
    }
    let chart = #"{"context": {"x": 0, "y": 0}, "root": {\#(steps.joined(separator: ", "))}}"#
    try Data(chart.utf8).write(to: folder.appendingPathComponent("grid.json"))
    let line = #"$STATEKIT explore grid.json --time-limit 4s --program "$STATEKIT serve grid.json""#
    let result = try Program.measure(line, in: folder)
    #expect(result.seconds < 6, "\(result.seconds) s")
    #expect(text(result.output).contains(/[1-9][0-9,]* of [0-9,]+ arcs (found )?agree/), "\(text(result.output))")
    let cover = try Program.measure(
      "$STATEKIT explore grid.json --time-limit 4s --cover arcs >out; wc -l <out", in: folder)
    #expect(cover.seconds < 6, "\(cover.seconds) s")
    #expect(text(cover.output).contains(/[1-9][0-9]{3}/), "\(text(cover.output))")
  }

  @Test func `a program does not outlive the tool, whatever ends it`() throws {
    let folder = try folder()
    for signal in ["KILL", "TERM", "INT", "HUP"] {
      let line = """
        $STATEKIT test charts/door.events.txt --program 'trap "" TERM HUP; sleep 4321; echo \(signal)' >/dev/null 2>&1 &
        tool=$!; sleep 0.5; kill -\(signal) $tool; wait $tool 2>/dev/null; sleep 2.5
        ps -eo args | grep -x 'sleep 4321'
        """
      let result = try Program.measure("set -m\n\(line)", in: folder)
      #expect(result.output.isEmpty, "\(signal): \(text(result.output))")
    }
  }

  @Test func `a host rings a bell after two seconds of a real clock`() throws {
    let folder = try folder()
    let chart = """
      {"root": {"initial": "waiting", "subStates": {"waiting": {"after": {"2s": "ringing"}},
        "ringing": {"enterState": "ring", "rang": "over"}, "over": {"type": "final"}}}}
      """
    try Data(chart.utf8).write(to: folder.appendingPathComponent("bell.json"))
    let host = #"while read -r line; do echo RING >>bells; echo "{\"event\": \"rang\"}"; done"#
    let result = try Program.measure("$STATEKIT run -q bell.json --realtime --host '\(host)'; cat bells", in: folder)
    #expect(text(result.output) == "RING\n")
    #expect((1.9..<Program.patience).contains(result.seconds) && result.cpu < 1)
    let journal =
      "echo +2s >bell.events.txt; $STATEKIT run -q bell.json bell.events.txt --journal kept --host '\(host)'"
    let real = "$STATEKIT run -q bell.json --realtime --journal real --host '\(host)'"
    for run in [journal, real] {
      let twice = try Program.measure("rm bells; \(run) && \(run) && cat bells", in: folder)
      #expect(text(twice.output) == "RING\n")
    }
  }

  @Test func `a run by the wall clock resumes from its journal where it stopped`() throws {
    let folder = try folder()
    let chart = """
      {"context": {"n": 0}, "root": {"initial": "a", "subStates": {"a": {"after": {"100ms": "b"}},
        "b": {"add": {"actions": {"assign": {"n": "n + 1"}}}, "after": {"300ms": "c"}}, "c": {"type": "final"}}}}
      """
    try Data(chart.utf8).write(to: folder.appendingPathComponent("late.json"))
    let run = "$STATEKIT run late.json late.events.txt --realtime --journal late"
    let line = """
      printf '+50ms\n+next\nadd\n+200ms\n' >late.events.txt
      \(run); echo; printf '+idle\nadd\n? n\n' >>late.events.txt; \(run); echo; \(run); echo end
      """
    let result = try Program.measure(line, in: folder)
    #expect(result.errors.isEmpty)
    let shown = text(result.output).split(separator: "\n").filter { !$0.hasPrefix("+") && !$0.contains("@") }
    #expect(
      shown == [
        "init", "  enter root", "  enter a", "  => a", "  exit a", "  enter b", "  => b", "add", "  assign n = 1",
        "  exit b", "  enter c", "  event done.state.root", "  done", "  => c", "add", "  ignored", "? n", "  = 1",
        "end",
      ])
  }

  @Test func `a program that answers at once is asked a thousand times a second`() throws {
    let folder = try folder()
    let chart = """
      {"context": {"n": 0}, "root": {
        "next": {"actions": {"assign": {"n": "(n + 1) % 2000"}}}, "touch": {"actions": "beep"}}}
      """
    try Data(chart.utf8).write(to: folder.appendingPathComponent("ring.json"))
    let explore = "$STATEKIT explore ring.json --exact --jobs 1"
    let result = try Program.measure("\(explore) --program '$STATEKIT serve ring.json'", in: folder)
    #expect(text(result.output) == "complete: 4,000 of 4,000 arcs agree (2,000 states, 2 starts)\n")
    #expect(result.seconds < 4)
  }
}
