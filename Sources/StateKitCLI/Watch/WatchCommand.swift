import StateKitCore
import StateKitEditor

/// `statekit watch PATH...`: validates, tests and draws what a save changes, until a signal ends it.
final class WatchCommand {
  private let streams: Streams
  private let arguments: Arguments
  private let tool: ExplanationPage.Runner
  /// The picture as this command has drawn it; nil before the first time.
  private var drawn: FileVersion?

  /// `tool` runs the other commands.
  init(_ streams: Streams, _ arguments: Arguments, _ tool: @escaping ExplanationPage.Runner) {
    self.streams = streams
    self.arguments = arguments
    self.tool = tool
  }

  func run() throws(UsageError) -> ExitStatus {
    let messenger = Messenger(streams.errors, hasColor: false, isQuiet: false)
    for path in arguments.operands where (try? Folder.kind(path)) == nil {
      messenger.say("statekit: cannot read \(FilePath.shown(path)): No such file or directory")
      return .unable
    }
    Interrupts.heed()
    var files = WatchedFiles(arguments.operands, streams)
    let watch = FileWatch()
    while streams.output.failure == nil {
      let changed = files.update()
      // Watched before anything runs: a save in the meantime is not missed.
      watch.watch(folders: files.folders, files: files.files.map(\.path))
      if !changed.isEmpty { look(at: changed, messenger) }
      watch.wait()
    }
    return .unable
  }

  private func look(at changed: [WatchedFiles.File], _ messenger: Messenger) {
    let common = ["--color", arguments.color.rawValue] + (arguments.isQuiet ? ["--quiet"] : [])
    let charts = changed.filter { !$0.isScript && FileVersion($0.path) != nil }.map(\.path)
    let scripts = changed.filter { $0.isScript && FileVersion($0.path) != nil }
    var status = ExitStatus.ok
    if !charts.isEmpty {
      let isFolder = arguments.operands.contains { (try? Folder.kind($0)) == .folder }
      // In a folder lies JSON of other kinds, too.
      let own = isFolder ? charts.filter(isChart) : charts
      // What is odd about a chart that is tested is said by its tests, which know what scripts read.
      let tested = Set(scripts.flatMap(\.needs).map { FilePath.bytes(of: $0) })
      let (others, errorsOnly) = (
        own.filter { !tested.contains(FilePath.bytes(of: $0)) }, own.filter { tested.contains(FilePath.bytes(of: $0)) }
      )
      if !errorsOnly.isEmpty { status = tool(["validate", "--quiet"] + common + ["--"] + errorsOnly, streams) }
      if !others.isEmpty { status = max(status, tool(["validate"] + common + ["--"] + others, streams)) }
    }
    if status == .ok, !scripts.isEmpty { status = tool(["test"] + common + ["--"] + scripts.map(\.path), streams) }
    if let picture = arguments.watchShow, let chart = arguments.operands.first, !charts.isEmpty {
      // What it has drawn it draws again. `show` itself knows what else it may replace.
      let force = drawn != nil && drawn == FileVersion(picture) ? ["--force"] : []
      let status = tool(["show", "--quiet"] + force + ["--output", picture, "--", chart], streams)
      drawn = status == .ok ? FileVersion(picture) : nil
      if status == .ok { messenger.say("statekit: drew \(FilePath.shown(picture))") }
    }
    messenger.say("statekit: watching \(FilePath.shown(arguments.operands.joined(separator: " ")))")
  }

  private func isChart(_ path: String) -> Bool {
    guard case .text(let source) = ChartLoading.open(path, streams) else { return true }
    let document = OpenDocument(
      uri: FileURI.uri(of: path), language: "", version: nil, String(decoding: source.bytes, as: UTF8.self), .utf8)
    return document.kind != .foreign
  }
}
