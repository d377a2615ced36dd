import StateKitCore
import StateKitFormat
import StateKitGenerate
import StateKitInterchange

/// `statekit generate CHART --language LANGUAGE`: writes a chart as a program (Generating.md).
struct GenerateCommand: ToolCommand {
  let streams: Streams
  let arguments: Arguments
  private var asked: GenerateArguments { arguments.generate }

  /// The language that is asked for. Throws if other options do not go together with it.
  private func language() throws(CommandEnd) -> GeneratedLanguage {
    guard let language = asked.language else { throw CommandEnd(usage: "--language is missing: swift or c") }
    let isShared = asked.isActor || asked.isMainActor
    let output = arguments.output ?? "-"
    let errors = [
      (language == .c && output == "-", "--output is missing: -o door writes door.h and door.c"),
      (language == .c && FilePath.isStream(output), "--output is a device: -o door writes door.h and door.c"),
      (language == .c && isShared, "--actor and --main-actor need --language swift"),
      (language == .c && arguments.has("access"), "--access needs --language swift"),
      (language == .swift && arguments.has("queue"), "--queue needs --language c"),
    ]
    if let error = errors.first(where: \.0) { throw CommandEnd(usage: error.1) }
    return language
  }

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    let language = try language()
    let loaded = try load(&messenger)
    let findings = Findings()
    let output = arguments.output ?? "-"
    let files: [GeneratedFile]
    switch language {
    case .c:
      let file = Self.name(of: output, without: [".c", ".h"])
      let options = CGenerator.Options(
        name: asked.name ?? file, file: file, queue: asked.queue, hasHarness: asked.hasHarness)
      files = CGenerator.files(of: loaded.located, options: options, findings: findings)
    case .swift:
      let name =
        asked.name
        ?? Self.name(of: output == "-" ? path : output, without: [".swift", ".json", ".scxml", ".xml", ".chart"])
      let options = SwiftGenerator.Options(
        name: name, isPublic: asked.access == .public,
        form: asked.isActor ? .actor : asked.isMainActor ? .mainActor : .value, hasHarness: asked.hasHarness)
      files = SwiftGenerator.files(
        of: loaded.located, json: Self.text(of: loaded.source, findings: findings), file: FilePath.name(of: output),
        options: options,
        findings: findings)
    }
    messenger.show(findings, in: loaded.source)
    if findings.hasErrors { return .inputAtFault }
    if output == "-" {
      for file in files { streams.output.write(file.text) }
      return .ok
    }
    let saveGuard = saveGuard(loaded.chart)
    if files.count == 1 {
      try saveGuard.save(Array(files[0].text.utf8), as: output, rule: rule)
    } else {
      try write(files, in: FilePath.folder(of: output), saveGuard: saveGuard)
    }
    return .ok
  }

  /// The name of a file without its folder and its endings: `door` of `charts/door.chart.json`.
  private static func name(of path: String, without endings: [String]) -> String {
    var name = FilePath.name(of: path)
    for ending in endings where FilePath.ends(name, in: [ending]) {
      name = String(name.dropLast(ending.count))
    }
    return name
  }

  /// The chart as statekit reads it: a machine of another notation is translated.
  private static func text(of source: SourceText, findings: Findings) -> [UInt8] {
    source.origin == nil ? source.bytes : ChartText.laidOut(source.spelledOut, findings: findings)
  }

  /// Writes all files, or none.
  private func write(_ files: [GeneratedFile], in folder: String, saveGuard: SaveGuard) throws(CommandEnd) {
    var replacements: [FileSave.Replacement] = []
    for file in files {
      let path = folder + file.name
      try saveGuard.check(path, rule: rule)
      let old = SaveGuard.content(of: path)
      replacements.append(FileSave.Replacement(path, bytes: Array(file.text.utf8), over: old, rule: rule))
    }
    if let (file, failure) = streams.saveAll(replacements) { throw .cannotWrite(file, failure) }
  }
}
