import Foundation
import TestSupport
import Testing

/// Files that are written while something goes wrong: descriptors that are missing, others that write, signals.
@Suite struct WriteTests {
  private static let files = [
    "c.json": #"{"root":   {"initial": "a", "subStates": {"a": {"x": "b"}, "b": {"y": "a"}}}}"#,
    "bad.json": #"{"root": {"initial": "a", "states": {"a": {"x": "b"}, "b": {}}}}"#,
    "s.txt": "x\ny\n", "t.events.txt": ":chart c.json\nx\n:expect  in b\n",
    "t.trace.txt": "old\n", "wrong.events.txt": ":chart c.json\nx\n:expect in a\n", "log.csv": "c,e\n1,x\n",
  ]

  /// Commands that write files, each with all that it writes.
  private static let commands = [
    "run c.json s.txt --journal j --state-every 1", "run c.json s.txt --record r", "run c.json s.txt --save-state st",
    "fmt c.json", "fmt t.events.txt", "validate --fix bad.json", "rename c.json b z t.events.txt", "new n",
    "test --bless t.events.txt", "test --shrink wrong.events.txt", "show c.json -o p.svg",
    "convert c.json --to scxml -o c.scxml", "explore c.json --cover cover.txt",
    "explore c.json --never 'isIn(\"b\")' --script d",
    "replay c.json log.csv --case c --event e --deviations dev",
  ]

  @Test(arguments: commands) func `a missing descriptor gets no file`(command: String) throws {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in Self.files {
      try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    var lines =
      "mkdir in; mv *.json *.txt *.csv in; shopt -s nullglob; (cp -r in whole; cd whole; $STATEKIT \(command) >../o 2>../e); cat o e >&2\n"
    // The release is tried with each of them (make hostile).
    let isWhole = ProcessInfo.processInfo.environment["STATEKIT_PROGRAM"] != nil
    let more = isWhole ? ["<&-", "2>&-", "<&- 2>&-", ">&- 2>&-"] : []
    for closed in [">&-", "<&- >&-", "<&- >&- 2>&-"] + more {
      lines += """
        rm -rf now; cp -r in now; (cd now; $STATEKIT \(command) >/dev/null 2>/dev/null \(closed)); s=$?
        for f in $(cd whole; find . -type f) $(cd now; find . -type f); do
          if ! cmp -s now/$f whole/$f && ! cmp -s now/$f in/$f; then
            # What was not written is no harm, and a journal may end early.
            [ -e now/$f ] && ! cmp -s -n $(stat -c %s now/$f) now/$f whole/$f && echo "\(closed): $f, status $s"
          fi
        done
        [ $s -le 2 ] || echo "\(closed): status $s"

        """
    }
    lines += "ls whole | wc -l; diff -r in whole | wc -l"
    let result = try Program.measure(lines, in: folder)
    let said = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    #expect(said.count == 2 && said.last != "0", "\(said), \(String(decoding: result.errors, as: UTF8.self))")
  }

  @Test(arguments: [
    ("$STATEKIT run c.json s.txt >&-", 2), ("$STATEKIT run c.json - <&-", 2), ("$STATEKIT run c.json s.txt -q 2>&-", 0),
    ("$STATEKIT validate nothing.json 2>&-", 2), ("$STATEKIT repl c.json <&-", 2), ("$STATEKIT fmt - <&-", 2),
  ]) func `a missing descriptor is an error where it is used`(line: String, status: Int32) throws {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try Program.measure(line, in: folder).status == status)
  }

