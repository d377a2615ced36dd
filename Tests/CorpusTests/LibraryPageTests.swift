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
}
