import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `statekit test` as its users see it.
@Suite struct TestCommandTests {
  private static let door = """
    {"root": {"initial": "closed", "subStates": {"closed": {"open": "open"}, "open": {"close": "closed", "slam": "closed"}}}}
    """

  private func folder(_ files: [String: String]) throws -> String {
    try Repository.temporaryFolder(["door.json": Self.door].merging(files) { _, new in new }).path
  }

  @Test func `a recorded trace that cannot be read is not passed over`() throws {
    let path = try folder(["door.events.txt": "open\n"])
    #expect(runTool(["test", path]).status == 0)
    try FileManager.default.createDirectory(atPath: path + "/door.trace.txt", withIntermediateDirectories: false)
    let result = runTool(["test", path])
    #expect(result.status == 2 && result.errors.contains("door.trace.txt: Is a directory"), "\(result)")
  }

  @Test func `folders are searched, charts found by name or by :chart, and the worst counts`() throws {
    let path = try folder([
      "door.events.txt": "open\n:expect in open\n",
      "other.events": ":chart door.json\n:test \"a\"\nopen\n:test \"b\"\n:expect done\n",
      "notes.txt": "not a script", "lost.events.txt": "x\n",
    ])
    try FileManager.default.removeItem(atPath: path + "/lost.events.txt")
    let result = runTool(["test", path])
    #expect(result.status == 1)
    #expect(result.output.contains("FAILED \(path)/other.events: b\n"))
    #expect(result.output.hasSuffix("3 tests in 2 scripts: 2 passed, 1 failed\n"), "\(result.output)")
    #expect(runTool(["test", path + "/door.events.txt"]).status == 0)
    #expect(runTool(["test", "-q", path + "/door.events.txt"]).output.isEmpty)
    #expect(runTool(["test", path, "--filter", "other.events: a"]).output == "1 test in 1 script: 1 passed\n")
    for (arguments, message) in [
      ([path, "--filter", "nothing like it"], "no test was found"), ([path + "/nowhere"], "cannot read"),
      ([path + "/door.json"], "door.json"),
    ] {
      let result = runTool(["test"] + arguments)
      #expect(result.status != 0 && (result.errors + result.output).contains(message), "\(result)")
    }
  }

