import CEL
import StateKitCore
import StateKitFormat

/// `statekit repl CHART`: an interactive session with a chart.
struct ReplCommandLine: ToolCommand {
  let streams: Streams
  let arguments: Arguments

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    if path == "-" { throw CommandEnd(usage: "the chart must be a file, because standard input is for the session") }
    let loaded = try loadPatiently(&messenger)
    let chart = loaded.chart
    // An invalid path is an error before any input is requested.
    _ = try Setting.apply(arguments.settings, to: chart)
    if let script = arguments.startScript, script != "-" {
      do throws(InputError) {
        _ = try ScriptFile(script, streams: streams)
      } catch {
        throw .cannotRead(script, reason: error.reason)
      }
    }
    let input: any ByteInput
    do throws(InputError) {
      input = try streams.input()
    } catch {
      throw CommandEnd("cannot read standard input: \(error.reason)")
    }
    let process = try arguments.hostProcess()
    defer { process?.end() }
    let isInteractive = streams.output.isTerminal && input.isTerminal
    var limits = arguments.limits
    limits.isInterrupted = { Interrupts.pop() != nil }
    var session = ReplSession(
      loaded, path: path, streams: streams, messenger: messenger,
      options: ReplSession.Options(
        reading: arguments.reading, isInteractive: isInteractive, settings: arguments.settings,
        showsAllRounds: arguments.showsAllRounds,
        hasColor: streams.output.isTerminal && streams.hasColor(arguments.color, on: streams.output), limits: limits,
        host: try arguments.host(for: [chart]), process: process, picture: streams.treeStyle(arguments)))
    // From now on, the session shows the messages.
    messenger = Messenger(streams, arguments: arguments)
    if isInteractive {
      session.writeLine(
        "statekit \(HelpText.version), \(DisplayText.raw(chart.title ?? path)). :help lists commands, Ctrl-D ends.")
    }
    session.start()
    session.followHost()
    if let script = arguments.startScript { session.run(scriptAt: script) }
    do throws(InputError) {
      if isInteractive, let terminal = streams.terminal(), streams.environment("TERM") != "dumb" {
        let repl = TerminalRepl(terminal, input: input, streams: streams)
        try repl.run(&session)
      } else {
        try runLines(input, session: &session)
      }
    } catch {
      session.complain("cannot read standard input: \(error.reason)")
      return .unable
    }
    return session.finish()
  }

  /// Reads the chart. If the chart is invalid and a person types, waits for a correction.
  private func loadPatiently(_ messenger: inout Messenger) throws(CommandEnd) -> LoadedChart {
    while true {
      do throws(CommandEnd) {
        return try load(
          &messenger,
          widenedKeys: ScriptFile.widenedKeys(
            by: arguments.startScript.map { [ReplSession.scriptPath($0)] } ?? [], streams: streams,
            settings: arguments.settings))
      } catch {
        guard error.status == .inputAtFault, streams.output.isTerminal, let input = try? streams.input(),
          input.isTerminal
        else { throw error }
        messenger.finish()
        messenger.write("statekit: correct the chart, then :reload; or :edit, :quit")
        if !waitForReload(path, lines: Lines(input)) { throw error }
      }
    }
  }

  /// True if the chart is to be read again.
  private func waitForReload(_ path: String, lines: Lines) -> Bool {
    while true {
      streams.output.write("no chart> ")
      guard case .line(let bytes)? = (try? lines.next {}) ?? nil else { return false }
      var word = String(decoding: bytes, as: UTF8.self).trimmed
      if word.utf8.first == UInt8(ascii: ":"), case .command(let command) = ReplCommand.match(String(word.dropFirst()))
      {
        word = command.name
      }
      switch word {
      case "reload": return true
      case "edit" where ChartEditor.edit(path, line: nil, environment: streams.environment): return true
      case "quit", "exit": return false
      default: streams.output.write("  :reload, :edit or :quit\n")
      }
    }
  }

  /// Reads plain lines: from a pipe, or from a terminal without line editing.
  private func runLines(_ input: any ByteInput, session: inout ReplSession) throws(InputError) {
    let reader = Lines(input)
    session.debugger.nextLine = { [streams] prompt in
      if streams.output.isTerminal { streams.output.write(prompt) }
      guard case .line(let bytes)? = (try? reader.next {}) ?? nil else { return nil }
      return bytes
    }
    while !session.isOver {
      if session.isInteractive { streams.output.write("\(session.shownConfiguration)> ") }
      guard let next = try reader.next({ session.trace.flush() }) else { break }
      switch next {
      case .line(let bytes): session.handle(bytes)
      case .tooLong: session.complain(ScriptLine.tooLong)
      }
      if streams.output.failure != nil { return }
    }
  }
}

/// The lines of an input, shared by several readers.
private final class Lines {
  enum Line {
    case line([UInt8])
    case tooLong
  }

  private var reader: LineReader

  init(_ input: any ByteInput) {
    reader = LineReader(input)
  }

  func next(_ willWait: () -> Void) throws(InputError) -> Line? {
    switch try reader.next(willWait: willWait) {
    case .line(let range)?: .line(Array(reader.buffer[range]))
    case .tooLong?: .tooLong
    case nil: nil
    }
  }
}
