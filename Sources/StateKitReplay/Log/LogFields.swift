/// The names of the fields of a log that say what is to be known of an event.
package struct LogFields: Sendable {
  /// Where the payload of an event stands.
  package enum Payload: Sendable {
    case none
    case field([UInt8])
    /// An object of all fields that mean nothing else.
    case rest
  }

  package let caseID: [UInt8]
  package let event: [UInt8]
  /// Nil where the clock stands still.
  package let time: [UInt8]?
  package let payload: Payload

  package init(caseID: String, event: String, time: String?, payload: Payload) {
    self.caseID = Array(caseID.utf8)
    self.event = Array(event.utf8)
    self.time = time.map { Array($0.utf8) }
    self.payload = payload
  }

  /// What a field means.
  enum Meaning: Int {
    case caseID, event, time, payload
  }

  /// The fields that are looked for, by what they mean.
  var wanted: [(meaning: Meaning, name: [UInt8])] {
    var found: [(Meaning, [UInt8])] = [(.caseID, caseID), (.event, event)]
    if let time { found.append((.time, time)) }
    if case .field(let name) = payload { found.append((.payload, name)) }
    return found
  }

  var takesRest: Bool {
    if case .rest = payload { true } else { false }
  }
}

/// Why a line of a log is no event.
package enum BadLine: Sendable {
  case notJSON
  case notUTF8
  case noField(String)
  case twice(String)
  case wrongType(String, expected: String)
  case noTime(String)
  case cells(found: Int, expected: Int)
  case quotes
  case payload
  case tooLong
  case cutOff
  case notXML

  /// In words.
  package var text: String {
    switch self {
    case .notJSON: "it is no JSON object"
    case .notUTF8: "it is not UTF-8"
    case .noField(let name): "it has no field \(name)"
    case .twice(let name): "it has the field \(name) twice"
    case .wrongType(let name, let expected): "the field \(name) must be \(expected)"
    case .noTime(let name): "the field \(name) must be milliseconds or a time such as 2024-01-31T12:00:00Z"
    case .cells(let found, let expected): "it has \(found) cells, the first line has \(expected)"
    case .quotes: "its quotes do not end, or stand within a cell"
    case .payload: "its payload is no JSON that can be kept"
    case .tooLong: "it is longer than \(LogFeed.longestLine >> 20) MiB"
    case .cutOff: "it is cut off"
    case .notXML: "it is not well-formed"
    }
  }
}
