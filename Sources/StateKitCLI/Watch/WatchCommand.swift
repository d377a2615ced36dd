import StateKitCore
import StateKitEditor

/// `statekit watch PATH...`: validates, tests and draws the files that a save changes, until a signal ends it.
final class WatchCommand {
  private let streams: Streams
  private let arguments: Arguments
  private let tool: ExplanationPage.Runner
  /// The version of the picture that this command drew; nil before the first time.
  private var drawn: FileVersion?

  /// `tool` runs the other commands.
  init(_ streams: Streams, arguments: Arguments, tool: @escaping ExplanationPage.Runner) {
    self.streams = streams
    self.arguments = arguments
    self.tool = tool
  }

  func run() throws(CommandEnd) -> ExitStatus {
    let messenger = Messenger(streams.errors, hasColor: false, isQuiet: false)
    if arguments.operands.contains("-") {
      throw CommandEnd(usage: "standard input cannot be watched: name a file or a folder")
    }
    for path in arguments.operands {
      do throws(InputError) {
        try WatchedFiles.check(path)
      } catch {
        messenger.write("statekit: cannot read \(FilePath.shown(path)): \(error.reason)")
        return .unable
      }
    }
    if let picture = arguments.watchShow, picture != "-" { _ = try PictureFormat(ofFile: picture) }
    Interrupts.heed()
    var files = WatchedFiles(arguments.operands, streams: streams)
    let watch = FileWatch()
    // What could not be read at the last look; nil before the first one.
    var unreadable: [String]?
    while streams.output.failure == nil {
      let changed = files.update()
      // The watch begins before any command runs, so that no save is missed.
      watch.watch(folders: files.folders, files: files.files.map(\.path))
      let found = files.unreadable.map(\.path)
      if !changed.isEmpty || found != unreadable { look(at: changed, of: files, messenger: messenger) }
      unreadable = found
      watch.wait()
    }
    return .unable
  }

  private func look(at changed: [WatchedFiles.File], of files: WatchedFiles, messenger: Messenger) {
    let there = changed.filter { FileVersion($0.path) != nil }
    let charts = there.filter(\.isChart)
    let scripts = there.filter(\.isScript)
    // Findings about tested charts come from the tests, which know the context that scripts read.
    let tested = Set(scripts.flatMap(\.needs).map { FilePath.bytes(of: $0) })
    let untested = charts.filter { !tested.contains(FilePath.bytes(of: $0.path)) }
    if !untested.isEmpty {
      var arguments = arguments
      arguments.isVerbose = false
      let validating = ValidateCommand(streams: streams, arguments: arguments)
      _ = validating.run(untested.map { InputFile(path: $0.path, reach: $0.reach) })
    }
    for (path, reason) in files.unreadable {
      messenger.write("statekit: cannot read \(FilePath.shown(path)): \(reason)")
    }
    if !scripts.isEmpty { test(scripts, messenger: messenger) }
    if let picture = arguments.watchShow, let chart = files.files.first(where: \.isChart)?.path, !charts.isEmpty {
      // It replaces its own picture; `show` decides about other files.
      let isOwn = drawn != nil && drawn == FileVersion(picture)
      let force = isOwn || arguments.isForced ? ["--force"] : []
      let status = tool(["show", "--quiet"] + force + ["--output", picture, "--", chart], streams)
      if status == .ok {
        drawn = FileVersion(picture)
        messenger.write("statekit: drew \(FilePath.shown(picture))")
      }
    }
    files.skipped.list(arguments, messenger: messenger)
    let skipped = files.skipped.summary
    messenger.write(
      "statekit: watching \(FilePath.shown(arguments.operands.joined(separator: " ")))"
        + (skipped.isEmpty ? "" : "; skipped: \(skipped)"))
  }

  private func test(_ scripts: [WatchedFiles.File], messenger: Messenger) {
    var search = TestFiles.Search()
    search.scripts = scripts.map { script in
      TestPath(path: script.path, reach: script.reachOfNeeds, isFound: script.reach != nil)
    }
    var arguments = arguments
    arguments.isVerbose = false
    do throws(CommandEnd) {
      _ = try TestCommand(streams: streams, arguments: arguments).run(search)
    } catch {
      if let message = error.message { messenger.write("statekit: \(error.isUsage ? "watch: " : "")\(message)") }
    }
  }
}
