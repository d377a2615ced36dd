import StateKitCore
import StateKitFormat
import StateKitTest

/// A program that is told what a test does, and must do the same (Programs.md).
final class TestedProgram: TestCompanion {
  private let pool: ProgramPool
  private let chartName: String
  private let folder: String
  /// The process of the current test; nil between tests.
  private var process: ProgramProcess?

  /// The number of its answers.
  private(set) var answers = 0
  /// Returns the reason for stopping; nil if the program may be asked again.
  private let stop: () -> String?

  /// `chartPath`: the file of the chart. `folder`: where the command runs.
  init(_ pool: ProgramPool, chartPath: String, folder: String, stop: @escaping () -> String? = { nil }) {
    self.pool = pool
    self.stop = stop
    self.folder = folder
    let name = FilePath.name(of: chartPath)
    let ending = ArgumentKind.chartEndings.first { FilePath.ends(name, in: [$0]) }
    chartName = FilePath.shown(String(name.dropLast(ending?.count ?? 0)))
  }

  func start(_ machine: inout Machine, record: StepRecord) -> CompanionVerdict {
    do throws(ChildProcess.Failure) {
      process = try pool.checkOut(in: folder)
    } catch {
      return .differs(CompanionDifference(.programFailed, message: "the program could not be started: \(error.reason)"))
    }
    let chart = machine.chart
    let context = zip(chart.contextNames, chart.contextValues).map { (name: $0, value: $1) }
    return ask(.start(chart: chartName, context: context), machine: machine, record: record)
  }

  func follow(_ step: ScriptStep, moved: Int64, machine: inout Machine, record: StepRecord) -> CompanionVerdict {
    if case .set = step { return .cannot("a program cannot be told of :set") }
    guard let request = ProgramRequest(step, moved: moved, in: machine.chart) else { return .agrees }
    return ask(request, machine: machine, record: record)
  }

  private func ask(_ request: ProgramRequest, machine: Machine, record: StepRecord) -> CompanionVerdict {
    guard let process else { return .agrees }
    if let reason = stop() { return .cannot(reason) }
    let line = request.line(pool.settings.names)
    if line.count > ProcessLines.lineBytes {
      return .cannot("the line to the program is longer than \(ProcessLines.lineBytes >> 20) MiB, the limit")
    }
    do throws(ProgramProcess.Failure) {
      let answer = try process.ask(line, atMost: pool.settings.timeout)
      if let what = answer.cannot { return .cannot("the program cannot \(DisplayText.raw(what))") }
      answers += 1
      let comparison = ProgramComparison(machine: machine, record: record, names: pool.settings.names)
      guard let difference = comparison.difference(answer) else { return .agrees }
      return .differs(
        CompanionDifference(
          .programDiffers, message: difference.message, details: difference.details, notes: Self.notes(process.errors)))
    } catch {
      return fail(error)
    }
  }

  /// Ends the process: what it does next says nothing.
  private func fail(_ failure: ProgramProcess.Failure) -> CompanionVerdict {
    process?.end()
    process = nil
    if failure.isNotStarted { pool.noteFailure() }
    return .differs(CompanionDifference(.programFailed, message: failure.message, notes: Self.notes(failure.errors)))
  }

  // With the mark, no line of the program is a command for a CI runner, which ignores blanks before it.
  private static func notes(_ errors: [String]) -> [String] {
    errors.isEmpty ? [] : ["the program's standard error:"] + errors.map { "| " + DisplayText.cut($0, to: 200) }
  }

  func finish() -> CompanionVerdict {
    guard let process else { return .agrees }
    do throws(ProgramProcess.Failure) {
      try process.checkSilence()
    } catch {
      return fail(error)
    }
    self.process = nil
    pool.checkIn(process, in: folder)
    return .agrees
  }
}
