package import CEL
package import StateKitCore

/// A state file: a machine between two steps, as JSON (CommandLine.md).
package struct StateFile: Sendable {
  /// The only supported version.
  private static let version: Int64 = 1
  /// The maximum size of a state file.
  package static let mostBytes = InputLimits.stateBytes
  /// The greatest depth of a file around a value: each child adds some.
  private static let ownDepth = 100
  /// The maximum number of steps.
  private static let mostSteps: Int64 = 1 << 53

  /// The reason why bytes are not a state file.
  package struct Damage: Error {
    package let reason: String

    package init(reason: String) {
      self.reason = reason
    }
  }

  let value: Value
  package let fingerprint: String
  /// The number of steps in the trace.
  package let steps: Int64
  /// The script lines that replaced the host.
  package let hostLines: [String]

  /// Creates the file of a machine. `source`: the chart's file; `steps`: the number of steps in its trace.
  package init(_ snapshot: MachineSnapshot, chart: Chart, source: SourceText, steps: Int64 = 0) {
    self.init(snapshot, chart: chart, fingerprint: ChartFingerprint.of(chart, in: source), steps: steps)
  }

  /// Creates the file of a machine whose chart has a known fingerprint.
  package init(_ snapshot: MachineSnapshot, chart: Chart, fingerprint: String, steps: Int64 = 0) {
    var members: [(key: Value, value: Value)] = [
      (.string("version"), .int(Self.version)), (.string("fingerprint"), .string(fingerprint)),
    ]
    self.fingerprint = fingerprint
    self.steps = steps
    hostLines = snapshot.answers?.lines.map(\.text) ?? []
    if let title = chart.title { members.append((.string("chart"), .string(title))) }
    members.append((.string("steps"), .int(steps)))
    if case .map(let machine) = SavedMachine.value(of: snapshot, chart: chart, in: chart) { members += machine.entries }
    if !hostLines.isEmpty {
      members.append((.string("host"), .list(ListValue(hostLines.map { .string($0) }))))
    }
    let handled = HandledEvent.all(in: snapshot, of: chart)
    members.append((.string("handled"), .list(ListValue(handled.map(\.value)))))
    value = .map(MapValue(members))
  }

  /// The values that the file has for the context of a chart, and the chart's own for other keys.
  package func context(of chart: Chart) -> [Value] {
    guard case .map(let map) = value, case .map(let context)? = map["context"] else { return chart.contextValues }
    return zip(chart.contextNames, chart.contextValues).map { context[$0] ?? $1 }
  }

  /// Reads a state file. `isSealed`: true if its last member must be the checksum of the bytes before it.
  package init(_ bytes: [UInt8], isSealed: Bool = true) throws(Damage) {
    guard let value = JSONText.value(of: bytes, mostDepth: InputLimits.jsonDepth + Self.ownDepth),
      case .map(let map) = value
    else {
      throw Damage(reason: "it is not a JSON object")
    }
    guard case .int(let version)? = map["version"], case .string(let fingerprint)? = map["fingerprint"] else {
      throw Damage(reason: "it has no version and fingerprint")
    }
    guard version == Self.version else {
      throw Damage(reason: "it has version \(version), but version \(Self.version) is expected")
    }
    if let steps = map["steps"] {
      guard case .int(let count) = steps, (0...Self.mostSteps).contains(count) else {
        throw Damage(reason: "its count of steps is out of range")
      }
    }
    if isSealed { try Self.checkSeal(bytes) }
    let members = map.entries.filter { entry in
      if case .string(let name) = entry.key { name != Self.checksumKey } else { true }
    }
    self.init(.map(MapValue(members)), fingerprint: fingerprint)
  }

  /// Creates a file from a value whose version and fingerprint have been read.
  init(_ value: Value, fingerprint: String) {
    self.value = value
    self.fingerprint = fingerprint
    guard case .map(let map) = value else {
      (steps, hostLines) = (0, [])
      return
    }
    if case .int(let steps)? = map["steps"], steps >= 0 { self.steps = steps } else { steps = 0 }
    var lines: [String] = []
    if case .list(let list)? = map["host"] {
      for case .string(let line) in list.elements { lines.append(line) }
    }
    hostLines = lines
  }

  /// The first bytes of a journal's state file; `fingerprint` is that of its chart.
  package static func beginning(ofJournal fingerprint: String) -> [UInt8] {
    Array(#"{"version":\#(version),"fingerprint":"\#(fingerprint)","journal":{"#.utf8)
  }

  /// Returns the file with the member `journal`, which contains the journal's position.
  package func adding(journal mark: MapValue) -> StateFile {
    guard case .map(let map) = value else { return self }
    var members = map.entries
    members.insert((.string("journal"), .map(mark)), at: 2)
    return StateFile(.map(MapValue(members)), fingerprint: fingerprint)
  }

  package func member(_ key: String) -> Value? {
    if case .map(let map) = value { map[key] } else { nil }
  }

  /// The file as JSON, in one line.
  package var bytes: [UInt8] { bytes(upTo: .max) ?? [] }

  /// The file as JSON, in one line; nil if it takes more than `most` bytes.
  package func bytes(upTo most: Int) -> [UInt8]? {
    var out = ByteBuffer()
    value.appendJSON(to: &out, upTo: most)
    if out.count > most { return nil }
    Self.seal(&out)
    return out.count > most ? nil : out.bytes
  }

  // MARK: The checksum

  private static let checksumKey = "checksum"
  private static let sealBeginning = Array(#","checksum":""#.utf8)
  private static let sealLength = sealBeginning.count + 18

  /// A JSON object with the checksum of its other members as the last member.
  package static func sealed(_ object: [UInt8]) -> [UInt8] {
    guard let end = object.lastIndex(of: UInt8(ascii: "}")) else { return object }
    var out = ByteBuffer()
    out.append(Array(object[...end]))
    seal(&out)
    return out.bytes
  }

  /// Replaces the `}` at the end by the checksum and the end of the file.
  private static func seal(_ out: inout ByteBuffer) {
    out.truncate(to: out.count - 1)
    let sum = out.withSpan { Checksum.text(of: Checksum.of($0)) }
    out.append(sealBeginning)
    out.append("\(sum)\"}\n")
  }

  private static func checkSeal(_ bytes: [UInt8]) throws(Damage) {
    var end = bytes.count
    while end > 0, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    guard end > sealLength, bytes[(end - sealLength)...].starts(with: sealBeginning) else {
      throw Damage(reason: "it does not end in its checksum")
    }
    let (body, sum) = (bytes[..<(end - sealLength)], bytes[(end - 18)..<(end - 2)])
    guard Checksum.text(of: Checksum.of(body.span)).utf8.elementsEqual(sum), bytes[end - 2] == UInt8(ascii: "\"") else {
      throw Damage(reason: "its checksum does not match: the file was changed")
    }
  }

  /// Reads the machine on a chart. `source`: the chart's file.
  package func machine(on chart: Chart, in source: SourceText) throws(Damage) -> SavedMachine.Reading {
    try machine(on: chart, fingerprint: ChartFingerprint.of(chart, in: source))
  }

  package func machine(on chart: Chart, fingerprint known: String) throws(Damage) -> SavedMachine.Reading {
    let isSameChart = fingerprint.utf8.elementsEqual(known.utf8)
    guard let reading = SavedMachine.read(value, on: chart, isSameChart: isSameChart) else {
      throw Damage(reason: "the machine in it is not complete")
    }
    return reading
  }
}
