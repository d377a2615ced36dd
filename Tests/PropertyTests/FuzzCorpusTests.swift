import Foundation
import FuzzTargets
import TestSupport
import Testing

/// The inputs that fuzzing has kept: each target stands each of its inputs.
@Suite(.serialized) struct FuzzCorpusTests {
  @Test(arguments: FuzzTarget.allCases)
  func `a target stands the inputs that are kept for it`(target: FuzzTarget) throws {
    let folder = Repository.root.appending(path: "Tests/Fuzz/corpus/\(target.rawValue)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names.sorted() {
      let bytes = try [UInt8](Data(contentsOf: folder.appending(path: name)))
      FuzzTarget.report.withLock { $0 = { what in Issue.record("\(target.rawValue)/\(name): \(what)") } }
      target.run(bytes)
    }
  }

  @Test func `inputs are kept, and each folder of them belongs to a target`() throws {
    let folder = Repository.root.appending(path: "Tests/Fuzz/corpus")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.isEmpty)
    for name in names { #expect(FuzzTarget(rawValue: name) != nil, "\(name)") }
  }
}
