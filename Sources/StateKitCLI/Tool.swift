import CEL
import StateKitCore
import StateKitFormat

/// The whole tool as a function of its arguments, its environment and its streams.
public struct Tool {
  let streams: Streams
  /// The commit that the program was built from, for `--version`; nil if unknown.
  private let commit: String?

  package init(_ streams: Streams, commit: String? = nil) {
    self.streams = streams
    self.commit = commit
  }

  /// Runs the tool in this process, and ends the process with the status. `commit` is the commit that it was built
  /// from, for `--version`.
  public static func main(commit: String? = nil) -> Never {
    Platform.fillStandardDescriptors()
    Platform.prepareSignals()
    Platform.prepareMemory()
    var streams = Streams(
      input: { () throws(InputError) in try FileInput(standardInput: 0) },
      open: { path throws(InputError) in try FileInput(path: path) },
      openNamed: { path, reach throws(InputError) in try reach.open(path) }, output: FileOutput(descriptor: 1),
      errors: FileOutput(descriptor: 2))
    streams.save = { FileSave.save($0, bytes: $1, rule: $2) }
    streams.saveAll = { FileSave.writeAll($0) }
    streams.journal = { (path) throws(LockedFile.Refusal) in try LockedFile(path) }
    streams.terminal = { TerminalMode(descriptor: 0) }
    streams.environment = Platform.environment
    let tool = Tool(streams, commit: commit)
    guard let arguments = Platform.arguments else {
      tool.report("cannot read the arguments: too many open files?")
      Platform.end(.unable)
    }
    Platform.end(tool.run(arguments))
  }

  /// Runs a command; `arguments` are without the program's name.
  package func run(_ arguments: [String]) -> ExitStatus {
    let status = dispatch(arguments)
    guard let failure = streams.output.failure else { return status }
    report("cannot write the output: \(failure)")
    return .unable
  }

  private func dispatch(_ arguments: [String]) -> ExitStatus {
    guard let first = arguments.first else {
      report("a command is missing")
      streams.errors.write("usage: statekit COMMAND [OPTIONS] FILES\nstatekit --help shows the commands\n")
      return .unable
    }
    switch first {
    case "--help", "-h": return print(HelpText.tool(columns: streams.output.columns))
    case "--version": return print(version)
    case "help":
      guard arguments.count > 1, !["--help", "-h", "help"].contains(arguments[1]) else {
        return print(HelpText.tool(columns: streams.output.columns))
      }
      guard let command = Command.all.first(where: { $0.name == arguments[1] }) else { return unknown(arguments[1]) }
      return print(HelpText.command(command, columns: streams.output.columns))
    case "complete": return CompletionCommand.run(streams, words: Array(arguments.dropFirst()))
    default: break
    }
    guard let command = Command.all.first(where: { $0.name == first }) else { return unknown(first) }
    let rest = Array(arguments.dropFirst())
    // Help is also shown if other arguments are wrong.
    let beforeEnd = rest.prefix { $0 != "--" }
    if beforeEnd.contains("--help") || beforeEnd.contains("-h") {
      return print(HelpText.command(command, columns: streams.output.columns))
    }
    do {
      let parsed = try Arguments.parse(rest, for: command)
      if parsed.wantsHelp || parsed.wantsVersion { return try perform(command, parsed: parsed, streams: streams) }
      Leftovers.clear(parsed.writtenFolders(command.key)).forEach(report)
      // Servers and `watch` write as long as they run, so they have no limit.
      if [.lsp, .watch, .serve].contains(command.key) { return try perform(command, parsed: parsed, streams: streams) }
      let limit = OutputLimit(bytes: parsed.maxOutput)
      let status = try perform(command, parsed: parsed, streams: streams.limited(to: limit))
      if !limit.isReached { return status }
      report(limit.reason)
      return .inputAtFault
    } catch {
      report("\(command.name): \(error.message ?? "")")
      streams.errors.write("\(command.usage)\nstatekit \(command.name) --help shows the options\n")
      return .unable
    }
  }

  private var version: String { "statekit \(HelpText.version)" + (commit.map { " (\($0))" } ?? "") + "\n" }

  private func perform(_ command: Command, parsed: Arguments, streams: Streams) throws(CommandEnd) -> ExitStatus {
    if parsed.wantsHelp { return print(HelpText.command(command, columns: streams.output.columns), to: streams) }
    if parsed.wantsVersion { return print(version, to: streams) }
    switch command.key {
    case .run: return try RunCommand(streams: streams, arguments: parsed).run()
    case .validate: return try ValidateCommand(streams: streams, arguments: parsed).run()
    case .repl: return try ReplCommandLine(streams: streams, arguments: parsed).run()
    case .why: return try WhyCommand(streams: streams, arguments: parsed).run()
    case .test: return try TestCommand(streams: streams, arguments: parsed).run()
    case .convert: return try ConvertCommand(streams: streams, arguments: parsed).run()
    case .generate: return try GenerateCommand(streams: streams, arguments: parsed).run()
    case .show: return try ShowCommand(streams: streams, arguments: parsed).run()
    case .docs:
      return DocsCommand(streams, arguments: parsed) { (command, arguments, streams) throws(CommandEnd) in
        try perform(command, parsed: arguments, streams: streams)
      }.run()
    case .explore: return try ExploreCommand(streams: streams, arguments: parsed).run()
    case .diff: return try DiffCommand(streams: streams, arguments: parsed).run()
    case .compat: return try CompatCommand(streams: streams, arguments: parsed).run()
    case .rename: return try RenameCommand(streams: streams, arguments: parsed).run()
    case .new: return try NewCommand(streams: streams, arguments: parsed).run()
    case .fmt: return try FmtCommand(streams: streams, arguments: parsed).run()
    case .replay: return try ReplayCommand(streams: streams, arguments: parsed, command: command).run()
    case .explain: return try ExplainCommand(streams, arguments: parsed) { Tool($1).run($0) }.run()
    case .schema: return print(ChartSchema.text, to: streams)
    case .completions: return print(try CompletionScript.text(for: parsed.operands[0]), to: streams)
    case .manual: return print(ManualPage.text(), to: streams)
    case .watch: return try WatchCommand(streams, arguments: parsed) { Tool($1).run($0) }.run()
    case .serve: return try ServeCommand(streams: streams, arguments: parsed).run()
    case .lsp: return ServerCommand(streams).run()
    }
  }

  private func unknown(_ word: String) -> ExitStatus {
    report(CommandEnd.unknownCommand(word).message ?? "")
    return .unable
  }

  private func print(_ text: String, to streams: Streams? = nil) -> ExitStatus {
    (streams ?? self.streams).output.write(text)
    return .ok
  }

  private func report(_ message: String) {
    Messenger(streams.errors, hasColor: false, isQuiet: false).write("statekit: " + message)
  }
}
