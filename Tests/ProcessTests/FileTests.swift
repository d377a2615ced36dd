import Foundation
import TestSupport
import Testing

/// The files that commands write, and those that they may read, as a shell sees them: links, pipes, devices, folders that are
/// closed, names that are not UTF-8.
@Suite struct FileTests {
  /// What a fresh folder has.
  private static let files = [
    "c.json": #"{"root": {"initial": "a", "subStates": {"a": {"x": "b"}, "b": {"y": "a"}}}}"#,
    "s.txt": "x\ny\n", "t.events.txt": ":chart c.json\nx\n:expect in b\n",
  ]

  private static let cases = "Tests/Cases/files.shell"

  /// Whether the suite runs as root or not, nothing in the cases depends on it.
  @Test func `files are written whole, read only where they may be, and never passed over`() throws {
    var made: [String] = []
    var count = 0
    for line in try #require(Repository.read(Self.cases)).split(separator: "\n", omittingEmptySubsequences: false) {
      // What was recorded is made again.
      if ["|", "!", "="].contains(line.first) { continue }
      made.append(String(line))
      guard line.hasPrefix("$ ") else { continue }
      made += try answer(to: String(line.dropFirst(2)))
      count += 1
    }
    #expect(count >= 120)
    #expect(Repository.compare(made.joined(separator: "\n"), withRecorded: Self.cases) == nil)
  }

  private func answer(to line: String) throws -> [String] {
    let folder = try Repository.temporaryFolder(Self.files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.measure(line, in: folder)
    let streams = [("|", result.output), ("!", result.errors)].flatMap { sign, bytes in
      let text = String(decoding: bytes, as: UTF8.self).replacing(folder.path, with: "$DIR")
      return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0)
        .filter { !text.isEmpty || !$0.isEmpty }.map { $0.isEmpty ? sign : "\(sign) \($0)" }
    }
    return streams + (result.status == 0 ? [] : ["= \(result.status)"])
  }

  @Test func `folders that are closed are reported, and the others looked at`() throws {
    // Root may read everything.
    if geteuid() == 0 { return }
    let folder = try Repository.temporaryFolder(Self.files)
    let result = try Program.measure("mkdir d; chmod 0 d; $STATEKIT test .; echo $?; chmod 700 d", in: folder)
    #expect(String(decoding: result.errors, as: UTF8.self) == "statekit: cannot read ./d: Permission denied\n")
    #expect(String(decoding: result.output, as: UTF8.self) == "1 test in 1 script: 1 passed\n2\n")
  }
}
