import StateKitCore
import StateKitFormat
import TestSupport
import Testing

/// Random charts that invoke charts, seeded: what holds of every run of them.
@Suite struct FamilyTests {
  @Test func `random families do the same with and without memory, in every format, and when they are put aside`()
    throws
  {
    var entries = 0
    var childEntries = 0
    let families = Extent.count(4, long: 60)
    for seed in 1...families {
      let (files, script) = FamilyGenerator.make(Choices(seed: UInt64(seed)))
      let source = SourceText(name: "p.json", bytes: Array((files["p.json"] ?? "").utf8))
      let findings = Findings()
      let folder = ChartFolder(first: "p.json") { path, _ in
        files[path].map { .text(SourceText(name: path, bytes: Array($0.utf8))) } ?? .unreadable("there is none")
      }
      let chart = try #require(
        ChartReader.read(source, findings: findings, in: folder),
        "seed \(seed): \(findings.all.map(\.message)) \(files)")
      let run = ScriptedRun(chart, source, script, limits: Self.limits)
      #expect(run.isRead)
      let text = run.trace(replays: false)
      #expect(run.trace(replays: true) == text, "seed \(seed): memory changes the trace of \(files)")
      #expect(run.continued() == text, "seed \(seed): a run that was put aside goes on otherwise, \(files)")
      for count in [1, run.stepCount / 3, run.stepCount / 2] {
        let saved = run.saved(after: count)
        let line = zip(saved, text).prefix { $0 == $1 }.count
        let shown = (saved.dropFirst(line).prefix(3), text.dropFirst(max(0, line - 10)).prefix(13))
        let isSame = saved == text
        #expect(isSame, "seed \(seed): a state file after \(count) steps changes it: \(shown)")
      }
      let changes = run.trace(replays: true, isText: false).joined(separator: "\n")
      for word in ["enter", "exit"] {
        let shown = text.count { $0.contains("  \(word) ") }
        #expect(changes.split(separator: "{\"\(word)\":").count - 1 == shown, "seed \(seed): \(word) in JSON Lines")
      }
      #expect(Self.imbalance(of: text) == nil, "seed \(seed): \(files)")
      #expect(Self.whoIsHeard(in: text) == nil, "seed \(seed): \(files)")
      entries += text.count
      childEntries += text.count { $0.hasPrefix("k") }
    }
    #expect(entries > 20_000 / 60 * families && childEntries > 5_000 / 60 * families)
  }

  private static let limits: Limits = {
    var limits = Limits()
    limits.macrosteps = 2_000
    limits.steps = 50
    return limits
  }()

  /// A child of the first machine that was stopped before it was done, and is heard all the same. (Others pass events on.)
  private static func whoIsHeard(in trace: [String]) -> String? {
    var done: Set<Substring> = []
    // What children have sent last when they were done, and was not taken up yet.
    var waiting = 0
    for line in trace {
      let start = line.firstRange(of: "  ")?.lowerBound ?? line.endIndex
      let (machine, words) = (line[..<start], line[start...].drop { $0 == " " })
      let isChild = machine.count { $0 == ":" } == 1
      switch words {
      case "done": done.insert(machine)
      case "enter root": done.remove(machine)
      case "send \(FamilyGenerator.lastEvent)" where isChild && done.contains(machine): waiting += 1
      case "event \(FamilyGenerator.lastEvent)" where machine.isEmpty:
        waiting -= 1
        if waiting < 0 { return "\(line) comes from a child that was stopped" }
      default: break
      }
    }
    return nil
  }

  /// What is entered twice, exited while it is not active, or left behind when its machine is stopped.
  private static func imbalance(of trace: [String]) -> String? {
    var active: [Substring: Set<Substring>] = [:]
    for line in trace {
      guard let word = line.firstRange(of: "  enter ") ?? line.firstRange(of: "  exit ") else { continue }
      let machine = line[..<word.lowerBound]
      let state = line[word.upperBound...]
      if line[word] == "  enter " {
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
