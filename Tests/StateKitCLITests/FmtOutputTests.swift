import Foundation
import TestSupport
import Testing
import ToolSupport

/// What `fmt -` writes of a script, with hidden characters as escapes, means the same as the script.
@Suite struct FmtOutputTests {
  private static let expressions = [
    #"r"\d""#, "'\u{FFFE}'", "r'\\d\u{FFFE}'", "R\"\\n\u{202E}##\"", "r'''a'\u{7F}'''", "'\u{E0001}\\n'",
    "r'\u{E0001}\\'", "string(b'a\u{FFFE}\\x01')", "string(rb'\\x\u{7F}##')", "string(Br\"\u{2028}\")", "'##' + '#'",
    "1\t== 1 // \u{202E} r'\u{7F}'", "['\t', r'\t']", "'a\u{FEFF}b'.matches(r'^a\u{FEFF}\\w$')",
    "'\\u202e' == '\u{202E}'",
  ]

  @Test func `texts of expressions keep their meaning`() throws {
    let script = Self.expressions.map { "? \($0)\n" }.joined()
    let written = runTool(["fmt", "-", "--stdin-filename", "s.events.txt"], input: script)
    #expect(written.status == 0, "\(written.errors)")
    #expect(!written.output.unicodeScalars.contains { $0 != "\n" && ($0.value < 0x20 || $0.value > 0x7E) })
    #expect(!written.output.contains("##"))
    let folder = try Repository.temporaryFolder(["c.json": #"{"root": {}}"#])
    defer { try? FileManager.default.removeItem(at: folder) }
    func answers(_ script: String) -> [Substring] {
      runTool(["run", folder.appendingPathComponent("c.json").path, "-"], input: script).output
        .split(separator: "\n").filter { $0.hasPrefix("  = ") || $0.hasPrefix("  error") }
    }
    let plain = answers(script)
    #expect(plain.count == Self.expressions.count)
    #expect(!plain.contains { $0.hasPrefix("  error") }, "\(plain)")
    #expect(answers(written.output) == plain)
  }
}
