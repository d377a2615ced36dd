import StateKit
package import StateKitCLI

/// An output that keeps what is written.
package final class MemoryOutput: OutputStream {
  package private(set) var bytes: [UInt8] = []
  package let failure: String?
  package let isTerminal: Bool

  package init(failure: String? = nil, isTerminal: Bool = false) {
    self.failure = failure
    self.isTerminal = isTerminal
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package func write(_ span: Span<UInt8>) {
    for index in span.indices { bytes.append(span[index]) }
  }
}

/// An input that hands out given bytes, in small pieces.
package final class MemoryInput: ByteInput {
  private let bytes: [UInt8]
  private var place = 0

  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  package var size: Int? { nil }
  package var isReady: Bool { false }

  package func rewind() -> Bool { false }

  package func wait(atMost milliseconds: Int64) -> Bool { true }

  package func read(_ count: Int, into buffer: inout [UInt8]) throws(InputError) -> Bool {
    let end = min(bytes.count, place + min(count, 7))
    buffer.append(contentsOf: bytes[place..<end])
    defer { place = end }
    return end > place
  }
}

/// What a run of the whole tool came to.
package struct ToolResult: Sendable {
  package let status: Int32
  package let output: String
  package let errors: String
}

/// Runs the tool in this process.
package func runTool(
  _ arguments: [String], input: String = "", environment: [String: String] = [:], errorsAreTerminal: Bool = false
) -> ToolResult {
  let output = MemoryOutput()
  let errors = MemoryOutput(isTerminal: errorsAreTerminal)
  let streams = Tool.Streams(
    input: { MemoryInput(input) }, output: output, errors: errors, environment: { environment[$0] })
  let status = Tool(streams).run(arguments)
  return ToolResult(status: status.rawValue, output: output.text, errors: errors.text)
}
