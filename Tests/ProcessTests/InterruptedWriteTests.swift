import Foundation
import StateKitCore
import TestSupport
import Testing

/// Commands that were killed while they wrote several files, and what the next run does.
@Suite struct InterruptedWriteTests {
  /// A command that changes several files in two folders is killed at each call of a kind, one after another: the next run says
  /// what it undoes, and all files are old or all are new.
  @Test(arguments: [
    "fmt .", "fmt d/t.events.txt d/c.json c.json", "validate --fix . --script d/t.events.txt",
    "rename c.json x z c.events.txt", "new d/n",
  ]) func `a kill leaves all files old or all new, or the next run undoes it`(command: String) throws {
    // Something to fix, where that is asked for.
    let isBad = command.hasPrefix("validate")
    let chart =
      #"{"root":   {"invoke": {"chart": "d/c.json"}, "initial": "a", "subStates": {"a": {"x": "\#(isBad ? "bb" : "b")"}, "b": {}}}}"#
    let folder = try Repository.temporaryFolder([
      "c.json": chart, "c.events.txt": ":chart   c.json\nx\n", "c.sed": "s/b.json/d\\/c.json/",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let line = """
      strace -o /dev/null true 2>/dev/null || exit 77
      export ASAN_OPTIONS=detect_leaks=0
      mkdir in in/d; mv c.* in; rm in/c.sed; sed 's/"invoke": {"chart": "d.c.json"}, //; s/  *{/{/' in/c.json >in/d/c.json
      sed -i 's/:{/:   {/' in/d/c.json; printf 'xx   {"a": 1}\n' >in/d/t.events.txt
      sums() { (cd $1; find . -type f | sort | xargs cat) | cksum; }
      cp -r in new; (cd new; $STATEKIT \(command) >/dev/null 2>&1; echo status $?)
      [ "$(sums new)" = "$(sums in)" ] && echo nothing changes
      for call in rename link unlink fsync pwrite64; do for n in $(seq 40); do
        rm -rf now; cp -r in now; cd now
        (strace -f -qq -o ../tr -e trace=$call -e inject=$call:signal=KILL:when=$n $STATEKIT \(command) >/dev/null 2>&1) 2>/dev/null
        cd ..; grep -q SIGKILL tr || break
        (cd now; $STATEKIT fmt x d/x >/dev/null 2>../said); grep statekit: said | grep -v 'a run was interrupted w\\|removed\\|cannot read'
        case "$(sums now)" in
          "$(sums in)") ;;
          "$(sums new)") ;;
          *) echo "$call $n: mixed"; find now -name '.statekit*';;
        esac
      done; done; echo done
      """
    let result = try Program.measure(line, in: folder)
    if result.status == 77 { return }
    let said = String(decoding: result.output, as: UTF8.self)
    #expect(
      ["status 0\ndone\n", "status 1\ndone\n"].contains(said),
      "\(said)\(String(decoding: result.errors, as: UTF8.self))")
  }

  /// A list of files that are written together, as a killed command leaves it; without old content for a new file.
  private static func list(_ entries: [(path: String, text: String, old: String?)]) -> String {
    func sum(_ text: String) -> String { Checksum.text(of: Checksum.of(Array(text.utf8).span)) }
    let texts = entries.map { "\($0.path)\0\(sum($0.text))\0\($0.old.map(sum) ?? "new")\0" }
    return "statekit files\0" + texts.joined()
  }

  @Test func `what somebody has changed since a kill is left alone, and said`() throws {
    let folder = try Repository.temporaryFolder([:])
    defer { try? FileManager.default.removeItem(at: folder) }
    let resolved = try #require(realpath(folder.path, nil))
    defer { free(resolved) }
    let path = String(cString: resolved)
    let (old, new) = ("{\"root\": {}}\n", "{\"name\": \"new\", \"root\": {}}\n")
    for isEdited in [false, true] {
      let files = [
        "a.json": isEdited ? new + " " : new, "b.json": old, ".statekit-x-0.old.part": old, ".statekit-x-1.part": new,
        ".statekit-x.list.part": Self.list([("a.json", new, old), ("\(path)/b.json", new, old)]),
      ]
      for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
      let result = try Program.measure("$STATEKIT fmt b.json; cat a.json b.json; ls -A | grep -c statekit-", in: folder)
      let what = isEdited ? "a.json may have changed, the other files have not" : "the changes in a.json are undone"
      let said = "statekit: a run was interrupted while it changed several files; \(what)\n"
      #expect(String(decoding: result.errors, as: UTF8.self) == said)
      #expect(String(decoding: result.output, as: UTF8.self) == (isEdited ? new + " " : old) + old + "0\n")
    }
  }

  /// A folder of somebody else has a list that tells of files outside of it.
  @Test func `a list is believed only about folders that know of it`() throws {
    let folder = try Repository.temporaryFolder(["c.json": "{\"root\": {}}\n"])
    defer { try? FileManager.default.removeItem(at: folder) }
    let resolved = try #require(realpath(folder.path, nil))
    defer { free(resolved) }
    let path = String(cString: resolved)
    for old in ["evil\n", nil] {
      try Data(Self.list([(old == nil ? "../home/victim" : "\(path)/home/victim", "precious\n", old)]).utf8)
        .write(to: folder.appendingPathComponent("list"))
      let line = """
        mkdir -p d home; cp c.json d; mv list d/.statekit-x.list.part; cd home; echo precious >victim; echo evil >.statekit-x-0.old.part
        printf 'statekit list at\\0\(path)/d/.statekit-x.list.part\\0' >../d/.statekit-y.list.part
        $STATEKIT fmt ../d; cat victim .statekit-x-0.old.part; ls -A ../d
        """
      let result = try Program.measure(line, in: folder)
      #expect(String(decoding: result.output, as: UTF8.self) == "precious\nevil\nc.json\n", "\(old ?? "new")")
    }
  }

  /// Between a kill and the next run: the files that are moved, what the next run says, and the first words of the files in
  /// `d` and beside it.
  @Test(arguments: [
    ("mv w v; cd v", "the changes in c.json, e.json, f.json are undone", "old old old old"),
    ("cp -r w v; cd v", "the changes in c.json, e.json, f.json are undone", "old old old old"),
    ("mv w/d v; cd v", "old content is in .statekit-S-1.old.part, .statekit-S-2.old.part\n3\n", "new new old"),
    ("mv w/d v; cd w", "old content is in .statekit-S-0.old.part", "new"),
    (
      "cp -r w/d v; cd v", "old content is in .statekit-S-1.old.part, .statekit-S-2.old.part, .statekit-S-3.old.part",
      "new new old"
    ),
    (
      "cd w; rm .statekit-*-0.old.part; ln -s d/g.json $(echo .statekit-*.list.part | sed s/.list/-0.old/)",
      "are undone\nstatekit: a run was interrupted while it changed several files; c.json may have changed, the other files have not",
      "new old old old"
    ),
  ]) func `old content survives when a folder is moved or copied before the next run`(
    move: String, said: String, words: String
  ) throws {
    let folder = try Repository.temporaryFolder([:])
    defer { try? FileManager.default.removeItem(at: folder) }
    let line = """
      strace -o /dev/null true 2>/dev/null || exit 77
      export ASAN_OPTIONS=detect_leaks=0
      mkdir -p w/d; for f in c d/e d/f d/g; do printf '{"name":  "old", "root": {}}' >w/$f.json; done
      cd w; (strace -f -qq -o /dev/null -e trace=rename -e inject=rename:signal=KILL:when=4 $STATEKIT fmt .) >/dev/null 2>&1; cd ..
      \(move); $STATEKIT new n >/dev/null 2>said; $STATEKIT fmt x d/x >/dev/null 2>>said
      for f in $(find . -name '[c-g].json' | sort); do grep -q '  "' $f && echo old || echo new; done | xargs
      sed 's/-[0-9a-z]*-\\([0-9]\\)/-S-\\1/g' said | grep interrupted; ls -A . d 2>/dev/null | grep -c statekit-
      """
    let result = try Program.measure(line, in: folder)
    if result.status == 77 { return }
    let text = String(decoding: result.output, as: UTF8.self)
    #expect(text.hasPrefix(words + "\n") && text.contains(said), "\(text)")
  }

  /// Between two renames, or when the first is done, somebody saves another content under the name of
  /// a file.
  @Test(arguments: [
    (
      "fmt a.json b.json", "rename", "delay_enter=600000:when=2", "; echo more >>b.json",
      "has changed since it was read"
    ),
    ("new a", "link", "delay_enter=600000:when=2", "; echo taken >a.events.txt", "a.events.txt"),
    ("fmt a.json b.json", "rename", "error=EIO:delay_enter=600000:when=2", "", "Input/output error"),
  ]) func `what somebody saves while several files are written is kept`(
    command: String, call: String, fault: String, other: String, said: String
  ) throws {
    let chart = #"{"root":   {"e": {"actions": "x"}}}"#
    let isNew = command.hasPrefix("new")
    let folder = try Repository.temporaryFolder(isNew ? [:] : ["a.json": chart, "b.json": chart])
    defer { try? FileManager.default.removeItem(at: folder) }
    let line = """
      strace -o /dev/null true 2>/dev/null || exit 77
      export ASAN_OPTIONS=detect_leaks=0
      strace -f -qq -o /dev/null -e trace=\(call) -e inject=\(call):\(fault) $STATEKIT \(command) 2>said & sleep .3
      echo EDIT >a.json\(other); wait $!; echo $?; cat a.json; cat said; ls -A | grep -c statekit-
      """
    let result = try Program.measure(line, in: folder)
    if result.status == 77 { return }
    let text = String(decoding: result.output, as: UTF8.self)
    #expect(
      text.hasPrefix("2\nEDIT\n") && text.contains(said) && text.contains("changed a.json, so")
        && text.hasSuffix("\n0\n"), "\(text)")
  }

