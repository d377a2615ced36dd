import StateKitCore

/// The names of the fields of a log that have a meaning.
package struct LogFields: Sendable {
  /// The location of an event's payload.
  package enum Payload: Sendable {
    case none
    case field([UInt8])
    /// An object of the fields that have no other meaning: all of them (nil), or only those with these names.
    case rest(of: [[UInt8]]?)
  }

  /// Nil if it is not given: XES has standard names.
  package private(set) var caseID: [UInt8]?
  package private(set) var event: [UInt8]?
  /// Nil if the clock does not advance.
  package private(set) var time: [UInt8]?
  /// True if no option names the time: an event need not have it.
  private(set) var isTimeStandard = false
  package let payload: Payload
  /// The names of the fields in the object of the rest, if they are chosen.
  private var restNames = NameTable()
  /// Nil if the states of the log are not compared.
  package var state: [UInt8]?
  /// Nil if the actions of the log are not compared.
  package var did: [UInt8]?

  package init(caseID: String?, event: String?, time: String?, payload: Payload) {
    self.caseID = caseID.map { Array($0.utf8) }
    self.event = event.map { Array($0.utf8) }
    self.time = time.map { Array($0.utf8) }
    self.payload = payload
    if case .rest(let names?) = payload {
      for name in names { _ = restNames.intern(name.span) }
    }
  }

  enum Meaning: Int {
    case caseID, event, time, payload, state, did

    /// The option that names the field.
    var option: String {
      switch self {
      case .caseID: "case"
      case .event: "event"
      case .time: "time"
      case .payload: "data"
      case .state: "state"
      case .did: "did"
      }
    }

    /// True if a line may lack the field.
    var isOptional: Bool { self == .payload || self == .state || self == .did }

    /// The values that a field of a JSON line may have.
    var expected: String {
      switch self {
      case .caseID: "a text or a number"
      case .state: "a text or a list of texts"
      case .event, .time, .payload, .did: "a text"
      }
    }
  }

  /// The fields to look for, with their meanings.
  var wanted: [(meaning: Meaning, name: [UInt8])] {
    var found: [(Meaning, [UInt8])] = []
    if let caseID { found.append((.caseID, caseID)) }
    if let event { found.append((.event, event)) }
    if let time { found.append((.time, time)) }
    if case .field(let name) = payload { found.append((.payload, name)) }
    if let state { found.append((.state, state)) }
    if let did { found.append((.did, did)) }
    return found
  }

  /// The name of a field in messages.
  static func shown(_ name: [UInt8]) -> String { DisplayText.name(String(decoding: name, as: UTF8.self)) }

  var takesRest: Bool {
    if case .rest = payload { true } else { false }
  }

  /// The bit of a field that belongs to the object of the rest: 0 without chosen names; nil for another field.
  func restBit(_ name: Span<UInt8>) -> UInt64? {
    guard case .rest(let names) = payload else { return nil }
    if names == nil { return 0 }
    return restNames.find(name).map { Self.bit($0.index) }
  }

  /// The bit of the field at an index of `chosen`. Fields beyond the number of bits share the last one.
  static func bit(_ index: Int) -> UInt64 { 1 << UInt64(min(index, 63)) }

  /// The fields of payloads that have names.
  var chosen: [[UInt8]] {
    switch payload {
    case .none: []
    case .field(let name): [name]
    case .rest(let names): names ?? []
    }
  }

  /// A field for the payload, the state or the actions that no event has.
  package struct Absent: Equatable, Sendable {
    let meaning: Meaning
    let name: [UInt8]

    package var message: String {
      let name = LogFields.shown(name)
      return switch meaning {
      case .state: "no line has a value in the field \(name): no state was compared"
      case .did: "no line has a value in the field \(name): no action was compared"
      case .caseID, .event, .time, .payload: "no line has the field \(name), which is to be in the payload"
      }
    }
  }

  /// The fields that no event has. `seen`: a bit for each field of the payload that one has. `compared`: the numbers of
  /// lines with a state and with actions; nil if the log is not compared.
  package func absent(from seen: UInt64, compared: (states: Int, actions: Int)?) -> [Absent] {
    var absent: [Absent] = []
    if let state, compared?.states == 0 { absent.append(Absent(meaning: .state, name: state)) }
    if let did, compared?.actions == 0 { absent.append(Absent(meaning: .did, name: did)) }
    for (index, name) in chosen.enumerated() where seen & Self.bit(index) == 0 {
      absent.append(Absent(meaning: .payload, name: name))
    }
    return absent
  }

  /// A field that is also to name the case. In XES, traces and events have fields of their own.
  var fieldBesideCase: (meaning: Meaning, name: [UInt8])? {
    wanted.first { $0.meaning != .caseID && $0.name == caseID }
  }

  /// The standard names of XES.
  private static let standardName = Array("concept:name".utf8)
  static let standardTime = Array("time:timestamp".utf8)

  /// Gives the fields that have no names those of XES.
  mutating func useStandardNames() {
    caseID = caseID ?? Self.standardName
    event = event ?? Self.standardName
    if time == nil { (time, isTimeStandard) = (Self.standardTime, true) }
  }

  /// True if each event of the log must have a field.
  func mustHave(_ meaning: Meaning) -> Bool { meaning == .time ? !isTimeStandard : !meaning.isOptional }

  static func firstRepeated(of names: [[UInt8]]) -> [UInt8]? {
    var known: Set<[UInt8]> = []
    return names.first { !known.insert($0).inserted }
  }

  /// A text as JSON.
  static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    Array(DisplayText.string(String(decoding: bytes, as: UTF8.self)).utf8)
  }

  /// Adds a member to the object of the rest, or starts the object; `key` and `value` are JSON.
  static func add(_ key: [UInt8], value: [UInt8], toRest rest: inout [UInt8]) {
    rest.append(rest.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
    rest += key
    rest.append(UInt8(ascii: ":"))
    rest += value
  }
}

