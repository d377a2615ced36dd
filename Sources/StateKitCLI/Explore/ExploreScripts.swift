import StateKitCore
import StateKitFormat
import StateKitSearch

/// Writes the scripts of findings as files, each ready to run.
struct ExploreScripts {
  let chart: Chart
  let chartPath: String
  let answered: HostAnswers?
  let limits: Limits

  /// Writes a file for each finding that has a script.
  func write(
    _ exploration: Exploration, in folder: String, saving saveGuard: SaveGuard, rule: FileSave.Rule
  ) throws(CommandEnd) {
    if exploration.allFindings.allSatisfy({ $0.script == nil }) { return }
    // The name of the chart in a script depends on the folder.
    Folder.make(folder, readers: .shared)
    var counts: [DiagnosticCode: Int] = [:]
    var files: [(path: String, bytes: [UInt8])] = []
    for finding in exploration.allFindings {
      guard let script = finding.script else { continue }
      let count = counts[finding.code, default: 0] + 1
      counts[finding.code] = count
      let file = finding.code.rawValue + (count == 1 ? "" : "-\(count)") + ".events.txt"
      let path = folder.utf8.last == UInt8(ascii: "/") ? folder + file : folder + "/" + file
      files.append((path, text(finding, script: script, path: path)))
    }
    // Signals wait until all files are written.
    try Platform.holdingSignals { () throws(CommandEnd) in
      for file in files { try saveGuard.save(file.bytes, as: file.path, rule: rule) }
    }
  }

  private func text(_ finding: ExploreFinding, script: [String], path: String) -> [UInt8] {
    var out = ByteBuffer()
    ScriptChart.appendHead("\(finding.code.rawValue): \(finding.message)", of: chartPath, for: path, to: &out)
    for line in answered?.lines ?? [] { out.append(line.text + "\n") }
    append(script, loop: finding.loop, to: &out)
    return out.bytes
  }

  /// Appends the lines of a script, with expectations for what goes wrong on the way and for the deepest active states at
  /// its end.
  private func append(_ script: [String], loop: [String], to out: inout ByteBuffer) {
    let record = StepRecord(chart)
    var machine = Machine(chart, limits: limits, sink: record)
    let lines = script + loop
    var count = 0
    func appendLine() {
      if count == script.count { out.append("# again and again\n") }
      out.append(lines[count] + "\n")
      count += 1
    }
    func appendTroubles() {
      if record.hasError { out.append(":expect error\n") }
      if record.hasRejection { out.append(":expect rejected\n") }
      if record.broken.isEmpty { return }
      out.append(":expect breaks \(record.broken.map { DisplayText.name($0) }.joined(separator: ", "))\n")
    }
    machine.play(
      lines, answers: answered, note: { _ in appendLine() },
      before: {
        appendTroubles()
        appendLine()
      })
    appendTroubles()
    let leaves = machine.configuration.leaves.map { machine.chart.shownReference($0) }
    out.append(":expect only \(leaves.joined(separator: ", "))\n")
  }
}
