import StateKitCore
import StateKitFormat
import StateKitTest

/// The coverage of tests of one chart.
struct ShownCoverage {
  let chartPath: String
  let chart: Chart
  let streams: Streams
  let reading: ChartReading
  let limits: Limits
  let host: HostLines

  /// Runs the given scripts, and the scripts in the given folders; scripts of other charts are left out. Unreadable
  /// files are reported, and make the status 2.
  func counts(_ operands: [String], messenger: inout Messenger) -> (counts: CoverageCounts, status: ExitStatus) {
    var counts = CoverageCounts(chart)
    var status = ExitStatus.ok
    var ran = 0
    let report = TextReport(hasColor: false)
    var own = TestFiles(streams, report: report, chart: chartPath, as: reading)
    var others = TestFiles(streams, report: report, as: reading)
    let found = TestFiles.scripts(of: operands)
    var unreadable = found.failures
    for script in found.scripts {
      do throws(TestFiles.Failure) {
        // A script that was named explicitly and names no chart belongs to this chart.
        var file = try? others.read(script)
        if file == nil, !script.isFound { file = try own.read(script) }
        guard let file else { continue }
        if let touched = self.counts(of: file) {
          counts.add(touched)
          ran += 1
        } else if case .broken(let broken) = file.content, !script.isFound {
          messenger.write("statekit: \(file.name): \(broken.message)")
          status = max(status, .inputAtFault)
        } else if case .tests = file.content, !script.isFound {
          messenger.write("statekit: \(file.name) is a test of another chart, \(FilePath.shown(file.chartPath))")
          status = max(status, .inputAtFault)
        }
      } catch {
        // In a folder, other scripts may be unreadable.
        if !script.isFound { unreadable.append(error) }
      }
    }
    for failure in unreadable {
      messenger.write("statekit: \(failure.message)")
      status = .unable
    }
    if ran == 0, status == .ok {
      messenger.write("statekit: show: no test of this chart was found")
      status = .unable
    }
    return (counts, status)
  }

  /// The coverage of a script; nil for a script of another chart.
  private func counts(of file: TestFile) -> CoverageCounts? {
    guard case .tests(_, let loaded, _) = file.content else { return nil }
    let members = loaded.chart.familyPaths(path: file.chartPath)
    let wanted = FileIdentity(chartPath)
    guard
      let number = members.indices.first(where: { number in
        members[number].utf8.elementsEqual(chartPath.utf8) || wanted != nil && FileIdentity(members[number]) == wanted
      })
    else { return nil }
    let result = TestJob(
      file: file, filter: nil, countsCoverage: true, report: TextReport(hasColor: false), limits: limits, host: host
    ).run()
    guard result.coverage.indices.contains(number), result.coverage[number].entered.count == chart.states.count,
      result.coverage[number].taken.count == chart.handlers.count
    else { return nil }
    return result.coverage[number]
  }
}
