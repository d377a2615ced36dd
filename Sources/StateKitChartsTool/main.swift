import StateKitCore
import StateKitFormat
import StateKitGenerate

// The program that the plugin StateKitCharts runs: CHART OUTPUT NAME writes the type of a chart to a file.

/// Writes the type of a chart; false if it could not, which is said.
func writeType(of path: String, to output: String, name: String) -> Bool {
  guard let bytes = ChartFile.read(path) else {
    ChartFile.report("\(path): error: cannot read the chart")
    return false
  }
  let source = SourceText(name: path, bytes: bytes)
  let file = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
  let folder = String(path.dropLast(file.count))
  let findings = Findings()
  let charts = ChartFolder(first: file) { child, limit in
    guard let bytes = ChartFile.read(folder + child) else { return .unreadable("it cannot be read") }
    return bytes.count > limit
      ? .unreadable("the invoked charts together are too large") : .text(SourceText(name: child, bytes: bytes))
  }
  let located = ChartReader.locate(source, findings: findings, in: charts)
  var files: [GeneratedFile] = []
  if let located, !findings.hasErrors {
    files = SwiftGenerator.files(
      of: located, json: bytes, file: output, options: SwiftGenerator.Options(name: name), findings: findings)
  }
  let lines = LineIndex(source)
  for finding in findings.sortedByPosition {
    let place = lines.position(of: Int(finding.span.start))
    let help = finding.help.map { ", " + $0 } ?? ""
    ChartFile.report(
      "\(path):\(place.line):\(place.column): \(finding.severity): \(finding.message) [\(finding.code.rawValue)]\(help)"
    )
  }
  guard let made = files.first else { return false }
  if ChartFile.write(Array(made.text.utf8), to: output) { return true }
  ChartFile.report("\(output): error: cannot write the type")
  return false
}

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
  ChartFile.report("usage: StateKitChartsTool CHART OUTPUT NAME")
  ChartFile.end(isSuccess: false)
}
ChartFile.end(isSuccess: writeType(of: arguments[1], to: arguments[2], name: arguments[3]))
