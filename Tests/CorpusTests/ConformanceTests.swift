import Foundation
import TestSupport
import Testing

/// The suites of others: SCION's SCXML tests and runs recorded from XState.
@Suite(.enabled(if: Suites.areNamed, Suites.howToRun)) struct ConformanceTests {
  /// What a suite's scripts came to.
  struct Count {
    var passed = 0
    var failed: [String] = []
  }

  @Test func `SCION's tests pass through the test command`() throws {
    let folder = try Suites.folder(of: "scion").path
    let result = runTool(["test", "--known", folder + "/differs.txt", folder])
    print("scion: \(result.output.split(separator: "\n").last ?? "")")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasSuffix("122 tests in 122 scripts: 120 passed, 2 known to fail\n"))
  }

  @Test func `the runs recorded from XState are the same`() throws {
    try run(suite: "xstate", least: 408)
  }

  @Test func `machines of XState run as they are`() throws {
    let folder = try Suites.folder(of: "import").appendingPathComponent("xstate")
    var count = Count()
    for name in try scripts(in: folder) { try run(name, folder, mustDiffer: false, &count) }
    print("import/xstate: \(count.passed) passed, \(count.failed.count) failed")
    #expect(count.passed >= 1_004)
    // The names of actions stand in files of their own; the first lines of a failure tell which.
    print(count.failed.map { $0.prefix(160) }.joined(separator: "\n"))
  }

  @Test func `SCION's documents run as they are`() throws {
    let folder = try Suites.folder(of: "import").appendingPathComponent("scxml")
    let needs = try names(in: folder.appendingPathComponent("needs.txt"))
    var failed: [String] = []
    for name in try scripts(in: folder) where runTool(["test", folder.path + "/" + name]).status != 0 {
      failed.append(String(name.dropLast(".events".count)))
    }
    print("import/scxml: \(failed.count) of them not as they say")
    #expect(failed == needs)
  }

  private func scripts(in folder: URL) throws -> [String] {
    let all = try #require(FileManager.default.enumerator(atPath: folder.path))
    return all.compactMap { $0 as? String }.filter { $0.hasSuffix(".events") }.sorted()
  }

  /// What stands before the colon in each line.
  private func names(in file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .compactMap { $0.split(separator: ":").first.map(String.init) }
  }

  private func run(suite: String, least: Int) throws {
    let folder = try Suites.folder(of: suite)
    let differs = try names(in: folder.appendingPathComponent("differs.txt"))
    var count = Count()
    for name in try scripts(in: folder) {
      try run(name, folder, mustDiffer: differs.contains(String(name.dropLast(".events".count))), &count)
    }
    print("\(suite): \(count.passed) passed, \(count.failed.count) failed")
    #expect(count.failed.isEmpty, "\(count.failed)")
    #expect(count.passed >= least)
  }

  private func run(_ name: String, _ folder: URL, mustDiffer: Bool, _ count: inout Count) throws {
    let script = folder.appendingPathComponent(name)
    let first = try String(contentsOf: script, encoding: .utf8).split(separator: "\n").first ?? ""
    let chart = script.deletingLastPathComponent().appendingPathComponent(String(first.dropFirst(":chart ".count)))
    let result = runTool(["run", "--format", "jsonl", chart.path, script.path])
    var isSame = result.status == 0
    let recorded = URL(fileURLWithPath: script.path.replacingOccurrences(of: ".events", with: ".trace.json"))
    if let data = try? Data(contentsOf: recorded) {
      let expected = try #require(JSONSerialization.jsonObject(with: data) as? [[[String: String]]])
      let found = try result.output.split(separator: "\n").map { line in
        let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        return try #require(object["trace"] as? [[String: Any]]).compactMap { $0 as? [String: String] }
          .filter { $0["enter"] != nil || $0["exit"] != nil }
      }
      isSame = isSame && expected == found
    }
    if isSame != mustDiffer {
      count.passed += 1
    } else {
      count.failed.append("\(name): \(mustDiffer ? "must differ" : String(result.errors.prefix(300)))")
    }
  }
}
