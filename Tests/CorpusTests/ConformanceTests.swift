import Foundation
import TestSupport
import Testing
import ToolSupport

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
    #expect(count.passed >= 1_052)
    // The names of actions stand in files of their own; the first lines of a failure tell which.
    print(count.failed.map { $0.prefix(160) }.joined(separator: "\n"))
  }

  @Test func `XState's choice of handlers is ours, or a warning says so`() throws {
    let folder = try Suites.folder(of: "import").appendingPathComponent("xstate-selection")
    var (five, four) = (Count(), Count())
    var silent: [String] = []
    for name in try scripts(in: folder) {
      if name.hasPrefix("selection5-") {
        try run(name, folder, mustDiffer: false, &five)
      } else {
        let before = four.failed.count
        try run(name, folder, mustDiffer: false, &four)
        let chart = try chart(of: folder.appendingPathComponent(name)).path
        if four.failed.count > before, !runTool(["validate", chart]).output.contains("[xstate4-differs]") {
          silent.append(name)
        }
      }
    }
    print("import/xstate-selection: \(four.passed) of version 4 passed, \(silent.count) failed without a warning")
    print("import/xstate-selection: \(five.passed) of version 5 passed, \(five.failed.count) failed")
    #expect(five.failed.isEmpty && silent.isEmpty, "\(five.failed + silent)")
    #expect(five.passed >= 344 && four.passed >= 28)
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

  /// How many charts come back, of all of them; the others are refused with a code.
  @Test(
    arguments: [("xstate", "xstate", 608), ("xstate", "scxml", 518), ("scxml", "xstate", 79), ("scxml", "scxml", 125)])
  func `what is converted and back runs as it did`(suite: String, notation: String, least: Int) throws {
    let folder = try Suites.folder(of: "import").appendingPathComponent(suite)
    var scripts: [String: [String]] = [:]
    for name in try self.scripts(in: folder) {
      let script = folder.appendingPathComponent(name)
      scripts[try chart(of: script).path, default: []].append(script.path)
    }
    var (same, refused) = (0, 0)
    for (chart, scripts) in scripts.sorted(by: { $0.key < $1.key }) {
      let inside = String(chart[...(chart.lastIndex(of: "/") ?? chart.startIndex)])
      let there = runTool(["convert", chart, "--to", notation])
      if there.status != 0 {
        let first = there.errors.split(separator: "\n").first { $0.contains(": error: ") }
        #expect(first?.hasSuffix("]") == true, "\(chart): \(there.errors)")
        refused += 1
        continue
      }
      let back = runTool(["convert", "-", "--to", "statekit"], input: there.output, folder: inside)
      for script in scripts {
        let trace = runTool(["run", "-", script], input: back.output, folder: inside).output
        let usual = runTool(["run", chart, script]).output
        #expect(Repository.difference(plain(trace), plain(usual)) == nil, "\(chart)")
      }
      same += 1
    }
    print("import/\(suite) to \(notation) and back: \(same) run as they did, \(refused) are refused")
    #expect(same >= least)
  }

  /// A trace without positions in files, and without the guards that were false: a transition that stands for one name asks
  /// for that besides.
  private func plain(_ trace: String) -> String {
    let lines = trace.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("  declined ") }
    return lines.map { line in
      guard line.contains("  error: "), let open = line.lastIndex(of: "(") else { return String(line) }
      return String(line[..<open])
    }.joined(separator: "\n")
  }

  /// The chart that a script's first line names.
  private func chart(of script: URL) throws -> URL {
    let first = try String(contentsOf: script, encoding: .utf8).split(separator: "\n").first ?? ""
    return script.deletingLastPathComponent().appendingPathComponent(String(first.dropFirst(":chart ".count)))
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
    let chart = try self.chart(of: script)
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
    let actions = URL(fileURLWithPath: script.path.replacingOccurrences(of: ".events", with: ".actions.json"))
    if folder.lastPathComponent == "xstate-selection", let data = try? Data(contentsOf: actions) {
      let expected = try #require(JSONSerialization.jsonObject(with: data) as? [[String]])
      let found = try result.output.split(separator: "\n").map { line in
        let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        return (object["trace"] as? [[String: Any]] ?? []).compactMap {
          $0["do"] as? String ?? ($0["do"] as? [String: Any])?["name"] as? String
        }
      }
      // At the end of a machine XState runs exit actions, which we do not.
      isSame =
        isSame && found.dropLast() == expected.dropLast()
        && (expected.last ?? []).starts(with: found.last ?? [])
    }
    if isSame != mustDiffer {
      count.passed += 1
    } else {
      count.failed.append("\(name): \(mustDiffer ? "must differ" : String(result.errors.prefix(300)))")
    }
  }
}
