import CEL
import StateKitCore
import StateKitFormat
import StateKitTest

/// The coverage of tests of one chart.
struct ShownCoverage {
  let chartPath: String
  let chart: Chart
  let streams: Streams
  let arguments: Arguments
  let host: HostLines

  /// Runs the given scripts, and the scripts in the given folders; scripts of other charts are left out. Scripts with
  /// errors are reported, and make the status 1; unreadable files make it 2. Without any tests,
  /// and with unreadable files, there are no counts.
  func counts(_ operands: [String], messenger: inout Messenger) -> (counts: CoverageCounts?, status: ExitStatus) {
    var counts = CoverageCounts(chart)
    var status = ExitStatus.ok
    var ran = 0
    let report = TextReport(hasColor: false)
    var own = TestFiles(streams, report: report, chart: chartPath, as: arguments.reading)
    var others = TestFiles(streams, report: report, as: arguments.reading)
    let found = TestFiles.scripts(of: operands)
    found.skipped.report(arguments, messenger: messenger)
    var unreadable = found.failures
    for script in found.scripts {
      do throws(TestFiles.Failure) {
        // A script that was named explicitly and names no chart belongs to this chart.
        var file: TestFile
        do throws(TestFiles.Failure) {
          file = try others.read(script)
          if !script.isFound, file.chartPath.isEmpty { file = try own.read(script) }
        } catch {
          // This chart could be read, so the script is of another chart.
          if script.isFound, error.role != nil { continue }
          file = try own.read(script)
        }
        let number = number(in: file)
        if script.isFound, number == nil { continue }
        if case .broken(let broken) = file.content {
          show(broken, of: file, messenger: messenger)
          status = max(status, .inputAtFault)
          continue
        }
        guard let number, let touched = self.counts(of: file, number: number) else {
          if script.isFound { continue }
          messenger.write("statekit: \(file.name) is a test of another chart, \(FilePath.shown(file.chartPath))")
          status = max(status, .inputAtFault)
          continue
        }
        counts.add(touched)
        ran += 1
        if showErrors(of: file, messenger: &messenger) { status = max(status, .inputAtFault) }
      } catch {
        unreadable.append(error)
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
    return (ran > 0 || status != .unable ? counts : nil, status)
  }

  /// Shows the errors of a script that cannot be run.
  private func show(_ broken: BrokenInput, of file: TestFile, messenger: Messenger) {
    guard broken.position != nil else { return messenger.write("statekit: \(file.name): \(broken.message)") }
    streams.errors.write(broken.text)
  }

  /// Shows the errors of the tests that are not run. Returns true if there are any.
  private func showErrors(of file: TestFile, messenger: inout Messenger) -> Bool {
    guard case .tests(let script, _, _) = file.content else { return false }
    let errors = script.cases.flatMap(\.errors)
    for error in errors {
      if case .script(let line) = error.origin { messenger.show([error.diagnostic], in: line.source) }
    }
    messenger.hold(script.cases.flatMap(\.dropped))
    return !errors.isEmpty
  }

  /// The index of the chart among the charts that a script runs; nil for a script of other charts.
  private func number(in file: TestFile) -> Int? {
    let paths = file.chart?.chart.familyPaths(path: file.chartPath) ?? [file.chartPath]
    let wanted = FileIdentity(chartPath)
    return paths.firstIndex { path in
      path.utf8.elementsEqual(chartPath.utf8) || wanted != nil && FileIdentity(path) == wanted
    }
  }

  /// The coverage of the chart by a script; nil if the file of the chart was read as another chart.
  private func counts(of file: TestFile, number: Int) -> CoverageCounts? {
    let result = TestJob(
      file: file, filter: nil, countsCoverage: true, report: TextReport(hasColor: false), limits: arguments.limits,
      host: host
    ).run()
    guard result.coverage.indices.contains(number), result.coverage[number].entered.count == chart.states.count,
      result.coverage[number].taken.count == chart.handlers.count
    else { return nil }
    return result.coverage[number]
  }
}
