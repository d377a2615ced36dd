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
        if !input.isReady { write(server.findings()) }
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
          write([Self.answer(to: id, error: ServerError(.requestCancelled, message: "the request was cancelled"))])
        } else {
          do throws(ServerError) {
            write([
              .object([("jsonrpc", .string("2.0")), ("id", id), ("result", try server.answer(method, params: params))])
            ])
          } catch {
            write([Self.answer(to: id, error: error)])
          }
        }
      case .response: break
      case .wrong(let id, let error): write([Self.answer(to: id, error: error)])
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

  private static func answer(to id: Value, error: ServerError) -> Value {
    let description = Value.object([("code", .number(error.code.rawValue)), ("message", .string(error.message))])
    return .object([("jsonrpc", .string("2.0")), ("id", id), ("error", description)])
  }

  private func write(_ messages: [Value]) {
    for message in messages {
      var body = ByteBuffer()
      message.appendJSON(to: &body)
      var out = ByteBuffer()
      out.append("Content-Length: ")
      out.append(decimal: Int64(body.count))
      out.append("\r\n\r\n")
      body.withSpan { out.append($0) }
      out.withSpan { streams.output.write($0) }
    }
  }
}
