import StateKitCore
import StateKitEditor
import StateKitFormat
import StateKitInterchange

/// `statekit fmt FILE|FOLDER...`: lays out charts and scripts, all of the files together (Editing.md).
final class FmtCommand: ToolCommand {
  let streams: Streams
  let arguments: Arguments
  private var edits: FileEdits
  /// The number of charts and scripts, including those with errors.
  private var files = 0

  init(streams: Streams, arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
    edits = FileEdits(streams, arguments: arguments.editing)
  }

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    if arguments.editing.stdinName != nil, !arguments.operands.contains("-") {
      throw CommandEnd(usage: "--stdin-filename needs the operand -, which is standard input")
    }
    var status = ExitStatus.ok
    for path in arguments.operands {
      if path != "-", (try? Folder.kind(path)) == .folder {
        status = max(status, format(folder: path, messenger: &messenger))
      } else {
        status = max(status, format(path, messenger: &messenger))
      }
    }
    if files == 0, status != .unable {
      messenger.write("statekit: fmt: no file to format was found")
      status = .unable
    }
    return max(status, edits.write(messenger))
  }

  private func format(folder: String, messenger: inout Messenger) -> ExitStatus {
    var files = FolderFiles(below: folder)
    var status = ExitStatus.ok
    for path in files.charts + files.scripts {
      if !FolderFiles.isScript(path),
        case .text(let source) = ChartLoading.open(path, streams: streams, within: files.reach)
      {
        let reason = ChartKind.of(source) == .scxml ? .markup : FolderFiles.skip(path, in: source)
        if let reason {
          files.skipped.add(path, reason: reason)
          continue
        }
      }
      status = max(status, format(path, within: files.reach, messenger: &messenger))
    }
    for (path, reason) in files.unreadable {
      messenger.write("statekit: cannot read \(FilePath.shown(path)): \(reason)")
      status = .unable
    }
    files.skipped.report(arguments, messenger: messenger)
    return status
  }

  private func format(_ path: String, within reach: Reach? = nil, messenger: inout Messenger) -> ExitStatus {
    files += 1
    switch ChartLoading.open(path, streams: streams, within: reach) {
    case .unreadable(let name, let reason, _):
      messenger.write("statekit: cannot read \(name): \(reason)")
      return .unable
    case .tooLarge(let diagnostic, let source):
      messenger.show([diagnostic], in: source)
      return .inputAtFault
    case .text(let file):
      let name = path == "-" ? arguments.editing.stdinName : nil
      let source = name.map { SourceText(name: FilePath.shown($0), bytes: file.bytes) } ?? file
      return format(source, at: path, messenger: &messenger)
    }
  }

  private func format(_ source: SourceText, at path: String, messenger: inout Messenger) -> ExitStatus {
    var bytes: [UInt8] = []
    if Self.isScript(source) {
      switch ScriptLayout.laidOut(ScriptDocument(source)) {
      case .text(let text): bytes = text
      case .invalid(let diagnostics):
        messenger.show(diagnostics, in: source)
        return .inputAtFault
      }
    } else {
      switch ChartLayout.laidOut(source) {
      case .text(let text): bytes = text
      case .invalid(let errors, let text):
        messenger.show(errors, in: text)
        return .inputAtFault
      case .tooLarge(let diagnostic):
        messenger.show([diagnostic], in: source)
        return .inputAtFault
      case .markup:
        messenger.write("statekit: cannot format \(source.name): it is XML, but fmt formats scripts and charts in JSON")
        return .unable
      }
    }
    if path == "-", !arguments.editing.checks, !arguments.editing.showsDiff {
      streams.output.write(
        (Self.isScript(source) ? ScriptLayout.escaped(bytes) : DisplayText.escaped(json: bytes)).span)
      return .ok
    }
    edits.add(FileEdits.Edit(path: path, name: source.name, old: source.bytes, new: bytes))
    return .ok
  }

  /// True for a script: its name decides, or its content if the name does not.
  private static func isScript(_ source: SourceText) -> Bool {
    if FilePath.ends(source.name, in: [".json", ".scxml", ".xml"]) { return false }
    if FilePath.ends(source.name, in: [".txt"]) { return true }
    let first = source.bytes.dropFirst(source.markLength).first { $0 > 0x20 }
    if first == UInt8(ascii: "<") { return false }
    return first != UInt8(ascii: "{")
      || ScriptDocument(source).lines.allSatisfy(\.isWhole) && !ChartKind.isMachine(source)
  }
}
