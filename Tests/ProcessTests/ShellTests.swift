import Foundation
import TestSupport
import Testing

/// What the shells are given: completions that they understand, and a manual page.
@Suite struct ShellTests {
  static let files = [
    "door.json": "{}", "other chart.scxml": "<scxml/>", "notes.md": "", "door.trace.txt": "",
    "door.events.txt": ":test \"opens the door\"\nopen\n  :test   \"says \\\"ding\\\"\"\nring\n",
  ]

  /// A command line up to the cursor, cut into words as bash does, and what it is completed with.
  static let lines: [(words: [String], replies: [String])] = [
    (["rep"], ["repl", "replay"]), (["help", "di"], ["diff"]),
    (["run", ""], [".q", "door.json", "old", "other chart.scxml"]),
    (["run", "door.json", ""], [".q", "door.events.txt", "old"]), (["run", "old/"], ["old/inner.json"]),
    (["run", "n"], ["notes.md"]), (["run", "other\\ "], ["other chart.scxml"]),
    (["run", "\"oth"], ["other chart.scxml"]),
    (["run", "--format", ""], ["jsonl", "text"]), (["run", "--format", "=", "j"], ["jsonl"]),
    (["run", "--format=j"], ["--format=jsonl"]), (["run", "--format", "text", "door.j"], ["door.json"]),
    (["run", "--fr"], ["--from", "--from-state"]), (["run", "--", "--fr"], []), (["run", "--set", ""], []),
    (["test", "door.ev"], ["door.events.txt"]), (["test", "--chart", "do"], ["door.json"]),
    (["test", "--filter", ""], ["inner", "opens\\ the\\ door", "says\\ \\\"ding\\\""]),
    (["test", "door.events.txt", "--filter", "o"], ["opens\\ the\\ door"]),
    (["test", "door.events.txt", "--filter", "\"o"], ["opens the door"]), (["test", "old", "--filter", ""], ["inner"]),
    (["validate", "door.json", "o"], ["old", "other chart.scxml"]), (["explain", "unknown-ta"], ["unknown-target"]),
    (["explain", "ke"], ["keys"]), (["explain", "keys", ""], []), (["explore", "--leads-to", "a", "do"], []),
    (["explore", "--leads-to", "a", "b", "do"], ["door.json"]), (["explore", "--script", "o"], ["old"]),
    (["completions", ""], ["bash", "fish", "zsh"]), (["schema", ""], []),
    // Nothing of a name runs, in whatever quotes it stands.
    (["test", ".q/p.events.txt", "--filter", "it"], [#"it\ \$\(id\)\ \`x\`\'s\ \"y\""#]),
    (["test", ".q/p.events.txt", "--filter", "\"it"], [#"it \$(id) \`x\`'s \"y\""#]),
    (["test", ".q/p.events.txt", "--filter", #"'\''it"#], [#"it $(id) `x`'\''s "y""#]),
  ]

  @Test func `the function for bash completes commands, options, charts, scripts, tests and codes`() throws {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    var script = "mkdir old; echo '{}' >old/inner.json; echo ':test \"inner\"' >old/in.events.txt\n"
    script += #"mkdir .q; echo ':test "it $(id) `x`'\''s \"y\""' >.q/p.events.txt"# + "\n"
    script += "set -u; source <(\"$STATEKIT\" completions bash); complete -p statekit\n"
    script += "statekit() { \"$STATEKIT\" \"$@\"; }\n"
    for line in Self.lines {
      let words = (["statekit"] + line.words).map { "'" + $0 + "'" }.joined(separator: " ")
      script += "COMP_WORDS=(\(words)); COMP_CWORD=\(line.words.count); COMPREPLY=(); _statekit\n"
      script += "{ [ ${#COMPREPLY[@]} = 0 ] || printf '%s\\n' \"${COMPREPLY[@]}\"; } | LC_ALL=C sort | paste -sd'|' -\n"
    }
    let result = try Program.measure(script, in: folder)
    #expect(String(decoding: result.errors, as: UTF8.self) == "")
    let answers = String(decoding: result.output, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(answers.first == "complete -F _statekit statekit")
    try #require(answers.count == Self.lines.count + 2)
    for (line, answer) in zip(Self.lines, answers.dropFirst()) {
      #expect(answer == line.replies.joined(separator: "|"), "statekit \(line.words)")
    }
  }

  /// A command line up to the cursor, and what fish offers there.
  private static let offers: [(line: String, words: [String])] = [
    ("rep", ["repl", "replay"]), ("run ", ["door.json", "other chart.scxml"]), ("run door.json ", ["door.events.txt"]),
    ("run --format=j", ["--format=jsonl"]), ("run --fr", ["--from", "--from-state"]), ("help di", ["diff"]),
    ("test --filter ", ["opens the door", "says \"ding\""]), ("explain ke", ["keys"]), ("explain keys ", []),
  ]

  @Test func `the function for fish, where it is installed, offers the same`() throws {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = Self.offers.map { "'statekit \($0.line)'" }.joined(separator: " ")
    let script = """
      command -v fish >/dev/null || exit 9
      cat >ask.fish <<'end'
      $STATEKIT completions fish | source
      function statekit; $STATEKIT $argv; end
      for line in $argv; complete -C $line | string replace -r '\\t.*' '' | sort | string join '|'; echo; end
      end
      fish --no-config ask.fish \(lines)
      """
    let result = try Program.measure(script, in: folder)
    if result.status == 9 { return }
    #expect(String(decoding: result.errors, as: UTF8.self) == "")
    let answers = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    #expect(answers.map(String.init) == Self.offers.map { $0.words.joined(separator: "|") }.filter { !$0.isEmpty })
  }

  /// Programs of others look at what is made, where they are installed.
  static let checks = [
    "bash -n <(\"$STATEKIT\" completions bash)", "zsh -n <(\"$STATEKIT\" completions zsh)",
    "fish -n <(\"$STATEKIT\" completions fish)", "mandoc -Wall -Tutf8 <(\"$STATEKIT\" manual) >/dev/null",
    "man --warnings -l <(\"$STATEKIT\" manual) 2>&1 >/dev/null",
  ]

  @Test(arguments: checks) func `a shell or a reader of manuals has nothing to say of what is made for it`(
    check: String
  ) throws {
    let name = check.prefix { $0 != " " }
    let folder = try Repository.temporaryFolder([:])
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.measure("if command -v \(name) >/dev/null; then \(check); fi", in: folder)
    #expect(String(decoding: result.output + result.errors, as: UTF8.self) == "")
    #expect(result.status == 0)
  }
}
