import Foundation
import StateKitCore
import StateKitFormat
import TestSupport
import Testing
import ToolSupport

/// Every curated chart with one thing broken: it still runs, or the error is shown where it was made and nowhere else.
@Suite struct MutationTests {
  enum Mutation: CaseIterable {
    case dropKey, misspellText, changeType, duplicateKey
  }

  /// A chart with one change.
  struct Mutant {
    let mutation: Mutation
    let text: String
    /// The lines on which the change may be reported, from 1.
    let lines: ClosedRange<Int>
    /// Names that are gone: what names them elsewhere is reported there.
    let gone: [String]
    /// The states in a value that was replaced: a target elsewhere that names one leads nowhere.
    let lostStates: [String]
    let what: String
  }

  /// A generator that gives the same numbers every time.
  private struct Numbers {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
  }

  /// A value of a JSON text: its own bytes, its key's, and the node of the object or array around it.
  private struct Candidate {
    let node: JSONNode
    let parent: Int?
  }

  private func candidates(_ bytes: [UInt8]) throws -> [Candidate] {
    let findings = Findings()
    var reader = JSONReader(bytes, range: 0..<bytes.count, names: NameTable(), findings: findings)
    var tree = JSONTree()
    try reader.readValue(into: &tree)
    var parents: [Int] = []
    var candidates: [Candidate] = []
    for (number, node) in tree.nodes.enumerated() {
      while let parent = parents.last, Int(tree.nodes[parent].next) <= number { parents.removeLast() }
      candidates.append(Candidate(node: node, parent: parents.last))
      if node.kind == .object || node.kind == .array { parents.append(number) }
    }
    return candidates
  }

  /// Whether a value is a part of the context or of the declared events: what is wrong with it shows where it is used.
  private func isData(_ candidate: Candidate, _ candidates: [Candidate], _ bytes: [UInt8]) -> Bool {
    var parent = candidate.parent
    while let around = parent {
      let key = bytes[Int(candidates[around].node.keySpan.start)..<Int(candidates[around].node.keySpan.end)]
      if candidates[around].parent == 0, key.elementsEqual("\"context\"".utf8) || key.elementsEqual("\"events\"".utf8) {
        return true
      }
      parent = candidates[around].parent
    }
    return false
  }

  /// The names of the states in a value.
  private func states(in value: JSONNode, of candidates: [Candidate], bytes: [UInt8]) -> [String] {
    candidates.compactMap { candidate in
      guard let parent = candidate.parent, value.span.start <= candidate.node.keySpan.start,
        candidate.node.span.end <= value.span.end
      else { return nil }
      let around = candidates[parent].node.keySpan
      guard bytes[Int(around.start)..<Int(around.end)].elementsEqual("\"subStates\"".utf8) else { return nil }
      let key = candidate.node.keySpan
      return String(decoding: bytes[Int(key.start) + 1..<Int(key.end) - 1], as: UTF8.self)
    }
  }

  private func line(_ offset: Int, _ bytes: [UInt8]) -> Int {
    1 + bytes[..<offset].count { $0 == 0x0A }
  }

  private func words(_ bytes: ArraySlice<UInt8>) -> [String] {
    String(decoding: bytes, as: UTF8.self).components(separatedBy: CharacterSet(charactersIn: "\"{}[]:, \n.()'"))
      .filter { !$0.isEmpty }
  }

