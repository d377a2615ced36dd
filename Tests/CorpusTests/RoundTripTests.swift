import TestSupport
import Testing
import ToolSupport

/// The curated charts, written to another notation and read back.
struct RoundTripTests {
  /// How many come back; the others are refused with a reason.
  @Test(arguments: [("scxml", 106), ("xstate", 69)]) func `a chart that is converted and back runs as it did`(
    notation: String, least: Int
  ) {
    var count = 0
    for script in ChartTests.scripts + ChartTests.faultyScripts where script.hasSuffix(".events.txt") {
      let chart = ChartTests.chart(of: script)
      guard chart.hasSuffix(".json"), !chart.hasPrefix("charts/xstate/") else { continue }
      let folder = String(chart[...(chart.lastIndex(of: "/") ?? chart.startIndex)])
      let there = runTool(["convert", chart, "--to", notation])
      if there.status != 0 {
        #expect(there.errors.contains("[no-\(notation)-form]"), "\(chart): \(there.errors)")
        continue
      }
      let back = runTool(["convert", "-", "--to", "statekit"], input: there.output, folder: folder)
      #expect(back.status == 0, "\(chart): \(back.errors)")
      let trace = runTool(["run", "-", script], input: back.output, folder: folder).output
      let usual = runTool(["run", chart, script]).output
      #expect(Repository.difference(plain(trace), plain(usual)) == nil, "\(chart)")
      count += 1
    }
    #expect(count >= least, "\(count)")
  }

  /// Odd but legal files of others, each with a script.
  private static let foreign = Repository.files(below: "Tests/Foreign", ending: ".events")

  @Test func `files of others give their recorded traces`() {
    var out = ""
    for script in Self.foreign {
      let run = runTool(["run", Self.chart(of: script), script])
      out += "== \(script)\n\(run.output)\(run.status == 0 ? "" : run.errors)"
    }
    #expect(Repository.compare(out, withRecorded: "Tests/Foreign/traces.txt") == nil)
  }

  /// From each file to each notation, and from there to each: the traces stay, or the loss is named.
  @Test(arguments: Extent.some(of: foreign, every: 5))
  func `a file of others that is converted twice runs as it did`(script: String) {
    let chart = Self.chart(of: script)
    let usual = plain(withoutDeclined(runTool(["run", chart, script]).output))
    for first in ["statekit", "scxml", "xstate"] {
      let there = runTool(["convert", chart, "--to", first])
      if there.status != 0 {
        #expect(there.errors.contains("[no-\(first)-form]"), "\(first): \(there.errors)")
        continue
      }
      for second in ["statekit", "scxml", "xstate"] {
        let back = runTool(["convert", "-", "--to", second], input: there.output, folder: "Tests/Foreign/")
        if back.status != 0 {
          #expect(back.errors.contains("[no-\(second)-form]"), "\(first), \(second): \(back.errors)")
          continue
        }
        let trace = runTool(["run", "-", script], input: back.output, folder: "Tests/Foreign/").output
        #expect(Repository.difference(plain(withoutDeclined(trace)), usual) == nil, "\(first), \(second)")
      }
    }
  }

  private static func chart(of script: String) -> String {
    let stem = String(script.dropLast(".events".count))
    return stem + (stem.contains("/scxml-") ? ".scxml" : ".json")
  }

  /// Without guards that were false: a transition that stands for one name has one more.
  private func withoutDeclined(_ trace: String) -> String {
    trace.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("  declined ") }
      .joined(separator: "\n")
  }

  /// Without positions in files.
  private func plain(_ trace: String) -> String {
    trace.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasPrefix("  error: "), let open = line.lastIndex(of: "(") else { return String(line) }
      return String(line[..<open])
    }.joined(separator: "\n")
  }
}