  @Test func `an edit that was saved into the old file is back after a kill`() throws {
    let folder = try Repository.temporaryFolder([:])
    defer { try? FileManager.default.removeItem(at: folder) }
    let (old, new) = ("{\"root\": {}}\n", "{\"name\": \"new\", \"root\": {}}\n")
    let files = [
      "a.json": new, "b.json": old, ".statekit-x-0.old.part": "edit\n", ".statekit-x-1.part": new,
      ".statekit-x.list.part": Self.list([("a.json", new, old), ("b.json", new, old)]),
    ]
    for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
    let result = try Program.measure("$STATEKIT fmt b.json; cat a.json; ls -A | grep -c statekit-", in: folder)
    #expect(String(decoding: result.output, as: UTF8.self) == "edit\n0\n")
    #expect(String(decoding: result.errors, as: UTF8.self).contains("the changes in a.json are undone"))
  }

  @Test func `what was completed by hand after a kill is kept, and a command that only shows changes nothing`() throws {
    let folder = try Repository.temporaryFolder([:])
    defer { try? FileManager.default.removeItem(at: folder) }
    let (old, new) = ("{\"root\": {}}\n", "{\"name\": \"new\", \"root\": {}}\n")
    let files = [
      "a.json": new, "b.json": new, ".statekit-x-0.old.part": old, ".statekit-x-1.part": new,
      ".statekit-x-1.old.part": old, ".statekit-x.list.part": Self.list([("a.json", new, old), ("b.json", new, old)]),
    ]
    for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
    let line = """
      $STATEKIT fmt --check .; $STATEKIT fmt --diff b.json; $STATEKIT validate --fix --diff a.json; $STATEKIT rename --diff a.json x y
      ls -A | grep -c statekit-; $STATEKIT fmt b.json; cat a.json b.json; ls -A | grep -c statekit-
      """
    let result = try Program.measure(line, in: folder)
    #expect(String(decoding: result.output, as: UTF8.self) == "4\n" + new + new + "0\n")
    #expect(
      String(decoding: result.errors, as: UTF8.self).hasSuffix(
        "statekit: a run was interrupted when all its files were changed; its temporary files are removed\n"))
  }

  @Test func `a kill before the first of several files has its name is said`() throws {
    let folder = try Repository.temporaryFolder([:])
    defer { try? FileManager.default.removeItem(at: folder) }
    let (old, new) = ("{\"root\": {}}\n", "{\"name\": \"new\", \"root\": {}}\n")
    let files = [
      "a.json": old, "b.json": old, ".statekit-x-0.part": new, ".statekit-x-1.part": new,
      ".statekit-x.list.part": Self.list([("a.json", new, old), ("b.json", new, old)]),
    ]
    for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
    let result = try Program.measure("$STATEKIT fmt b.json; cat a.json; ls -A | grep -c statekit-", in: folder)
    #expect(String(decoding: result.output, as: UTF8.self) == old + "0\n")
    #expect(
      String(decoding: result.errors, as: UTF8.self)
        == "statekit: a run was interrupted while it changed several files; no file has changed, and 2 unfinished ones are removed\n"
    )
  }
}
