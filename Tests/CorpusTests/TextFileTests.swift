import Foundation
import TestSupport
import Testing

/// Texts in other languages than Swift are files of their own in folders named Texts. Beside each folder lies a Swift file with all
/// of them, which `make texts` writes.
@Suite struct TextFileTests {
  private static let folders = Set(
    Repository.files(below: "Sources", ending: "").filter { $0.contains("/Texts/") }
      .map { String($0[..<($0.range(of: "/Texts/")?.lowerBound ?? $0.endIndex)]) }
  ).sorted()

  @Test(arguments: folders) func `the Swift file beside a folder of texts has these texts`(folder: String) {
    let name = String(folder.split(separator: "/").last ?? "") + "Texts"
    let texts = Repository.files(below: folder + "/Texts", ending: "").map { Self.constant($0) }
    #expect(Repository.compare(Self.source(name, texts), withRecorded: "\(folder)/\(name).swift") == nil)
  }

  /// `region-transitions.c` is `regionTransitions`, `toggle.events.txt` is `toggleEvents`.
  private static func constant(_ path: String) -> String {
    let words = (path.split(separator: "/").last ?? "").split { $0 == "-" || $0 == "." }.dropLast()
    let name = String(words.first ?? "") + words.dropFirst().map(\.capitalized).joined()
    let lines = (Repository.read(path) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
    return "  static let \(name) = #\"\"\"\n\(text)    \"\"\"#\n"
  }

  private static func source(_ name: String, _ constants: [String]) -> String {
    "// Made by `make texts` from the files in Texts; change those.\n\nenum \(name) {\n\(constants.joined(separator: "\n"))}\n"
  }
}
