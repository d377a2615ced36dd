import StateKit
import StateKitCLI
import StateKitFormat
import Testing

/// Random charts that invoke charts, seeded: what holds of every run of them.
@Suite struct FamilyTests {
  @Test func `random families do the same with and without memory, in every format, and when they are put aside`()
    throws
  {
    var entries = 0
    var childEntries = 0
    for seed in 1...60 {
      let (files, script) = FamilyGenerator.make(Choices(seed: UInt64(seed)))
      let source = SourceText(name: "p.json", bytes: Array((files["p.json"] ?? "").utf8))
      let findings = Findings()
      let folder = ChartFolder(first: "p.json") { path, _ in
        files[path].map { .text(SourceText(name: path, bytes: Array($0.utf8))) } ?? .unreadable("there is none")
      }
      let chart = try #require(
        ChartReader.read(source, findings, in: folder), "seed \(seed): \(findings.all.map(\.message)) \(files)")
      let run = FamilyRun(chart: chart, source: source, lines: script)
      let text = try run.trace(remembers: false)
      #expect(try run.trace(remembers: true) == text, "seed \(seed): memory changes the trace of \(files)")
      #expect(try run.continued() == text, "seed \(seed): a run that was put aside goes on otherwise, \(files)")
      let moves = try run.trace(remembers: true, isText: false)
      for word in ["enter", "exit"] {
        let shown = text.split(separator: "\n").count { $0.contains("  \(word) ") }
        #expect(moves.split(separator: "{\"\(word)\":").count - 1 == shown, "seed \(seed): \(word) in JSON Lines")
      }
      #expect(Self.imbalance(of: text) == nil, "seed \(seed): \(files)")
      entries += text.split(separator: "\n").count
      childEntries += text.split(separator: "\n").count { $0.hasPrefix("k") }
    }
    #expect(entries > 20_000 && childEntries > 5_000)
  }

  /// What is entered twice, exited while it is not active, or left behind when its machine is stopped.
  private static func imbalance(of trace: String) -> String? {
    var active: [Substring: Set<Substring>] = [:]
    for line in trace.split(separator: "\n") {
      guard let place = line.firstRange(of: "  enter ") ?? line.firstRange(of: "  exit ") else { continue }
      let machine = line[..<place.lowerBound]
      let state = line[place.upperBound...]
      if line[place] == "  enter " {
        if !active[machine, default: []].insert(state).inserted { return "\(line) twice" }
      } else {
        if active[machine, default: []].remove(state) == nil { return "\(line) without being active" }
        // The root of a child goes last, and with it what it has invoked.
        if state == "root", active[machine] != [] { return "\(line) leaves \(active[machine] ?? [])" }
      }
    }
    return nil
  }
}

/// One script on one family, in several ways.
private struct FamilyRun {
  let chart: Chart
  let source: SourceText
  let lines: [String]

  private var limits: Limits {
    var limits = Limits()
    limits.macrosteps = 2_000
    return limits
  }

  func trace(remembers: Bool, isText: Bool = true) throws -> String {
    let output = MemoryOutput()
    let trace: any TraceWriter =
      isText ? TraceText(chart, source: source, output: output) : TraceJSONLines(chart, source: source, output: output)
    var options = ScriptRunner.Options()
    options.limits = limits
    options.remembers = remembers
    var runner = ScriptRunner(chart, options: options, trace: trace, hasTests: false, keepsRecord: false)
    _ = runner.start()
    for (number, line) in try items().enumerated() {
      _ = runner.run(line, at: ScriptLine(file: "s", number: number + 1, bytes: []))
    }
    trace.flush()
    return output.text
  }

  /// A machine that is put aside half-way, while it goes astray, and gone on with.
  func continued() throws -> String {
    let output = MemoryOutput()
    let trace = TraceText(chart, source: source, output: output)
    var machine = Machine(chart, limits: limits, sink: trace)
    machine.start()
    let items = try items()
    for item in items[..<(items.count / 2)] { machine.take(item) }
    trace.flush()
    let before = output.text
    let snapshot = machine.snapshot
    for item in items.reversed() { machine.take(item) }
    trace.flush()
    let astray = output.text.utf8.count
    machine.restore(snapshot)
    for item in items[(items.count / 2)...] { machine.take(item) }
    trace.flush()
    return before + String(decoding: output.bytes[astray...], as: UTF8.self)
  }

  private func items() throws -> [ScriptItem] {
    let parser = ScriptParser(chart)
    return try lines.enumerated().map {
      try parser.parse(ScriptLine(file: "s", number: $0.offset + 2, bytes: Array($0.element.utf8)))
    }
  }
}
