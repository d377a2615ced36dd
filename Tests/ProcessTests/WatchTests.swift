import Foundation
import TestSupport
import Testing

/// `watch`, with files that change under it.
@Suite struct WatchTests {
  static let files = [
    "door.json": #"{"root": {"initial": "shut", "subStates": {"shut": {"open": "wide"}, "wide": {"close": "shut"}}}}"#,
    "door.events.txt": ":test \"opens\"\nopen\n:expect in wide\n",
  ]

  /// Waits until the messages hold a text a given number of times.
  static let waiting = """
    await() { for ((round = 0; round < 400; round++)); do
      [ "$(grep -c -e "$1" log)" -ge "$2" ] && return; sleep 0.025; done; echo "no $1 ($2):"; cat log; }

    """

  @Test func `each save is looked at, and a signal ends it`() throws {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script =
      Self.waiting + """
        set -m
        "$STATEKIT" watch --color never door.json >log 2>&1 &
        await watching 1
        sed -i 's/"wide"}/"wied"}/' door.json
        await unknown-target 1
        await watching 2
        sed 's/"wied"}/"wide"}/' door.json >new && mv new door.json
        await watching 3
        await '1 passed' 2
        echo ':expect in shut' >>door.events.txt
        await '1 failed' 1
        await watching 4
        sed -i 's/"close": "shut"/"close": "shut", "stay": "wide"/' door.json
        await no-effect 1
        await watching 5
        grep -c no-effect log
        kill -INT $!
        wait $!
        echo "status $?"
        """
    let result = try Program.measure(script, in: folder)
    #expect(String(decoding: result.output, as: UTF8.self) == "1\nstatus 130\n")
  }

  @Test func `a broken chart does not keep the others from being tested`() throws {
    let folder = try Repository.temporaryFolder([
      "ok.json": #"{"root": {"initial": "a", "subStates": {"a": {"go": "b"}, "b": {"go": "a"}}}}"#,
      "ok.events.txt": "go\n:expect in a\n", "broken.json": #"{"root": {"initial": "zz"}}"#,
      "tested.json": #"{"root": {"initial": "yy"}}"#, "tested.events.txt": "go\n",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let script =
      Self.waiting + """
        set -m
        mkfifo pipe.json
        "$STATEKIT" watch . >log 2>&1 &
        await watching 1
        kill -INT $!
        wait $!
        grep -c FAILED log; grep -c '"zz"' log; grep -c '"yy"' log
        """
    let result = try Program.measure(script, in: folder)
    #expect(String(decoding: result.output, as: UTF8.self) == "2\n3\n3\n")
  }

  @Test func `the first chart of a folder is drawn, also where a script comes first`() throws {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script =
      Self.waiting + """
        set -m
        for operands in . 'door.events.txt .' door.events.txt; do
          "$STATEKIT" watch $operands --show x.svg >log 2>&1 &
          await 'drew x.svg' 1
          kill -INT $!
          wait $!
          grep -c 'drew x.svg' log
          grep -c '>shut<' x.svg
          rm x.svg log
        done
        """
    let result = try Program.measure(script, in: folder)
    #expect(String(decoding: result.output, as: UTF8.self) == "1\n1\n1\n1\n1\n1\n")
  }

  @Test func `what is new in a folder is looked at, what is missing is said`() throws {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script =
      Self.waiting + """
        set -m
        "$STATEKIT" watch . >log 2>&1 &
        await watching 1
        mkdir inner
        await watching 1
        echo '{"rot": {}}' >inner/bad.json
        await unknown-key 1
        kill -INT $!
        wait $!
        "$STATEKIT" watch none.json 2>&1
        echo "status $?"
        """
    let result = try Program.measure(script, in: folder)
    #expect(
      String(decoding: result.output, as: UTF8.self)
        == "statekit: cannot read none.json: No such file or directory\nstatus 2\n")
  }

  @Test func `a link to nowhere in a folder is said, and does not keep the tests from running`() throws {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script =
      Self.waiting + """
        set -m
        ln -s nowhere dead.json
        "$STATEKIT" watch . >log 2>&1 &
        await watching 1
        grep -c 'cannot read ./dead.json: it is a broken link' log
        grep -c '1 passed' log
        ln -s nowhere other.json
        await 'other.json: it is a broken link' 1
        kill -INT $!
        wait $!
        """
    let result = try Program.measure(script, in: folder)
    #expect(String(decoding: result.output, as: UTF8.self) == "1\n1\n")
  }

  @Test func `a chart that is missing, or a pipe meanwhile, is said and not waited for`() throws {
    let folder = try Repository.temporaryFolder(["a.json": Self.files["door.json"] ?? ""])
    defer { try? FileManager.default.removeItem(at: folder) }
    let script =
      Self.waiting + """
        set -m
        "$STATEKIT" watch a.json >log 2>&1 &
        await watching 1
        mv a.json b.json
        await 'cannot read a.json: No such file' 1
        mkfifo a.json
        await 'cannot read a.json: it is not a regular file' 1
        sed 's/"wide"}/"wied"}/' b.json >c.json && mv c.json a.json
        await unknown-target 1
        kill -INT $!
        wait $!
        echo "status $?"
        """
    let result = try Program.measure(script, in: folder)
    #expect(String(decoding: result.output, as: UTF8.self) == "status 130\n")
  }

  @Test func `a folder that is replaced is watched again`() throws {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script =
      Self.waiting + """
        set -m
        mkdir d && mv door.* d
        "$STATEKIT" watch d >log 2>&1 &
        await watching 1
        mv d e; mkdir d
        echo '{"root": {"initial": "wied"}}' >d/door.json
        await unknown-target 1
        mkdir f && mv d f && cp -r e d
        await watching 3
        tail -1 log
        kill -INT $!
        wait $!
        """
    let result = try Program.measure(script, in: folder)
    #expect(String(decoding: result.output, as: UTF8.self) == "statekit: watching d\n")
  }

  @Test func `a folder without charts is said to be watched`() throws {
    let folder = try Repository.temporaryFolder([:])
    defer { try? FileManager.default.removeItem(at: folder) }
    let script =
      Self.waiting + """
        set -m
        mkdir empty
        "$STATEKIT" watch empty >log 2>&1 &
        await watching 1
        echo '{"root": {"initial": "wied"}}' >empty/door.json
        await unknown-target 1
        kill -INT $!
        wait $!
        echo "status $?"
        """
    let result = try Program.measure(script, in: folder)
    #expect(String(decoding: result.output, as: UTF8.self) == "status 130\n")
  }
}
