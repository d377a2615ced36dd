import Foundation
import TestSupport
import Testing

/// The recipes of the README and of the page on installing are run as they are there.
@Suite struct ReadmeTests {
  private static let door = Repository.read("charts/door.json") ?? ""
  private static let script = Repository.read("charts/door.events.txt") ?? ""

  /// The content of the fenced block that begins so.
  private func block(_ language: String, _ beginning: String, of page: String) throws -> String {
    let text = try #require(Repository.read(page))
    let start = try #require(text.range(of: "```\(language)\n\(beginning)"))
    let end = try #require(text[start.upperBound...].range(of: "\n```"))
    return beginning + text[start.upperBound..<end.lowerBound] + "\n"
  }

  /// A shell line in a new folder with the door and a program `statekit` on the path.
  private func run(_ line: String, hook: String = "") throws -> Program.Measured {
    let folder = try Repository.temporaryFolder(["hook": hook])
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["charts", "bin"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    try Data(Self.door.utf8).write(to: folder.appendingPathComponent("charts/door.json"))
    try Data(Self.script.utf8).write(to: folder.appendingPathComponent("charts/door.events.txt"))
    let before = "ln -s \"$STATEKIT\" bin/statekit; export PATH=\"$PWD/bin:$PATH\"\n"
    return try Program.measure(before + line, in: folder)
  }

  @Test func `the pre-commit hook lets a good chart in, and neither a bad chart nor a failing test`() throws {
    let hook = try block("sh", "#!/bin/sh", of: "Sources/StateKitCLI/StateKitCLI.docc/Installing.md")
    let begin = """
      command -v git >/dev/null || exit 77
      git init -q . && git config user.name a && git config user.email a@b && echo bin >.gitignore
      cp hook .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit
      git add charts && git commit -q -m first || exit 3

      """
    let badChart = "sed -i.old 's/\"close\": \"closed\"/\"close\": \"closd\"/' charts/door.json"
    let badTest = "sed -i.old 's/only open/only closed/' charts/door.events.txt"
    for (change, isLetIn) in [("echo x >note && git add note", true), (badChart, false), (badTest, false)] {
      let found = try run(begin + change + "\ngit commit -q -a -m second || exit 9\n", hook: hook)
      if found.status == 77 { continue }
      let errors = String(decoding: found.errors, as: UTF8.self)
      #expect(found.status == (isLetIn ? 0 : 9), "\(change): \(found.status)\n\(errors)")
      if !isLetIn { #expect(errors.contains("closd") || errors.contains("FAILED"), "\(change): the hook says nothing") }
    }
  }

  @Test func `the commands of the CI recipe pass on a good chart`() throws {
    let recipe = try block("yaml", "name: charts", of: "README.md")
    let commands = recipe.split(separator: "\n").compactMap { line in
      line.range(of: "- run: statekit").map { "statekit" + line[$0.upperBound...] }
    }
    #expect(commands.count == 2)
    let found = try run(commands.joined(separator: " && "))
    #expect(found.status == 0, "\(String(decoding: found.output + found.errors, as: UTF8.self))")
  }
}