  @Test func `a failure shows the line, the difference, the events and what was skipped`() throws {
    let path = try folder(["door.events.txt": "open\n+5s\n:expect only closed\nclose\n:expect in closed\n"])
    let output = runTool(["test", path + "/door.events.txt"]).output
    #expect(
      output == """
        FAILED \(path)/door.events.txt
        \(path)/door.events.txt:3:1: error: expected only closed; active: open [expectation-failed]
            3 | :expect only closed
              | ^~~~~~~~~~~~~~~~~~~
          expected and found:
          - closed
          + open
          events so far: open, +5s
          2 lines of this test skipped

        1 test in 1 script: 0 passed, 1 failed

        """)
  }

  @Test func `a chart or a script that is broken, or a chart elsewhere, is a failure`() throws {
    let path = try folder([
      "bad.json": "{\"root\": {\"x\": \"nowhere\"}}", "bad.events.txt": "x\n",
      "door.events.txt": ":expect in nowhere\n!!\n",
      "up.events.txt": ":chart ../door.json\n",
    ])
    let result = runTool(["test", path])
    #expect(result.status == 1)
    for part in [
      "bad.json:1:16: error: no state is named", "door.events.txt:1:12", "door.events.txt:2:1", "must lie at or below",
    ] {
      #expect(result.output.contains(part), "\(result.output)")
    }
    #expect(result.output.hasSuffix("3 tests in 3 scripts: 0 passed, 3 failed\n"))
  }

  @Test func `a recorded trace is compared, and blessed`() throws {
    let path = try folder(["door.events.txt": "open\nclose\n"])
    let trace = path + "/door.trace.txt"
    let right = runTool(["run", path + "/door.json", path + "/door.events.txt"]).output
    try right.replacingOccurrences(of: "  enter open\n", with: "").write(
      toFile: trace, atomically: true, encoding: .utf8)
    let result = runTool(["test", path])
    #expect(
      result.status == 1 && result.output.contains("\n      exit closed\n  +   enter open\n      => open\n"),
      "\(result.output)")
    let blessed = runTool(["test", path, "--bless"])
    #expect(blessed.status == 0 && blessed.errors.contains("recorded \(trace)\n"))
    #expect(try String(contentsOfFile: trace, encoding: .utf8) == right)
    #expect(runTool(["test", path]).output == "2 tests in 1 script: 2 passed\n")
  }

  @Test func `every format tells the same, whatever the names are`() throws {
    let path = try folder([
      "door.events.txt":
        ":test \"a # b \\\\ <&> ::error:: ##[x]\"\nopen\n:test \"c\\u0007\\u202e\"\n:expect in open\n:test \"d\"\n:expect in closed\n"
    ])
    let jsonl = runTool(["test", "--format", "jsonl", path]).output.split(separator: "\n")
    let objects = try jsonl.map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
    #expect(objects.map { $0["status"] as? String } == ["passed", "failed", "passed", nil])
    #expect(objects[3]["failed"] as? Int == 1 && objects[3]["tests"] as? Int == 3)
    let tap = runTool(["test", "--format", "tap", path]).output
    #expect(tap.hasPrefix("TAP version 14\n1..3\nok 1 - ") && tap.contains("a \\# b \\\\"))
    #expect(tap.contains("\nnot ok 2 - ") && tap.contains("\n  ---\n") && tap.contains("\n  ...\nok 3 - "))
    let junit = runTool(["test", "--format", "junit", path]).output
    let document = XMLParser(data: Data(junit.utf8))
    #expect(document.parse(), "\(junit)")
    #expect(junit.contains("tests=\"3\" failures=\"1\"") && junit.contains("&lt;&amp;&gt;"))
    for output in [tap, junit, runTool(["test", "-v", path]).output] {
      #expect(!output.contains("##") && !output.contains("\u{7}") && !output.contains("\u{202E}"))
    }
  }

  @Test func `what stands beside a document goes to the messages`() throws {
    let path = try folder(["door.events.txt": "open\n:expect only open\nclose\n:expect only closed\n"])
    for format in ["junit", "jsonl", "tap"] {
      let plain = runTool(["test", "--format", format, path])
      let extra = runTool(["test", "--format", format, "--coverage", "--mutate", path])
      #expect(extra.output == plain.output)
      #expect(extra.errors.contains("coverage of ") && extra.errors.contains("mutation score: "), "\(extra)")
    }
    let coverage = runTool(["test", "--coverage-format", "json", "--mutate", path])
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(coverage.output.utf8)) }
  }

  @Test func `the order does not depend on jobs`() throws {
    var files: [String: String] = [:]
    for number in 0..<40 {
      files["t\(number).events.txt"] = ":chart door.json\nopen\n:expect in \(number % 3 == 0 ? "closed" : "open")\n"
    }
    let path = try folder(files)
    let one = runTool(["test", "-v", "--jobs", "1", path])
    #expect(one.status == 1 && one.output.hasSuffix("40 tests in 40 scripts: 26 passed, 14 failed\n"))
    for jobs in ["2", "7"] { #expect(runTool(["test", "-v", "-j", jobs, path]).output == one.output) }
  }

  @Test func `known failures are counted apart, and must fail`() throws {
    let path = try folder([
      "door.events.txt": ":expect in open\n", "fine.events.txt": ":chart door.json\n:expect in closed\n",
      "known.txt": "# reasons\ndoor: starts closed\n", "wrong.txt": "fine: is it?\ndoor: yes\n",
    ])
    let result = runTool(["test", "--known", path + "/known.txt", path])
    #expect(result.status == 0 && result.output == "2 tests in 2 scripts: 1 passed, 1 known to fail\n")
    let wrong = runTool(["test", "--known", path + "/wrong.txt", path])
    #expect(wrong.status == 1 && wrong.output.contains("--known says that it fails, but it passes"))
  }

  @Test func `coverage adds up over scripts, names what is missed and how to get there`() throws {
    let path = try folder(["door.events.txt": "open\n", "more.events.txt": ":chart door.json\nopen\nclose\n"])
    let text = runTool(["test", "--coverage", path]).output
    #expect(text.contains("coverage of \(path)/door.json: 83 % (5 of 6): states 3 of 3, handlers 2 of 3\n"), "\(text)")
    #expect(text.contains("door.json:1:110: slam in open is never taken; this would: open, slam\n"), "\(text)")
    #expect(runTool(["test", "--coverage-min", "83", path]).status == 0)
    let low = runTool(["test", "--coverage-min", "84", path])
    #expect(low.status == 1 && low.errors.contains("is 83 %, less than 84 %"))
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(runTool(["test", "--coverage-format", "json", path]).output.utf8))
        as? [String: Any])
    let chart = try #require((json["charts"] as? [[String: Any]])?.first)
    #expect(
      chart["percent"] as? Int == 83
        && (chart["missed"] as? [[String: Any]])?.first?["way"] as? [String] == ["open", "slam"])
    let lcov = runTool(["test", "--coverage-format", "lcov", path])
    #expect(
      lcov.output.hasPrefix("TN:\nSF:\(path)/door.json\n") && lcov.output.hasSuffix("LF:1\nLH:0\nend_of_record\n"))
    #expect(lcov.errors.contains("2 tests in 2 scripts"))
  }

  @Test func `guards count twice, histories with and without a record`() throws {
    let path = try folder([
      "h.json": """
      {"context": {"n": 0}, "root": {"initial": "off", "subStates": {
        "off": {"power": "last"},
        "on": {"power": {"guard": "n == 0", "target": "off"}, "initial": "low", "subStates": {
          "last": {"type": "history"}, "low": {"more": "high"}, "high": {}}}}}}
      """, "h.events.txt": "power\nmore\npower\npower\n:expect in high\n",
    ])
    let text = runTool(["test", "--coverage", path]).output
    #expect(text.contains("handlers 3 of 3, guards 1 of 2, history 2 of 2\n"), "\(text)")
    #expect(text.contains("h.json:3:29: the guard of power in on is never false\n"))
  }

  @Test func `a run is recorded as a script that passes`() throws {
    _ = Repository.root
    for chart in ["door", "retry", "checkout", "vending-machine", "media-player", "order", "endless-loop"] {
      let path = try Repository.temporaryFolder(["\(chart).json": Repository.read("charts/\(chart).json") ?? ""]).path
      let script = "\(path)/\(chart).events.txt"
      let run = runTool(["run", "--record", script, "\(path)/\(chart).json", "charts/\(chart).events.txt"])
      #expect(run.output == runTool(["run", "\(path)/\(chart).json", "charts/\(chart).events.txt"]).output)
      let result = runTool(["test", path])
      #expect(result.status == 0, "\(result.output)")
      #expect(try String(contentsOfFile: script, encoding: .utf8).components(separatedBy: ":expect").count > 5)
    }
    let full = runTool(["run", "--record", "/nowhere/x.events.txt", "charts/door.json"])
    #expect(full.status == 2 && full.errors.contains("cannot write /nowhere/x.events.txt"))
  }

  @Test func `a failing test is written as short as it can be`() throws {
    let path = try folder([
      "door.events.txt": "open\nclose\n+1s\nopen {\"by\": \"Ann\"}\nslam\nopen\n:expect only closed\nclose\n"
    ])
    let result = runTool(["test", "--shrink", path])
    #expect(
      result.errors.contains("door.events.txt: 2 of 8 lines left, in \(path)/door.shrunk.txt\n"),
      "\(result.errors)")
    let shrunk = try String(contentsOfFile: path + "/door.shrunk.txt", encoding: .utf8)
    #expect(shrunk == ":chart door.json\n:test \"\(path)/door.events.txt\"\nopen\n:expect only closed\n")
    #expect(runTool(["test", path + "/door.shrunk.txt"]).status == 1)
    #expect(runTool(["test", path, "--shrink"]).output == result.output)
  }

  @Test func `a shorter test fails in the same way`() throws {
    let path = try folder([
      "a.events.txt": ":chart door.json\nopen\nclose\nopen\nslam\nslam\n:expect handled\n",
      "b.events.txt": ":chart door.json\nopen\nclose\nopen\n:expect in closed\n",
      "c.events.txt": ":chart door.json\n:expect in closed\nopen\nclose\nopen\n:expect not in open\n",
    ])
    _ = runTool(["test", "--shrink", path])
    for (name, lines) in [
      // Without an event before it the first would fail, too, but otherwise.
      ("a", "slam\n:expect handled\n"), ("b", "open\n:expect in closed\n"), ("c", "open\n:expect not in open\n"),
    ] {
      let shrunk = try String(contentsOfFile: path + "/\(name).shrunk.txt", encoding: .utf8)
      #expect(shrunk.hasSuffix(".txt\"\n" + lines), "\(shrunk)")
    }
  }

  @Test func `mutants that no test finds are listed with what would tell`() throws {
    let path = try folder(["door.events.txt": "open\n:expect only open\nclose\n:expect only closed\n"])
    let output = runTool(["test", "--mutate", path]).output
    #expect(
      output.contains(
        "survives: the handler is dropped; this would catch it: open, slam\n    - \"closed\"\n    + []\n"),
      "\(output)")
    #expect(output.contains("mutation score: "))
    #expect(
      runTool(["test", "--mutate", "--count", "3", "--seed", "5", path]).output
        == runTool(["test", "--mutate", "--count", "3", "--seed", "5", "-j", "1", path]).output)
  }
}
