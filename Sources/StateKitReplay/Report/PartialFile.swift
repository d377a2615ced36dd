import CEL
import StateKitCore
import StateKitFormat

/// The summary of a part of a log as a line of JSON, which `--partial` writes and `--merge` reads.
package enum PartialFile {
  private static let version: Int64 = 1

  /// The error for a line that is not a summary.
  package struct Damage: Error {
    package let reason: String

    package init(reason: String) {
      self.reason = reason
    }
  }

  /// The JSON line of a summary; its last member is a checksum of the text before it.
  package static func line(_ summary: ReplaySummary) -> [UInt8] {
    var out = ByteBuffer()
    out.append("{\"version\": \(version), \"fingerprint\": ")
    DisplayText.appendQuoted(summary.fingerprint, to: &out)
    let outcomes = summary.outcomes
    out.append(", \"cases\": \(summary.cases), \"events\": \(summary.events), \"outcomes\": [")
    out.append("\(outcomes.handled), \(outcomes.ignored), \(outcomes.declined), \(outcomes.rejected)], ")
    out.append("\"errors\": \(summary.errors), \"badLines\": \(summary.badLines), ")
    if summary.assumed > 0 { out.append("\"hidden\": \(summary.assumed), ") }
    out.append("\"states\": ")
    DisplayText.appendList(summary.states, to: &out)
    append("history", numbers: summary.isHistory.map { $0 ? 1 : 0 }, to: &out)
    append("entered", numbers: summary.isEntered.map { $0 ? 1 : 0 }, to: &out)
    append("ends", numbers: summary.ends, to: &out)
    out.append(", \"handlers\": ")
    DisplayText.appendList(summary.handlers, to: &out)
    append("taken", numbers: summary.isTaken.map { $0 ? 1 : 0 }, to: &out)
    out.append(", \"deviations\": [")
    for (index, deviation) in summary.deviationsInOrder.enumerated() {
      out.append(index == 0 ? "{\"event\": " : ", {\"event\": ")
      ReplayReport.append(deviation, to: &out)
    }
    out.append("]")
    for (key, meaning) in absentKeys {
      let names = summary.absent.filter { $0.meaning == meaning }.map { String(decoding: $0.name, as: UTF8.self) }
      if names.isEmpty { continue }
      out.append(", \"\(key)\": ")
      DisplayText.appendList(names, to: &out)
    }
    let sum = out.withSpan { Checksum.text(of: Checksum.of($0)) }
    out.append(", \"checksum\": \"\(sum)\"}\n")
    return out.bytes
  }

  /// The keys of the fields that no event has, by their meanings.
  private static let absentKeys: [(key: String, meaning: LogFields.Meaning)] = [
    ("noState", .state), ("noDid", .did), ("noData", .payload),
  ]

  private static func append(_ key: String, numbers: [Int], to out: inout ByteBuffer) {
    out.append(", \"\(key)\": [")
    for (index, number) in numbers.enumerated() {
      if index > 0 { out.append(", ") }
      out.append(decimal: Int64(number))
    }
    out.append("]")
  }

  /// Parses a line without its line end.
  package static func read(_ line: [UInt8]) throws(Damage) -> ReplaySummary {
    let tail = Array(", \"checksum\": \"".utf8)
    let length = tail.count + 18
    guard line.count > length, line[(line.count - length)...].starts(with: tail) else {
      throw Damage(reason: "it is not a summary that --partial wrote, or it is cut off")
    }
    let body = Array(line[..<(line.count - length)])
    let sum = line[(line.count - 18)..<(line.count - 2)]
    guard Checksum.text(of: Checksum.of(body.span)).utf8.elementsEqual(sum) else {
      throw Damage(reason: "its checksum does not match")
    }
    guard case .map(let map)? = JSONText.value(of: body + [UInt8(ascii: "}")]), let summary = summary(map) else {
      throw Damage(reason: "it has another version, or a mark that is neither 0 nor 1")
    }
    guard summary.isSound else { throw Damage(reason: "its counts are out of range") }
    return summary
  }

  private static func summary(_ map: MapValue) -> ReplaySummary? {
    guard case .int(version)? = map["version"], case .string(let fingerprint)? = map["fingerprint"],
      let states = texts(map["states"]), let handlers = texts(map["handlers"]),
      let history = numbers(map["history"], count: states.count),
      let entered = numbers(map["entered"], count: states.count),
      let ends = numbers(map["ends"], count: states.count), let taken = numbers(map["taken"], count: handlers.count),
      (history + entered + taken).allSatisfy({ 0...1 ~= $0 }),
      let outcomes = numbers(map["outcomes"], count: 4), case .list(let deviations)? = map["deviations"],
      case .int(let cases)? = map["cases"], case .int(let events)? = map["events"],
      case .int(let errors)? = map["errors"], case .int(let badLines)? = map["badLines"]
    else { return nil }
    var summary = ReplaySummary(
      fingerprint: fingerprint, states: states, isHistory: history.map { $0 > 0 }, handlers: handlers)
    (summary.cases, summary.events, summary.errors) = (Int(cases), Int(events), Int(errors))
    summary.badLines = Int(badLines)
    if case .int(let assumed)? = map["hidden"] { summary.assumed = Int(assumed) }
    summary.outcomes = (outcomes[0], outcomes[1], outcomes[2], outcomes[3])
    summary.ends = ends
    for (key, meaning) in absentKeys {
      for name in texts(map[key]) ?? [] {
        summary.absent.append(LogFields.Absent(meaning: meaning, name: Array(name.utf8)))
      }
    }
    for (index, flag) in entered.enumerated() where flag > 0 { summary.markEntered(index) }
    for (index, flag) in taken.enumerated() where flag > 0 { summary.markTaken(index) }
    for value in deviations.elements {
      guard case .map(let deviation) = value, case .string(let event)? = deviation["event"],
        let configuration = texts(deviation["configuration"]), case .string(let word)? = deviation["outcome"],
        let outcome = Outcome(rawValue: isSaid(word) ? Outcome.handled.rawValue : word),
        case .int(let count)? = deviation["count"], case .string(let example)? = deviation["case"]
      else { return nil }
      var (reason, said, did): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
      if case .string(let text)? = deviation["reason"] { reason = Array(text.utf8) }
      if isSaid(word) {
        let isState = word == ReplayReport.stateDiffers
        guard case .string(let text)? = deviation[isState ? "state" : "did"], !text.isEmpty else { return nil }
        said = Array(text.utf8)
        if !isState {
          guard case .string(let text)? = deviation["chart"], !text.isEmpty else { return nil }
          did = Array(text.utf8)
        }
      }
      summary.add(
        ReplaySummary.Deviation(
          event: Array(event.utf8), configuration: configuration.map { Array($0.utf8) }, outcome: outcome,
          reason: reason, said: said, did: did, count: Int(count), example: Array(example.utf8)))
    }
    return summary
  }

  /// True for the outcomes of what a log says besides its events.
  private static func isSaid(_ word: String) -> Bool {
    word == ReplayReport.stateDiffers || word == ReplayReport.didDiffers
  }

  private static func texts(_ value: Value?) -> [String]? {
    guard case .list(let list)? = value else { return nil }
    var found: [String] = []
    for case .string(let text) in list.elements { found.append(text) }
    return found.count == list.elements.count ? found : nil
  }

  private static func numbers(_ value: Value?, count: Int) -> [Int]? {
    guard case .list(let list)? = value, list.elements.count == count else { return nil }
    var found: [Int] = []
    for case .int(let number) in list.elements { found.append(Int(number)) }
    return found.count == count ? found : nil
  }
}
