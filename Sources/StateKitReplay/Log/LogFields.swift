import StateKitCore

/// The names of the fields of a log that have a meaning.
package struct LogFields: Sendable {
  /// The location of an event's payload.
  package enum Payload: Sendable {
    case none
    case field([UInt8])
    /// An object of all fields without another meaning.
    case rest
  }

  package let caseID: [UInt8]
  package let event: [UInt8]
  /// Nil if the clock does not advance.
  package let time: [UInt8]?
  package let payload: Payload
  /// Nil if the states of the log are not compared.
  package let state: [UInt8]?

  package init(caseID: String, event: String, time: String?, payload: Payload, state: String? = nil) {
    self.caseID = Array(caseID.utf8)
    self.event = Array(event.utf8)
    self.time = time.map { Array($0.utf8) }
    self.payload = payload
    self.state = state.map { Array($0.utf8) }
  }

  /// The meaning of a field.
  enum Meaning: Int {
    case caseID, event, time, payload, state

    /// True if a line may lack the field.
    var isOptional: Bool { self == .payload || self == .state }
  }

  /// The fields to look for, with their meanings.
  var wanted: [(meaning: Meaning, name: [UInt8])] {
    var found: [(Meaning, [UInt8])] = [(.caseID, caseID), (.event, event)]
    if let time { found.append((.time, time)) }
    if case .field(let name) = payload { found.append((.payload, name)) }
    if let state { found.append((.state, state)) }
    return found
  }

  /// The name of a field in messages.
  static func shown(_ name: [UInt8]) -> String { DisplayText.name(String(decoding: name, as: UTF8.self)) }

  var takesRest: Bool {
    if case .rest = payload { true } else { false }
  }

  /// A text as JSON.
  static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    Array(DisplayText.string(String(decoding: bytes, as: UTF8.self)).utf8)
  }

  /// Adds a member to the object of the rest, or starts the object; `value` is JSON.
  static func add(_ name: [UInt8], value: [UInt8], toRest rest: inout [UInt8]) {
    rest.append(rest.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
    rest += quoted(name)
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
  case cells(found: Int, expected: Int)
  case quotes
  case payload
  case cutOff
  case notXML

  /// In words.
  package var text: String {
    switch self {
    case .notJSON: "it is not a JSON object"
    case .notUTF8: "it is not UTF-8"
    case .noField(let name): "it has no field \(name)"
    case .twice(let name): "it has the field \(name) twice"
    case .wrongType(let name, let expected): "the field \(name) must be \(expected)"
    case .noTime(let name): "the field \(name) must be milliseconds or a time such as 2024-01-31T12:00:00Z"
    case .cells(let found, let expected): "it has \(found) cells, the first line has \(expected)"
    case .quotes: "a quote is not closed, or is inside a cell"
    case .payload: "its payload is not valid JSON"
    case .cutOff: "it is cut off"
    case .notXML: "it is not well-formed"
    }
  }
}
