import CEL
import StateKitCore
import StateKitEditor
import StateKitFormat

/// JSON of the Language Server Protocol as values.
extension Value {
  /// `{"line": …, "character": …}`
  var positionValue: TextPosition? {
    guard let line = member("line")?.intValue, let character = member("character")?.intValue, line >= 0, character >= 0
    else { return nil }
    return TextPosition(line, character: character)
  }
}

/// The error numbers of the protocol.
enum ServerErrorCode: Int {
  case parseError = -32700
  case invalidRequest = -32600
  case methodNotFound = -32601
  case invalidParams = -32602
  case notInitialized = -32002
  case requestFailed = -32803
  case requestCancelled = -32800
}

/// The reason why a request failed.
struct ServerError: Error {
  let code: ServerErrorCode
  let message: String

  init(_ code: ServerErrorCode, message: String) {
    self.code = code
    self.message = message
  }
}

enum ClientMessage {
  case request(id: Value, method: String, params: Value)
  case notification(method: String, params: Value)
  /// The answer to a request of the server.
  case response
  /// An invalid message, with its id.
  case wrong(id: Value, ServerError)

  init(_ body: [UInt8]) {
    guard let value = JSONText.value(of: body, widensIntegers: true) else {
      self = .wrong(id: .null, ServerError(.parseError, message: "the message is not JSON"))
      return
    }
    let id = value.member("id")
    // The client waits for an answer with its id, even if the rest of the message is wrong.
    let answered: Value =
      switch id {
      case .int(let number): .int(number)
      // An integer of more than 64 bits is refused, but the client waits for its answer.
      case .double(let number): .double(number)
      case .string(let text): .string(text)
      default: .null
      }
    guard case .map = value, value.member("jsonrpc")?.textValue == "2.0" else {
      self = .wrong(id: answered, ServerError(.invalidRequest, message: "the message is not a JSON-RPC 2.0 object"))
      return
    }
    let params = value.member("params") ?? .null
    guard let method = value.member("method")?.textValue else {
      let isResponse = value.member("result") != nil || value.member("error") != nil || id != nil
      self =
        isResponse && value.member("method") == nil && id != nil
        ? .response : .wrong(id: answered, ServerError(.invalidRequest, message: "the message has no method"))
      return
    }
    switch id {
    case .none: self = .notification(method: method, params: params)
    case .int, .string: self = id.map { .request(id: $0, method: method, params: params) } ?? .response
    default:
      let message = "the id of a request must be an integer of 64 bits or a text"
      self = .wrong(id: answered, ServerError(.invalidRequest, message: message))
    }
  }
}
