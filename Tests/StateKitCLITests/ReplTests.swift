import Foundation
import TestSupport
import Testing
import ToolSupport

/// The session of `statekit repl`, from a pipe: what it says, how it goes back, what it saves.
@Suite struct ReplTests {
  private static let door = "charts/door.json"

  private func repl(_ chart: String, _ lines: String) -> ToolResult {
    _ = Repository.root
    return runTool(["repl", chart], input: lines)
  }

  /// A generator that gives the same numbers every time.
  private struct Numbers {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
  }

  /// Scripts that go wrong in every way, and set up their tests.
  private static let scripts = [
    (door, "lock\n:expect in locked\n:test \"a\"\nunlock\n:expect in closed\n:test \"b\"\n:expect only locked\n"),
    (door, "lock\n:test \"a\"\n:expect in open\nunlock\n  :expect declined\n:test \"b\"\nopne\nopne\n!!\n"),
    (door, "bogus {\n\n# nothing\n:chart door.json\n:set x = 1\n+5x\n"),
    ("charts/vending-machine.json", "coin \"x\"\n:test \"a\"\ncoin \"y\"\n:expect rejected\ncoin \"z\"\n"),
    ("charts/retry.json", "+next\n:test \"late\"\n+next\n:expect timer 9s\n:test \"later\"\n+idle\n"),
    (
      "charts/purchase.json",
      "add 5\n:test \"a\"\ncheckOut\n:expect in payment: waiting\n:test \"b\"\n:expect in cart\n"
    ),
  ]

