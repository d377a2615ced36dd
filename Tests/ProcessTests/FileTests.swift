import Foundation
import TestSupport
import Testing

/// The files that commands write, and those that they may read, as a shell sees them: links, pipes, devices, folders that are
/// closed, names that are not UTF-8.
@Suite struct FileTests {
  /// A shell line in a fresh folder with `c.json`, `s.txt` and `t.events.txt`, its status, and what output and messages hold.
  struct Case: Sendable, CustomTestStringConvertible {
    let line: String
    let status: Int32
    let says: [String]

    init(_ line: String, _ status: Int32 = 0, _ says: String...) {
      self.line = line
      self.status = status
      self.says = says
    }

    var testDescription: String { line }
  }

  private static let files = [
    "c.json": #"{"root": {"initial": "a", "subStates": {"a": {"x": "b"}, "b": {"y": "a"}}}}"#,
    "s.txt": "x\ny\n", "t.events.txt": ":chart c.json\nx\n:expect in b\n",
  ]

  private static let record = "$STATEKIT run c.json s.txt -q --record"

  /// Lets `$d` be a device: for root one of its own, because a program that replaces it must not replace the machine's.
  private static func device(_ name: String, _ minor: Int) -> String {
    "d=/dev/\(name); if [ $(id -u) = 0 ] && mknod \(name) c 1 \(minor); then d=\(name); fi;"
  }

  /// Written whole, to what a path leads to, and nothing else.
  private static let writing = [
    Case("\(record) r; ls -A | grep -c .statekit; head -2 r", 0, "0\n:chart c.json\n:expect only a\n"),
    Case(
      "ln -s other r.new; mkfifo r.tmp; echo kept >other; \(record) r; cat other; ls -l r.new", 0, "kept\n", "-> other"),
    Case("echo old >r; chmod 600 r; \(record) r --force; stat -c %a r; head -1 r", 0, "600\n:chart"),
    Case("umask 077; \(record) r; stat -c %a r", 0, "600\n"),
    Case(
      "mkdir d; ln -s d/r l; ln -s ../l2 d/r; \(record) l; stat -c %F l d/r l2", 0,
      "symbolic link\nsymbolic link\nregular"),
    Case(
      "mkdir d; ln -s d/r l; \(record) l; head -1 d/r; $STATEKIT test d/r", 0, ":chart \"../c.json\"\n", "1 passed"),
    Case(
      "mkdir d; ln -s d/r c.events.txt; \(record) c.events.txt; head -1 d/r", 0, ":chart \"../c.json\"\n"),
    Case(
      "mkdir d; ln -s ../l2 d/l1; ln -s d/r l2; echo ':save d/l1' | $STATEKIT repl c.json; head -1 d/r", 0,
      ":chart \"../c.json\"\n"),
    Case("echo old >r; ln -s r l; \(record) l", 2, "cannot write l: it exists; --force replaces it"),
    Case("ln -s nowhere/r l; \(record) l", 2, "cannot write l: ", "No such file or directory"),
    Case("ln -s l l; \(record) l", 2, "cannot write l: Too many levels of symbolic links"),
    Case("\(device("null", 3)) \(record) $d; [ -c $d ]"),
    Case("\(device("full", 7)) \(record) $d", 2, "No space left on device"),
    Case("mkfifo f; (cat f >out &); \(record) f; sleep 0.2; [ -p f ]; head -1 out", 0, ":chart c.json\n"),
    Case("ln -s /dev/fd/1 l; \(record) l | head -1", 0, ":chart c.json\n"),
    Case("\(record) /dev/fd/3 3>r; head -1 r", 0),
    Case("\(record) - | head -2", 0, ":chart c.json\n:expect only a\n"),
    Case("$STATEKIT run c.json s.txt --record - >r; $STATEKIT test r", 0, "1 passed"),
    Case("\(record) .", 2, "Is a directory"), Case("\(record) nowhere/r", 2, "No such file or directory"),
    Case("echo old >r; \(record) r; cat r", 0, "it exists; --force replaces it", "old\n"),
    Case("echo old >r; \(record) r --force; head -1 r", 0, ":chart c.json\n"),
    Case("\(record) c.json --force", 2, "cannot write c.json: it is the chart"),
    Case("ln s.txt hard; \(record) hard --force", 2, "it is the script that is read"),
    Case("$STATEKIT run c.json - -q --record s.txt --force <s.txt", 2, "it is the script that is read"),
    Case("cp c.json other; echo ' ' >>other; \(record) other --force; cmp -n 10 other c.json", 0, "it is a chart"),
    Case(
      "echo '{\"root\": {\"invoke\": {\"chart\": \"c.json\"}}}' >p; $STATEKIT run p s.txt -q --record c.json --force",
      2,
      "it is the chart"),
    Case("echo ':save r' | $STATEKIT repl c.json; head -1 r", 0, "saved the lines so far in r\n:chart c.json\n"),
    Case("echo old >r; echo ':save r' | $STATEKIT repl c.json", 1, "it exists; :save! replaces it"),
    Case("echo old >r; echo ':save! r' | $STATEKIT repl c.json; head -1 r", 0, ":chart c.json\n"),
    Case("echo ':save! c.json' | $STATEKIT repl c.json", 1, "it is the chart"),
    Case("echo ':load! s.txt' | $STATEKIT repl c.json", 1, "only :save! can have a \"!\""),
    Case(
      "echo x >c.trace.txt; cp t.events.txt c.events.txt; $STATEKIT test c.events.txt --bless; head -1 c.trace.txt", 0,
      "init\n"),
    Case(
      "printf 'x\\n:expect in a\\n' >c.events.txt; $STATEKIT test . --shrink; ls; $STATEKIT test .", 1, "c.shrunk.txt",
      "2 tests in 2 scripts"),
    Case(
      "printf 'x\\n:expect in a\\n' >c.events.txt; echo kept >k; ln -s k c.shrunk.txt; $STATEKIT test . --shrink; echo $?; cat k",
      0,
      "cannot write ./c.shrunk.txt: it is a symbolic link", "\n2\nkept\n"),
  ]

