import CEL
import StateKitCore
import StateKitEditor

/// `statekit lsp`: reads messages from standard input and writes answers to standard output (Editors.md).
final class ServerCommand {
  private let streams: Streams
  private static let blockSize = 64 << 10
  /// How long a request waits for a message that would cancel it, in milliseconds.
  private static let patience: Int64 = 1

  init(_ streams: Streams) {
    self.streams = streams
  }

  /// 0 if the client asked the server to shut down and then to exit; 1 otherwise.
  func run() -> ExitStatus {
    let input: any ByteInput
    do throws(InputError) {
      input = try streams.input()
    } catch {
      return .unable
    }
    let server = LanguageServer(streams)
    var reader = MessageReader()
    var queue: [(message: ClientMessage, size: Int)] = []
    var next = 0
    // The bytes of the messages that wait.
    var waiting = 0
    // The requests that later messages cancel.
    var cancelled: Set<String> = []
    while true {
      // All available messages are read before an answer: a request may be cancelled.
      while let message = reader.next() {
        let size = if case .body(let bytes) = message { bytes.count } else { 0 }
        waiting += size
        queue.append((Self.message(message), size))
        if let id = Self.cancelled(by: queue[queue.count - 1].message) { cancelled.insert(id) }
      }
      let waits = next == queue.count
      if waits {
        queue.removeAll()
        next = 0
        if !input.isReady { server.publishFindings { write($0) } }
      }
      var isCancellable = false
      if !waits, case .request = queue[next].message { isCancellable = true }
      let hasRoom = waiting < InputLimits.waitingBytes
      if waits || hasRoom && (isCancellable ? input.wait(atMost: Self.patience) : input.isReady) {
        var bytes: [UInt8] = []
        let isOpen = (try? input.read(Self.blockSize, into: &bytes)) ?? false
        reader.append(bytes)
        if isOpen { continue }
        if waits { return .inputAtFault }
      }
      let message = queue[next].message
      waiting -= queue[next].size
      queue[next].message = .response
      next += 1
      switch message {
      case .notification("exit", _): return server.wasShutDown ? .ok : .inputAtFault
      case .notification(let method, let params):
        if let id = Self.cancelled(by: message) { cancelled.remove(id) }
        server.notify(method, params: params)
      case .request(let id, let method, let params):
        if cancelled.contains(id.json) {
          write(ServerError(.requestCancelled, message: "the request was cancelled"), to: id)
        } else {
          answer(method, params: params, to: id, by: server)
        }
      case .response: break
      case .wrong(let id, let error): write(error, to: id)
      }
      if streams.output.failure != nil { return .unable }
    }
  }

  private static func message(_ message: MessageReader.Message) -> ClientMessage {
    switch message {
    case .body(let bytes): ClientMessage(bytes)
    case .malformed(let reason): .wrong(id: .null, ServerError(.invalidRequest, message: reason))
    }
  }

  /// The id of the request that a message cancels, as JSON.
  private static func cancelled(by message: ClientMessage) -> String? {
    guard case .notification("$/cancelRequest", let params) = message else { return nil }
    return params.member("id")?.json
  }

  private func answer(_ method: String, params: Value, to id: Value, by server: LanguageServer) {
    do throws(ServerError) {
      var answer = AnswerWriter()
      try answer.open([("jsonrpc", .string("2.0")), ("id", id)])
      answer.open("\"result\":")
      try server.answer(method, params: params, to: &answer)
      answer.close("}")
      write(answer)
    } catch {
      write(error, to: id)
    }
  }

  private func write(_ error: ServerError, to id: Value) {
    let description = Value.object([("code", .number(error.code.rawValue)), ("message", .string(error.message))])
    var answer = AnswerWriter()
    // An error is far from the limit: it repeats parts of the message that it answers.
    try? answer.append(.object([("jsonrpc", .string("2.0")), ("id", id), ("error", description)]))
    write(answer)
  }

  private func write(_ message: borrowing AnswerWriter) {
    var header = ByteBuffer()
    header.append("Content-Length: ")
    header.append(decimal: Int64(message.json.count))
    header.append("\r\n\r\n")
    header.withSpan { streams.output.write($0) }
    message.json.withSpan { streams.output.write($0) }
  }
}
