import StateKitCore
import StateKitSearch
import StateKitTest

/// The coverage of one chart by all scripts on it.
struct ChartCoverage {
  let path: String
  let chart: LoadedChart
  let report: CoverageReport
  /// Scripts that reach missed handlers, if a search found one.
  let ways: [Int: [String]]

  /// The file with the lines of the chart, which may be written inside another one.
  var file: String { chart.source.origin == nil ? path : chart.source.name }

  /// The file without `.` and `..` in its path, because editors compare paths; as given if that path leads elsewhere.
  var plainFile: String {
    let plain = FilePath.text(of: FilePath.key(of: file))
    guard let identity = FileIdentity(file), identity == FileIdentity(plain) else { return file }
    return plain
  }
}

/// Formats of coverage: for people, for programs, and lcov tracefiles.
enum CoverageOutput {
  static func text(_ charts: [ChartCoverage]) -> String {
    var out = ByteBuffer()
    for coverage in charts {
      let (touched, all) = coverage.report.count(of: nil)
      DisplayText.appendRaw(
        "coverage of \(coverage.path): \(coverage.report.percent) % (\(touched) of \(all))", to: &out)
      for kind in CoverageReport.Kind.allCases {
        let (touched, all) = coverage.report.count(of: kind)
        if all > 0 { out.append("\(kind == .states ? ": " : ", ")\(kind.rawValue) \(touched) of \(all)") }
      }
      out.append("\n")
      let lines = LineIndex(coverage.chart.source)
      for point in coverage.report.missed {
        let position = lines.position(of: Int(point.span.start))
        let head = "  \(coverage.file):\(position.line):\(position.column): \(point.what) \(point.missing)"
        DisplayText.appendRaw(head, to: &out)
        if let way = point.handler.flatMap({ coverage.ways[$0] }) {
          DisplayText.appendRaw(
            way.isEmpty ? "; the start reaches it" : "; this script reaches it: \(way.joined(separator: ", "))",
            to: &out)
        }
        out.append("\n")
      }
    }
    return out.text
  }

  static func json(_ charts: [ChartCoverage]) -> String {
    var out = ByteBuffer()
    out.append("{\n  ")
    out.append(objects: "charts", of: charts, line: "\n    ", end: "\n  ") { coverage, out in
      out.append(string: "chart", value: coverage.path)
      out.append(number: "percent", value: coverage.report.percent)
      for kind in CoverageReport.Kind.allCases {
        let (touched, all) = coverage.report.count(of: kind)
        // Few charts have invocations.
        if kind == .invocations, all == 0 { continue }
        out.append(object: kind.rawValue) { out in
          out.append(number: "touched", value: touched)
          out.append(number: "all", value: all)
        }
      }
      let lines = LineIndex(coverage.chart.source)
      out.append(objects: "missed", of: coverage.report.missed, line: "\n      ", end: "\n    ") { point, out in
        let position = lines.position(of: Int(point.span.start))
        out.append(string: "kind", value: point.kind.rawValue)
        out.append(number: "line", value: position.line)
        out.append(number: "column", value: position.column)
        out.append(string: "what", value: "\(point.what) \(point.missing)")
        if let way = point.handler.flatMap({ coverage.ways[$0] }) { out.append(texts: "way", value: way) }
      }
    }
    out.append("\n}\n")
    return out.text
  }

  /// The lcov format. A line counts the parts in it; the two results of a guard are branches of its line.
  static func lcov(_ charts: [ChartCoverage]) -> String {
    var out = ByteBuffer()
    for coverage in charts {
      out.append("TN:\nSF:")
      DisplayText.appendLine(coverage.plainFile, to: &out)
      let lines = LineIndex(coverage.chart.source)
      // In order of position; for a line with several parts, the lowest count is used.
      var counts: [(line: Int, count: UInt32)] = []
      var branches: [(line: Int, count: UInt32)] = []
      for point in coverage.report.points {
        let line = lines.position(of: Int(point.span.start)).line
        if point.kind == .guards {
          branches.append((line, point.count))
        } else if let last = counts.last, last.line == line {
          counts[counts.count - 1].count = min(last.count, point.count)
        } else {
          counts.append((line, point.count))
        }
      }
      for (index, branch) in branches.enumerated() {
        out.append("BRDA:\(branch.line),\(index / 2),\(index % 2),\(branch.count)\n")
      }
      out.append("BRF:\(branches.count)\nBRH:\(branches.count { $0.count > 0 })\n")
      for (line, count) in counts { out.append("DA:\(line),\(count)\n") }
      out.append("LF:\(counts.count)\nLH:\(counts.count { $0.count > 0 })\nend_of_record\n")
    }
    return out.text
  }
}
