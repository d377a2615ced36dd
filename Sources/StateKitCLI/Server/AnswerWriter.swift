import CEL
import StateKitCore

/// The JSON of a message to the client, within a limit. An answer can be far longer than its document: for example, each
/// of many positions can be in many states. Therefore its parts are written one at a time.
struct AnswerWriter: ~Copyable {
  private(set) var json = ByteBuffer()

  /// Appends a value; a comma separates it from a value before it. A value that exceeds the limit is left out.
  mutating func append(_ value: Value) throws(ServerError) {
    let count = json.count
    separate()
    value.appendJSON(to: &json, upTo: InputLimits.answerBytes)
    if json.count > InputLimits.answerBytes {
      json.truncate(to: count)
      throw ServerError.tooLarge
    }
  }

  /// Appends a list.
  mutating func append<Element>(
    each elements: some Sequence<Element>, value: (Element) -> Value
  ) throws(ServerError) {
    open("[")
    for element in elements { try append(value(element)) }
    close("]")
  }

  /// Appends values up to the first that exceeds the limit.
  mutating func append(fitting values: some Sequence<Value>) {
    for value in values { if (try? append(value)) == nil { return } }
  }

  /// Appends an object without its closing bracket.
  mutating func open(_ members: [(String, Value)]) throws(ServerError) {
    open("{")
    for (name, value) in members {
      try append(.string(name))
      close(":")
      try append(value)
    }
  }

  /// Appends the beginning of a value or a member; a comma separates it from a value before it.
  mutating func open(_ text: StaticString) {
    separate()
    json.append(text)
  }

  mutating func close(_ text: StaticString) { json.append(text) }

  private mutating func separate() {
    switch json.last {
    case nil, UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ":"): break
    default: json.append(UInt8(ascii: ","))
    }
  }
}

extension ServerError {
  static var tooLarge: ServerError {
    ServerError(
      .requestFailed,
      message: "the answer would have more than \(InputLimits.answerBytes >> 20) MiB, the limit of the language server")
  }
}
