import CEL
import StateKitCore
import StateKitFormat

/// `statekit repl CHART`: an interactive session with a chart.
struct ReplCommandLine {
  private let streams: Streams
  private let arguments: Arguments

  init(_ streams: Streams, arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
  }

  func run() throws(UsageError) -> ExitStatus {
    let path = arguments.operands[0]
    if path == "-" { throw .replNeedsFile }
    var messenger = Messenger(streams, arguments: arguments)
    let loaded: LoadedChart
    switch load(path, messenger: &messenger) {
    case .chart(let chart): loaded = chart
    case .failed(let status): return status
    }
    let (chart, source) = (loaded.chart, loaded.source)
    // An invalid path is an error before any input is requested.
    _ = try Setting.apply(arguments.settings, to: chart)
    if let script = arguments.startScript, script != "-" {
      do throws(InputError) {
        _ = try streams.open(script)
      } catch {
        messenger.write("statekit: cannot read \(FilePath.shown(script)): \(error.reason)")
        return .unable
      }
    }
    let input: any ByteInput
    do throws(InputError) {
      input = try streams.input()
    } catch {
      messenger.write("statekit: cannot read standard input: \(error.reason)")
      return .unable
    }
    var process: HostProcess?
    if let command = arguments.program.host {
      do throws(ChildProcess.Failure) {
        process = try HostProcess(command, timeout: arguments.program.timeout)
      } catch {
        messenger.write("statekit: cannot start the host: \(error.reason)")
        return .unable
      }
    }
    defer { process?.end() }
    let isInteractive = streams.output.isTerminal && input.isTerminal
    var limits = arguments.limits
    limits.isInterrupted = { Interrupts.pop() != nil }
    var session = ReplSession(
      chart, in: source, path: path, streams: streams, messenger: messenger, isInteractive: isInteractive,
      options: ReplSession.Options(
        settings: arguments.settings, showsAllRounds: arguments.showsAllRounds,
        hasColor: streams.output.isTerminal && streams.hasColor(arguments.color, on: streams.output), limits: limits,
        host: try arguments.host(for: [chart]), process: process, picture: streams.treeStyle(arguments)))
    session.reading = arguments.reading
    session.stateSpans = loaded.located.spans.states
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
  private func load(_ path: String, messenger: inout Messenger) -> ChartLoading.Result {
    while true {
      let result = ChartLoading.load(path, as: arguments.reading, streams: streams, messenger: &messenger)
      guard case .failed(.inputAtFault) = result, streams.output.isTerminal, let input = try? streams.input(),
        input.isTerminal
      else { return result }
      messenger.finish()
      messenger.write("statekit: correct the chart, then :reload; or :edit, :quit")
      if !waitForReload(path, lines: Lines(input)) { return result }
    }
  }

  /// True if the chart is to be read again.
  private func waitForReload(_ path: String, lines: Lines) -> Bool {
    while true {
      streams.output.write("no chart> ".utf8Bytes.span)
      guard case .line(let bytes)? = (try? lines.next {}) ?? nil else { return false }
      let word = String(decoding: bytes, as: UTF8.self).trimmed
      switch word {
      case ":reload", "reload": return true
      case ":edit" where ChartEditor.edit(path, line: nil, environment: streams.environment): return true
      case ":quit", "quit", "exit": return false
      default: streams.output.write("  :reload, :edit or :quit\n".utf8Bytes.span)
      }
    }
  }

  /// Reads plain lines: from a pipe, or from a terminal without line editing.
  private func runLines(_ input: any ByteInput, session: inout ReplSession) throws(InputError) {
    let reader = Lines(input)
    session.debugger.nextLine = { [streams] prompt in
      if streams.output.isTerminal { streams.output.write(prompt.utf8Bytes.span) }
      guard case .line(let bytes)? = (try? reader.next {}) ?? nil else { return nil }
      return bytes
    }
    while !session.isOver {
      if session.isInteractive { streams.output.write("\(session.shownConfiguration)> ".utf8Bytes.span) }
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
