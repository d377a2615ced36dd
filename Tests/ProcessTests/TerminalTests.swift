import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The REPL on a real pseudo-terminal: what is typed, what is seen, and that the terminal is left as it was.
///
/// How much is drawn again depends on how many keys a read brings, so a part is looked for; `repl.txt` has whole answers.
@Suite(.serialized) struct TerminalTests {
  private func folder() throws -> String {
    _ = Repository.root
    return try Repository.temporaryFolder([:]).path
  }

  @Test func `typing, editing, completion, and the ends of lines`() throws {
    let state = try folder()
    let session = try TerminalSession(["repl", "charts/door.json"], state: state)
    #expect(session.sees(":help lists commands") && session.sees("closed> ") && !session.isCooked)
    session.type("opex\u{7F}n\r")
    #expect(session.sees("enter open") && session.sees("open> "))
    session.type("cl\t")
    #expect(session.sees("close "))
    session.type("\r")
    #expect(session.sees("=> closed") && session.sees("closed> "))
    session.type("\u{1B}[A\u{1B}[A")
    #expect(session.sees("closed> open"))
    session.type("\u{03}")
    #expect(session.sees("^C") && session.sees("closed> "))
    session.type("o\t\t")
    #expect(session.sees("open "))
    session.type("\u{15}:show lo\t")
    #expect(session.sees(":show locked"))
    session.type("\u{15}\u{1B}[200~open\nclose\n\u{1B}[201~")
    #expect(session.sees("enter open") && session.sees("exit open") && session.sees("closed> "))
    session.type("\u{04}")
    #expect(session.waits() && session.process.terminationStatus == 0 && session.isCooked)
    let history = state + "/statekit/history"
    let kept = try String(contentsOfFile: history, encoding: .utf8)
    #expect(kept.hasPrefix("open\nclose") && kept.hasSuffix("open\nclose\n"))
    let rights = try FileManager.default.attributesOfItem(atPath: history)[.posixPermissions] as? Int
    #expect(rights == 0o600)
    let next = try TerminalSession(["repl", "charts/door.json"], state: state)
    #expect(next.sees("closed> "))
    next.type("\u{12}op")
    #expect(next.sees("(search \"op\") open"))
    next.type("\r:expect cannot opne\r:quit\r")
    #expect(next.sees("enter open") && next.sees("\"opne\"") && next.waits() && next.process.terminationStatus == 0)
  }

