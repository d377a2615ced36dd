import StateKitCore
import StateKitEditor

/// `statekit rename CHART OLD NEW [SCRIPT...]`: renames a part of a chart in all its uses (Editing.md).
struct RenameCommand: ToolCommand {
  let streams: Streams
  let arguments: Arguments

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    let operands = arguments.operands
    for (index, path) in operands.enumerated() where index == 0 || index > 2 {
      if path.isEmpty { throw .emptyOperand(index + 1) }
      if path == "-", !arguments.editing.showsDiff {
        throw CommandEnd(usage: "standard input cannot be changed: name a file, or use --diff")
      }
    }
    for name in operands[1...2] where String(validating: FilePath.bytes(of: name), as: UTF8.self) == nil {
      throw CommandEnd(usage: "\(DisplayText.quoted(FilePath.shown(name))) is not UTF-8")
    }
    var loading = self.loading(&messenger)
    if loading.status != .ok { return loading.status }
    // Invoked charts may be in other folders than the files of the command line.
    let undone = arguments.editing.showsDiff ? [] : Leftovers.clear(loading.chartPaths.map { Reach.home(of: $0) })
    if !undone.isEmpty {
      for text in undone { messenger.write("statekit: " + text) }
      loading = self.loading(&messenger)
      if loading.status != .ok { return loading.status }
    }
    do throws(RenameRefusal) {
      let request = RenameRequest(operands[1], to: operands[2], kind: arguments.editing.kind)
      return write(try Renaming.perform(request, in: loading.files), loading: loading, messenger: messenger)
    } catch {
      let position = error.position.map { " (\(LineIndex($0.source).shownPosition(of: Int($0.span.start))))" } ?? ""
      throw CommandEnd(
        "rename: \(error.message)\(position)" + (error.help.map { "; \($0)" } ?? ""), status: .inputAtFault)
    }
  }

  private func loading(_ messenger: inout Messenger) -> RenameLoading {
    var loading = RenameLoading(streams: streams)
    loading.read(chart: arguments.operands[0], as: arguments.reading, messenger: &messenger)
    if loading.status != .ok { return loading }
    for script in arguments.operands[3...] { loading.read(script: script, messenger: messenger) }
    return loading
  }

  private func write(_ result: RenameResult, loading: RenameLoading, messenger: Messenger) -> ExitStatus {
    let sources = loading.files.charts.map(\.document.source) + loading.files.scripts.map(\.document.source)
    var edits = FileEdits(streams, arguments: arguments.editing)
    for (index, (source, changes)) in zip(sources, result.charts + result.scripts).enumerated() where !changes.isEmpty {
      let path = (loading.chartPaths + loading.scriptPaths)[index]
      edits.add(
        FileEdits.Edit(
          path: path, name: source.name, old: source.bytes, new: TextEdit.apply(changes, to: source.bytes)))
    }
    for (places, note) in [
      (result.computed, "this name is composed when the chart runs and cannot be renamed"),
      (result.used, "this expression uses the name of an event, and is not changed"),
    ] {
      for (source, span) in places.prefix(10) {
        messenger.write("statekit: \(LineIndex(source).shownPosition(of: Int(span.start))): note: \(note)")
      }
    }
    return edits.write(messenger)
  }
}
