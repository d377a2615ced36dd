import Foundation
import StateKitCore
import StateKitEditor
import StateKitFormat
import TestSupport
import Testing

/// What must hold of everything that changes files, for all charts of the corpus and for random ones.
@Suite struct EditingTests {
  private static let limits: Limits = {
    var limits = Limits()
    limits.steps = 10
    limits.macrosteps = 5
    return limits
  }()

  @Test func `a random chart that is laid out twice is laid out once, and runs as before`() {
    var changed = 0
    let count = Extent.count(6, long: 3_000)
    for seed in UInt64(1)..<UInt64(count) {
      let found = ChartGenerator.make(Choices(seed: seed), ChartGenerator.Habits(seed: seed))
      var noise = SystemNoise(seed: seed)
      let text = noise.written(found.chart.json)
      guard let once = Self.laidOut(text) else {
        Issue.record("seed \(seed) has no layout: \(String(decoding: text, as: UTF8.self))")
        return
      }
      #expect(Self.laidOut(once) == once, "seed \(seed)")
      if once != text { changed += 1 }
      for script in found.scripts {
        let lines = script.map(\.text)
        let noisy = noise.spaced(lines)
        guard let laidOut = Self.laidOut(script: noisy) else {
          Issue.record("seed \(seed): a script has no layout: \(noisy)")
          return
        }
        #expect(Self.laidOut(script: laidOut) == laidOut)
        let after = laidOut.split(separator: "\n").map(String.init)
        if Self.trace(text, lines) != Self.trace(once, after) {
          Issue.record("seed \(seed): the trace is another one\n\(String(decoding: text, as: UTF8.self))\n\(lines)")
          return
        }
      }
    }
    #expect(changed > count * 4 / 5)
  }

  @Test func `what is renamed and renamed back is as it was, and runs as before in between`() {
    var renamed = 0
    let count = Extent.count(1, long: 300)
    for seed in 1...UInt64(count) {
      let found = ChartGenerator.make(Choices(seed: seed), ChartGenerator.Habits(seed: seed))
      let text = Array(found.chart.json.utf8)
      let lines = found.scripts.first?.map(\.text) ?? []
      let files = Self.files(text, lines)
      let names = files.charts[0].document.names
      let trace = Self.trace(text, lines)
      for thing in names.things {
        let old =
          thing.state >= 0
          ? names.path(ofState: Int(thing.state)).joined(separator: ".") : names.names.text(thing.name)
        let request = RenameRequest(old, to: "zz9", kind: thing.kind)
        guard let there = try? Renaming.perform(request, in: files) else { continue }
        renamed += 1
        let chart = TextEdit.apply(there.charts[0], to: text)
        let script = Self.lines(TextEdit.apply(there.scripts[0], to: files.scripts[0].document.source.bytes))
        let after = Self.files(chart, script)
        guard
          let back = try? Renaming.perform(
            RenameRequest("zz9", to: names.names.text(thing.name), kind: thing.kind), in: after)
        else {
          Issue.record("seed \(seed): \(old) cannot have its name back")
          return
        }
        #expect(TextEdit.apply(back.charts[0], to: chart) == text, "seed \(seed): \(old)")
        if Self.shape(Self.trace(chart, script)) != Self.shape(trace) {
          Issue.record("seed \(seed): with another name for \(old) the trace is another one")
          return
        }
      }
    }
    #expect(renamed > 16 * count)
  }

  /// A trace without names: what each line says is done.
  private static func shape(_ trace: [String]?) -> [String] {
    (trace ?? ["no chart"]).map { line in
      let words = line.split(separator: " ")
      return line.hasPrefix(" ") ? String(words.first ?? "") : "step"
    }
  }

  private static func files(_ chart: [UInt8], _ lines: [String]) -> RenameFiles {
    let document = ChartDocument(SourceText(name: "c.json", bytes: chart))
    let script = ScriptDocument(SourceText(name: "s.txt", bytes: Array(lines.joined(separator: "\n").utf8)))
    return RenameFiles(
      charts: [RenameFiles.ChartFile(document)], scripts: [RenameFiles.ScriptFile(script, chart: 0)])
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `the charts and scripts of the project keep their meaning when they are laid out`() throws {
    var charts = 0
    for folder in ["charts", "charts/semantics", "charts/children"] {
      for file in Repository.files(below: folder, ending: ".json") {
        guard let text = Repository.read(file), let once = Self.laidOut(Array(text.utf8)) else { continue }
        charts += 1
        #expect(Self.laidOut(once) == once, "\(file)")
        let values = [Array(text.utf8), once].map { try? JSONSerialization.jsonObject(with: Data($0)) as? NSObject }
        #expect(values[0] == values[1] && values[0] != nil, "\(file)")
      }
      for file in Repository.files(below: folder, ending: ".events.txt") {
        guard let once = Self.laidOut(script: try #require(Repository.read(file))) else { continue }
        #expect(Self.laidOut(script: once) == once, "\(file)")
      }
    }
    #expect(charts > 30)
  }

  static func laidOut(_ bytes: [UInt8]) -> [UInt8]? {
    guard case .text(let text) = ChartLayout.laidOut(SourceText(name: "c.json", bytes: bytes)) else { return nil }
    return text
  }

  static func laidOut(script: String) -> String? {
    let document = ScriptDocument(SourceText(name: "s.txt", bytes: Array(script.utf8)))
    guard case .text(let text) = ScriptLayout.laidOut(document) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  static func trace(_ chart: [UInt8], _ lines: [String]) -> [String]? {
    let source = SourceText(name: "c.json", bytes: chart)
    guard let chart = ChartReader.read(source, findings: Findings()) else { return nil }
    // Errors tell where they arose.
    return PairCheck.withoutMessages(ScriptedRun(chart, source, lines, limits: limits).trace(replays: true))
  }
}

/// Writes the same text in another way: white space, escapes, line ends.
struct SystemNoise {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  private mutating func next(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }

  private mutating func space() -> String {
    ["", "", " ", "\n", "\t", "\r\n", "  "][next(7)]
  }

  mutating func written(_ json: String) -> [UInt8] {
    var out = ""
    var isInString = false
    var isEscaped = false
    for scalar in json.unicodeScalars {
      if isInString {
        if !isEscaped, scalar != "\\", scalar != "\"", next(20) == 0 {
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          }
        } else {
          out.unicodeScalars.append(scalar)
        }
        if scalar == "\"", !isEscaped { isInString = false }
        isEscaped = scalar == "\\" && !isEscaped
        continue
      }
      if "{}[],:\"".unicodeScalars.contains(scalar) { out += space() }
      out.unicodeScalars.append(scalar)
      if "{}[],:".unicodeScalars.contains(scalar) { out += space() }
      isInString = scalar == "\""
    }
    return Array(out.utf8)
  }

  mutating func spaced(_ lines: [String]) -> String {
    var out = ""
    for line in lines {
      out += ["", " ", "\t"][next(3)] + line + ["", " ", "\t "][next(3)] + ["\n", "\r\n", "\n\n\n"][next(3)]
    }
    return out
  }
}