  @Test func `an invalid chart is waited for, edited, and its pages turned`() throws {
    let regions = ["a", "b", "c", "d"].map {
      #""\#($0)": {"initial": "\#($0)1", "subStates": {"\#($0)1": {"\#($0)x": "\#($0)2"}, "\#($0)2": {}}}"#
    }
    let state = try Repository.temporaryFolder([
      "c.json": #"{"root": {"type": "parallel", "states": {"# + "\n" + regions.joined(separator: ",\n") + "}}}\n",
      "editor":
        "#!/bin/sh\necho \"edits $@\"; for f; do :; done; sed 's/\"states\"/\"subStates\"/' \"$f\" >\"$f.new\"; mv \"$f.new\" \"$f\"\n",
    ]).path
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: state + "/editor")
    try FileManager.default.createSymbolicLink(atPath: state + "/vim", withDestinationPath: state + "/editor")
    let session = try TerminalSession(
      ["repl", state + "/c.json"], state: state, environment: ["EDITOR": "\(state)/vim -x"])
    #expect(session.sees("is not a key of a state") && session.sees("no chart> "))
    session.type("ax\n")
    #expect(session.sees(":reload, :edit or :quit"))
    session.type(":rel\n")
    #expect(session.sees("is not a key of a state") && session.sees("no chart> "))
    session.type(":edit\n")
    #expect(session.sees("edits -x \(state)/c.json") && session.sees("a1, b1, c1, …> "))
    // What was typed is seen once, and the region that has changed in the prompt.
    session.type("dx\r")
    #expect(session.sees("\u{1B}[?2004l\u{1B}[33m  exit d1") && session.sees("a1, b1, d2, …> "))
    session.type(":edit\r")
    #expect(session.sees("edits -x +5 \(state)/c.json") && session.sees("the same lines lead to the same states"))
    session.type(":help\r")
    #expect(session.sees("(open, pay\r\n{\"cents\"") && session.sees("-- more: any key; q ends --"))
    session.type(" ")
    #expect(session.sees("  :reload") && session.sees("-- more"))
    session.type("q")
    #expect(session.sees("…> "))
    session.type(":quit\r")
    #expect(session.waits() && session.process.terminationStatus == 0 && session.isCooked)
    try #"{"root": 1}"#.write(toFile: state + "/c.json", atomically: true, encoding: .utf8)
    let other = try TerminalSession(["repl", state + "/c.json"], state: state)
    #expect(other.sees("no chart> "))
    other.type("\u{04}")
    #expect(other.waits() && other.process.terminationStatus == 1)
  }

  @Test func `a file that is no history is neither waited for nor replaced`() throws {
    let random = Data((0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    for kind in ["pipe", "bytes", "link"] {
      let state = try folder()
      let history = state + "/statekit/history"
      try FileManager.default.createDirectory(atPath: state + "/statekit", withIntermediateDirectories: true)
      try Data("open\n".utf8).write(to: URL(fileURLWithPath: state + "/other"))
      switch kind {
      case "pipe": #expect(mkfifo(history, 0o600) == 0)
      case "bytes": try random.write(to: URL(fileURLWithPath: history))
      default: try FileManager.default.createSymbolicLink(atPath: history, withDestinationPath: state + "/other")
      }
      let session = try TerminalSession(["repl", "charts/door.json"], state: state)
      #expect(session.sees("the history is not used") && session.sees("closed> "), "\(kind)")
      session.type("open\r:quit\r")
      #expect(session.sees("enter open") && session.waits() && session.process.terminationStatus == 0, "\(kind)")
      switch kind {
      case "bytes": #expect(FileManager.default.contents(atPath: history) == random)
      case "link": #expect(FileManager.default.contents(atPath: state + "/other") == Data("open\n".utf8))
      default: break
      }
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGABRT])
  func `the terminal is left as it was, whatever ends the program`(number: Int32) throws {
    let session = try TerminalSession(["repl", "charts/door.json"], state: try folder())
    #expect(session.sees("closed> ") && !session.isCooked)
    #if os(Linux)
      // A sanitizer runs the handlers of SIGSEGV and SIGABRT at once, also in the midst of its own work, where they lock up.
      #expect(session.isSeen(in: "S"))
    #endif
    kill(session.process.processIdentifier, number)
    #expect(session.waits() && session.isCooked)
    #expect(session.process.terminationReason == .uncaughtSignal && session.process.terminationStatus == number)
  }

  @Test func `a terminal that can do little gets plain lines`() throws {
    let session = try TerminalSession(["repl", "charts/door.json"], state: try folder(), terminal: "dumb")
    #expect(session.sees("closed> ") && session.isCooked)
    session.type("open\n")
    #expect(session.sees("enter open") && session.sees("open> "))
    session.type("\u{04}")
    #expect(session.waits() && session.process.terminationStatus == 0)
  }

  @Test func `Ctrl-C stops a run that goes on and on, and the session goes on`() throws {
    let state = try Repository.temporaryFolder([
      "slow.json": """
      {"context": {"n": 0}, "root": {"go": {"actions": {"send": "go"}}, "stay": {"actions": "rest"}}}
      """
    ]).path
    let session = try TerminalSession(["repl", state + "/slow.json"], state: state)
    #expect(session.sees("root> "))
    session.type("go\r")
    #expect(session.sees("event go"))
    kill(session.process.processIdentifier, SIGINT)
    #expect(session.sees("root> ", seconds: 60))
    session.type("stay\r")
    #expect(session.sees("do rest"))
    session.type(":quit\r")
    #expect(session.waits() && session.process.terminationStatus == 0)
  }

  @Test func `Ctrl-D at a stop ends that stop, and the next one is asked about again`() throws {
    let session = try TerminalSession(["repl", "charts/door.json"], state: try folder())
    #expect(session.sees("closed> "))
    session.type(":break on open\r")
    #expect(session.sees("will stop on open"))
    for _ in 1...2 {
      session.type("open\r")
      #expect(session.sees("stopped on open") && session.sees("(open) "))
      session.type("\u{04}")
      #expect(session.sees("=> open") && session.sees("open> "))
      session.type("close\r")
      #expect(session.sees("=> closed") && session.sees("closed> "))
    }
    session.type("\u{04}")
    #expect(session.waits() && session.process.terminationStatus == 0)
  }

  @Test func `a replay says on a terminal how far it has come, and leaves nothing of that`() throws {
    let folder = try Repository.temporaryFolder([:])
    let log = folder.appendingPathComponent("log").path
    #expect(mkfifo(log, 0o600) == 0)
    let fields = ["--case", "c", "--event", "e", "--format", "json"]
    let session = try TerminalSession(["replay", "charts/door.json", log] + fields, state: folder.path)
    let input = try #require(FileHandle(forWritingAtPath: log))
    // A batch is read when its bytes are there.
    let line = Data(#"{"c": 1, "e": "open"}"#.utf8) + Data(repeating: 0x20, count: 78) + Data("\n".utf8)
    let batch = (0..<25_000).reduce(into: Data()) { bytes, _ in bytes += line }
    try input.write(contentsOf: batch)
    Thread.sleep(forTimeInterval: 1.1)
    try input.write(contentsOf: batch)
    #expect(session.sees(" events, ") && session.sees(" a second, 1 case") && session.sees("\u{1B}[K"))
    try input.close()
    #expect(session.sees("\r\u{1B}[K{\"cases\": 1, \"events\": 50000,") && session.waits())
  }

  @Test func `a question that fails is answered at once, and not again`() throws {
    let state = try folder()
    let session = try TerminalSession(["repl", "charts/door.json"], state: state)
    #expect(session.sees("closed> "))
    session.type("? 1 / 0\r")
    #expect(session.sees("error: division by zero"))
    session.type("open\r")
    #expect(!session.sees("[run-error]", seconds: 1))
    #expect(session.sees("open> "))
    session.type(":quit\r")
    #expect(session.waits() && session.process.terminationStatus == 0)
  }

  @Test func `a line that is longer than the terminal is shown around the cursor, also after a resize`() throws {
    let session = try TerminalSession(["repl", "charts/door.json"], state: try folder())
    #expect(session.sees("closed> "))
    session.type(String(repeating: "a", count: 70) + "END")
    #expect(session.sees("aaaEND"))
    session.resize(width: 30)
    // At once, without a key: 30 cells less the prompt and the cell of the cursor.
    #expect(session.sees("\rclosed> " + String(repeating: "a", count: 18) + "END\u{1B}[K"))
    session.resize(width: 24)
    session.type("X")
    // 24 cells less the prompt and the cell of the cursor.
    #expect(session.sees("\rclosed> " + String(repeating: "a", count: 11) + "ENDX\u{1B}[K"))
    session.type("\u{03}\u{04}")
    #expect(session.waits())
  }

  @Test func `a line of the trace that is longer than the terminal is broken between words`() throws {
    let state = try folder()
    let chart = state + "/long.json"
    let words = (1...14).map { "word\($0)" }.joined(separator: " ")
    try #"{"root": {"on": {"go": {"actions": [{"log": "\#(words)"}]}}}}"#.write(
      toFile: chart, atomically: true, encoding: .utf8)
    let session = try TerminalSession(["repl", chart], state: state)
    #expect(session.sees("root> "))
    session.type("go\r")
    #expect(session.sees("word9\r\n      word10"))
    // Before the prompt, the terminal itself reads what is typed.
    #expect(session.sees("root> "))
    session.type("\u{04}")
    #expect(session.waits())
  }

  #if os(Linux)
    @Test func `Ctrl-Z stops the program with the terminal as it was, and it goes on`() throws {
      let session = try TerminalSession(["repl", "charts/door.json"], state: try folder())
      #expect(session.sees("closed> "))
      session.type("op\u{1A}")
      #expect(session.isSeen(in: "T") && session.isCooked)
      kill(session.process.processIdentifier, SIGCONT)
      #expect(session.sees("closed> op"))
      session.type("en\r:quit\r")
      #expect(session.sees("enter open") && session.waits() && session.process.terminationStatus == 0)
    }
  #endif
}
