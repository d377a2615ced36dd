import CEL
import StateKitCore
import StateKitSearch

/// `explore --program`: every arc of the graph is tried in a program.
extension ExploreCommand {
  func explore(
    with pool: ProgramPool, loaded: LoadedChart, options: Explorer.Options
  ) throws(CommandEnd) -> ExitStatus {
    defer { pool.end() }
    let open = ArcTour.openGuards(of: loaded.chart, options: options)
    if let name = open.first {
      throw CommandEnd(
        usage: "--program needs an answer for the guard \(DisplayText.name(name)): "
          + "--guard \(DisplayText.name(name))=true")
    }
    let clock = WallClock()
    var searched = options
    // The rest of the time is for the program.
    let (stop, end) = (options.stop, arguments.explore.timeLimit / 4)
    searched.stop = { stop() ?? (clock.elapsed > end ? .timeLimit : nil) }
    let searching = ProgressLine(streams.errors, clock: clock, isShown: !arguments.isQuiet)
    let tour = ArcTour(loaded.chart, options: searched) { searching.show($0) }
    searching.clear()
    let asked = arguments.program
    let walks = (count: asked.walks, length: asked.walkLength, seed: UInt64(arguments.seed))
    let exploration = ProgramExploration(
      loaded: loaded, chartPath: path, options: options, pool: pool, host: arguments.host,
      threads: arguments.jobs ?? Workers.processors, walks: walks)
    let progress = ProgressLine(streams.errors, interval: 0, isShown: !arguments.isQuiet)
    let result = exploration.run(tour) { done in progress.show { _ in "\(done) of \(tour.arcs)" } }
    progress.clear()
    let report = ProgramExplorationReport(result: result, loaded: loaded, name: SourceFile.name(of: path), walks: walks)
    write(report)
    if let folder = arguments.explore.scripts {
      // The script names the chart by its place from there.
      if result.difference != nil { Folder.make(folder, readers: .shared) }
      let file = (folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/") + "program-differs.events.txt"
      if let bytes = report.script(for: file, chartPath: path) {
        try saveGuard(loaded.chart).save(bytes, as: file, rule: rule)
      }
    }
    if pool.hasFailed { return .unable }
    let isOpen = !result.isWhole || !tour.space.isComplete
    return result.difference != nil || arguments.isStrict && isOpen ? .inputAtFault : .ok
  }

  private func write(_ report: borrowing ProgramExplorationReport) {
    if let findings = reportForPrograms { return report.write(findings, to: streams.output) }
    let hasColor = streams.hasColor(arguments.color, on: streams.output)
    let text = arguments.findingsFormat == .json ? report.json() : report.text(hasColor: hasColor)
    streams.output.write(text)
  }
}
