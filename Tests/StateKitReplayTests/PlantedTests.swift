import Foundation
import TestSupport
import Testing
import ToolSupport

/// Logs in which deviations are planted: the report counts what was planted, and nothing else.
@Suite struct PlantedTests {
  /// A log with all that a report must say of it.
  struct Log: Sendable, CustomTestStringConvertible {
    let name: String
    let fields: [String]
    let cases: Int
    let badLines: Int
    /// `count event outcome configuration`, the most common first.
    let deviations: [String]

    var testDescription: String { name }
  }

  /// What `charts/logs/make-orders.py` and `charts/logs/make-claims.py` say that they plant.
  static let examples = (Extent.isLong ? [orders] : []) + [claims]

  /// Ten thousand cases, which the pages replay as well.
  private static let orders =
    Log(
      name: "orders.csv", fields: ["--case", "order", "--event", "event", "--time", "at"], cases: 10_000, badLines: 7,
      deviations: [
        "120 ship ignored root.open.paid", "85 pay ignored root.expired", "40 pay ignored root.open.paid",
        "25 cancel ignored root.shipped", "15 escalate rejected root.shipped",
      ])
  private static let claims =
    Log(
      name: "claims.jsonl", fields: ["--case", "claim", "--event", "what", "--time", "when", "--data", "with"],
      cases: 600, badLines: 3,
      deviations: [
        "30 approve declined root.decision", "18 pay ignored root.decision", "14 pay declined root.approved",
        "12 assess rejected root.filed.papers.missing root.filed.assessment.waiting", "9 papers ignored root.lapsed",
      ])

  /// What a report says, in the words of `Log`.
  private struct Found {
    let cases: Int?
    let events: Int?
    let handled: Int?
    let fitness: String
    let badLines: Int?
    let deviations: [String]

    init(_ result: ToolResult) throws {
      let report = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any], "\(result)")
      cases = report["cases"] as? Int
      events = report["events"] as? Int
      handled = (report["outcomes"] as? [String: Int])?["handled"]
      // Whoever reads a number may round it.
      let line = result.output.split(separator: "\n").first { $0.contains("fitness") } ?? ""
      fitness = String(line.drop { !$0.isNumber }.dropLast())
      badLines = report["badLines"] as? Int
      deviations = try #require(report["deviations"] as? [[String: Any]]).map { found in
        let configuration = (found["configuration"] as? [String] ?? []).joined(separator: " ")
        return "\(found["count"] ?? "") \(found["event"] ?? "") \(found["outcome"] ?? "") \(configuration)"
      }
    }
  }

  @Test(arguments: examples) func `the numbers that were planted in an example are those of the report`(log: Log) throws
  {
    let folder = Repository.root.appendingPathComponent("charts/logs").path + "/"
    let chart = folder + log.name.prefix { $0 != "." } + ".json"
    let found = try Found(
      runTool(["replay", "-q", "--format", "json"] + log.fields + [chart, folder + log.name]))
    #expect(found.cases == log.cases && found.badLines == log.badLines)
    #expect(found.deviations == log.deviations)
    let planted = log.deviations.reduce(0) { $0 + (Int($1.prefix { $0 != " " }) ?? 0) }
    let events = try #require(found.events)
    #expect(found.handled == events - planted)
    #expect(found.fitness == "\(Double(events - planted) / Double(events))")
  }

  /// The ways that orders go, and what is planted in them.
  private static let ways: [(steps: [String], planted: String?)] = [
    (["remind", "pay", "pack", "ship", "deliver"], nil),
    (["pay", "cancel"], nil),
    (["remind", "+100", "pay"], "pay ignored root.expired"),
    (["pay", "ship", "pack"], "ship ignored root.open.paid"),
    (["pay", "pack", "ship", "cancel", "+400", "deliver"], "cancel ignored root.shipped"),
    (["pay", "pack", "ship", "+400", "ship"], "ship ignored root.missing"),
    (["pay", "lose", "pack"], "lose rejected root.open.paid"),
  ]

  @Test func `logs that are made with known deviations are reported so, in each format and by parts`() throws {
    let chart = Repository.root.appendingPathComponent("charts/logs/orders.json").path
    let folder = try Repository.temporaryFolder([:])
    func file(_ name: String) -> String { folder.appendingPathComponent(name).path }
    for seed in 1...UInt64(Extent.count(2, long: 50)) {
      var random = Numbers(seed)
      var planted: [String: Int] = [:]
      let cases = 40 + random.below(100)
      var waiting = (0..<cases).map { number in
        let way = Self.ways[random.below(Self.ways.count)]
        if let name = way.planted { planted[name, default: 0] += 1 }
        return (name: "n\(number)", steps: way.steps[...], clock: 1_700_000_000_000 + random.below(1_000))
      }
      var rows: [(order: String, event: String, at: Int)] = []
      while !waiting.isEmpty {
        let index = random.below(waiting.count)
        var step = waiting[index].steps.removeFirst()
        if step.hasPrefix("+") {
          waiting[index].clock += (Int(step) ?? 0) * 3_600_000
          step = waiting[index].steps.removeFirst()
        }
        waiting[index].clock += random.below(60_000)
        rows.append((waiting[index].name, step, waiting[index].clock))
        if waiting[index].steps.isEmpty { waiting.swapAt(index, waiting.count - 1) }
        if waiting[waiting.count - 1].steps.isEmpty { waiting.removeLast() }
      }
      let bad = random.below(4)
      let json = rows.map { #"{"order": "\#($0.order)", "event": "\#($0.event)", "at": \#($0.at)}"# }
      let csv = rows.map { "\($0.order),\($0.event),\($0.at)" }
      let texts = [
        "jsonl": json + Array(repeating: "{", count: bad),
        "csv": ["order,event,at"] + csv + Array(repeating: "x", count: bad),
      ]
      for (ending, lines) in texts {
        try lines.joined(separator: "\n").write(toFile: file("log.\(ending)"), atomically: true, encoding: .utf8)
        for options in [["-j", "1"], ["-j", "2"], ["--spill", folder.path]] {
          let found = try Found(
            runTool(
              ["replay", "-q", "--format", "json", "--case", "order", "--event", "event", "--time", "at"] + options
                + [chart, file("log.\(ending)")]))
          #expect(Set(found.deviations) == Set(planted.map { "\($0.value) \($0.key)" }), "\(seed) \(ending) \(options)")
          #expect(found.cases == cases && found.events == rows.count && found.badLines == bad, "\(seed) \(ending)")
          #expect(found.handled == rows.count - planted.values.reduce(0, +), "\(seed) \(ending)")
        }
      }
    }
  }
}
