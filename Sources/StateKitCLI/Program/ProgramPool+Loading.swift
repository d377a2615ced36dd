import StateKitCore

extension ProgramPool {
  /// Prepares the program that `--program` names; nil without one. `charts`: what the names in `--map` are checked with.
  static func load(_ arguments: Arguments, charts: [Chart], streams: Streams) throws(CommandEnd) -> ProgramPool? {
    let asked = arguments.program
    guard let command = asked.command else { return nil }
    let names = try ProgramNames.load(asked.map, charts: charts, streams: streams)
    return ProgramPool(Settings(command: command, isReused: asked.isReused, timeout: asked.timeout, names: names))
  }
}

extension ProgramNames {
  /// Reads the file of names; empty without a file.
  static func load(_ path: String?, charts: [Chart], streams: Streams) throws(CommandEnd) -> ProgramNames {
    guard let path else { return ProgramNames() }
    let bytes = try streams.input(path, limit: InputLimits.listBytes)
    let source = SourceText(name: SourceFile.name(of: path), path: SourceFile.path(path), bytes: bytes)
    let findings = Findings()
    let names = ProgramNames(source, findings: findings)
    if !charts.isEmpty { names.check(in: charts, findings: findings) }
    if findings.hasErrors { throw CommandEnd(findings, in: source) }
    return names
  }
}