  /// Without what a session says of an event that was ignored or declined: a run does so with --strict.
  private func withoutReasons(_ said: ToolResult) -> ToolResult {
    var isReason = false
    let errors = said.errors.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if !line.hasPrefix(" "), !line.isEmpty { isReason = line.contains(": info: ") }
      return line.isEmpty || !isReason
    }.joined(separator: "\n")
    return said.saying(errors)
  }

  @Test func `a script says the same to repl and to run, and why nothing took an event`() {
    _ = Repository.root
    let files = Repository.files(below: "charts", ending: ".events.txt").filter { $0.split(separator: "/").count == 2 }
    let own = files.map {
      ($0.replacingOccurrences(of: ".events.txt", with: ".json"), Repository.read($0) ?? "")
    }
    for (chart, script) in own + Self.scripts {
      let said = withoutReasons(repl(chart, script))
      #expect(said == runTool(["run", chart, "-"], input: script), "\(chart): \(script)")
    }
  }

  /// Lines that a random session can have on a chart: what its script says.
  private func lines(of chart: String) -> [String] {
    let script = Repository.read(chart.replacingOccurrences(of: ".json", with: ".events.txt")) ?? ""
    let said = script.split(separator: "\n").map(String.init).filter { !$0.hasPrefix(":") && !$0.hasPrefix("#") }
    return Array(Set(said)).sorted() + ["+next", "+250ms"]
  }

  private static let charts = Repository.files(below: "charts", ending: ".json").filter {
    $0.split(separator: "/").count == 2
  }

  @Test(arguments: charts)
  func `back and the same lines again give the same trace`(chart: String) {
    let lines = lines(of: chart)
    var random = Numbers(state: 42)
    var session: [String] = []
    for _ in 0..<30 { session.append(lines[random.next(below: lines.count)]) }
    let whole = repl(chart, session.joined(separator: "\n")).output
    for count in [1, 7, 30] {
      let again = session + [":back \(count)"] + session.suffix(count)
      let output = repl(chart, again.joined(separator: "\n")).output
      #expect(output.hasPrefix(whole))
      let rest = output.dropFirst(whole.count)
      let tail = rest.drop { $0 != "\n" }.dropFirst()
      #expect(whole.hasSuffix(tail) && !tail.isEmpty, "\(count): \(rest.prefix(300))")
    }
  }

  @Test(
    arguments: ["charts/wizard.json", "charts/checkout.json"]
      + (Extent.isLong ? ["charts/retry.json", "charts/media-player.json"] : []))
  func `a session with branches is saved as tests that pass`(chart: String) throws {
    let name = URL(fileURLWithPath: chart).lastPathComponent
    let folder = try Repository.temporaryFolder([name: Repository.read(chart) ?? ""]).path
    let lines = lines(of: chart)
    var random = Numbers(state: 7)
    var session: [String] = []
    for number in 0..<1_000 {
      switch random.next(below: 20) {
      case 0: session.append(":back \(1 + random.next(below: 9))")
      case 1: session.append(":forward \(1 + random.next(below: 3))")
      case 2: session.append(":mark m\(random.next(below: 5))")
      case 3: session.append(":mark m9\n:goto m9")
      case 4: session.append(":peek \(lines[0])")
      default: session.append(lines[random.next(below: lines.count)])
      }
      if number == 990 { session.append(":save \(folder)/here.events.txt") }
    }
    session.append(":save \(folder)/all.events.txt all")
    _ = repl(folder + "/" + name, session.joined(separator: "\n"))
    let result = runTool(["test", folder])
    #expect(result == ToolResult(status: 0, output: "41 tests in 2 scripts: 41 passed\n", errors: ""))
  }

  @Test func `a long session can be undone to its beginning`() {
    let lines = [String](repeating: "open\nclose", count: 3_000).joined(separator: "\n")
    let result = repl(Self.door, lines + "\n:back 6000\n:state\n:forward 6000\n:back 1\n")
    let lap = "open\n  exit closed\n  enter open\n    do lightOn\n  => open\n"
    let rest = "close\n  exit open\n    do lightOff\n  enter closed\n  => closed\n"
    let laps = String(repeating: lap + rest, count: 3_000)
    let end = "  => closed\n  root.closed\n  => closed\n  => open\n"
    #expect(
      Repository.difference(result.output, "init\n  enter root\n  enter closed\n  => closed\n" + laps + end) == nil)
    #expect(result.status == 0 && result.errors.isEmpty)
  }

  private static let beforeReload = """
    init
      enter root
      enter a
      => a
    x
      exit a
      enter b
      => b
    :set n = 5
      assign n = 5
    reloaded;
    """

  @Test func `a chart that changed keeps what is still legal, or says what is dropped`() throws {
    func text(_ states: String) -> String {
      "{\"context\": {\"n\": 0}, \"root\": {\"initial\": \"a\", \"subStates\": {\(states)}}}"
    }
    for (states, expected) in [
      (#""a": {"x": "b"}, "b": {}"#, " the same lines lead to the same states\n  => b\n  n = 5\n"),
      (
        #""a": {"y": "b"}, "b": {}"#, " states and data are kept, timers and history are dropped\n  => b\n  n = 5\n"
      ),
      (#""a": {"x": "c"}, "c": {}"#, " the same lines no longer lead to root.b\n  => c\n  n = 5\n"),
    ] {
      let folder = try Repository.temporaryFolder(["c.json": text(#""a": {"x": "b"}, "b": {}"#)]).path
      let result = runTool(["repl", folder + "/c.json"], lines: ["x", ":set n = 5", ":reload", ":context"]) { line in
        if line == 2 { try? text(states).write(toFile: folder + "/c.json", atomically: true, encoding: .utf8) }
      }
      #expect(result.output == Self.beforeReload + expected, "\(result)")
    }
  }

  @Test func `a chart read again keeps marks, breaks and watches that it has a use for, and names the others`() throws {
    let old =
      #"{"context": {"n": 0, "m": 1}, "root": {"initial": "a", "subStates": {"a": {"x": "b", "y": "a"}, "b": {}}}}"#
    let new = #"{"context": {"n": 0}, "root": {"initial": "a", "subStates": {"a": {"x": "b"}, "b": {"z": "a"}}}}"#
    let folder = try Repository.temporaryFolder(["c.json": old]).path
    let lines = [
      ":mark first", "y", ":mark other", ":back", "x", ":mark second", ":watch n + 1", ":watch m",
      ":break on b if n > 5",
      ":break on y", ":break on a if m > 0", "opne", ":reload", ":marks", ":break", "z", "x {",
    ]
    let settings = ["--set", "m=1", "--set", "n=0"]
    let result = runTool(["repl", folder + "/c.json"] + settings, lines: lines) { line in
      if line == 12 { try? new.write(toFile: folder + "/c.json", atomically: true, encoding: .utf8) }
    }
    #expect(
      result.output == """
        init
          enter root
          enter a
          => a
        y
          => a
        x
          exit a
          enter b
          => b
          watch n + 1 = 1
          watch n + 1 = 1
          watch m = 1
        will stop on b if n > 5
        will stop on y
        will stop on a if m > 0
        opne
          ignored
          watch n + 1 = 1
          watch m = 1
        reloaded; the same lines lead to the same states
          removed: --set m, which the chart no longer has
          removed: the mark other, on another branch
          removed: the break on y: no state and no event is named "y"
          removed: the break on a if m > 0: the name "m" is not known here; known: event, n
          removed: the watch m: the name "m" is not known here; known: event, n
          => b
          watch n + 1 = 1
          first: after 0 lines
          second: after 1 line
          on b if n > 5
        z
          exit b
          enter a
          => a
          watch n + 1 = 1

        """, "\(result)")
    #expect(
      result.errors == """
        <stdin>:12:1: warning: no state handles the event "opne" [unhandled-event]
           12 | opne
              | ^~~~
        <stdin>:12:1: info: opne was ignored: no active state has a handler [ignored]
           12 | opne
              | ^~~~ active: b; no state handles it
        <stdin>:17:4: error: expected a key in double quotes, found the end of the text [invalid-json]
           17 | x {
              |    ^
        <stdin>:17:3: note: this "{" is not closed
           17 | x {
              |   ^

        """)
  }

  @Test func `a chart that can no longer be read is an error`() throws {
    let folder = try Repository.temporaryFolder(["c.json": #"{"root": {}}"#]).path
    let result = runTool(["repl", folder + "/c.json"], lines: [":reload", ":state"]) { line in
      if line == 0 { try? "{".write(toFile: folder + "/c.json", atomically: true, encoding: .utf8) }
    }
    #expect(result.status == 1 && result.output.hasSuffix("the session keeps the chart that it has\n  root\n"))
  }
}
