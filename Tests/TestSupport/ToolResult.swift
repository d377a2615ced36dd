import StateKitCLI

/// What a run of the whole tool came to.
package struct ToolResult: Sendable {
  package let status: Int32
  package let output: String
  package let errors: String
}

/// Runs the tool in this process.
package func runTool(
  _ arguments: [String], input: String = "", environment: [String: String] = [:], outputIsTerminal: Bool = false,
  errorsAreTerminal: Bool = false
) -> ToolResult {
  let output = MemoryOutput(isTerminal: outputIsTerminal)
  let errors = MemoryOutput(isTerminal: errorsAreTerminal)
  let streams = Tool.Streams(
    input: { MemoryInput(Array(input.utf8), largestRead: 7, isStream: true) },
    open: { path throws(InputError) in try FileInput(path: path) }, save: { FileOutput.save($0, $1) }, output: output,
    errors: errors,
    environment: { environment[$0] })
  let status = Tool(streams).run(arguments)
  return ToolResult(status: status.rawValue, output: output.text, errors: errors.text)
}
