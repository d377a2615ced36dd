import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The REPL on a real pseudo-terminal: what is typed, what is seen, and that the terminal is left as it was.
@Suite(.serialized) struct TerminalTests {
  /// The built program with a terminal of its own.
  private final class Session {
    let control: Int32
    private let line: Int32
    let process = Process()
    private var seen: [UInt8] = []

    init(_ arguments: [String], state: String, terminal: String = "xterm") throws {
      #if os(Linux)
        // The calls of POSIX are not visible here; these are what they do.
        control = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var lock: Int32 = 0
        var number: UInt32 = 0
        try #require(ioctl(control, 0x4004_5431, &lock) == 0 && ioctl(control, 0x8004_5430, &number) == 0)
        let name = "/dev/pts/\(number)"
      #else
        control = posix_openpt(O_RDWR | O_NOCTTY)
        try #require(control >= 0 && grantpt(control) == 0 && unlockpt(control) == 0)
        let name = try #require(ptsname(control).map { String(cString: $0) })
      #endif
      line = open(name, O_RDWR | O_NOCTTY)
      try #require(line >= 0)
      var size = winsize(ws_row: 24, ws_col: 60, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(line, UInt(TIOCSWINSZ), &size)
      process.executableURL = URL(fileURLWithPath: Repository.root.appendingPathComponent(".build/debug/statekit").path)
      if let beside = ProcessInfo.processInfo.environment["STATEKIT_PROGRAM"] {
        process.executableURL = URL(fileURLWithPath: beside)
      }
      process.arguments = arguments
      process.currentDirectoryURL = Repository.root
      process.environment = ["TERM": terminal, "XDG_STATE_HOME": state, "SWIFT_BACKTRACE": "enable=no"]
      let handle = FileHandle(fileDescriptor: line, closeOnDealloc: false)
      process.standardInput = handle
      process.standardOutput = handle
      process.standardError = handle
      try process.run()
    }

    deinit {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      close(line)
      close(control)
    }

    /// Whether the terminal hands out whole lines and echoes, as a shell expects it.
    var isCooked: Bool {
      var mode = termios()
      tcgetattr(line, &mode)
      return mode.c_lflag & tcflag_t(ICANON) != 0 && mode.c_lflag & tcflag_t(ECHO) != 0
    }

    func resize(width: UInt16) {
      var size = winsize(ws_row: 24, ws_col: width, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(line, UInt(TIOCSWINSZ), &size)
    }

    func type(_ text: String) {
      let bytes = Array(text.utf8)
      _ = write(control, bytes, bytes.count)
    }

    /// Waits until the terminal has shown a text since it was looked at last.
    func sees(_ text: String, seconds: Double = 10) -> Bool {
      let end = Date().addingTimeInterval(seconds)
      let wanted = Array(text.utf8)
      while Date() < end {
        if let range = Self.range(of: wanted, in: seen) {
          seen.removeFirst(range.upperBound)
          return true
        }
        var poller = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
        guard poll(&poller, 1, 50) > 0 else { continue }
        var block = [UInt8](repeating: 0, count: 4096)
        let count = read(control, &block, block.count)
        if count <= 0 { break }
        seen += block[..<count]
      }
      return false
    }

    private static func range(of wanted: [UInt8], in bytes: [UInt8]) -> Range<Int>? {
      guard bytes.count >= wanted.count else { return nil }
      for start in 0...(bytes.count - wanted.count) where bytes[start..<start + wanted.count].elementsEqual(wanted) {
        return start..<start + wanted.count
      }
      return nil
    }

    func waits(seconds: Double = 10) -> Bool {
      let end = Date().addingTimeInterval(seconds)
      while process.isRunning, Date() < end {
        _ = sees("\u{0}never", seconds: 0.05)
      }
      return !process.isRunning
    }
  }

  private func folder() throws -> String {
    _ = Repository.root
    return try Repository.temporaryFolder([:]).path
  }

  @Test func `typing, editing, completion, and the ends of lines`() throws {
    let state = try folder()
    let session = try Session(["repl", "charts/door.json"], state: state)
    #expect(session.sees(":help lists commands") && session.sees("closed> "))
    #expect(!session.isCooked)
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
    session.type("\u{15}\u{1B}[200~open\nclose\n\u{1B}[201~")
    #expect(session.sees("enter open") && session.sees("exit open") && session.sees("closed> "))
    session.type("\u{04}")
    #expect(session.waits() && session.process.terminationStatus == 0 && session.isCooked)
    let history = state + "/statekit/history"
    let kept = try String(contentsOfFile: history, encoding: .utf8)
    #expect(kept.hasPrefix("open\nclose") && kept.hasSuffix("open\nclose\n"))
    let rights = try FileManager.default.attributesOfItem(atPath: history)[.posixPermissions] as? Int
    #expect(rights == 0o600)
    let next = try Session(["repl", "charts/door.json"], state: state)
    #expect(next.sees("closed> "))
    next.type("\u{12}op")
    #expect(next.sees("(search \"op\") open"))
    next.type("\r:quit\r")
    #expect(next.sees("enter open") && next.waits() && next.process.terminationStatus == 0)
  }

  /// What is typed, and what stands there after a Tab; where several things are possible they are shown.
  private static let completions = [
    (#"pay {"amount": "#, #"pay {"amount": "#), (#"pay {"am"#, #"pay {"amount": "#), ("pay {", #"pay {""#),
    (#"pay {"amount""#, #"pay {"amount": "#), (#"pay {"amount": 1"#, #"pay {"amount": 1, ""#),
    (#"pay {"amount": 1, "rush": t"#, #"pay {"amount": 1, "rush": true"#),
    (#"pay {"amount": 1, "rush": true, "note": "a"#, #"pay {"amount": 1, "rush": true, "note": "a"#),
    (#"pay {"amount": 1, "rush": true, "note": "a""#, #"pay {"amount": 1, "rush": true, "note": "a"}"#),
    (#"pay {"amount": 1, ru"#, #"pay {"amount": 1, "rush": "#), (#"pay {"amount": [{"am"#, #"pay {"amount": [{"am"#),
    (#"pay {"amount": 1}"#, #"pay {"amount": 1}"#), (#"add {"sku": "p", pr"#, #"add {"sku": "p", "pr"#),
    (#"add {"sku": "p", pric"#, #"add {"sku": "p", "price": "#), (#""set"#, #""set it" "#), ("go ", "go "),
    (":break ", ":break on "), (":break on ne", ":break on nested"), (":break on go", ":break on go"),
    (":break on nested ", ":break on nested if "), (":break on nested if cou", ":break on nested if count"),
    (":expect did b", ":expect did beep"), (":expect did beep, o", ":expect did beep, ok"),
    (":expect raised ", ":expect raised add"), (":expect sent ", ":expect sent go"),
    (":expect in nested.", ":expect in nested.inner"),
    (":expect in nested.i", ":expect in nested.inner"), (":expect in root.out.d", ":expect in root.out.deep"),
    (":expect only a, dee", ":expect only a, deep"), (#":expect not in ""#, #":expect not in "b b""#),
    (":expect entered dee", ":expect entered deep"), (":expect no", ":expect not in "),
    (":expect timers n", ":expect timers none"),
    (":expect timer ", ":expect timer 3s"), (#":expect isIn("dee"#, #":expect isIn("deep")"#),
    (":expect !isIn('dee", ":expect !isIn('deep')"), (":expect isI", #":expect isIn(""#),
    (":expect cou", ":expect count"),
    (":expect 1 < nested.alp", ":expect 1 < nested.alpha"), (":expect nested.beta.g", ":expect nested.beta.gamma"),
    (":expect nested.beta.gamma.ex", ":expect nested.beta.gamma.exists"), (":expect size(nes", ":expect size(nested"),
    (":expect 'x' + stri", ":expect 'x' + string("), (":expect 'cou", ":expect 'cou"),
    (":set nested.b", ":set nested.beta"),
    (":set count = nested.alp", ":set count = nested.alpha"), (":watch nested.", ":watch nested."),
    (":exp o", ":exp only "),
    (":wh", ":why "), (":why pa", ":why pay "), (#":why pay {"n"#, #":why pay {"note": "#),
    (#":why pay {"no"#, #":why pay {"note": "#),
    (":help unb", ":help unbreak"), (":zzz x", ":zzz x"), ("zzz", "zzz"), (#""é"#, #""é"#), ("日本 {", "日本 {"),
  ]

  @Test func `Tab completes events, payloads, commands, expectations and expressions, and leaves legal text`() throws {
    let state = try Repository.temporaryFolder([
      "c.json": #"""
      {"events": {"pay": {"amount": "int", "note": "string?", "rush": "bool"}, "go": null, "set it": null,
          "add": {"sku": "string", "price": "int", "prompt": "int?"}},
        "context": {"nested": {"alpha": 1, "beta": {"gamma": [1]}}, "count": 0},
        "root": {"initial": "out", "pay": {}, "set it": {}, "add": {"actions": "ok"},
          "go": {"actions": ["beep", {"raise": "add", "data": {"sku": "'x'", "price": "1"}}, {"send": "go", "delay": "2s"}]},
          "subStates": {"nested": {"subStates": {"inner": {}, "b b": {}}},
            "out": {"initial": "a", "after": {"3s": {}}, "subStates": {"a": {}, "deep": {}}}}}}
      """#
    ]).path
    let session = try Session(["repl", state + "/c.json"], state: state)
    session.resize(width: 200)
    #expect(session.sees("a> "))
    for (typed, expected) in Self.completions {
      session.type(typed)
      #expect(session.sees("\ra> \(typed)\u{1B}[K"), "\(typed)")
      session.type("\t")
      #expect(session.sees("\ra> \(expected)\u{1B}[K"), "\(typed)")
      session.type("\u{15}")
      #expect(session.sees("\ra> \u{1B}[K"))
    }
    session.type("pay {\"amount\": 1, \t\t")
    #expect(session.sees("\n\"note\":  \"rush\":\r"))
    session.type("\u{15}:break on \t")
    #expect(session.sees("\nroot  nested  inner  \"b b\"  out  a  deep  pay  \"set it\"  add  go\r"))
    session.type("\u{15}:expect \t")
    #expect(session.sees("\nin  not in  only  handled") && session.sees("timer  nested  count  event  isIn(\"  has("))
    session.type("\u{03}\u{04}")
    #expect(session.waits())
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGABRT])
  func `the terminal is left as it was, whatever ends the program`(number: Int32) throws {
    let session = try Session(["repl", "charts/door.json"], state: try folder())
    #expect(session.sees("closed> ") && !session.isCooked)
    kill(session.process.processIdentifier, number)
    #expect(session.waits() && session.isCooked)
    #expect(session.process.terminationReason == .uncaughtSignal && session.process.terminationStatus == number)
  }

  @Test func `a terminal that can do little gets plain lines`() throws {
    let session = try Session(["repl", "charts/door.json"], state: try folder(), terminal: "dumb")
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
    let session = try Session(["repl", state + "/slow.json"], state: state)
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

  @Test func `a line that is longer than the terminal is shown around the cursor, also after a resize`() throws {
    let session = try Session(["repl", "charts/door.json"], state: try folder())
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

  #if os(Linux)
    @Test func `Ctrl-Z stops the program with the terminal as it was, and it goes on`() throws {
      let session = try Session(["repl", "charts/door.json"], state: try folder())
      #expect(session.sees("closed> "))
      session.type("op\u{1A}")
      let status = "/proc/\(session.process.processIdentifier)/status"
      var isStopped = false
      for _ in 0..<100 where !isStopped {
        usleep(20_000)
        isStopped = (try? String(contentsOfFile: status, encoding: .utf8).contains("State:\tT")) ?? false
      }
      #expect(isStopped && session.isCooked)
      kill(session.process.processIdentifier, SIGCONT)
      #expect(session.sees("closed> op"))
      session.type("en\r:quit\r")
      #expect(session.sees("enter open") && session.waits() && session.process.terminationStatus == 0)
    }
  #endif
}
