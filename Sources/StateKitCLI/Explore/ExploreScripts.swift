import StateKitCore
import StateKitFormat
import StateKitSearch

/// Writes the scripts of findings as files, each ready to run.
struct ExploreScripts {
  private let streams: Streams
  private let loaded: LoadedChart
  private let chartPath: String
  private let folder: String
  private let isForced: Bool
  private let inputs: [SaveGuard.Input]
  /// The host answers for the scripts.
  private let answered: HostAnswers?
  private let limits: Limits

  init(
    _ streams: Streams, loaded: LoadedChart, chartPath: String, folder: String, options: Explorer.Options,
    arguments: Arguments
  ) {
    answered = options.choice.answered
    // A signal or the end of the time must not cut off a run whose end the script expects.
    var limits = options.limits
    limits.isInterrupted = { false }
    self.limits = limits
    self.streams = streams
    self.loaded = loaded
    self.chartPath = chartPath
    self.folder = folder
    isForced = arguments.isForced
    inputs = arguments.inputs
  }

  /// Writes a file for each finding that has a script. Returns a status if a file could not be written.
  func write(_ exploration: Exploration, messenger: inout Messenger) -> ExitStatus? {
    let saveGuard = SaveGuard(streams: streams, chart: loaded.chart, chartPath: chartPath, inputs: inputs)
    if exploration.allFindings.allSatisfy({ $0.script == nil }) { return nil }
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
    let areWritten = Platform.holdingSignals {
      files.allSatisfy { saveGuard.save($0.bytes, as: $0.path, isForced: isForced, messenger: &messenger) }
    }
    return areWritten ? nil : .unable
  }

  private func text(_ finding: ExploreFinding, script: [String], path: String) -> [UInt8] {
    var out = ByteBuffer()
    ScriptChart.appendHead("\(finding.code.rawValue): \(finding.message)", of: chartPath, for: path, to: &out)
    for line in answered?.lines ?? [] { out.append(line.text + "\n") }
    for line in script { out.append(line + "\n") }
    if !finding.loop.isEmpty { out.append("# again and again\n") }
    for line in finding.loop { out.append(line + "\n") }
    append(expectationsAfter: script + finding.loop, to: &out)
    return out.bytes
  }

  /// Appends expectations for the state after the script: unhandled errors, and the deepest active states.
  private func append(expectationsAfter lines: [String], to out: inout ByteBuffer) {
    let record = StepRecord(loaded.chart)
    var machine = Machine(loaded.chart, limits: limits, sink: record)
    machine.play(lines, answers: answered)
    if machine.faults.contains(where: { $0.code == .runError }) { out.append(":expect error\n") }
    if !record.broken.isEmpty {
      out.append(":expect breaks \(record.broken.map { DisplayText.name($0) }.joined(separator: ", "))\n")
    }
    let leaves = machine.configuration.leaves.map { machine.chart.shownReference($0) }
    out.append(":expect only \(leaves.joined(separator: ", "))\n")
  }
}
