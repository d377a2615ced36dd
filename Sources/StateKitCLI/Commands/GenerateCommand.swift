import StateKitCore
import StateKitFormat
import StateKitGenerate

/// `statekit generate CHART --language LANGUAGE`: writes a chart as a program (Generating.md).
final class GenerateCommand {
  private let streams: Streams
  private let arguments: Arguments
  private var asked: GenerateArguments { arguments.generate }

  init(_ streams: Streams, arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
  }

  func run() throws(UsageError) -> ExitStatus {
    guard let language = asked.language else { throw .missingLanguage }
    if language == .c, arguments.output == nil { throw .missingOutput }
    var messenger = Messenger(streams, arguments: arguments)
    defer { messenger.finish() }
    let path = arguments.operands[0]
    let loaded: LoadedChart
    switch ChartLoading.load(path, as: arguments.reading, streams: streams, messenger: &messenger) {
    case .chart(let chart): loaded = chart
    case .failed(let status): return status
    }
    let findings = Findings()
    let output = arguments.output ?? "-"
    let files: [GeneratedFile]
    switch language {
    case .c:
      let name = asked.name ?? FilePath.name(of: output)
      let options = CGenerator.Options(name: name, queue: asked.queue, hasHarness: asked.hasHarness)
      files = CGenerator.files(of: loaded.chart, options: options, findings: findings)
    case .swift:
      files = []
    }
    messenger.show(findings, in: loaded.source)
    if findings.hasErrors { return .inputAtFault }
    if output == "-" {
      for file in files { streams.output.write(Array(file.text.utf8).span) }
      return .ok
    }
    let saveGuard = SaveGuard(streams: streams, chart: loaded.chart, chartPath: path, scriptPath: nil)
    return write(files, in: FilePath.folder(of: output), saveGuard: saveGuard, messenger: messenger)
  }

  /// Writes all files, or none.
  private func write(
    _ files: [GeneratedFile], in folder: String, saveGuard: SaveGuard, messenger: Messenger
  ) -> ExitStatus {
    let rule: FileSave.Rule = arguments.isForced ? .anyFile : .nothing
    var replacements: [FileSave.Replacement] = []
    for file in files {
      let path = folder + file.name
      if let reason = saveGuard.refusal(path, rule: rule, howToReplace: SaveGuard.force) {
        messenger.say("statekit: cannot write \(FilePath.shown(path)): \(reason)")
        return .unable
      }
      let old = Reach.regularFile(path).flatMap { try? SourceFile.read($0, limit: SaveGuard.mostBytes) }
      replacements.append(FileSave.Replacement(path, bytes: Array(file.text.utf8), over: old))
    }
    guard let (file, failure) = streams.saveAll(replacements) else { return .ok }
    SaveGuard.say(failure, of: file, messenger: messenger)
    return .unable
  }
}
