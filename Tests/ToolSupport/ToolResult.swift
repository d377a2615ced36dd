import StateKitCLI

/// What a run of the whole tool came to.
package struct ToolResult: Equatable, Sendable {
  package let status: Int32
  package let output: String
  package let errors: String

  package init(status: Int32, output: String, errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }

  /// The same with other messages.
  package func saying(_ errors: String) -> ToolResult {
    ToolResult(status: status, output: output, errors: errors)
  }
}

/// Runs the tool in this process.
package func runTool(
  _ arguments: [String], input: String = "", environment: [String: String] = [:], outputIsTerminal: Bool = false,
  errorsAreTerminal: Bool = false, folder: String = ""
) -> ToolResult {
  let output = MemoryOutput(isTerminal: outputIsTerminal)
  let errors = MemoryOutput(isTerminal: errorsAreTerminal)
  var streams = Streams(
    input: { MemoryInput(Array(input.utf8), largestRead: 7, isStream: true) },
    open: { path throws(InputError) in
      // What the input names lies in its folder.
      if !folder.isEmpty, let found = try? FileInput(path: folder + path) { return found }
      return try FileInput(path: path)
    },
    openNamed: { path, reach throws(InputError) in
      if !folder.isEmpty, let found = try? reach.open(folder + path) { return found }
      return try reach.open(path)
    }, output: output, errors: errors)
  streams.save = { FileSave.save($0, bytes: $1, rule: $2) }
  streams.saveAll = { FileSave.writeAll($0) }
  streams.journal = { (path) throws(LockedFile.Refusal) in try LockedFile(path) }
  streams.environment = { environment[$0] }
  let status = Tool(streams).run(arguments)
  return ToolResult(status: status.rawValue, output: output.text, errors: errors.text)
}

/// Runs the tool in this process on lines that come one by one; `before` is called before each is handed out.
package func runTool(
  _ arguments: [String], lines: [String], before: @escaping (Int) -> Void
) -> ToolResult {
  let output = MemoryOutput()
  let errors = MemoryOutput()
  var streams = Streams(
    input: { LineInput(lines, before) }, open: { path throws(InputError) in try FileInput(path: path) },
    openNamed: { path, reach throws(InputError) in try reach.open(path) }, output: output, errors: errors)
  streams.save = { FileSave.save($0, bytes: $1, rule: $2) }
  let status = Tool(streams).run(arguments)
  return ToolResult(status: status.rawValue, output: output.text, errors: errors.text)
}

/// An input that hands out one line a read.
private final class LineInput: ByteInput {
  private let lines: [String]
  private let before: (Int) -> Void
  private var index = 0

  init(_ lines: [String], _ before: @escaping (Int) -> Void) {
    self.lines = lines
    self.before = before
  }

  let size: Int? = nil
  let isReady = false
  let isTerminal = false

  func rewind(to offset: Int) -> Bool { false }

  func wait(atMost milliseconds: Int64) -> Bool { true }

  func read(_ count: Int, into buffer: inout [UInt8]) throws(InputError) -> Bool {
    guard index < lines.count else { return false }
    before(index)
    buffer += Array((lines[index] + "\n").utf8)
    index += 1
    return true
  }
}
