import StateKitCore
import StateKitEditor
import StateKitFormat

/// `statekit new NAME`: creates a chart with a script and a test (Editing.md).
struct NewCommand {
  let streams: Streams
  let arguments: Arguments

  func run() -> ExitStatus {
    let messenger = Messenger(streams, arguments: arguments)
    let path = arguments.operands[0]
    let name = FilePath.name(of: path)
    if name.isEmpty || path == "-" {
      messenger.write("statekit: new: \(DisplayText.quoted(FilePath.shown(path))) is not a valid file name")
      return .unable
    }
    let template = arguments.editing.template
    let schema = FilePath.folder(of: path) + "chart.schema.json"
    var files = [
      FileSave.Replacement(path + ".json", bytes: template.chart(named: FilePath.shown(name)), over: nil),
      FileSave.Replacement(
        path + ".events.txt", bytes: template.script(for: FilePath.shown(name + ".json")), over: nil),
    ]
    // The charts of a folder share the schema.
    if !FileSave.isTaken(schema) {
      files.append(FileSave.Replacement(schema, bytes: Array(ChartSchema.text.utf8), over: nil))
    }
    if let (file, failure) = streams.saveAll(files) {
      messenger.write("statekit: cannot write \(FilePath.shown(file)): \(failure.reason)")
      return .unable
    }
    var out = ByteBuffer()
    for file in files {
      DisplayText.appendRaw(FilePath.shown(file.path), to: &out)
      out.append("\n")
    }
    out.withSpan { streams.output.write($0) }
    return .ok
  }
}
