import StateKit
import StateKitFormat
import StateKitTest

/// `statekit test PATH...`: scripts with expectations as tests.
struct TestCommand {
  private let streams: Tool.Streams
  private let arguments: Arguments
  private let messenger: Messenger
  private let hasColor: Bool

  init(_ streams: Tool.Streams, _ arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
    hasColor = streams.hasColor(arguments.value(.color), on: streams.output) && Self.isText(arguments)
    messenger = Messenger(
      streams.errors, hasColor: streams.hasColor(arguments.value(.color)), isQuiet: arguments.has(.quiet))
  }

  private static func isText(_ arguments: Arguments) -> Bool {
    (arguments.value(.testFormat) ?? "text") == "text"
  }

  func run() -> ExitStatus {
    var files: [TestFile] = []
    let known: Set<String>
    do throws(TestFiles.Failure) {
      known = try KnownFailures.read(arguments.value(.known), streams)
      var reader = TestFiles(streams, TextReport(hasColor: hasColor))
      for script in try TestFiles.scripts(of: arguments.operands) { files.append(try reader.read(script)) }
    } catch {
      messenger.say("statekit: cannot read \(error.path): \(error.reason)")
      return .unable
    }
    let results = run(files)
    var outcomes = results.flatMap(\.outcomes)
    if outcomes.isEmpty {
      messenger.say("statekit: test: no test was found")
      return .unable
    }
    for place in outcomes.indices { KnownFailures.judge(&outcomes[place], known) }
    var status = ExitStatus.ok
    if arguments.has(.bless) { status = bless(files, results, &outcomes) }
    let scripts = results.count { !$0.outcomes.isEmpty }
    let counts = TestCounts(outcomes, scripts: scripts)
    write(format.text(of: outcomes, counts))
    if counts.failed > 0 { status = max(status, .inputAtFault) }
    return status
  }

  private var format: any TestReport {
    switch arguments.value(.testFormat) {
    case "tap": TAPTestReport()
    case "junit": JUnitTestReport()
    case "jsonl": JSONLinesTestReport()
    default: TextTestReport(isVerbose: arguments.has(.verbose), hasColor: hasColor)
    }
  }

  /// Runs the scripts; the results come in their order, however many run at a time.
  private func run(_ files: [TestFile]) -> [TestJob.Result] {
    let filter = arguments.value(.filter)
    let report = TextReport(hasColor: hasColor)
    let threads = arguments.value(.jobs).flatMap { Int($0) } ?? Workers.processors
    let progress = Progress(streams.errors, of: files.count, isShown: !arguments.has(.quiet))
    defer { progress.clear() }
    // A few at a time, so that the number on the terminal moves.
    var results: [TestJob.Result] = []
    let block = max(threads * 64, 64)
    while results.count < files.count {
      let part = Array(files[results.count..<min(files.count, results.count + block)])
      results += Workers.map(part.count, threads: threads) { number in
        TestJob(file: part[number], filter: filter, countsCoverage: false, report: report).run()
      }
      progress.show(results.count)
    }
    return results
  }

  /// Records the traces that differ anew.
  private func bless(
    _ files: [TestFile], _ results: [TestJob.Result], _ outcomes: inout [TestOutcome]
  ) -> ExitStatus {
    var status = ExitStatus.ok
    for (file, result) in zip(files, results) {
      guard let trace = result.newTrace, let path = TestFiles.tracePath(of: file.script) else { continue }
      if let reason = streams.save(path, Array(trace.utf8)) {
        messenger.say("statekit: cannot write \(path): \(reason)")
        status = .unable
        continue
      }
      for place in outcomes.indices
      where outcomes[place].name == "trace" && outcomes[place].script.utf8.elementsEqual(file.script.utf8) {
        outcomes[place].status = .passed
        messenger.say("statekit: recorded \(path) anew")
        for line in outcomes[place].text.split(separator: "\n").dropFirst() { messenger.say(String(line)) }
      }
    }
    return status
  }

  private func write(_ text: String) {
    streams.output.write(text.utf8.span)
  }
}

/// How far a long piece of work is, on a terminal only.
private struct Progress {
  private let output: any OutputStream
  private let count: Int
  private let isShown: Bool

  init(_ output: any OutputStream, of count: Int, isShown: Bool) {
    self.output = output
    self.count = count
    self.isShown = isShown && output.isTerminal
  }

  func show(_ done: Int) {
    if isShown { output.write("\r\(done) of \(count)\u{1B}[K".utf8.span) }
  }

  func clear() {
    if isShown { output.write("\r\u{1B}[K".utf8.span) }
  }
}