  @Test func `a run that waits ends when nothing can be written, and at the second signal when nobody reads`() throws {
    let folder = try Repository.temporaryFolder([
      "c.json": #"{"root": {"initial": "a", "subStates": {"a": {"go": "b", "after": {"1h": "b"}}, "b": {"go": "a"}}}}"#,
      "idle.txt": "+idle\n", "many.txt": String(repeating: "go\n", count: 100_000),
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let line = #"""
      timeout 60 $STATEKIT run --realtime c.json idle.txt >/dev/full; echo $?
      mkfifo pipe; exec 3<>pipe
      $STATEKIT run c.json many.txt >pipe & run=$!
      (sleep 60; kill -KILL $run) >/dev/null 2>&1 & limit=$!
      sleep 1; kill -TERM $run; sleep 1; kill -TERM $run 2>/dev/null
      wait $run; echo $?; kill $limit
      """#
    let result = try Program.measure(line, in: folder)
    #expect(String(decoding: result.output, as: UTF8.self) == "2\n143\n")
  }

  /// Somebody else writes while the tool does: `strace` makes the moment before the file gets its name long.
  /// What looks for leaks cannot work beside it.
  @Test(arguments: [
    ("fmt c.json", "c.json", "{\"root\": {}}"), ("new n", "n.json", "mine"), ("new n", "n.events.txt", "mine"),
    ("show c.json -o p.svg", "p.svg", "mine"), ("run c.json s.txt -q --record r", "r", "mine"),
    ("validate --fix bad.json", "bad.json", "{\"root\": {}}"), ("rename c.json b z", "c.json", "{\"root\": {}}"),
  ]) func `what somebody writes meanwhile is not replaced`(command: String, file: String, text: String) throws {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let line = """
      strace -o /dev/null true 2>/dev/null || exit 77
      export ASAN_OPTIONS=detect_leaks=0
      strace -f -qq -o /dev/null -e trace=rename,link -e inject=rename,link:delay_enter=400000 $STATEKIT \(command) >/dev/null &
      sleep 0.3; printf '%s' '\(text)' >\(file); wait $!; echo $?; cat \(file); ls -A | grep -c '^.statekit'
      """
    let result = try Program.measure(line, in: folder)
    if result.status == 77 { return }
    #expect(
      String(decoding: result.output, as: UTF8.self) == "2\n\(text)0\n",
      "\(String(decoding: result.errors, as: UTF8.self))")
  }

  /// At the first name that is taken it is too late, at the first file that is synced it is not.
  @Test(arguments: [
    "rename c.json b z t.events.txt", "fmt c.json t.events.txt", "validate --fix bad.json c.json worse.json",
  ])
  func `a signal waits until all files of a command are replaced, or none`(command: String) throws {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    for signal in ["INT", "TERM", "HUP"] {
      let line = """
        strace -o /dev/null true 2>/dev/null || exit 77
        export ASAN_OPTIONS=detect_leaks=0
        sed 's/"y"/"z"/' bad.json >worse.json
        for call in rename fsync; do
          rm -rf now; mkdir now; cp *.json *.txt now; cd now
          strace -f -qq -o /dev/null -e trace=$call -e inject=$call:signal=\(signal):when=1 $STATEKIT \(command) >/dev/null
          for f in *.json *.txt; do cmp -s $f ../$f || echo $call; done | sort | uniq -c | tr -s ' '
          ls -A | grep '^.statekit'; cd ..
        done
        """
      let result = try Program.measure(line, in: folder)
      if result.status == 77 { return }
      #expect(String(decoding: result.output, as: UTF8.self) == " 2 rename\n", "\(signal)")
    }
  }

  @Test func `watch draws over its own pictures only`() throws {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let line = """
      echo precious >victim; ln -s victim door.svg; cp victim notes.svg; cp victim n.dot; ln -s nothing l.svg
      for p in door.svg notes.svg n.dot l.svg; do
        timeout -s INT 1 $STATEKIT watch c.json --show $p </dev/null >/dev/null 2>&1; cat $p
      done
      timeout -s INT 1 $STATEKIT watch c.json --show n.dot --force </dev/null >/dev/null 2>&1; grep -c digraph n.dot
      timeout -s INT 4 $STATEKIT watch c.json --show p.dot </dev/null >/dev/null 2>&1 &
      sed 's/"a"/"renamed"/g' c.json >d; sleep 1; echo '{' >c.json; sleep 1; mv d c.json; wait
      grep -c renamed p.dot >/dev/null && echo drawn
      """
    let result = try Program.measure(line, in: folder)
    #expect(String(decoding: result.output, as: UTF8.self) == "precious\nprecious\nprecious\n1\ndrawn\n")
  }

  #if os(Linux)
    @Test func `a socket is no pipe without a reader`() throws {
      let folder = try Repository.temporaryFolder(["c.json": #"{"root": {}}"#])
      defer { try? FileManager.default.removeItem(at: folder) }
      let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(listener) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) {
        $0.copyBytes(from: folder.appendingPathComponent("so").path.utf8)
      }
      let size = socklen_t(MemoryLayout<sockaddr_un>.size)
      let bound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
      }
      #expect(bound == 0)
      let result = try Program.measure("$STATEKIT run c.json /dev/null -q --save-state so 2>&1", in: folder)
      #expect(result.status == 2)
      #expect(String(decoding: result.output, as: UTF8.self) == "statekit: cannot write so: it is a socket\n")
    }
  #endif
}