/// The reason why a line of a log is not an event.
package enum BadLine: Sendable {
  case notJSON
  case notUTF8
  case noField(String)
  case twice(String)
  case wrongType(String, expected: String)
  case noTime(String)
  /// A number of milliseconds that is too large.
  case farTime(String)
  case columnTwice(String)
  case cells(found: Int, expected: Int)
  case quotes
  /// A quote is not closed up to the end, which is a number of lines further.
  case openQuote(Int)
  /// A line has no end within the limit.
  case tooLong
  /// The name of a column that the payloads repeat has too many bytes.
  case longName(Int)
  case payload
  case actions
  case cutOff
  case notXML

  /// True if the rest of the log is not read.
  package var endsLog: Bool {
    switch self {
    case .openQuote, .tooLong, .longName, .columnTwice: true
    case .notJSON, .notUTF8, .noField, .twice, .wrongType, .noTime, .farTime, .cells, .quotes, .payload, .actions,
      .cutOff, .notXML:
      false
    }
  }

  /// In words.
  package var text: String {
    switch self {
    case .notJSON: "it is not a JSON object"
    case .notUTF8: "it is not UTF-8"
    case .noField(let name): "it has no field \(name)"
    case .twice(let name): "it has the field \(name) twice"
    case .wrongType(let name, let expected): "the field \(name) must be \(expected)"
    case .noTime(let name): "the field \(name) must be milliseconds or a time such as 2024-01-31T12:00:00Z"
    case .farTime(let name): "the field \(name) must be milliseconds, at most \(LogTime.shownLatest) from 1970"
    case .columnTwice(let name): "two columns are named \(name)"
    case .cells(let found, let expected): "it has \(found) cells, the first line has \(expected)"
    case .quotes: "a quote is inside a cell"
    case .openQuote(let lines): "a quote is not closed: it swallowed \(DisplayText.counted(lines, noun: "line"))"
    case .tooLong: "it is longer than \(LogFeed.longestLine >> 20) MiB, the limit"
    case .longName(let count): "the name of a column has \(count) bytes, the limit is \(InputLimits.nameBytes)"
    case .payload: "its payload is not valid JSON"
    case .actions: "its actions are not names, nor objects with a name and data"
    case .cutOff: "it is cut off"
    case .notXML: "it is not well-formed"
    }
  }
}