  /// What charts and scripts name.
  private static let naming = [
    Case(
      "mkdir t; \(record) t/r.events.txt; head -1 t/r.events.txt; $STATEKIT test t", 0, ":chart \"../c.json\"\n",
      "1 passed"),
    Case(
      "mkdir t; echo ':save t/r.events.txt' | $STATEKIT repl c.json; $STATEKIT test t", 0,
      "1 test in 1 script: 1 passed"),
    Case("mkdir t; cp t.events.txt t; $STATEKIT test t/t.events.txt --chart c.json", 0, "1 passed"),
    Case("mkdir t; printf ':chart ../c.json\\nx\\n' >t/u.events.txt; $STATEKIT test t", 0, "1 passed"),
    Case(
      "mkdir t; printf ':chart ../c.json\\nx\\n' >t/u.events.txt; cd t; $STATEKIT test .", 1, "must lie at or below"),
    Case(
      "mkdir t; mv c.json t; printf ':chart t/../t/c.json\\nx\\n' >u.events.txt; cd /; $STATEKIT test $OLDPWD/u.events.txt",
      0, "1 passed"),
    Case("printf ':chart /etc/passwd\\n' >u.events.txt; $STATEKIT test u.events.txt", 1, "must lie at or below"),
    Case(
      "ln -s /proc/self/environ e.json; printf ':chart e.json\\n' >u.events.txt; $STATEKIT test u.events.txt", 1,
      "must lie at or below"),
    Case("ln -s /etc/passwd u.events.txt; $STATEKIT test .; [ $? = 2 ]", 0, "must lie at or below"),
    Case(
      "ln -s /etc/passwd c.trace.txt; touch c.events.txt; $STATEKIT test .; [ $? = 2 ]", 0, "c.trace.txt: it must lie"),
    Case(
      "mkdir t; ln -s ../c.json t/l.json; printf ':chart l.json\\nx\\n' >t/u.events.txt; cd t; $STATEKIT test u.events.txt",
      1, "must lie at or below"),
    Case(
      "mkdir t; ln -s ../c.json t/l.json; printf ':chart l.json\\nx\\n' >t/u.events.txt; $STATEKIT test t", 0,
      "1 passed"),
    Case("echo '{\"root\": {\"invoke\": {\"chart\": \"../c.json\"}}}' >p; mkdir t; mv p t; $STATEKIT run t/p -q"),
    Case(
      "echo '{\"root\": {\"invoke\": {\"chart\": \"../c.json\"}}}' >p; mkdir t; mv p t; cd t; $STATEKIT run p -q", 1,
      "must lie at or below"),
    Case(
      "echo '{\"root\": {\"invoke\": {\"chart\": \"l\"}}}' >p; ln -s /etc/passwd l; $STATEKIT run p -q", 1,
      "must lie at or below"),
  ]

