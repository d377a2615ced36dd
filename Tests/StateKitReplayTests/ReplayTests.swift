import CEL
import Foundation
import StateKitCore
import StateKitFormat
import TestSupport
import Testing
import ToolSupport

/// Numbers that look random and are not.
struct Numbers {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }
}

/// Logs of many cases: a replay against a machine for each case, in every way that a log can be read.
@Suite struct ReplayTests {
  /// A log whose cases take turns, with what a machine for each case makes of it.
  private struct SampleLog {
    var lines: [String] = []
    var cases = 0
    var handled = 0
    var ignored = 0
    var declined = 0
    var rejected = 0
    var errors = 0
    var ends: [String: Int] = [:]
    /// `case event outcome line`.
    var deviations: [String] = []

    init(_ chart: Chart, seed: UInt64, events count: Int) {
      var random = Numbers(seed)
      let names = chart.eventNames.prefix(chart.eventCount).map { chart.names.text($0) } + ["nobody knows"]
      let payloads = ["null", "1", "2", "-3", "5000", "\"a\"", "true", #"{"cents": 5, "item": "cola"}"#, "[1, 2]"]
      let delays: [Int64] = [0, 0, 1, 20, 1_000, 5_000, 3_600_000]
      var machines: [(machine: Machine, time: Int64)?] = Array(repeating: nil, count: 12)
      var clock: Int64 = 1_700_000_000_000
      for line in 1...count {
        let index = random.below(machines.count)
        let name = names[random.below(names.count)]
        clock += delays[random.below(delays.count)]
        // Some clocks go wrong.
        let time = clock - (random.below(10) == 0 ? 2_000 : 0)
        let payload = payloads[random.below(payloads.count)]
        lines.append(
          #"{"id": "c\#(index)", "type": \#(DisplayText.string(name)), "at": \#(time), "with": \#(payload)}"#)
        var hasError = false
        var machine: Machine
        if let known = machines[index] {
          machine = known.machine
          if time > known.time {
            machine.advance(.by(time - known.time), shown: "")
            hasError = !machine.faults.isEmpty
          }
        } else {
          machine = Machine(chart, sink: NoTrace())
          machine.start()
          hasError = !machine.faults.isEmpty
          cases += 1
        }
        let value = JSONText.value(of: Array(payload.utf8)) ?? .null
        let outcome = machine.send(chart.event(name.utf8.span, data: value.isNull ? nil : value))
        if hasError || !machine.faults.isEmpty { errors += 1 }
        switch outcome {
        case .handled: handled += 1
        case .ignored: ignored += 1
        case .declined: declined += 1
        case .rejected: rejected += 1
        }
        if outcome != .handled { deviations.append("c\(index) \(name) \(outcome.rawValue) \(line)") }
        machines[index] = (machine, max(time, machines[index]?.time ?? time))
      }
      for case let found? in machines {
        for leaf in found.machine.configuration.leaves { ends[chart.path(leaf), default: 0] += 1 }
      }
    }
  }

  private static let fields = ["--case", "id", "--event", "type", "--time", "at", "--data", "with"]

  /// Charts that can be run without anybody who answers for the host.
  private static let charts: [String] = {
    let folder = Repository.root.appendingPathComponent("charts")
    let names = ((try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []).sorted()
    return names.filter { $0.hasSuffix(".json") && !$0.contains("invalid") && !$0.contains("large") }.map {
      folder.path + "/" + $0
    }
  }()

  private static func chart(_ path: String) -> Chart? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    let findings = Findings()
    let folder = ChartFolder(first: (path as NSString).lastPathComponent) { name, _ in
      let beside = ((path as NSString).deletingLastPathComponent as NSString).appendingPathComponent(name)
      guard let data = FileManager.default.contents(atPath: beside) else { return .unreadable("there is none") }
      return .text(SourceText(name: name, bytes: Array(data)))
    }
    let chart = ChartReader.read(SourceText(name: path, bytes: Array(data)), findings: findings, in: folder)
    guard let chart, !findings.hasErrors, !chart.asksHost else { return nil }
    return chart
  }

  @Test func `a replay does what a machine for each case does`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("replay-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String) -> String { folder.appendingPathComponent(name).path }
    var tried = 0
    // Each of them takes its time: a part of them is enough for every day.
    for (number, path) in Self.charts.enumerated() where Extent.isLong || number % 9 == 0 {
      guard let chart = Self.chart(path) else { continue }
      let log = SampleLog(chart, seed: UInt64(number + 1), events: Extent.count(20, long: 1_000))
      // One that reaches its limits with each event takes too long.
      if log.errors > 20 { continue }
      tried += 1
      try (log.lines.joined(separator: "\n") + "\n").write(toFile: file("log"), atomically: true, encoding: .utf8)
      let command = ["replay", "--format", "json", "--deviations", file("deviations"), "--force"] + Self.fields
      let single = runTool(command + ["-j", "1", path, file("log")])
      #expect(single.errors == "", "\(path)")
      let report = try #require(
        try JSONSerialization.jsonObject(with: Data(single.output.utf8)) as? [String: Any], "\(path): \(single.output)")
      let outcomes = try #require(report["outcomes"] as? [String: Int])
      #expect(
        [report["cases"] as? Int, report["events"] as? Int] == [log.cases, log.lines.count], "\(path)")
      let expected = [
        "handled": log.handled, "ignored": log.ignored, "declined": log.declined, "rejected": log.rejected,
        "errors": log.errors,
      ]
      #expect(outcomes == expected, "\(path)")
      #expect(report["states"] as? [String: Int] == log.ends, "\(path)")
      let lines = try String(contentsOfFile: file("deviations"), encoding: .utf8)
      let found = try lines.split(separator: "\n").map { line in
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        return "\(object["case"] ?? "") \(object["event"] ?? "") \(object["outcome"] ?? "") \(object["line"] ?? "")"
      }
      #expect(found == log.deviations, "\(path)")
      for other in [["-j", "3"], ["-j", "1", "--spill", folder.path], ["-j", "2", "--spill", folder.path]] {
        let again = runTool(command + other + [path, file("log")])
        #expect(again.output == single.output, "\(path) \(other)")
        #expect(try String(contentsOfFile: file("deviations"), encoding: .utf8) == lines, "\(path) \(other)")
      }
      // Parts of the cases, in any order.
      var parts: [String] = []
      for part in 0..<3 {
        let own = log.lines.filter { line in
          line.utf8.dropFirst(#"{"id": "c"#.utf8.count).first.map { Int($0) % 3 == part } ?? false
        }
        try own.joined(separator: "\n").write(toFile: file("part"), atomically: true, encoding: .utf8)
        let partial = runTool(["replay", "--partial"] + Self.fields + [path, file("part")])
        try partial.output.write(toFile: file("part\(part)"), atomically: true, encoding: .utf8)
        parts.append(file("part\(part)"))
      }
      let merged = runTool(["replay", "--merge", "--format", "json"] + parts.reversed())
      #expect(merged.output == single.output, "\(path)")
    }
    #expect(tried > Extent.count(5, long: 40), "\(tried) charts")
  }

  @Test func `the script of a case does what the replay does with it`() throws {
    let path = Repository.root.appendingPathComponent("charts/vending-machine.json").path
    let chart = try #require(Self.chart(path))
    let log = SampleLog(chart, seed: 7, events: 300)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try log.lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    for index in 0..<12 {
      let script = runTool(["replay", "--script-of", "c\(index)"] + Self.fields + [path, file.path])
      #expect(script.status == 0)
      let trace = runTool(["run", "--format", "jsonl", path, "-"], input: script.output).output
      let outcomes = trace.split(separator: "\n").compactMap { line -> String? in
        let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        guard let outcome = object?["outcome"] as? String, outcome != "handled" else { return nil }
        return outcome
      }
      let expected = log.deviations.filter { $0.hasPrefix("c\(index) ") }.map {
        $0.split(separator: " ").dropLast().last ?? ""
      }
      #expect(outcomes == expected.map(String.init))
    }
  }
}
