import TestSupport
import Testing

/// The curated charts, written to another notation and read back.
struct RoundTripTests {
  /// How many come back; the others are refused with a reason.
  @Test(arguments: [("scxml", 113), ("xstate", 105)]) func `a chart that is converted and back runs as it did`(
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

  /// Without positions in files.
  private func plain(_ trace: String) -> String {
    trace.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasPrefix("  error: "), let open = line.lastIndex(of: "(") else { return String(line) }
      return String(line[..<open])
    }.joined(separator: "\n")
  }
}