  /// What is found, and what cannot be read.
  private static let finding = [
    Case(
      "N=$(printf 'a\\351'); mv t.events.txt $N.events.txt; sed -i s/b/a/ $N.events.txt; $STATEKIT test .", 1,
      "FAILED ./a\\xE9.events.txt"),
    Case(
      "N=$(printf 'a\\351'); cp c.json $N.json; $STATEKIT run $N.json s.txt -q --record r; $STATEKIT test r", 0,
      "1 passed"),
    Case("N=$(printf 'a\\351'); cp c.json $N.json; echo x >$N.events.txt; $STATEKIT test $N.events.txt", 0, "1 passed"),
    Case("$STATEKIT run $(printf 'a\\351')", 2, "cannot read a\\xE9: No such file"),
    Case("N=$(printf '\\364\\217\\277\\251'); cp c.json $N; $STATEKIT run $N -q"),
    Case(
      "N=$(printf 'a\\351'); echo '{\"root\": {\"a b\": 1}}' >$N; $STATEKIT validate --format sarif $N", 1,
      "\"uri\": \"a%E9\""),
    Case(
      "N=$(printf 'a\\351'); echo ':expect in z' >$N; $STATEKIT validate --format sarif c.json --script $N", 1,
      "\"uri\": \"a%E9\""),
    Case(
      "N='a\\xE9'; echo ':expect in z' >$N; $STATEKIT validate --format sarif c.json --script $N", 1,
      "\"uri\": \"a%5CxE9\""),
    Case(
      "ln -s nowhere u.events.txt; $STATEKIT test .; [ $? = 2 ]", 0, "u.events.txt: it is a link to nothing", "1 passed"
    ),
    Case(
      "ln -s nowhere c.trace.txt; touch c.events.txt; $STATEKIT test .; [ $? = 2 ]", 0,
      "c.trace.txt: it is a link to nothing"),
    Case("mkfifo u.events.txt; $STATEKIT test .; [ $? = 2 ]", 0, "u.events.txt: it is no regular file"),
    Case(
      "mkdir d; echo '{}' >d/n.json; cp c.json d; $STATEKIT validate .", 0, "2 files: nothing to report; 1 file skipped"
    ),
    Case(
      "echo '{\"a\": {\"root\": 1}, \"\\u0072oot\": 5}' >n.json; $STATEKIT validate .", 1,
      "n.json:1:33: error: root must be"),
    Case(
      "ln -s nowhere n.json; $STATEKIT validate .; [ $? = 2 ]", 0, "1 file: nothing to report; 1 file could not be read"
    ),
    Case("mkdir d; echo '{}' >d/n.json; $STATEKIT validate d", 2, "no chart was found"),
    Case("$STATEKIT test . --coverage-min 101", 2, "--coverage-min is a number from 0 to 100"),
    Case("$STATEKIT test . --coverage-min 100", 1, "less than 100 %"),
    Case("$STATEKIT test . --coverage-min 0", 0, "1 passed"),
  ]

  @Test(arguments: [writing, naming, finding])
  func `files are written whole, read only where they may be, and never passed over`(cases: [Case]) throws {
    // Whether the suite runs as root or not, nothing here depends on it.
    for test in cases {
      let folder = try Repository.temporaryFolder(Self.files)
      let result = try Program.measure(test.line, in: folder)
      let text = String(decoding: result.output, as: UTF8.self) + String(decoding: result.errors, as: UTF8.self)
      #expect(result.status == test.status, "\(test.line): \(text)")
      for words in test.says { #expect(text.contains(words), "\(test.line): \(text)") }
      try FileManager.default.removeItem(at: folder)
    }
  }

  @Test func `folders that are closed are reported, and the others looked at`() throws {
    // Root may read everything.
    if geteuid() == 0 { return }
    let folder = try Repository.temporaryFolder(Self.files)
    let result = try Program.measure("mkdir d; chmod 0 d; $STATEKIT test .; echo $?; chmod 700 d", in: folder)
    #expect(String(decoding: result.errors, as: UTF8.self).contains("cannot read ./d: Permission denied"))
    #expect(String(decoding: result.output, as: UTF8.self) == "1 test in 1 script: 1 passed\n2\n")
  }
}
