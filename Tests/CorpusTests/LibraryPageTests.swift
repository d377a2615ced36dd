import Foundation
import TestSupport
import Testing

/// What the pages of the library show is a part of a program that is compiled and run (`make clients`).
@Suite struct LibraryPageTests {
  @Test(arguments: ["Embedding.md", "Charts-in-code.md", "Coming-from.md"])
  func `each example is a part of a client program`(page: String) throws {
    let root = Repository.root
    let clients = root.appendingPathComponent("Tests/Clients/Sources")
    let files = try FileManager.default.subpathsOfDirectory(atPath: clients.path).filter { $0.hasSuffix(".swift") }
    let tests = root.appendingPathComponent("Tests/StateKitTests/CodeTests.swift")
    let programs = try (files.sorted().map { clients.appendingPathComponent($0) } + [tests]).map {
      try String(contentsOf: $0, encoding: .utf8)
    }
    let text = try String(
      contentsOf: root.appendingPathComponent("Sources/StateKit/StateKit.docc/\(page)"), encoding: .utf8)
    let parts = text.components(separatedBy: "```swift\n").dropFirst()
    #expect(parts.count >= 4)
    for part in parts {
      let example = part.components(separatedBy: "```")[0]
      #expect(programs.contains { $0.contains(example) }, "no client has this:\n\(example)")
    }
  }

  @Test func `the numbers of lines are those of the ported examples`() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
    }
    let sections = try text("Tests/Clients/Sources/seeds/Ports.swift").components(separatedBy: "// MARK: ").dropFirst()
    let lines = sections.map { section in
      let lines = section.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      let code = lines.dropFirst().filter { !$0.isEmpty && !$0.hasPrefix("//") }
      return "\(lines[0]) \(code.count)"
    }
    let rows = try text("Sources/StateKit/StateKit.docc/Coming-from.md").split(separator: "\n")
      .filter { $0.hasPrefix("| ") && $0.last == "|" }.dropFirst()
      .map { row in
        let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        return "\(cells[0].prefix { $0 != " " }) \(cells[2])"
      }
    #expect(rows == lines.filter { !$0.hasPrefix("Runs") })
  }
}
