import StateKitCore
import StateKitFormat
import StateKitGenerate
import StateKitInterchange

/// `statekit generate CHART --language LANGUAGE`: writes a chart as a program (Generating.md).
struct GenerateCommand: ChartCommand {
  let streams: Streams
  let arguments: Arguments
  private var asked: GenerateArguments { arguments.generate }

  func checkOptions() throws(UsageError) {
    guard let language = asked.language else { throw .missingLanguage }
    if language == .c, arguments.output == nil { throw .missingOutput }
    if language == .c, asked.isActor || asked.isMainActor { throw .actorIsSwift }
    if asked.isActor, asked.isMainActor { throw .twoForms }
    if asked.hasHarness, asked.isActor || asked.isMainActor { throw .harnessIsForValues }
    if asked.hasHarness, arguments.output == nil { throw .missingHarnessOutput }
  }

  func run(_ loaded: LoadedChart, messenger: inout Messenger) throws(UsageError) -> ExitStatus {
    guard let language = asked.language else { throw .missingLanguage }
    let findings = Findings()
    let output = arguments.output ?? "-"
    let files: [GeneratedFile]
    switch language {
    case .c:
      let name = asked.name ?? FilePath.name(of: output)
      let options = CGenerator.Options(name: name, queue: asked.queue, hasHarness: asked.hasHarness)
      files = CGenerator.files(of: loaded.chart, options: options, findings: findings)
    case .swift:
      let name = asked.name ?? Self.name(ofSwift: arguments.output ?? path)
      let options = SwiftGenerator.Options(
        name: name, isPublic: asked.access == .public,
        form: asked.isActor ? .actor : asked.isMainActor ? .mainActor : .value, hasHarness: asked.hasHarness)
      files = SwiftGenerator.files(
        of: loaded.chart, json: Self.text(of: loaded.source), file: FilePath.name(of: output), options: options,
        findings: findings)
    }
    messenger.show(findings, in: loaded.source)
    if findings.hasErrors { return .inputAtFault }
    if output == "-" {
      for file in files { streams.output.write(Array(file.text.utf8).span) }
      return .ok
    }
    let saveGuard = SaveGuard(streams: streams, chart: loaded.chart, chartPath: path, inputs: arguments.inputs)
    if files.count == 1 {
      let text = Array(files[0].text.utf8)
      let isSaved = saveGuard.save(text, as: output, isForced: arguments.isForced, messenger: &messenger)
      return isSaved ? .ok : .unable
    }
    return write(files, in: FilePath.folder(of: output), saveGuard: saveGuard, messenger: messenger)
  }

  /// The name of a file without its folder and its endings: `door` of `charts/door.chart.json`.
  private static func name(ofSwift path: String) -> String {
    var name = FilePath.name(of: path)
    for ending in [".swift", ".json", ".scxml", ".xml", ".chart"] where FilePath.ends(name, in: [ending]) {
      name = String(name.dropLast(ending.count))
    }
    return name
  }

  /// The chart as statekit reads it: a machine of another notation is translated.
  private static func text(of source: SourceText) -> [UInt8] {
    source.origin == nil ? source.bytes : ChartText.laidOut(source.spelledOut)
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
        messenger.write("statekit: cannot write \(FilePath.shown(path)): \(reason)")
        return .unable
      }
      let old = Reach.regularFile(path).flatMap { try? SourceFile.read($0, limit: SaveGuard.mostBytes) }
      replacements.append(FileSave.Replacement(path, bytes: Array(file.text.utf8), over: old, rule: rule))
    }
    guard let (file, failure) = streams.saveAll(replacements) else { return .ok }
    SaveGuard.report(failure, of: file, messenger: messenger)
    return .unable
  }
}
