import Foundation
import TestSupport
import Testing

/// What a file of somebody else names is read through one door, in every command: a regular file within reach, or nothing.
@Suite struct ReachTests {
  /// Files outside of the folder that a command is started in, and what every command must keep for itself.
  private static let secret = "hunter2"

  /// What must not be read: the path that a chart or a script writes, and the shell line that puts it there.
  private static let names: [(path: String, make: String)] = [
    ("/dev/stdin", ":"), ("/proc/self/environ", ":"), ("x.json", "ln -s /etc/passwd x.json"),
    ("x.json", "ln -s /dev/zero x.json"), ("x.json", "ln -s /proc/self/environ x.json"), ("x.json", "mkfifo x.json"),
    ("x.json", "mkdir x.json"), ("x.json", "ln -s x.json x.json"), ("../outside.json", ":"),
    ("x.json", "ln -s ../outside.json x.json"), ("d/outside.json", "ln -s .. d"),
  ]

  /// Commands that follow a path, written as `$n`.
  private static let commands = [
    // A script's chart.
    #"echo ":chart $n" >t.events.txt; $STATEKIT test t.events.txt"#,
    #"echo ":chart $n" >t.events.txt; $STATEKIT test ."#,
    #"echo ":chart $n" >t.events.txt; timeout -s INT 1 $STATEKIT watch ."#,
    #"echo ":chart $n" >t.events.txt; timeout -s INT 1 $STATEKIT watch t.events.txt"#,
    #"echo ":chart $n" >t.events.txt; $STATEKIT show c.json --coverage . --format svg"#,
    #"echo ":chart $n" >t.events.txt; $STATEKIT rename --diff c.json a b t.events.txt"#,
    // A chart's child.
    "$STATEKIT validate p.json", "$STATEKIT run p.json - </dev/null", "$STATEKIT repl p.json </dev/null",
    "$STATEKIT explore p.json",
    "$STATEKIT diff p.json c.json", "$STATEKIT compat p.json c.json", "$STATEKIT convert --to scxml p.json",
    "$STATEKIT show --format tree p.json", "$STATEKIT replay p.json log.jsonl", "$STATEKIT why p.json - e </dev/null",
    "$STATEKIT rename --diff p.json a z", "$STATEKIT fmt --check p.json",
    "timeout -s INT 1 $STATEKIT watch p.json", "$STATEKIT validate q.scxml", "$STATEKIT run r.scxml - </dev/null",
    // What lies in a folder.
    "$STATEKIT validate .", "$STATEKIT fmt --check .", "timeout -s INT 1 $STATEKIT watch .",
    #"[ -e x.json -o -L x.json ] && mv -T x.json t.events.txt; $STATEKIT test ."#,
    #"[ -e x.json -o -L x.json ] && mv -T x.json t.trace.txt; echo ":chart c.json" >t.events.txt; $STATEKIT test ."#,
  ]

  @Test(arguments: 0..<names.count)
  func `no command reads what it may not, or waits for it`(number: Int) throws {
    let (path, make) = Self.names[number]
    for command in Self.commands {
      let top = try Repository.temporaryFolder(["outside.json": #"{"root": {"initial": "\#(Self.secret)"}}"#])
      defer { try? FileManager.default.removeItem(at: top) }
      let files = [
        "c.json": #"{"root": {"initial": "a", "subStates": {"a": {"x": "b"}, "b": {"x": "a"}}}}"#,
        "p.json":
          #"{"root": {"initial": "a", "subStates": {"a": {"invoke": {"chart": "\#(path)"}, "e": "b"}, "b": {}}}}"#,
        "q.scxml": """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"><state id="a"><invoke type="scxml" src="\(path)"/></state></scxml>
        """,
        "r.scxml": """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript"><script src="\(path)"/>
        <state id="a"/></scxml>
        """,
        "log.jsonl": "{\"case\":\"1\",\"event\":\"e\"}\n",
      ]
      let folder = top.appendingPathComponent("in")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
      // Whoever reads standard input finds the secret there.
      let line = """
        export TOKEN=\(Self.secret)
        \(make)
        echo \(Self.secret) | timeout -s KILL 8 bash -c '\(command.replacing("$n", with: path))'
        """
      let result = try Program.measure(line, in: folder)
      let said = String(decoding: result.output + result.errors, as: UTF8.self)
      let tried = "\(command); \(make); \(path)"
      #expect([0, 1, 2, 124, 130].contains(result.status), "\(tried): \(result.status)")
      #expect(!said.contains(Self.secret) && !said.contains("root:x"), "\(tried): \(said)")
    }
  }
}
