import StateKitCore
import StateKitEditor
import StateKitFormat

/// `statekit new NAME`: creates a chart with a script and a test (Editing.md).
struct NewCommand: ToolCommand {
  let streams: Streams
  let arguments: Arguments

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    // The name of the chart's file means the chart.
    let path = FilePath.ends(path, in: [".json"]) ? String(path.dropLast(5)) : path
    let name = FilePath.name(of: path)
    if name.utf8.allSatisfy({ $0 == UInt8(ascii: ".") }) || path == "-" {
      throw CommandEnd("new: \(DisplayText.quoted(FilePath.shown(path))) is not a valid file name")
    }
    let template = arguments.editing.template
    let schema = FilePath.folder(of: path) + "chart.schema.json"
    // The charts of a folder share the schema.
    let isTaken = FileSave.isTaken(schema)
    if isTaken, (try? Folder.kind(schema)) != .file {
      throw .cannotWrite(schema, reason: "it is there, but is no file that can be read")
    }
    var isForeign = isTaken && Reach.isReadOnce(schema)
    if isTaken, !isForeign {
      guard let bytes = SaveGuard.content(of: schema) else { throw .cannotWrite(schema, reason: "it cannot be read") }
      isForeign = TopLevel.text(of: "title", bytes: bytes) != ChartSchema.title
    }
    var files = [
      FileSave.Replacement(
        path + ".json", bytes: template.chart(named: FilePath.visible(name), namesSchema: !isForeign), over: nil),
      FileSave.Replacement(path + ".events.txt", bytes: template.script(for: name + ".json"), over: nil),
    ]
    if !isTaken { files.append(FileSave.Replacement(schema, bytes: Array(ChartSchema.text.utf8), over: nil)) }
    if let (file, failure) = streams.saveAll(files) { throw .cannotWrite(file, reason: failure.reason) }
    for file in files { streams.output.write(DisplayText.raw(FilePath.shown(file.path)) + "\n") }
    if isForeign {
      messenger.write(
        "statekit: warning: \(FilePath.shown(schema)) is another file, not the schema of charts: the chart names none")
    }
    return .ok
  }
}