  private func mutant(_ bytes: [UInt8], _ candidates: [Candidate], _ mutation: Mutation, _ random: inout Numbers)
    -> Mutant?
  {
    let candidate = candidates[random.next(below: candidates.count)]
    let node = candidate.node
    var changed = bytes
    let isMember = node.key >= 0
    var lines = line(Int(node.span.start), bytes)...line(Int(node.span.start), bytes)
    var gone: [String] = []
    var lostStates: [String] = []
    switch mutation {
    case .dropKey:
      guard isMember, let parent = candidate.parent else { return nil }
      let around = candidates[parent].node
      var (start, end) = (Int(node.keySpan.start), Int(node.span.end))
      // With the comma behind it, or before it where it is the last.
      if let comma = bytes[end...].firstIndex(where: { $0 > 0x20 }), bytes[comma] == UInt8(ascii: ",") {
        end = comma + 1
      } else if let comma = bytes[..<start].lastIndex(where: { $0 > 0x20 }), bytes[comma] == UInt8(ascii: ",") {
        start = comma
      }
      gone = words(bytes[start..<end]) + words(bytes[Int(around.keySpan.start)..<Int(around.keySpan.end)])
      let removed = bytes[start..<end].count { $0 == 0x0A }
      lines = line(Int(around.span.start), bytes)...(line(Int(around.span.end), bytes) - removed)
      changed.removeSubrange(start..<end)
    case .misspellText:
      guard node.kind == .string, node.span.end - node.span.start > 4 else { return nil }
      let letter = Int(node.span.start) + 1 + random.next(below: Int(node.span.end - node.span.start) - 3)
      guard bytes[letter] != bytes[letter + 1], bytes[letter] > 0x2F, bytes[letter + 1] > 0x2F,
        !bytes[Int(node.span.start)..<Int(node.span.end)].contains(UInt8(ascii: "\\"))
      else { return nil }
      changed.swapAt(letter, letter + 1)
      gone = words(bytes[Int(node.span.start)..<Int(node.span.end)])
    case .changeType:
      let others = ["5", "true", "[]", "{}", "\"text\"", "null", "[5]"]
      let new = Array(others[random.next(below: others.count)].utf8)
      changed.replaceSubrange(Int(node.span.start)..<Int(node.span.end), with: new)
      lostStates = states(in: node, of: candidates, bytes: bytes)
      if let parent = candidate.parent {
        let around = candidates[parent].node
        gone =
          words(bytes[Int(node.span.start)..<Int(node.span.end)])
          + words(bytes[Int(around.keySpan.start)..<Int(around.keySpan.end)])
      }
      // A context of other types is another one.
      if isData(candidate, candidates, bytes) { lines = 1...Int.max }
    case .duplicateKey:
      guard isMember else { return nil }
      let copy = Array(bytes[Int(node.keySpan.start)..<Int(node.span.end)])
      lines = line(Int(node.span.end), bytes)...line(Int(node.span.end), bytes)
      changed.insert(contentsOf: Array(", ".utf8) + copy, at: Int(node.span.end))
    }
    let what = String(
      decoding: bytes[Int(isMember ? node.keySpan.start : node.span.start)..<Int(node.span.end)].prefix(60),
      as: UTF8.self)
    return Mutant(
      mutation: mutation, text: String(decoding: changed, as: UTF8.self), lines: lines, gone: gone,
      lostStates: lostStates, what: "\(mutation) of \(what)")
  }

  @Test(arguments: ChartTests.examples)
  func `a chart with one error runs, or the error is shown where it is`(chart: String) throws {
    let text = try #require(Repository.read(chart))
    let bytes = Array(text.utf8)
    let candidates = try candidates(bytes)
    let script = chart.replacingOccurrences(of: ".json", with: ".events.txt")
    var random = Numbers(state: UInt64(bytes.count))
    for mutation in Mutation.allCases {
      for _ in 0..<Extent.count(6, long: 60) {
        guard let mutant = mutant(bytes, candidates, mutation, &random) else { continue }
        let report = runTool(["validate", "--quiet", "-"], input: mutant.text, folder: "charts/")
        let found = FindingLines.lines(of: report.output)
        if report.status == 0 {
          let run = runTool(["run", "--quiet", "-", script], input: mutant.text, folder: "charts/")
          #expect(run.status <= 1, "\(mutant.what): \(run)")
          continue
        }
        #expect(report.status == 1 && !found.isEmpty, "\(mutant.what): \(report)")
        let positions = found.map { message in
          let parts = message.split(separator: ":", maxSplits: 3)
          return parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        }
        // Where the new value is a good one, what is gone may be missed elsewhere; else one error has one source position.
        let isReported = positions.contains { mutant.lines.contains($0) }
        for (line, message) in zip(positions, found) {
          let isNamed =
            mutant.gone.contains { message.contains($0.count > 2 ? $0 : "\"\($0)\"") }
            && (!isReported || mutation == .dropKey)
            || message.contains("no state is named") && mutant.lostStates.contains { message.contains($0) }
          #expect(mutant.lines.contains(line) || isNamed, "\(chart): \(mutant.what)\nlines \(mutant.lines)\n\(message)")
        }
      }
    }
  }
}
