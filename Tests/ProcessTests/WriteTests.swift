import Foundation
import StateKitCore
import TestSupport
import Testing

/// Files that are written while something goes wrong: descriptors that are missing, others that write, kills.
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
    for closed in ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"] {
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

  /// What a command that was killed between two files has left: the first one is new, the second one old.
  @Test func `files that were not all replaced get back what they held`() throws {
    let folder = try Repository.temporaryFolder([:])
    defer { try? FileManager.default.removeItem(at: folder) }
    let (old, new) = ("{\"root\": {}}\n", "{\"name\": \"new\", \"root\": {}}\n")
    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
    let resolved = try #require(realpath(folder.path, nil))
    defer { free(resolved) }
    let path = String(cString: resolved)
    for isEdited in [false, true] {
      try write("a.json", isEdited ? old + " " : new)
      try write("b.json", old)
      try write(".statekit-a.part", old)
      try write(".statekit-b.part", new)
      let sum = Checksum.text(of: Checksum.of(Array(new.utf8).span))
      let entries = [("a.json", ".statekit-gone.part", ".statekit-a.part"), ("b.json", ".statekit-b.part", "")]
      let list = entries.map { "\(path)/\($0)\0\(path)/\($1)\0\($2.isEmpty ? "" : "\(path)/\($2)")\0\(sum)\0" }.joined()
      try write(".statekit-l.list.part", list)
      let result = try Program.measure("$STATEKIT fmt b.json", in: folder)
      let said = "statekit: a run was ended while it changed several files; "
      let what = isEdited ? "a.json may have changed, others have not" : "changes in a.json are undone"
      #expect(String(decoding: result.errors, as: UTF8.self) == said + what + "\n")
      #expect(try text("a.json") == (isEdited ? old + " " : old))
      #expect(try text("b.json") == old)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(".statekit") }
      #expect(left == [])
    }
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

  @Test func `a signal waits until all files of a command are replaced`() throws {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    for signal in ["INT", "TERM", "HUP"] {
      let line = """
        strace -o /dev/null true 2>/dev/null || exit 77
        export ASAN_OPTIONS=detect_leaks=0
        cp in.json c.json; cp in.txt t.events.txt
        strace -f -qq -o /dev/null -e trace=rename -e inject=rename:signal=\(signal):when=1 $STATEKIT rename c.json b z t.events.txt
        grep -c z c.json t.events.txt; ls -A | grep -c '^.statekit'
        """
      let result = try Program.measure("cp c.json in.json; cp t.events.txt in.txt\n" + line, in: folder)
      if result.status == 77 { return }
      #expect(String(decoding: result.output, as: UTF8.self) == "c.json:1\nt.events.txt:1\n0\n", "\(signal)")
      _ = try Program.measure("cp in.json c.json; cp in.txt t.events.txt", in: folder)
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
      timeout -s INT 3 $STATEKIT watch c.json --show p.dot </dev/null >/dev/null 2>&1 &
      sleep 1; sed 's/"a"/"renamed"/g' c.json >d; mv d c.json; wait; grep -c renamed p.dot >/dev/null && echo drawn
      """
    let result = try Program.measure(line, in: folder)
    #expect(String(decoding: result.output, as: UTF8.self) == "precious\nprecious\nprecious\ndrawn\n")
  }
}
